// All that the window is made of, from the device to the panels. What happens with it is functions
// over it, a file of them for each topic.
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
#include "skinning/gpu/frame.h"

namespace sinew {

using Clock = std::chrono::steady_clock;

/// Made before the stage, and outlives it.
struct Surroundings {
    Window& window;
    const Instance& instance;
    ModelLoader& loader;  // is reading the first model already
    Keeper& keeper;
    Clock::time_point start;  // of the program
};

/// What the frame before showed.
struct Shown {
    FrameSettings settings;
    std::vector<Playback> moments;  // one per model; empty before the first frame
    uint32_t crowd = 1;             // instances: the wanted number, or what the gate allows
    uint32_t steadyFrames = 0;      // consecutive frames with equal work
    bool memoryRanOut = false;      // as it was rendered
    bool cut = false;               // the camera jumped since then
    SkinChoice works;               // the last ways A and B that could be used
    SkinChoice comparedWorks;
    std::optional<ModelLoader::Result> lastModels;  // until the new ones are on the screen
};

/// The clock's readings.
struct Readings {
    double advancingMs = 0;  // the animators, for this frame
    Clock::time_point lastFrame;
    Clock::time_point lastNoted;
    Clock::time_point rateSince;
    uint32_t rateFrames = 0;
};

/// In the order in which it is made. Not movable.
struct Stage {
    /// `settings` are those of the last run, changed by the command line.
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
    std::optional<BenchmarkRun> benchmark;  // while it runs

    const ImDrawData* drawData = nullptr;
    std::vector<CrowdInput> others;  // FrameInput's
    Shown shown;
    float animatorSeconds = 0;  // since the last step of the animators
    Changes changes;
    CrowdGate gate;
    Readings readings;
    bool pictureWanted = false;
    bool countsWanted = false;  // the scene that the command line names says how many
    bool quit = false;
    uint32_t framesForInput = 0;  // awaited by the benchmark

    double secondsSinceStart() const {
        return std::chrono::duration<double>(Clock::now() - start).count();
    }
    float wantedScale() const;
    uint32_t wantedSamples() const;

    /// For the number of samples that is wanted. On an exception the frame that is there stays.
    void createFrame();
    /// The model or the frame has been replaced.
    void forgetModel();
};

}  // namespace sinew
