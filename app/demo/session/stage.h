// All objects of the window, from the device to the panels. One file per topic has functions over
// it.
#pragma once

#include <chrono>

#include "app/demo/platform/file_dialog.h"
#include "app/demo/platform/interface.h"
#include "app/demo/platform/options.h"
#include "app/demo/platform/quiet_screen.h"
#include "app/demo/platform/ui_pass.h"
#include "app/demo/platform/window.h"
#include "app/demo/session/changes.h"
#include "app/demo/session/state.h"
#include "app/demo/work/clip_baker.h"
#include "app/demo/work/keeper.h"
#include "app/demo/work/level_maker.h"
#include "app/demo/work/model_loader.h"
#include "app/demo/work/shader_compiler.h"
#include "skinning/gpu/frame/frame.h"

namespace sinew {

using Clock = std::chrono::steady_clock;

/// Created before the stage; outlives it.
struct Surroundings {
    Window& window;
    const Instance& instance;
    ModelLoader& loader;  // already reads the first model
    Keeper& keeper;
    Clock::time_point start;  // the program's start
};

/// State of the previous frame.
struct Shown {
    FrameSettings settings;
    std::vector<Playback> moments;  // per model; empty before the first frame
    uint32_t crowd = 1;             // instances: the requested number or the gate's limit
    uint32_t steadyFrames = 0;      // consecutive frames with equal work
    bool memoryRanOut = false;
    bool cut = false;   // the camera jumped since then
    SkinChoice usable;  // last usable methods A and B
    SkinChoice comparedUsable;
    std::optional<ModelLoader::Result> lastModels;  // until the new models are shown
};

struct Readings {
    double advancingMs = 0;  // time to advance the animators
    Clock::time_point lastFrame;
    Clock::time_point lastRecorded;
    Clock::time_point rankingPaused;  // end of the last piece of the ranking
    Clock::time_point rateSince;
    uint32_t rateFrames = 0;
};

/// Members are in the order of their creation. Not movable.
struct Stage {
    /// `settings` are the last run's, with changes of the command line.
    Stage(const Surroundings& around, const Options& options, Settings settings);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    Window& window;
    ModelLoader& loader;
    Keeper& keeper;
    Clock::time_point start;
    uint64_t framesToShow;
    std::filesystem::path shaderRoot;
    bool validated;

    State state;
    Surface surface;
    Device device;
    Swapchain swapchain;
    ShaderLibrary shaders;
    std::optional<Frame> frame;
    Interface interface;
    FileDialog fileDialog;
    UiPass ui;
    ShaderCompiler shaderCompiler;
    ClipBaker baker;
    LevelMaker levelMaker;
    QuietScreen quietScreen;
    std::optional<BenchmarkRun> benchmark;
    std::optional<RankingRun> ranking;

    const ImDrawData* drawData = nullptr;
    std::vector<CrowdInput> others;
    Shown shown;
    float animatorSeconds = 0;  // since the animators' last step
    Changes changes;
    CrowdGate gate;
    Readings readings;
    PictureOf requestedPicture = PictureOf::nothing;
    bool countsWanted = false;  // the scene of the command line sets the instance count
    bool quit = false;
    bool doubleClicked = false;   // by SDL, whose interval does not depend on the frame rate
    uint32_t framesForInput = 0;  // remaining frames before the benchmark continues

    double secondsSinceStart() const {
        return std::chrono::duration<double>(Clock::now() - start).count();
    }
    float wantedScale() const;
    uint32_t wantedSamples() const;

    /// Uses the requested sample count. An exception keeps the current frame.
    void createFrame();
    /// Call it after the model or the frame was replaced.
    void forgetModel();
};

}  // namespace sinew
