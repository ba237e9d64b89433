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

/// The shipped character, while the first files are read. It is not written to the settings.
void showMeanwhile(Stage& stage) {
    State& state = stage.state;
    const Settings wanted = state.settings;
    const Stopwatch stopwatch;
    Model character = importGltf(defaultModel());
    character.masks = masksOf(character);
    const auto model = std::make_shared<const Model>(std::move(character));
    const ModelLoader::Read read{{.model = defaultModel()}, model, stopwatch.ms()};
    state.models = {{.read = read}};
    stage.createFrame();
    receiveModels(stage, {.files = {defaultModel()}, .models = {read}});
    state.settings = wanted;
}

/// One of each at least, and as many as a scene says where it is new.
void countInstances(Settings& settings, const ModelLoader::Result& result, bool isNew) {
    uint32_t instances = 0;
    for (const ModelLoader::Read& read : result.models) instances += read.entry.count;
    const bool says = std::any_of(result.files.begin(), result.files.end(), isSceneFile);
    const auto models = static_cast<uint32_t>(result.models.size());
    settings.instanceCount = says && isNew ? instances : std::max(settings.instanceCount, models);
}

void noteFiles(Settings& settings, const ModelLoader::Files& files) {
    const bool isDefault = files.size() == 1 && files[0] == defaultModel();
    settings.model = isDefault ? "" : files[0].string();
    settings.moreModels.clear();
    for (size_t i = 1; i < files.size(); ++i) settings.moreModels.push_back(files[i].string());
    for (const fs::path& file : files) {
        if (file.parent_path() != assetsFolder()) settings.rememberModel(file.string());
    }
}

/// What it plays at first: what its scene says, else what the settings do.
std::string startPlaying(const State& state, ShownModel& shown) {
    const SceneEntry& entry = shown.read.entry;
    const Settings& settings = state.settings;
    const Model& model = *shown.model();
    const bool rests = entry.clip == "rest" && clipToShow(model, entry.clip) != kRestPose;
    const std::string& clip = entry.clip.empty() ? settings.clip : entry.clip;
    shown.playback = {.clip = rests ? kRestPose : clipToShow(model, clip),
                      .timeSeconds = entry.seconds};
    std::string fault = shown.animator.start(model, settings, entry.animator);
    const bool describedCrowd = shown.animator.described() && settings.instanceCount > 1;
    const bool animating =
        settings.plays == Plays::byModel ? describedCrowd : settings.plays == Plays::animator;
    shown.animating =
        !model.clips.empty() && entry.clip.empty() && (animating || !entry.animator.empty());
    return fault;
}

std::vector<SceneModel> sceneOf(const std::vector<ModelLoader::Read>& models) {
    std::vector<SceneModel> scene;
    for (const ModelLoader::Read& read : models) {
        scene.push_back({read.model, read.entry.count, read.entry.placements});
    }
    return scene;
}

}  // namespace

ModelLoader::Files wantedFiles(const Settings& settings) {
    ModelLoader::Files files{settings.model.empty() ? defaultModel() : fs::path(settings.model)};
    files.insert(files.end(), settings.moreModels.begin(), settings.moreModels.end());
    return files;
}

std::vector<SceneModel> shownScene(const State& state) {
    std::vector<ModelLoader::Read> models;
    for (const ShownModel& shown : state.models) models.push_back(shown.read);
    return sceneOf(models);
}

void openFile(Stage& stage, const fs::path& file) {
    const State& state = stage.state;
    ModelLoader::Wish wish{.files = {file}};
    if (state.settings.dropsAdd) {
        wish.files = stage.loader.busy() ? stage.loader.wanted() : state.shownFiles;
        wish.files.push_back(file);
        for (const ShownModel& shown : state.models) wish.present.push_back(shown.read);
    }
    stage.loader.start(std::move(wish));
}

void openDialog(Stage& stage) {
    if (!stage.fileDialog.isThere()) {
        return stage.state.tell(
            "This desktop has no file dialog: type the path, or drop the file on the window.");
    }
    stage.fileDialog.open({stage.window.portalName(), stage.state.settings.dropsAdd});
}

