// What the window shows and what the user changes. Loop, keys and panels share it.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/demo/session/crowd_animator.h"
#include "app/demo/session/crowd_gate.h"
#include "app/demo/session/frame_history.h"
#include "app/demo/session/methods.h"
#include "app/demo/session/settings.h"
#include "app/demo/work/benchmark.h"
#include "app/demo/work/difference.h"
#include "app/demo/work/error_survey.h"
#include "app/demo/work/model_loader.h"
#include "app/demo/work/opened.h"
#include "renderer/camera.h"
#include "renderer/device.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/playback.h"
#include "skinning/plain_text.h"

namespace sinew {

/// Why there is no camera to freeze.
inline constexpr const char* kCullingIsOff = "Culling is off: choose culled or lod under Settings.";

/// A message over the picture, for a while.
struct Notice {
    std::string text;
    bool isFault = false;
    double untilSeconds = 0;  // of State::nowSeconds
};

/// A model that the window shows, and what its characters play.
struct ShownModel {
    ModelLoader::Read read;
    Playback playback;
    CrowdAnimator animator;                 // moves while `animating`
    bool animating = false;                 // else `playback` says what is played
    std::map<std::string, float> morphs;    // fixed weights, by the name of the morph target
    std::shared_ptr<const Model> imported;  // the model without `morphs`; null: it has none

    const std::shared_ptr<const Model>& model() const { return read.model; }
    const std::filesystem::path& file() const { return read.entry.model; }
    std::string name() const { return file().filename().string(); }
};

/// What a key or a panel asks for that is not a setting. The loop does it after the interface is
/// drawn, and clears it.
struct Requests {
    std::vector<std::filesystem::path> models;    // as they were typed, also with "~/"
    std::optional<uint32_t> choose, remove;       // one of State::models
    std::optional<std::filesystem::path> report;  // an earlier one, to be shown
    std::optional<uint32_t> clip;
    std::optional<float> seekSeconds;
    int steps = 0;  // frames to go on, or back
    std::optional<Plays> plays;
    std::optional<uint32_t> scene;    // index of a scene in the file
    bool fixMorphs = false;           // ShownModel::morphs has changed
    std::optional<glm::vec2> pickAt;  // of the picture, from -1 to 1, downwards
    bool completePath = false;        // of State::pathField
    bool openDialog = false;          // the desktop's, for files
    bool frameCamera = false;
    bool teleport = false;
    bool takePicture = false;
    bool copyCommand = false;
    bool reloadShaders = false;
    bool surveyErrors = false;
    bool measureDifference = false;
    bool toggleFullscreen = false;
    bool listScenarios = false;
    bool startBenchmark = false;
    bool cancelBenchmark = false;
    bool showCrowd = false;  // the answers to State::question
    bool keepCrowd = false;
    bool quit = false;
};

/// The width of each column of panels with its margins, screen units; 0: it is not shown.
struct Columns {
    float left = 0;
    float right = 0;
};

/// Work that takes long enough to show its progress.
struct Work {
    std::string what;    // empty: nothing is done
    float fraction = 0;  // 0 to 1
    double seconds = 0;  // seconds since its start
};

/// Times that were kept to compare others with.
struct FrozenTimes {
    FrameHistory history;
    std::string what;  // was drawn
};

/// The baked texture as a picture, and what of it is in view.
struct BakedView {
    bool shown = false;
    ImTextureID picture{};      // nothing until it is uploaded
    ImVec2 size{};              // of the picture, texels
    ImVec2 center{0.5f, 0.5f};  // in view, share of the picture
    float zoom = 1.0f;          // 1: all of it
};

/// Where a model's path is typed.
struct PathField {
    char text[1024] = "";
    std::vector<std::string> completions;
};

/// What each value of one setting costs: bytes a frame and instance, while its list is open.
struct WordCosts {
    std::string_view setting;
    SkinChoice choice;
    std::vector<uint64_t> bytes;
};

struct State {
    Settings settings;
    Requests requests;

    Camera camera;
    bool cameraMoved = false;            // by the user, since the crowd was last framed
    std::optional<Camera> frozenCamera;  // culls in place of `camera`, where way A culls
    std::optional<uint32_t> picked;      // the character of the chosen model that was clicked on
    bool playing = true;
    bool helpShown = false;
    std::optional<uint32_t> pointedJoint;  // under the mouse, in the view of weights

