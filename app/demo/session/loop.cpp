// The main loop of the window.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/demo/panels/panels.h"
#include "app/demo/platform/camera_control.h"
#include "app/demo/platform/files.h"
#include "app/demo/platform/for_tests.h"
#include "app/demo/platform/pipeline_store.h"
#include "app/demo/session/fault.h"
#include "app/demo/session/shortcuts.h"
#include "app/ending.h"
#include "skinning/model/scene_file.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Frames that ImGui needs to handle one click.
constexpr uint32_t kFramesForInput = 3;

/// Executes the shortcut of a key. A key without Ctrl is not a shortcut while a text field has the
/// focus or a list is open. If another control has the focus, the keys of isForTheFocus() are not
/// shortcuts, unless a question is open.
void handleKey(Stage& stage, const SDL_KeyboardEvent& key) {
    const bool control = (key.keysym.mod & KMOD_CTRL) != 0;
    if (!control && stage.interface.takesText()) return;
    if (!control && stage.interface.listIsOpen()) {
        if (key.keysym.sym == SDLK_ESCAPE) stage.interface.closeLists();
        return;
    }
    const bool focused = stage.interface.focusShown() && !stage.state.asks();
    if (!control && focused && isForTheFocus(key.keysym.sym)) return;
    pressKey(stage.state, key);
}

void dropFile(Stage& stage, const fs::path& file) {
    State& state = stage.state;
    if (isModelFile(file) || listsModels(file)) {
        state.requests.models.push_back(file);
        if (stage.benchmark) state.notify("The dropped file is shown after the benchmark.");
    } else if (file.extension() != ".json") {
        state.complain(
            fmt::format("{}: unknown kind of file; drop a .glb or .gltf file, or the .json of a "
                        "scene or a scenario",
                        file.filename().string()));
    } else if (stage.benchmark) {
        state.notify("A benchmark is running. Drop the scenario again after it.");
    } else {
        chooseScenario(stage, file);
    }
}

void receiveChosenFiles(Stage& stage) {
    const std::string fault = faultOf([&] {
        for (const fs::path& file : stage.fileDialog.poll()) dropFile(stage, file);
    });
    if (!fault.empty()) stage.state.complain(fault);
    stage.state.hasFileDialog = stage.fileDialog.isThere();
}

void handleEvents(Stage& stage) {
    for (SDL_Event event; SDL_PollEvent(&event);) {
        for_tests::handled(event);
        stage.interface.handle(event);
        switch (event.type) {
            case SDL_QUIT:
                stage.quit = true;
                break;
            case SDL_MOUSEBUTTONDOWN:
                stage.doubleClicked =
                    event.button.button == SDL_BUTTON_LEFT && event.button.clicks == 2;
                // Later events wait for the next frame, because their keys may be for a text field
                // that this click activates.
                stage.framesForInput = kFramesForInput;
                return;
            case SDL_MOUSEBUTTONUP:
            case SDL_MOUSEWHEEL:
                stage.framesForInput = kFramesForInput;
                break;
            case SDL_KEYDOWN:
                stage.framesForInput = kFramesForInput;
                handleKey(stage, event.key);
                break;
            case SDL_DROPFILE:
                dropFile(stage, event.drop.file);
                SDL_free(event.drop.file);
                break;
            default:
                break;
        }
    }
}

void buildInterface(Stage& stage) {
    State& state = stage.state;
    const float scale = stage.wantedScale();
    if (scale != stage.interface.scale()) {
        stage.device.waitIdle();
        stage.interface.setScale(scale);
        stage.ui.setFonts(stage.device, *ImGui::GetIO().Fonts);
    }
    stage.interface.beginFrame();
    if (steerCamera(state.camera)) state.cameraMoved = true;
    if (const auto at = clickOnPicture()) state.requests.pickAt = at;
    if (std::exchange(stage.doubleClicked, false) && !ImGui::GetIO().WantCaptureMouse) {
        state.requests.focusAt = mouseOnPicture();
    }
    followJoints(stage);
    drawInterface(state, stage.interface);
    stage.drawData = &stage.interface.endFrame();
}

