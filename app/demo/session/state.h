// State of the window, shared by loop, keys and panels.
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

#include "app/demo/session/crowd/crowd_animator.h"
#include "app/demo/session/crowd/crowd_gate.h"
#include "app/demo/session/joint_rows.h"
#include "app/demo/session/measure/frame_history.h"
#include "app/demo/session/methods.h"
#include "app/demo/session/settings.h"
#include "app/demo/work/benchmark.h"
#include "app/demo/work/difference.h"
#include "app/demo/work/error_survey.h"
#include "app/demo/work/model_loader.h"
#include "app/demo/work/opened.h"
#include "app/demo/work/ranking.h"
#include "app/demo/work/thumbnails.h"
#include "renderer/device/device.h"
#include "renderer/passes/camera.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/verify/picking.h"
#include "skinning/plain_text.h"

namespace sinew {

inline constexpr const char* kCullingIsOff = "Culling is off: choose culled or lod under Settings.";

/// A temporary message over the image.
struct Notice {
    std::string text;
    bool isFault = false;
    double untilSeconds = 0;  // on the clock of State::nowSeconds
};

struct ShownModel {
    ModelLoader::Read read;
    Playback playback;
    CrowdAnimator animator;                 // advances while `animating`
    bool animating = false;                 // false: `playback` is used
    std::map<std::string, float> morphs;    // fixed weights by morph target name
    std::shared_ptr<const Model> imported;  // the model without `morphs`; null: no morphs

    const std::shared_ptr<const Model>& model() const { return read.model; }
    const std::filesystem::path& file() const { return read.entry.model; }
    std::string name() const { return file().filename().string(); }
};

enum class PictureOf : uint8_t { nothing, view, window };  // window: with the panels

/// Actions that are not settings. The loop executes and clears them after the interface is drawn.
struct Requests {
    std::vector<std::filesystem::path> models;  // typed paths, possibly with "~/"
    std::optional<uint32_t> choose, remove;     // index into State::models
    std::optional<std::filesystem::path> report;
    std::optional<uint32_t> clip;
    std::optional<float> seekSeconds;
    int steps = 0;  // frames, negative: back
    std::optional<Plays> plays;
    std::optional<uint32_t> scene;  // index in the file
    bool fixMorphs = false;
    std::optional<glm::vec2> pickAt;   // image position, -1 to 1, y down
    std::optional<glm::vec2> focusAt;  // as pickAt
    bool completePath = false;
    bool openDialog = false;
    bool frameCamera = false;
    std::optional<float> lookFrom;  // yaw, radians
    bool teleport = false;
    PictureOf takePicture = PictureOf::nothing;
    bool copyCommand = false;
    bool reloadShaders = false;
    bool surveyErrors = false;
    bool measureDifference = false;
    bool toggleFullscreen = false;
    bool listScenarios = false;
    bool startBenchmark = false;
    bool cancelBenchmark = false;
    std::optional<RankingSweep> rank;  // RankingSweep::none: all methods
    bool cancelRanking = false;
    bool copyBench = false;
    bool saveRanking = false;
    bool showCrowd = false;
    bool keepCrowd = false;
    bool quit = false;
};

/// Column widths with margins, screen units; 0: hidden.
struct Columns {
    float left = 0;
    float right = 0;
};

/// Progress of work on another thread.
struct TaskProgress {
    std::string what;    // empty: idle
    float fraction = 0;  // [0, 1]
    double seconds = 0;
};

struct FrozenTimes {
    FrameHistory history;
    std::string what;  // description of the view
};

struct BakedView {
    bool shown = false;
    ImTextureID picture{};      // null before the upload
    ImVec2 size{};              // texels
    ImVec2 center{0.5f, 0.5f};  // texture coordinates
    float zoom = 1.0f;          // 1: entire texture
};

/// Thumbnails of the images of model `of` (app/demo/work/thumbnails.h).
struct ThumbnailAtlas {
    bool wanted = false;  // the panel shows them in this frame
    const Model* of = nullptr;
    ImTextureID picture{};
    ImVec2 size{};  // texels
};

struct PathField {
    char text[1024] = "";
    bool opening = false;  // the file of `text` is being read
    std::vector<std::string> completions;
};

/// Joints of the chosen model.
struct JointsView {
    char filter[64] = "";
    std::vector<JointRow> rows;        // joints that match the filter
    std::optional<uint32_t> selected;  // a joint of the picked instance, else of instance 0
    std::optional<uint32_t> pointed;   // under the mouse
    bool pointedIsDot = false;         // `pointed` is a dot of the overlay
    bool reveal = false;               // scrolls the list to the selected joint
    std::optional<PosedJoints> selectedPose, pointedPose;
};

/// Cost of each value of the setting whose list is open, bytes per frame and instance.
struct WordCosts {
    std::string_view setting;
    SkinChoice choice;
    std::vector<uint64_t> bytes;
};

struct State {
    Settings settings;
    Requests requests;

    Camera camera;
    bool cameraMoved = false;            // by the user, since the crowd was framed
    std::optional<Camera> frozenCamera;  // replaces `camera` for culling
    std::optional<uint32_t> picked;      // instance of the chosen model
    bool playing = true;
    bool helpShown = false;
    bool quitAsked = false;  // the window asks whether to quit
    JointsView joints;

