// Which model is on the screen.
#include "app/demo/session/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/assets_path.h"
#include "app/clip_and_size.h"
#include "app/demo/platform/files.h"
#include "app/demo/session/fault.h"
#include "app/demo/session/framing.h"
#include "app/demo/session/playing.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

void listModels(Stage& stage) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(assetsFolder())) {
        if (isModelFile(entry.path())) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const std::string& file : stage.state.settings.droppedModels) files.emplace_back(file);
    stage.state.modelFiles = std::move(files);
}

/// The shipped character, while the first file is read. It is not written to the settings.
void showMeanwhile(Stage& stage) {
    State& state = stage.state;
    const Settings wanted = state.settings;
    const Stopwatch stopwatch;
    Model character = importGltf(defaultModel());
    character.masks = masksBeside(character);
    const auto model = std::make_shared<const Model>(std::move(character));
    const double importMs = stopwatch.ms();
    state.model = model;
    stage.createFrame();
    receiveModel(stage, {.file = defaultModel(), .model = model, .importMs = importMs});
    state.settings = wanted;
}

}  // namespace

void receiveModel(Stage& stage, ModelLoader::Result result) {
    State& state = stage.state;
    const std::string& wanted = state.settings.model;
    const bool isTheLastRuns = result.file == (wanted.empty() ? defaultModel() : fs::path(wanted));
    if (result.model != state.model) {
        const std::string fault = faultOf([&] { stage.frame->setModel(result.model); });
        if (!fault.empty()) {
            return state.complain(fmt::format("{}: {}", result.file.filename().string(), fault));
        }
        stage.shown.lastModel = {state.modelFile, state.model, state.importMs, {}};
    }
    state.model = result.model;
    state.history.summariseAfter(stage.frame->statistics().frameIndex + kFramesInFlight);
    stage.forgetModel();

    state.modelFile = result.file;
    state.modelName = result.file.filename().string();
    state.importMs = result.importMs;
    state.settings.model = result.file == defaultModel() ? "" : result.file.string();
    if (result.file.parent_path() != assetsFolder()) {
        state.settings.rememberModel(result.file.string());
    }
    listModels(stage);
    state.playback = {};
    state.picked.reset();
    startClip(stage, clipToShow(*state.model, state.settings.clip), 0.0f);
    const std::string fault = state.animator.start(*state.model, state.settings);
    if (!fault.empty()) state.complain(fault);
    const bool describedCrowd = state.animator.described() && state.settings.instanceCount > 1;
    const Plays plays = state.settings.plays;
    state.animating = !state.model->clips.empty() &&
                      (plays == Plays::byModel ? describedCrowd : plays == Plays::animator);
    stage.gate.start(quickCrowd(state.model->geometry.vertexCount(), state.model->skeleton.size()));
    stage.shown.crowd = 1;  // framed again when the first frame shows how many there are
    frameCamera(stage);
    if (isTheLastRuns) restoreCamera(stage);
    for (const std::string& warning : state.model->warnings) state.tell(warning);
}

void showFirstModel(Stage& stage, const Options& options) {
    State& state = stage.state;
    constexpr double kPatienceSeconds = 0.5;
    const bool mustBeIt = options.clip || options.frames > 0;
    if (!mustBeIt && !stage.loader.isThereWithin(kPatienceSeconds)) return showMeanwhile(stage);
    ModelLoader::Result result = stage.loader.wait();
    const bool isNamed = !options.model.empty() || !options.holds.empty();
    if (!result.model && isNamed) throw std::runtime_error(result.error);
    if (!result.model) {
        state.complain(result.error);
        state.settings.model.clear();
        stage.loader.start(defaultModel());
        result = stage.loader.wait();
        if (!result.model) throw std::runtime_error(result.error);
    }
    state.model = result.model;
    stage.createFrame();
    if (options.clip) {
        state.settings.plays = Plays::clip;
        state.settings.clip = result.model->clips[findClip(*result.model, *options.clip)].name;
    }
    receiveModel(stage, std::move(result));
}

}  // namespace sinew
