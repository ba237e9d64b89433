// Opens, adds, changes and removes the window's models.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/assets_path.h"
#include "app/clip_and_size.h"
#include "app/demo/platform/files.h"
#include "app/demo/session/fault.h"
#include "skinning/gltf/file/files.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/model/clips_from.h"
#include "skinning/model/morph_weight.h"
#include "skinning/model/scene_file.h"

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

/// Shows the default character while the first files are read. Does not change the settings.
void showMeanwhile(Stage& stage) {
    State& state = stage.state;
    const Settings wanted = state.settings;
    const Stopwatch stopwatch;
    Model character = importGltf(defaultModel());
    addDescribedMasks(character);
    const auto model = std::make_shared<const Model>(std::move(character));
    const ModelLoader::Read read{{.model = defaultModel()}, model, stopwatch.ms()};
    state.models = {{.read = read}};
    stage.createFrame();
    receiveModels(stage, {.opened = {.files = {defaultModel()}}, .models = {read}});
    state.settings = wanted;
}

/// Sets the instance count: the sum of the counts in a newly opened scene file, otherwise the
/// current count, but at least one per model.
void countInstances(Settings& settings, const ModelLoader::Result& result, bool isNew) {
    uint32_t instances = 0;
    for (const ModelLoader::Read& read : result.models) instances += read.entry.count;
    const auto& files = result.opened.files;
    const bool says = std::any_of(files.begin(), files.end(), isSceneFile);
    const auto models = static_cast<uint32_t>(result.models.size());
    settings.instanceCount = says && isNew ? instances : std::max(settings.instanceCount, models);
}

void rememberOpened(Settings& settings, const Opened& opened) {
    const std::vector<fs::path>& files = opened.files;
    const bool isDefault = files.size() == 1 && files[0] == defaultModel();
    settings.model = isDefault ? "" : files[0].string();
    settings.moreModels.clear();
    for (size_t i = 1; i < files.size(); ++i) settings.moreModels.push_back(files[i].string());
    settings.removedModels = opened.removed;
}

/// Starts the clip and the animator of a model. Its scene entry takes precedence over the settings.
/// Returns an error or an empty string.
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

std::vector<ModelLoader::Read> readsOf(const State& state) {
    std::vector<ModelLoader::Read> models;
    for (const ShownModel& shown : state.models) models.push_back(shown.read);
    return models;
}

/// Returns true if the file has no meshes. Returns false for an unreadable file, because the loader
/// reports it.
bool hasClipsAlone(const fs::path& file) {
    if (isSceneFile(file)) return false;
    try {
        return !hasMeshes(file);
    } catch (const std::runtime_error&) {
        return false;
    }
}

void addClips(Stage& stage, const fs::path& file) {
    State& state = stage.state;
    std::vector<ModelLoader::Read> models = readsOf(state);
    ModelLoader::Read& chosen = models[state.chosenModel];
    const ShownModel& shown = state.chosen();
    auto model = std::make_shared<Model>(shown.imported ? *shown.imported : *chosen.model);
    const std::map<std::string, float> morphs = shown.morphs;
    const size_t before = model->clips.size();
    const std::string fault =
        faultOf([&] { addClipsFrom(importAnimations(file), file.stem().string(), *model); });
    if (!fault.empty()) return state.complain(fault);
    std::string names;
    for (size_t clip = before; clip < model->clips.size(); ++clip) {
        names += fmt::format("{}{}", clip == before ? "" : ", ", model->clips[clip].name);
    }
    state.notify(fmt::format("Clips added to {}: {}", model->name, names));
    state.settings.clip = model->clips[before].name;
    chosen.model = std::move(model);
    chosen.options.clips.push_back(file.string());
    receiveModels(stage, {.opened = state.opened,
                          .models = std::move(models),
                          .error = {},
                          .chosen = state.chosenModel});
    if (morphs.empty()) return;
    state.chosen().morphs = morphs;
    fixMorphs(stage);
}

std::vector<SceneModel> sceneOf(const std::vector<ModelLoader::Read>& models) {
    std::vector<SceneModel> scene;
    for (const ModelLoader::Read& read : models) {
        scene.push_back({read.model, read.entry.count, read.entry.placements});
    }
    return scene;
}

/// Call it after a change of models. Clears measurements and stores the name of the playing clip in
/// the settings.
void beginAnew(Stage& stage) {
    State& state = stage.state;
    state.history.summariseAfter(stage.frame->statistics().frameIndex + kFramesInFlight);
    stage.forgetModel();
    if (const Clip* playing = state.clip()) state.settings.clip = playing->name;
}