    // Models, and files to choose from.
    std::vector<ShownModel> models{1};
    uint32_t chosenModel = 0;  // index in `models`; panels and keys change this model
    Opened opened;
    std::vector<std::filesystem::path> modelFiles;
    PathField pathField;
    bool hasFileDialog = false;
    TaskProgress importing;

    // Skinning methods.
    MethodStates methods;      // all methods, with the settings of method A
    MethodStates compared;     // all methods, with the settings of method B
    bool editsB = false;       // keys and panels edit method B
    float droppedWeight = 0;   // largest weight that method A's influence limit removed
    uint32_t draggedRate = 0;  // value during a drag; 0: no drag
    WordCosts wordCosts;
    DeviceLimits limits;
    TaskProgress baking;
    TaskProgress simplifying;           // its fraction is not known
    const BakedClips* baked = nullptr;  // method A's; valid until the next frame is rendered
    BakedView bakedView;
    ThumbnailAtlas thumbnails;
    bool canCompareVertices = false;  // needed for differences and errors
    bool supportsMotion = false;
    bool canDrawEdges = false;
    bool canTrace = false;
    std::string untraced;    // why shadows cannot be traced; empty: they can
    std::string tracedNote;  // see tracedNote() in skinning/gpu/trace/traceable.h

    // The device.
    std::string deviceName;
    std::vector<std::string> devices;
    std::string driver;
    bool deviceIsCpu = false;
    bool gpuTimes = false;  // the queue has timestamps
    VkExtent2D extent{};
    uint32_t samples = 1;
    const char* presentMode = "";
    MemoryReport memory;
    uint32_t maxInstances = 1;
    std::optional<CrowdQuestion> question;   // asks to confirm a slow crowd
    std::optional<uint32_t> typedInstances;  // while the field is edited
    uint32_t draggedInstances = 0;           // value during a drag; 0: no drag

    // Measurements.
    FrameHistory history;
    std::optional<FrozenTimes> frozen;
    std::optional<FrameHistory> pausedGraph;  // `history` when the graph was paused
    uint64_t framesShown = 0;
    double frameMs = 0;  // mean of the last half second; 0: unknown

    BenchmarkView benchmark;
    RankingView ranking;
    ErrorSurvey survey;
    std::optional<MeasuredDifference> difference;
    TaskProgress compilingShaders;
    bool shadersChanged = false;  // F5 has replaced shaders
    std::string shaderErrors;
    std::vector<Notice> notices;
    double nowSeconds = 0;

    Columns columns;

    bool asks() const { return quitAsked || question; }
    ShownModel& chosen() { return models[chosenModel]; }
    const ShownModel& chosen() const { return models[chosenModel]; }
    bool comparing() const { return settings.comparison != Comparison::off; }
    SkinChoice& edited() { return comparing() && editsB ? settings.compared : settings.skinning; }
    const SkinChoice& edited() const {
        return comparing() && editsB ? settings.compared : settings.skinning;
    }
    const MethodStates& editedMethods() const { return comparing() && editsB ? compared : methods; }
    FramePace framePace() const {
        return {.frameMs = frameMs,
                .instances = settings.instanceCount,
                .pixels = double{1} * extent.width * extent.height,
                .vertices = chosen().model()->geometry.vertexCount()};
    }
    const Clip* clip() const {
        const std::vector<Clip>& clips = chosen().model()->clips;
        return chosen().playback.clip < clips.size() ? &clips[chosen().playback.clip] : nullptr;
    }
    /// Returns the joint whose weights are shown; nothing: all joints.
    std::optional<uint32_t> joint() const {
        const std::vector<std::string>& names = chosen().model()->skeleton.names;
        const auto at = std::find(names.begin(), names.end(), settings.joint);
        if (settings.joint.empty() || at == names.end()) return std::nullopt;
        return static_cast<uint32_t>(at - names.begin());
    }
    /// Clears the selection. Call it when another model is chosen.
    void deselect() {
        picked.reset();
        joints.selected.reset();
    }
    /// Returns the work that blocks a measurement, or an empty string.
    const char* busyWith() const;
    void toggleControls();
    void toggleMeasurements();
    void togglePanels();
    /// Stores the times of recent frames for comparison, or drops the stored ones.
    void freezeTimes();
    /// Returns the shadows that are drawn: the shadow map while vertices cannot be traced.
    Shadows shadows() const {
        const bool traced = settings.shadows.mode == ShadowMode::traced && untraced.empty();
        return traced ? settings.shadows : Shadows{};
    }
    /// Returns the number of passes that draw the characters.
    uint32_t passes() const {
        return passesOf({.cascadeCount = settings.cascadeCount,
                         .depthPrepass = settings.depthPrepass,
                         .shadows = shadows()});
    }
    /// Returns true if method A culls.
    bool culls() const;
    /// Freezes the current camera for culling, or unfreezes it.
    void freezeCulling();
    void notify(std::string text) { notices.push_back({std::move(text), false, nowSeconds + 5.0}); }
    /// Shows an error as a notice, and prints it to stderr.
    void complain(std::string text) {
        std::fputs(messageLine("sinew", text).c_str(), stderr);
        notices.push_back({std::move(text), true, nowSeconds + 20.0});
    }
};

}  // namespace sinew