    // The models on the screen, and the files to choose from.
    std::vector<ShownModel> models{1};
    uint32_t chosenModel = 0;  // the one that panels and keys are about
    Opened opened;             // what they are of
    std::vector<std::filesystem::path> modelFiles;
    PathField pathField;
    bool hasFileDialog = false;  // the desktop offers one
    Work importing;

    // The ways of skinning.
    MethodStates methods;      // with the settings of way A
    MethodStates compared;     // with those of way B
    bool editsB = false;       // keys and panels change way B
    float droppedWeight = 0;   // of a vertex, to the influence limit of way A
    uint32_t draggedRate = 0;  // where the bake rate is being dragged to; 0: it is not
    WordCosts wordCosts;
    DeviceLimits limits;
    Work baking;
    Work simplifying;                   // whose end nobody can tell
    const BakedClips* baked = nullptr;  // that way A plays; until the next frame is rendered
    BakedView bakedView;
    bool canCompareVertices = false;  // the difference view, and measuring errors
    bool canTellMotion = false;       // the motion view
    bool canDrawEdges = false;        // the wireframe

    // What the machine says.
    std::string deviceName;
    std::vector<std::string> devices;  // to choose from
    std::string driver;
    bool deviceIsCpu = false;
    bool gpuTimes = false;  // the queue has timestamps
    VkExtent2D extent{};
    uint32_t samples = 1;
    const char* presentMode = "";
    MemoryReport memory;
    uint32_t maxInstances = 1;
    std::optional<CrowdQuestion> question;   // a crowd that would be slow waits for an answer
    std::optional<uint32_t> typedInstances;  // while the field is being edited
    uint32_t draggedInstances = 0;           // where the slider is being dragged to; 0: it is not

    // What was measured.
    FrameHistory history;
    std::optional<FrozenTimes> frozen;
    uint64_t framesShown = 0;
    double frameMs = 0;  // by the clock, of the last half second; 0: not known yet

    BenchmarkView benchmark;
    ErrorSurvey survey;
    std::optional<MeasuredDifference> difference;
    bool compilingShaders = false;
    std::string shaderErrors;
    std::vector<Notice> notices;
    double nowSeconds = 0;

    Columns columns;  // that the last frame showed

    ShownModel& chosen() { return models[chosenModel]; }
    const ShownModel& chosen() const { return models[chosenModel]; }
    bool comparing() const { return settings.comparison != Comparison::off; }
    /// The way that keys and panels change.
    SkinChoice& edited() { return comparing() && editsB ? settings.compared : settings.skinning; }
    const MethodStates& editedMethods() const { return comparing() && editsB ? compared : methods; }
    const Clip* clip() const {
        const std::vector<Clip>& clips = chosen().model()->clips;
        return chosen().playback.clip < clips.size() ? &clips[chosen().playback.clip] : nullptr;
    }
    /// Whose weights are shown; nothing: those of all.
    std::optional<uint32_t> joint() const {
        const std::vector<std::string>& names = chosen().model()->skeleton.names;
        const auto at = std::find(names.begin(), names.end(), settings.joint);
        if (settings.joint.empty() || at == names.end()) return std::nullopt;
        return static_cast<uint32_t>(at - names.begin());
    }
    // One column of panels, or all of them, shown or hidden.
    void toggleControls();
    void toggleMeasurements();
    void togglePanels();
    /// Keeps the times of the last frames as a reference, or forgets those that are kept.
    void freezeTimes();
    /// Way A works for those alone whom a pass may see.
    bool culls() const;
    /// Whoever is culled, is culled by where the camera is now while it moves on; or no more.
    void freezeCulling();
    void tell(std::string text) { notices.push_back({std::move(text), false, nowSeconds + 5.0}); }
    /// Prints it on the terminal as well.
    void complain(std::string text) {
        std::fputs(messageLine("sinew", text).c_str(), stderr);
        notices.push_back({std::move(text), true, nowSeconds + 20.0});
    }
};

}  // namespace sinew
