// The window's program: what happens between its opening and its closing.
#pragma once

#include <chrono>

#include "app/demo/clip_baker.h"
#include "app/demo/crowd_gate.h"
#include "app/demo/interface.h"
#include "app/demo/keeper.h"
#include "app/demo/model_loader.h"
#include "app/demo/options.h"
#include "app/demo/quiet_screen.h"
#include "app/demo/shader_compiler.h"
#include "app/demo/state.h"
#include "app/demo/ui_pass.h"
#include "app/demo/window.h"
#include "skinning/gpu/frame.h"

namespace sinew {

/// Owns everything from the device to the panels, in the order in which it is made. Not movable.
class Demo {
public:
    using Clock = std::chrono::steady_clock;

    /// Made before the window, and outlives it.
    struct Surroundings {
        Window& window;
        const Instance& instance;
        ModelLoader& loader;  // is reading the first model already
        Keeper& keeper;
        Clock::time_point start;  // of the program
    };
    /// `settings` are those of the last run, changed by the command line.
    Demo(const Surroundings& around, const Options& options, Settings settings);
    ~Demo();
    Demo(const Demo&) = delete;
    Demo& operator=(const Demo&) = delete;

    /// Runs until the user or a signal ends it, or options.frames were shown. Then writes settings
    /// and pipeline cache.
    void run();

    /// Shows a message about the start.
    void tell(const std::string& fault) { state_.complain(fault); }

private:
    DeviceCandidate firstDevice(const Instance& instance, const std::string& named);
    void showFirstModel(const Options& options);
    void showMeanwhile();
    void createFrame();
    void handleEvents();
    void handleKey(const SDL_KeyboardEvent& key);
    void dropFile(const std::filesystem::path& file);
    void receiveResults();
    void receiveModel(ModelLoader::Result result);
    void receiveShaders(ShaderCompiler::Result result);
    void receiveClips(ClipBaker::Result result);
    void advance();
    void wrapPlayback();
    void buildInterface();
    void carryOutRequests();
    void startClip(uint32_t clip, float fadeSeconds);
    void letPlay(Plays plays);
    void step(int frames);
    std::vector<PoseRequest> requestsNow(uint32_t count);
    std::span<const glm::vec3> anchorsNow() const;
    void pick(const glm::vec2& at);
    void frameCamera();
    void restoreCamera();
    Box crowdNow();
    Box crowdOverClip();
    void copyCommand();
    void teleport();
    void pointAtJoint();
    void listModels();

    // demo_follow.cpp: acting on what was chosen.
    void followSettings();
    void followSamples();
    void describeMethods();
    void choosePoses();
    void keepToWhatWorks();
    void keepToWhatWorks(SkinChoice& choice, SkinChoice& works, const MethodStates& states);
    FrameSettings drawableSettings();
    SkinChoice drawable(const SkinChoice& wanted, const SkinChoice& meanwhile);
    bool wantsClips(const BakeSettings& settings) const;
    void surveyErrors();
    void measureDifferenceWhenNeeded();
    void pictureBakedClips();
    void forgetModel();

    // demo_benchmark.cpp
    void listScenarios();
    void chooseScenario(const std::filesystem::path& file);
    void startBenchmark();
    void showBenchmark();
    void advanceBenchmark();
    void endBenchmark();
    void keepReport();
    void openReport(const std::filesystem::path& file);
    void carryOutBesideBenchmark();
    std::shared_ptr<const Report> unsavedReport() const;

    // demo_render.cpp
    bool prepareSwapchain();
    void renderFrame();
    void admitCrowd(FrameSettings& settings);
    void letAnimatorsPlay(FrameInput& input);
    void renderOrGoBack(FrameInput& input);
    bool backToLastSettings(FrameInput& input);
    bool backToOneCharacter(FrameInput& input);
    bool backToClip(FrameInput& input);
    bool backToLastMoment(FrameInput& input);
    bool backToRestPose(FrameInput& input);
    bool backToPlainWay(FrameInput& input);
    bool backToLastModel(FrameInput& input);
    bool isOtherWork(const FrameSettings& settings) const;
    void takePicture(FrameInput input);
    void noteRendered();
    using Milliseconds = std::chrono::duration<double, std::milli>;
    double costOf(const FrameStatistics& frame, Milliseconds wall) const;
    void noteFrame();
    void updateTitle();

    double secondsSinceStart() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }
    float wantedScale() const;
    uint32_t wantedSamples() const;
    void noteForKeeping();

    Window& window_;
    ModelLoader& loader_;
    Keeper& keeper_;
    Clock::time_point start_;
    uint64_t framesToShow_;
    std::filesystem::path shaderRoot_;
    bool validated_;

    State state_;
    Surface surface_;
    Device device_;
    Swapchain swapchain_;
    ShaderLibrary shaders_;
    std::optional<Frame> frame_;
    Interface interface_;
    UiPass ui_;
    ShaderCompiler shaderCompiler_;
    ClipBaker baker_;
    QuietScreen quietScreen_;
    std::optional<BenchmarkRun> benchmark_;  // while it runs

    const ImDrawData* drawData_ = nullptr;
    Settings applied_;                        // the settings that followSettings() saw last
    FrameSettings rendered_;                  // of the last frame that was submitted
    std::optional<Playback> renderedMoment_;  // of that frame, once there is one of this model
    std::optional<ModelLoader::Result> lastModel_;  // until the new one is on the screen
    bool memoryRanOut_ = false;                     // as the last frame was rendered
    bool cut_ = false;                              // the camera jumped since then
    double advancingMs_ = 0;                        // the animators, for this frame
    bool pictureWanted_ = false;

    CrowdGate gate_;
    uint32_t crowd_ = 1;  // instances that are drawn: the wanted number, or what the gate allows
    uint32_t steadyFrames_ = 0;  // that were alike, one after the other
    /// What the memory was last checked for.
    struct Wish {
        CrowdGate::Way way;
        uint32_t instances = 0;
        bool motion = false;
        bool operator==(const Wish&) const = default;
    } fitting_;

    /// What state_.methods and state_.compared describe.
    struct Described {
        const Model* model = nullptr;
        SkinChoice skinning;
        SkinChoice compared;
        bool comparing = false;
        uint32_t passes = 0;
        bool motion = false;
        bool operator==(const Described&) const = default;
    } described_;
    SkinChoice works_;  // the last ways A and B that could be used
    SkinChoice comparedWorks_;
    /// What state_.difference is of; the moment counts while nothing moves.
    struct Compared {
        SkinChoice first;
        std::optional<SkinChoice> second;
        uint32_t instanceCount = 0;
        uint32_t clip = kRestPose;
        double timeSeconds = 0;
        bool staggered = false;
        bool animating = false;
        bool operator==(const Compared&) const = default;
    } measured_;
    std::pair<float, float> framedBetween_;  // columns of these widths
    const BakedClips* pictured_ = nullptr;  // shown by the baked view
    bool quit_ = false;
    uint32_t framesForInput_ = 0;  // awaited by the benchmark
    Clock::time_point lastFrame_;
    Clock::time_point lastNoted_;
    Clock::time_point rateSince_;
    uint32_t rateFrames_ = 0;
};

}  // namespace sinew