void receiveModels(Stage& stage, ModelLoader::Result result) {
    State& state = stage.state;
    const bool isTheLastRuns = result.files == wantedFiles(state.settings);
    const std::string fault = faultOf([&] { stage.frame->setModels(sceneOf(result.models)); });
    if (!fault.empty()) {
        return state.complain(
            fmt::format("{}: {}", result.files.back().filename().string(), fault));
    }
    std::vector<ModelLoader::Read> before;
    for (const ShownModel& shown : state.models) before.push_back(shown.read);
    const bool same = before.front().model == result.models.front().model &&
                      before.size() == result.models.size();
    if (!same && !state.shownFiles.empty()) {
        stage.shown.lastModels = {state.shownFiles, std::move(before), {}};
    }
    const bool isNew = !isTheLastRuns || std::exchange(stage.countsWanted, false);
    countInstances(state.settings, result, isNew);
    noteFiles(state.settings, result.files);
    state.shownFiles = result.files;
    listModels(stage);

    // Who is shown already goes on.
    const bool goesOn = state.models.front().animator.started() && result.models.size() > 1;
    std::vector<ShownModel> models;
    for (size_t i = 0; i < result.models.size(); ++i) {
        const bool there =
            goesOn && i < state.models.size() && state.models[i].model() == result.models[i].model;
        models.push_back(there ? std::move(state.models[i]) : ShownModel{});
        models.back().read = result.models[i];
        if (there) continue;
        const std::string broken = startPlaying(state, models.back());
        if (!broken.empty()) state.complain(broken);
        for (const std::string& warning : result.models[i].model->warnings) state.tell(warning);
    }
    state.models = std::move(models);
    state.chosenModel =
        state.settings.dropsAdd ? static_cast<uint32_t>(state.models.size()) - 1 : 0;
    state.history.summariseAfter(stage.frame->statistics().frameIndex + kFramesInFlight);
    stage.forgetModel();
    state.picked.reset();
    state.frozenCamera.reset();
    if (const Clip* playing = state.clip()) state.settings.clip = playing->name;
    uint32_t vertices = 0, joints = 0;
    for (const ShownModel& shown : state.models) {
        vertices = std::max(vertices, static_cast<uint32_t>(shown.model()->geometry.vertexCount()));
        joints = std::max(joints, static_cast<uint32_t>(shown.model()->skeleton.size()));
    }
    stage.gate.start(quickCrowd(vertices, joints));
    stage.shown.crowd = 1;  // framed again when the first frame shows how many there are
    frameCamera(stage);
    if (isTheLastRuns) restoreCamera(stage);
}

void choose(Stage& stage, uint32_t model) {
    State& state = stage.state;
    if (model >= state.models.size() || model == state.chosenModel) return;
    state.chosenModel = model;
    state.picked.reset();
    state.survey.clear();
    state.difference.reset();
    stage.changes.difference.forget();
}

void showFirstModel(Stage& stage, const Options& options) {
    State& state = stage.state;
    constexpr double kPatienceSeconds = 0.5;
    stage.countsWanted = !options.models.empty() && !options.instances;
    const bool mustBeIt = options.clip || options.frames > 0;
    if (!mustBeIt && !stage.loader.isThereWithin(kPatienceSeconds)) return showMeanwhile(stage);
    ModelLoader::Result result = stage.loader.wait();
    const bool isNamed = !options.models.empty() || !options.holds.empty();
    if (!result.error.empty() && isNamed) throw std::runtime_error(result.error);
    if (!result.error.empty()) {
        state.complain(result.error);
        state.settings.model.clear();
        state.settings.moreModels.clear();
        stage.loader.start({.files = {defaultModel()}});
        result = stage.loader.wait();
        if (!result.error.empty()) throw std::runtime_error(result.error);
    }
    state.models = {{.read = result.models.front()}};
    stage.createFrame();
    if (options.clip) {
        const Model& model = *result.models.front().model;
        state.settings.plays = Plays::clip;
        state.settings.clip = model.clips[findClip(model, *options.clip)].name;
    }
    receiveModels(stage, std::move(result));
}

}  // namespace sinew