void carryOutRequests(Stage& stage) {
    State& state = stage.state;
    const Requests requests = std::exchange(state.requests, {});
    if (requests.quit) stage.quit = true;
    for (const fs::path& file : requests.models) {
        openFile(stage, fs::absolute(pathOf(file.string())));
    }
    if (requests.choose) choose(stage, *requests.choose);
    if (requests.remove) removeModel(stage, *requests.remove);
    if (requests.scene) openScene(stage, *requests.scene);
    if (requests.fixMorphs) fixMorphs(stage);
    if (requests.completePath) {
        constexpr size_t kMostShown = 8;
        state.pathField.completions = completionsOf(state.pathField.text, kMostShown);
    }
    if (requests.openDialog) openDialog(stage);
    if (requests.showCrowd) stage.gate.accept();
    if (requests.keepCrowd && stage.gate.question()) {
        state.settings.instanceCount = stage.gate.question()->shown;
    }
    if (requests.plays) setPlays(stage, *requests.plays);
    if (requests.clip) {
        if (state.chosen().animating) setPlays(stage, Plays::clip);
        startClip(stage, *requests.clip, state.settings.fadeSeconds);
    }
    if (requests.seekSeconds) {
        state.chosen().playback.seek(*requests.seekSeconds);
        state.chosen().playback.fade = 1.0f;
    }
    if (requests.steps != 0) stepFrames(stage, requests.steps);
    if (requests.pickAt) pick(stage, *requests.pickAt);
    if (requests.focusAt) focus(stage, *requests.focusAt);
    if (requests.frameCamera) frameCamera(stage);
    if (requests.lookFrom) lookFrom(stage, *requests.lookFrom);
    if (requests.teleport) teleport(stage);
    if (requests.takePicture != PictureOf::nothing) stage.requestedPicture = requests.takePicture;
    if (requests.copyCommand) copyCommand(stage);
    if (requests.reloadShaders) {
        ShaderNames first = stage.frame->usedShaders();
        first.insert(stage.shaders.used().begin(), stage.shaders.used().end());
        stage.shaderCompiler.start(stage.shaderRoot, std::move(first));
        state.compilingShaders.what = "Compiling the shaders";
        state.shaderErrors.clear();
    }
    if (requests.surveyErrors) surveyErrors(stage);
    if (requests.measureDifference) stage.changes.difference.forget();
    if (requests.toggleFullscreen) stage.window.toggleFullscreen();
    if (requests.listScenarios) listScenarios(stage);
    if (requests.report) openReport(stage, *requests.report);
    if (requests.rank) startRanking(stage, *requests.rank);
    if (requests.cancelRanking) cancelRanking(stage);
    if (requests.copyBench) copyBenchCommand(stage);
    if (requests.saveRanking) saveRanking(stage);
    if (requests.startBenchmark) startBenchmark(stage);
}

/// Passes the settings and the unsaved report to the Keeper. While a question is open, saves the
/// instance count that is shown, not the requested one.
void setDataToKeep(Stage& stage) {
    State& state = stage.state;
    Settings settings = state.settings;
    if (state.question) settings.instanceCount = state.question->shown;
    if (!stage.window.fullscreen()) {
        std::tie(settings.windowWidth, settings.windowHeight) = stage.window.size();
    }
    if (state.cameraMoved) {
        const Camera& camera = state.camera;
        settings.camera = {camera.yawRadians, camera.pitchRadians, camera.distance,
                           camera.target.x,   camera.target.y,     camera.target.z};
    }
    stage.keeper.set(settings, unsavedReport(stage));
}

}  // namespace

void runWindow(Stage& stage) {
    while (!stage.quit && !endingRequested()) {
        for_tests::write(stage.state);
        for_tests::carryOutOrders(stage.device);
        handleEvents(stage);
        receiveChosenFiles(stage);
        setDataToKeep(stage);
        if (!stage.benchmark) receiveResults(stage);
        if (!prepareSwapchain(stage)) {  // minimised
            if (stage.benchmark) {
                advanceBenchmark(stage);
            } else if (stage.ranking) {
                advanceRanking(stage);
            } else {
                SDL_WaitEventTimeout(nullptr, 100);
            }
            stage.readings.lastFrame = Clock::now();
            continue;
        }
        advance(stage);
        buildInterface(stage);
        if (stage.benchmark) {
            showBenchmark(stage);
            carryOutBesideBenchmark(stage);
            continue;
        }
        carryOutRequests(stage);
        followSettings(stage);
        renderFrame(stage);
        recordFrameTimes(stage);
        advanceRanking(stage);
    }
    if (stage.benchmark) stopBenchmark(stage);
    setDataToKeep(stage);
    stage.keeper.keep();
    const std::string fault = faultOf([&] {
        stage.frame->finish();
        savePipelineCache(stage.device);
    });
    if (!fault.empty()) std::fputs(messageLine("sinew", fault).c_str(), stderr);
}

}  // namespace sinew
