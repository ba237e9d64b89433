// All objects of the window, from the device to the panels. The other files of this folder have
// functions that take a Stage.
#pragma once

#include <chrono>

#include "app/demo/platform/dialog/file_dialog.h"
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

/// Objects that are created before the stage and outlive it.
struct Surroundings {
    Window& window;
    const Instance& instance;
    ModelLoader& loader;  // already reads the first model
    Keeper& keeper;
    Clock::time_point start;  // the program's start
};

/// Content of the last rendered frame.
struct Shown {
    FrameSettings settings;
    std::vector<Playback> moments;  // playback per model; empty before the first frame
    uint32_t crowd = 1;             // instances: the requested number or the gate's limit
    uint32_t steadyFrames = 0;      // consecutive frames with equal work
    bool memoryRanOut = false;
    bool cut = false;   // the next frame has no motion vectors
    SkinChoice usable;  // last usable methods A and B
    SkinChoice comparedUsable;
    std::optional<ModelLoader::Result> lastModels;  // previous models, for backToLastModels()
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
    /// `settings` are those of the last run, with the changes of the command line.
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
    std::optional<Suite> benchmark;
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
    bool doubleClicked = false;   // by the clock of SDL, independent of the frame rate
    uint32_t framesForInput = 0;  // remaining frames before the benchmark continues

    double secondsSinceStart() const {
        return std::chrono::duration<double>(Clock::now() - start).count();
    }
    float wantedScale() const;
    uint32_t wantedSamples() const;

    /// Creates `frame` with the requested sample count. After an exception the current frame stays.
    void createFrame();
    /// Clears all data about the shown models. Call it after a model or `frame` was replaced.
    void forgetModel();
};

}  // namespace sinew