/// Returns the name of the first model's clip that --clip selects. Throws std::runtime_error if
/// that model has no such clip.
std::string clipNamed(const std::string& clip, const ModelLoader::Result& result,
                      const Options& options) {
    const Model& model = *result.models.front().model;
    try {
        return model.clips[findClip(model, clip)].name;
    } catch (const std::runtime_error& fault) {
        if (!options.models.empty()) throw;
        throw std::runtime_error(fmt::format(
            "--clip: {}; without a MODEL, the models of the last run are opened", fault.what()));
    }
}

}  // namespace

Opened wantedModels(const Settings& settings) {
    Opened opened{.files = {settings.model.empty() ? defaultModel() : fs::path(settings.model)},
                  .removed = settings.removedModels};
    opened.files.insert(opened.files.end(), settings.moreModels.begin(), settings.moreModels.end());
    return opened;
}

std::vector<SceneModel> shownScene(const State& state) {
    return sceneOf(readsOf(state));
}

void openFile(Stage& stage, const fs::path& file) {
    if (hasClipsAlone(file)) return addClips(stage, file);
    const State& state = stage.state;
    ModelLoader::Request request{.opened = {.files = {file}}};
    if (state.settings.dropsAdd) {
        request.opened = stage.loader.busy() ? stage.loader.wanted() : state.opened;
        request.opened.files.push_back(file);
        request.present = readsOf(state);
    }
    stage.loader.start(std::move(request));
}

void openScene(Stage& stage, uint32_t scene) {
    const State& state = stage.state;
    ModelLoader::Request request{.opened = state.opened,
                                 .options = state.chosen().read.options,
                                 .optionsOf = state.chosenModel,
                                 .present = readsOf(state)};
    request.options.scene = fmt::format("#{}", scene);
    stage.loader.start(std::move(request));
}

void fixMorphs(Stage& stage) {
    State& state = stage.state;
    ShownModel& chosen = state.chosen();
    if (!chosen.imported) chosen.imported = chosen.model();
    auto model = std::make_shared<Model>(*chosen.imported);
    for (const auto& [name, weight] : chosen.morphs) fixMorphWeight(*model, name, weight);
    std::vector<SceneModel> scene = shownScene(state);
    scene[state.chosenModel].model = model;
    const std::string fault = faultOf([&] { stage.frame->setModels(scene); });
    if (!fault.empty()) return state.complain(fault);
    stage.shown.lastModels = {.opened = state.opened, .models = readsOf(state), .error = {}};
    chosen.read.model = std::move(model);
    beginAnew(stage);
}

void openDialog(Stage& stage) {
    if (!stage.fileDialog.isThere()) {
        return stage.state.notify(
            "The desktop has no file dialog. Type the path, or drop the file on the window.");
    }
    stage.fileDialog.open({stage.window.portalName(), stage.state.settings.dropsAdd});
}

void receiveModels(Stage& stage, ModelLoader::Result result) {
    State& state = stage.state;
    const bool isTheLastRuns = result.opened.shows(wantedModels(state.settings));
    const std::string fault = faultOf([&] { stage.frame->setModels(sceneOf(result.models)); });
    if (!fault.empty()) {
        return state.complain(
            fmt::format("{}: {}", result.opened.files.back().filename().string(), fault));
    }
    std::vector<ModelLoader::Read> before = readsOf(state);
    const bool same = before.front().model == result.models.front().model &&
                      before.size() == result.models.size();
    if (!same && !state.opened.files.empty()) {
        stage.shown.lastModels = {.opened = state.opened, .models = std::move(before), .error = {}};
    }
    const bool isNew = !isTheLastRuns || std::exchange(stage.countsWanted, false);
    countInstances(state.settings, result, isNew);
    rememberOpened(state.settings, result.opened);
    state.opened = result.opened;
    for (const fs::path& file : result.opened.files) {
        if (file.parent_path() != assetsFolder()) state.settings.rememberModel(file.string());
    }
    listModels(stage);

    // Models that are already shown keep their playback.
    const bool continues = state.models.front().animator.started() && result.models.size() > 1;
    std::vector<ShownModel> models;
    for (size_t i = 0; i < result.models.size(); ++i) {
        const bool there = continues && i < state.models.size() &&
                           state.models[i].model() == result.models[i].model;
        models.push_back(there ? std::move(state.models[i]) : ShownModel{});
        models.back().read = result.models[i];
        if (there) continue;
        const std::string broken = startPlaying(state, models.back());
        if (!broken.empty()) state.complain(broken);
        for (const std::string& warning : result.models[i].model->warnings) state.notify(warning);
    }
    state.models = std::move(models);
    if (state.pathField.opening) state.pathField = {};
    state.chosenModel = result.chosen.value_or(
        state.settings.dropsAdd ? static_cast<uint32_t>(state.models.size()) - 1 : 0);
    beginAnew(stage);
    state.deselect();
    state.frozenCamera.reset();
    uint32_t vertices = 0, joints = 0;
    for (const ShownModel& shown : state.models) {
        vertices = std::max(vertices, static_cast<uint32_t>(shown.model()->geometry.vertexCount()));
        joints = std::max(joints, static_cast<uint32_t>(shown.model()->skeleton.size()));
    }
    stage.gate.start(quickCrowd(vertices, joints));
    stage.shown.crowd = 1;  // the first frame sets the count and fits the camera again
    frameCamera(stage);
    if (isTheLastRuns) restoreCamera(stage);
}

