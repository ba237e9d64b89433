// Receives the results of worker threads: models, baked clips, LODs and shaders.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/demo/session/fault.h"

namespace sinew {
namespace {

void receiveShaders(Stage& stage, ShaderCompiler::Result result) {
    State& state = stage.state;
    std::fputs(plainLines(result.errors).c_str(), stderr);  // editors parse these lines
    state.shaderErrors += result.errors;
    if (result.spirv.empty()) return;
    state.shaderErrors = faultOf([&] {
        ShaderLibrary shaders = result.complete ? ShaderLibrary::embedded() : stage.shaders;
        shaders.replace(std::move(result.spirv));
        stage.frame->setShaders(shaders);  // after an exception nothing has changed
        stage.ui.setShaders(stage.device, shaders);
        stage.shaders = std::move(shaders);
        stage.state.shadersChanged = true;
        state.survey.clear();
        state.notify(fmt::format("{} compiled in {:.1f} s.",
                                 result.complete ? "Shaders" : "The view's shaders",
                                 result.seconds));
        std::puts(state.notices.back().text.c_str());
        std::fflush(stdout);
    });
}

void receiveClips(Stage& stage, ClipBaker::Result result) {
    State& state = stage.state;
    for (size_t i = 0; i < state.models.size() && result.clips; ++i) {
        if (result.model != state.models[i].model()) continue;
        result.error =
            faultOf([&] { stage.frame->scene(i)->offer(std::exchange(result.clips, nullptr)); });
    }
    if (result.error.empty()) return;
    state.complain(result.error);
    Settings& settings = state.settings;
    for (SkinChoice* choice : {&settings.skinning, &settings.compared}) {
        if (playsBakedClips(*choice) && choice->settings.bake == result.settings) *choice = {};
    }
}

void receiveLevels(Stage& stage, LevelMaker::Result result) {
    State& state = stage.state;
    for (size_t i = 0; i < state.models.size(); ++i) {
        if (result.model != state.models[i].model() || !result.levels) continue;
        stage.frame->scene(i)->offer(std::move(*result.levels));
        return;
    }
    if (result.error.empty()) return;
    state.complain(result.error);
    for (SkinChoice* choice : {&state.settings.skinning, &state.settings.compared}) {
        choice->settings.lod = Lod::none;
    }
}

TaskProgress progressOf(const auto& worker, float fraction, const auto& words) {
    if (!worker.busy()) return {};
    return {words(), fraction, worker.seconds()};
}

}  // namespace

void receiveResults(Stage& stage) {
    State& state = stage.state;
    if (auto result = stage.loader.poll()) {
        if (result->error.empty()) {
            receiveModels(stage, std::move(*result));
        } else {
            state.pathField.opening = false;
            state.complain(result->error);
        }
    }
    state.importing = progressOf(stage.loader, stage.loader.fraction(), [&] {
        return fmt::format("Reading {}", stage.loader.file().filename().string());
    });
    if (auto result = stage.baker.poll()) receiveClips(stage, std::move(*result));
    state.baking = progressOf(stage.baker, stage.baker.fraction(), [&] {
        return fmt::format("Baking the clips of {}", state.chosen().name());
    });
    if (auto result = stage.levelMaker.poll()) receiveLevels(stage, std::move(*result));
    state.simplifying = progressOf(stage.levelMaker, 0, [&] {
        return fmt::format("Making levels of detail of {}", state.chosen().name());
    });
    if (auto result = stage.shaderCompiler.poll()) receiveShaders(stage, std::move(*result));
    state.compilingShaders = progressOf(stage.shaderCompiler, stage.shaderCompiler.fraction(),
                                        [] { return "Compiling the shaders"; });
}

}  // namespace sinew