void choose(Stage& stage, uint32_t model) {
    State& state = stage.state;
    if (model >= state.models.size() || model == state.chosenModel) return;
    state.chosenModel = model;
    state.deselect();
    state.survey.clear();
    state.difference.reset();
    stage.changes.difference.forget();
}

void takeOut(State& state, uint32_t model, uint32_t instances) {
    if (model == state.chosenModel) state.deselect();
    state.models.erase(state.models.begin() + model);
    if (state.chosenModel > model || state.chosenModel == state.models.size()) --state.chosenModel;
    uint32_t& wanted = state.settings.instanceCount;
    wanted = std::max(wanted, instances + 1) - instances;
    state.opened.remove(model);
    rememberOpened(state.settings, state.opened);
}

void removeModel(Stage& stage, uint32_t model) {
    State& state = stage.state;
    if (state.models.size() < 2 || model >= state.models.size()) return;
    const uint32_t wanted = stage.frame->crowds().countsOf(state.settings.instanceCount)[model];
    const uint32_t shown = stage.frame->crowds().countsOf(stage.shown.crowd)[model];
    std::vector<SceneModel> others = shownScene(state);
    others.erase(others.begin() + model);
    const std::string fault = faultOf([&] { stage.frame->setModels(others); });
    if (!fault.empty()) return state.complain(fault);
    stage.shown.lastModels = {.opened = state.opened, .models = readsOf(state), .error = {}};
    // If the loader is reading added files, it continues without the removed model.
    const bool adds = stage.loader.busy() && stage.loader.wanted().addsTo(state.opened);
    takeOut(state, model, wanted);
    if (adds) {
        Opened opened = stage.loader.wanted();
        opened.remove(model);
        stage.loader.start({.opened = std::move(opened), .present = readsOf(state)});
    }
    stage.gate.shrink(stage.shown.crowd - shown);
    stage.shown.cut = true;
    beginAnew(stage);
}

void showFirstModel(Stage& stage, const Options& options) {
    State& state = stage.state;
    constexpr double kPatienceSeconds = 0.5;
    stage.countsWanted = !options.models.empty() && !options.instances;
    const bool mustBeIt = options.clip || options.frames > 0;
    if (!mustBeIt && !stage.loader.isThereWithin(kPatienceSeconds)) return showMeanwhile(stage);
    ModelLoader::Result result = stage.loader.wait();
    const bool isNamed = !options.models.empty() || !options.firstModelOptions.empty();
    if (!result.error.empty() && isNamed) throw std::runtime_error(result.error);
    if (!result.error.empty()) {
        state.complain(result.error);
        state.settings.model.clear();
        state.settings.moreModels.clear();
        state.settings.removedModels.clear();
        stage.loader.start({.opened = {.files = {defaultModel()}}});
        result = stage.loader.wait();
        if (!result.error.empty()) throw std::runtime_error(result.error);
    }
    state.models = {{.read = result.models.front()}};
    stage.createFrame();
    const bool rests = options.clip && *options.clip == "none";
    if (options.clip) state.settings.plays = Plays::clip;
    if (options.clip && !rests) state.settings.clip = clipNamed(*options.clip, result, options);
    receiveModels(stage, std::move(result));
    if (!rests) return;
    for (ShownModel& shown : state.models) shown.playback = {.clip = kRestPose};
}

}  // namespace sinew
