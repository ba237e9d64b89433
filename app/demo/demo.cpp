// The loop.
#include "app/demo/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/assets_path.h"
#include "app/clip_and_size.h"
#include "app/demo/camera_control.h"
#include "app/demo/fault.h"
#include "app/demo/files.h"
#include "app/demo/for_tests.h"
#include "app/demo/panels/panels.h"
#include "app/demo/pipeline_store.h"
#include "app/demo/shortcuts.h"
#include "app/demo/view_files.h"
#include "app/ending.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/sample.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/bounds.h"
#include "skinning/gpu/crowd_camera.h"
#include "skinning/gpu/picking.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// ImGui handles one click over several frames.
constexpr uint32_t kFramesForInput = 3;

/// shaders/ lies beside the characters, in the source tree as where it is installed.
fs::path shaderRootOf(const Options& options) {
    return options.shaderRoot.empty() ? assetsFolder().parent_path() : options.shaderRoot;
}

}  // namespace

Demo::Demo(const Surroundings& around, const Options& options, Settings settings)
    : window_(around.window),
      loader_(around.loader),
      keeper_(around.keeper),
      start_(around.start),
      framesToShow_(options.frames),
      shaderRoot_(shaderRootOf(options)),
      validated_(around.instance.validated()),
      state_{.settings = std::move(settings)},
      surface_(window_.createSurface(around.instance)),
      device_(Device::create(firstDevice(around.instance, options.device), true)),
      swapchain_(Swapchain::create(device_, surface_.get())),
      shaders_(ShaderLibrary::embedded()),
      interface_(window_.get(), wantedScale()) {
    device_.assume(options.assumed);
    loadPipelineCache(device_);
    state_.deviceName = device_.info().properties.deviceName;
    state_.driver = device_.info().driver;
    state_.deviceIsCpu = device_.isCpu();
    state_.gpuTimes = device_.has().timestampBits > 0;
    state_.limits = deviceLimits(device_);
    state_.canCompareVertices = device_.has().vertexStores;
    state_.canTellMotion = device_.has().independentBlend;
    ui_ = UiPass::create(device_, shaders_, swapchain_.format());
    ui_.setFonts(device_, *ImGui::GetIO().Fonts);
    quietScreen_ = QuietScreen::create(device_);
    showFirstModel(options);
    lastFrame_ = rateSince_ = Clock::now();
}

/// The one that the command line names must be there; the one that was chosen in the window need
/// not.
DeviceCandidate Demo::firstDevice(const Instance& instance, const std::string& named) {
    for (const DeviceCandidate& device : rankDevices(instance, surface_.get())) {
        if (device.usable) state_.devices.emplace_back(device.properties.deviceName);
    }
    const std::string& chosen = state_.settings.device;
    if (!named.empty() || chosen.empty()) return chooseDevice(instance, surface_.get(), named);
    try {
        return chooseDevice(instance, surface_.get(), chosen);
    } catch (const std::runtime_error& error) {
        state_.complain(error.what());
        return chooseDevice(instance, surface_.get(), {});
    }
}

Demo::~Demo() {
    // A lost device returns an error, which is ignored here.
    vkDeviceWaitIdle(device_.get());
    state_.survey.clear();  // it may be in the middle, with buffers of the device
}

/// A model that was named on the command line must be there, and what it holds; the one of the last
/// run need not. While a large file is read, the shipped character is shown, unless something waits
/// for the file.
void Demo::showFirstModel(const Options& options) {
    constexpr double kPatienceSeconds = 0.5;
    const bool mustBeIt = options.clip || options.frames > 0;
    if (!mustBeIt && !loader_.isThereWithin(kPatienceSeconds)) return showMeanwhile();
    ModelLoader::Result result = loader_.wait();
    const bool isNamed = !options.model.empty() || !options.holds.empty();
    if (!result.model && isNamed) throw std::runtime_error(result.error);
    if (!result.model) {
        state_.complain(result.error);
        state_.settings.model.clear();
        loader_.start(defaultModel());
        result = loader_.wait();
        if (!result.model) throw std::runtime_error(result.error);
    }
    state_.model = result.model;
    createFrame();
    applied_ = state_.settings;
    if (options.clip) {
        state_.settings.plays = Plays::clip;
        state_.settings.clip = result.model->clips[findClip(*result.model, *options.clip)].name;
    }
    receiveModel(std::move(result));
}

/// The shipped character, while the first file is read. It is not written to the settings.
void Demo::showMeanwhile() {
    const Settings wanted = state_.settings;
    const Stopwatch stopwatch;
    Model character = importGltf(defaultModel());
    character.masks = masksBeside(character);
    const auto model = std::make_shared<const Model>(std::move(character));
    const double importMs = stopwatch.ms();
    state_.model = model;
    createFrame();
    applied_ = wanted;
    receiveModel({.file = defaultModel(), .model = model, .importMs = importMs});
    state_.settings = wanted;
}

/// On an exception the one that is there stays.
void Demo::createFrame() {
    device_.waitIdle();
    const uint32_t samples = wantedSamples();
    Frame frame =
        Frame::create(device_, shaders_, swapchain_.format(), device_.sampleCount(samples));
    frame.setModel(state_.model);
    frame_.emplace(std::move(frame));
    state_.samples = samples;
    state_.history = {};
    forgetModel();
}

void Demo::run() {
    while (!quit_ && !endingAsked()) {
        for_tests::write(state_);
        for_tests::carryOutOrders(device_);
        handleEvents();
        noteForKeeping();
        if (!benchmark_) receiveResults();
        if (!prepareSwapchain()) {  // minimised: nothing to draw on, so wait for something to
                                    // happen
            if (benchmark_) {
                advanceBenchmark();
            } else {
                SDL_WaitEventTimeout(nullptr, 100);
            }
            lastFrame_ = Clock::now();
            continue;
        }
        advance();
        buildInterface();
        if (benchmark_) {
            showBenchmark();
            carryOutBesideBenchmark();
            continue;
        }
        carryOutRequests();
        followSettings();
        renderFrame();
        noteFrame();
    }
    noteForKeeping();
    keeper_.keep();
    const std::string fault = faultOf([&] {
        frame_->finish();
        savePipelineCache(device_);
    });
    if (!fault.empty()) std::fputs(messageLine("sinew", fault).c_str(), stderr);
}

void Demo::handleEvents() {
    for (SDL_Event event; SDL_PollEvent(&event);) {
        for_tests::handled(event);
        interface_.handle(event);
        switch (event.type) {
            case SDL_QUIT:
                quit_ = true;
                break;
            case SDL_MOUSEBUTTONDOWN:
            case SDL_MOUSEBUTTONUP:
            case SDL_MOUSEWHEEL:
                framesForInput_ = kFramesForInput;
                break;
            case SDL_KEYDOWN:
                framesForInput_ = kFramesForInput;
                handleKey(event.key);
                break;
            case SDL_DROPFILE:
                dropFile(event.drop.file);
                SDL_free(event.drop.file);
                break;
            default:
                break;
        }
    }
}

/// A text field, an open list or the control in focus gets plain keys first; an open question
/// before that control.
void Demo::handleKey(const SDL_KeyboardEvent& key) {
    const bool control = (key.keysym.mod & KMOD_CTRL) != 0;
    if (!control && ImGui::GetIO().WantTextInput) return;
    if (!control && interface_.listIsOpen()) {
        if (key.keysym.sym == SDLK_ESCAPE) interface_.closeLists();
        return;
    }
    const bool focused = interface_.focusShown() && !state_.question;
    if (!control && focused && isForTheFocus(key.keysym.sym)) return;
    pressKey(state_, key);
}

void Demo::dropFile(const fs::path& file) {
    if (isModelFile(file)) {
        state_.requests.model = file;
        if (benchmark_) state_.tell("That model is shown after the benchmark.");
    } else if (file.extension() != ".json") {
        state_.complain(fmt::format("{}: not a .glb or .gltf file, nor a scenario's .json",
                                    file.filename().string()));
    } else if (benchmark_) {
        state_.tell("A benchmark is running: drop that scenario when it has ended.");
    } else {
        chooseScenario(file);
    }
}

void Demo::receiveResults() {
    if (auto result = loader_.poll()) {
        if (result->model) {
            receiveModel(std::move(*result));
        } else {
            state_.complain(result->error);
        }
    }
    state_.importing = {};
    if (loader_.busy()) {
        state_.importing = {fmt::format("Reading {}", loader_.file().filename().string()),
                            loader_.fraction(), loader_.seconds()};
    }
    if (auto result = baker_.poll()) receiveClips(std::move(*result));
    state_.baking = {};
    if (baker_.busy()) {
        state_.baking = {fmt::format("Baking the clips of {}", state_.modelName), baker_.fraction(),
                         baker_.seconds()};
    }
    if (auto result = shaderCompiler_.poll()) receiveShaders(std::move(*result));
    state_.compilingShaders = shaderCompiler_.busy();
}

/// What runs stays until the new model is on the GPU.
void Demo::receiveModel(ModelLoader::Result result) {
    const std::string& wanted = state_.settings.model;
    const bool isTheLastRuns = result.file == (wanted.empty() ? defaultModel() : fs::path(wanted));
    if (result.model != state_.model) {
        const std::string fault = faultOf([&] { frame_->setModel(result.model); });
        if (!fault.empty()) {
            return state_.complain(fmt::format("{}: {}", result.file.filename().string(), fault));
        }
        lastModel_ = {state_.modelFile, state_.model, state_.importMs, {}};
    }
    state_.model = result.model;
    state_.history.summariseAfter(frame_->statistics().frameIndex + kFramesInFlight);
    forgetModel();

    state_.modelFile = result.file;
    state_.modelName = result.file.filename().string();
    state_.importMs = result.importMs;
    state_.settings.model = result.file == defaultModel() ? "" : result.file.string();
    if (result.file.parent_path() != assetsFolder()) {
        state_.settings.rememberModel(result.file.string());
    }
    listModels();
    state_.playback = {};
    state_.picked.reset();
    startClip(clipToShow(*state_.model, state_.settings.clip), 0.0f);
    const std::string fault = state_.animator.start(*state_.model, state_.settings);
    if (!fault.empty()) state_.complain(fault);
    const bool describedCrowd = state_.animator.described() && state_.settings.instanceCount > 1;
    const Plays plays = state_.settings.plays;
    state_.animating = !state_.model->clips.empty() &&
                       (plays == Plays::byModel ? describedCrowd : plays == Plays::animator);
    gate_.start(quickCrowd(state_.model->geometry.vertexCount(), state_.model->skeleton.size()));
    crowd_ = 1;  // framed again when the first frame shows how many there are
    frameCamera();
    if (isTheLastRuns) restoreCamera();
    for (const std::string& warning : state_.model->warnings) state_.tell(warning);
}

void Demo::receiveShaders(ShaderCompiler::Result result) {
    state_.shaderErrors = std::move(result.errors);
    if (!state_.shaderErrors.empty()) {
        std::fputs(plainLines(state_.shaderErrors).c_str(),
                   stderr);  // an editor that reads them jumps there
        return;
    }
    state_.shaderErrors = faultOf([&] {
        ShaderLibrary shaders = ShaderLibrary::embedded();
        shaders.replace(std::move(result.spirv));
        frame_->setShaders(shaders);  // throws before it changes anything
        ui_.setShaders(device_, shaders);
        shaders_ = std::move(shaders);
        state_.survey.clear();
        state_.tell(fmt::format("The shaders were compiled again in {:.1f} s.", result.seconds));
        std::puts(state_.notices.back().text.c_str());
        std::fflush(stdout);
    });
}

void Demo::listModels() {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(assetsFolder())) {
        if (isModelFile(entry.path())) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const std::string& file : state_.settings.droppedModels) files.emplace_back(file);
    state_.modelFiles = std::move(files);
}

void Demo::advance() {
    const Clock::time_point now = Clock::now();
    const float delta = std::chrono::duration<float>(now - lastFrame_).count();
    lastFrame_ = now;
    state_.nowSeconds = secondsSinceStart();
    Playback& playback = state_.playback;
    playback.staggered = state_.settings.staggered;
    playback.posesASecond = static_cast<float>(state_.settings.posesASecond);
    if (state_.animator.follow(state_.settings)) cut_ = true;
    advancingMs_ = 0;
    if (!state_.playing || benchmark_) return;
    if (state_.animating) {
        const Stopwatch advancing;
        state_.animator.advance(delta * std::max(state_.settings.speed, 0.0f),
                                state_.settings.posesASecond);
        advancingMs_ = advancing.ms();
        return;
    }
    playback.advance(delta * state_.settings.speed, state_.settings.fadeSeconds);
    wrapPlayback();
}

/// Kept within the clip, because after an hour a float would move in visible steps.
void Demo::wrapPlayback() {
    Playback& playback = state_.playback;
    if (const Clip* clip = state_.clip()) {
        playback.timeSeconds = wrapTime(*clip, playback.timeSeconds);
    }
}

void Demo::buildInterface() {
    const float scale = wantedScale();
    if (scale != interface_.scale()) {
        device_.waitIdle();
        interface_.setScale(scale);
        ui_.setFonts(device_, *ImGui::GetIO().Fonts);
    }
    interface_.beginFrame();
    if (steerCamera(state_.camera)) state_.cameraMoved = true;
    if (const auto at = clickOnPicture()) state_.requests.pickAt = at;
    pointAtJoint();
    drawInterface(state_, interface_);
    drawData_ = &interface_.endFrame();
}

void Demo::carryOutRequests() {
    const Requests requests = std::exchange(state_.requests, {});
    if (requests.quit) quit_ = true;
    if (requests.model) {
        loader_.start(fs::absolute(*requests.model));
    }
    if (requests.completePath) {
        constexpr size_t kMostShown = 8;
        state_.pathField.completions = completionsOf(state_.pathField.text, kMostShown);
    }
    if (requests.showCrowd) gate_.accept();
    if (requests.keepCrowd && gate_.question()) {
        state_.settings.instanceCount = gate_.question()->shown;
    }
    if (requests.plays) letPlay(*requests.plays);
    if (requests.clip) {
        if (state_.animating) letPlay(Plays::clip);
        startClip(*requests.clip, state_.settings.fadeSeconds);
    }
    if (requests.seekSeconds) {
        state_.playback.seek(*requests.seekSeconds);
        state_.playback.fade = 1.0f;
    }
    if (requests.steps != 0) step(requests.steps);
    if (requests.pickAt) pick(*requests.pickAt);
    if (requests.frameCamera) frameCamera();
    if (requests.teleport) teleport();
    if (requests.takePicture) pictureWanted_ = true;
    if (requests.copyCommand) copyCommand();
    if (requests.reloadShaders) {
        shaderCompiler_.start(shaderRoot_);
        state_.compilingShaders = true;
        state_.shaderErrors.clear();
    }
    if (requests.surveyErrors) surveyErrors();
    if (requests.measureDifference) measured_ = {};
    if (requests.toggleFullscreen) window_.toggleFullscreen();
    if (requests.listScenarios) listScenarios();
    if (requests.report) openReport(*requests.report);
    if (requests.startBenchmark) startBenchmark();
}

void Demo::startClip(uint32_t clip, float fadeSeconds) {
    state_.playback.play(clip, state_.playing ? fadeSeconds : 0.0f);
    if (const Clip* playing = state_.clip()) state_.settings.clip = playing->name;
}

void Demo::letPlay(Plays plays) {
    state_.settings.plays = plays;
    state_.animating = plays == Plays::animator;
    cut_ = true;
}

/// Of frames as films have them or, where poses come at a rate, from one of them to the next.
/// Animators go only on.
void Demo::step(int frames) {
    constexpr float kFramesASecond = 30;
    const uint32_t rate = state_.settings.posesASecond;
    const float seconds =
        static_cast<float>(frames) / (rate > 0 ? static_cast<float>(rate) : kFramesASecond);
    state_.playing = false;
    if (state_.animating) {
        state_.animator.advance(std::max(seconds, 0.0f), rate);
    } else {
        state_.playback.advance(seconds, 0.0f);
        wrapPlayback();
    }
}

/// Of the first `count` characters.
std::vector<PoseRequest> Demo::requestsNow(uint32_t count) {
    if (!state_.animating) return requestsOf(*state_.model, state_.playback, count);
    const std::span<const PoseRequest> requests = state_.animator.requests(crowd_);
    return {requests.begin(), requests.begin() + std::min(count, crowd_)};
}

/// The character under a point of the picture, or none.
void Demo::pick(const glm::vec2& at) {
    const auto [width, height] = state_.extent;
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    (void)faultOf([&] {
        const std::vector<PoseRequest> requests = requestsNow(crowd_);
        state_.picked = instanceAt(*frame_->scene(), requests, anchorsNow(), state_.settings.seed,
                                   rayThrough(state_.camera, aspect, at));
    });
    state_.animator.watch(state_.picked.value_or(0));
}

/// Notes the joint under the mouse, in the view of weights. Of a large crowd it would cost much.
void Demo::pointAtJoint() {
    constexpr uint32_t kMost = 1000;
    state_.pointedJoint.reset();
    const ImGuiIO& io = ImGui::GetIO();
    if (state_.settings.view != SINEW_VIEW_WEIGHTS || io.WantCaptureMouse || crowd_ > kMost) return;
    const glm::vec2 at =
        2.0f * glm::vec2(io.MousePos.x / io.DisplaySize.x, io.MousePos.y / io.DisplaySize.y) - 1.0f;
    const float aspect = io.DisplaySize.x / io.DisplaySize.y;
    (void)faultOf([&] {
        Scene& scene = *frame_->scene();
        const std::vector<PoseRequest> requests = requestsNow(crowd_);
        const uint32_t seed = state_.settings.seed;
        const auto instance =
            instanceAt(scene, requests, anchorsNow(), seed, rayThrough(state_.camera, aspect, at));
        if (!instance) return;
        std::vector<gpu::Affine> placed(crowd_);
        placeCrowd(scene.bounds(), placed, seed);
        gpu::Affine& there = placed[*instance];
        if (!anchorsNow().empty()) there = moved(there, anchorsNow()[*instance]);
        state_.pointedJoint = jointAt(scene, requests[*instance], there,
                                      state_.camera.clipFromWorld(aspect), aspect, at);
    });
}

/// Of those of the last requestsNow().
std::span<const glm::vec3> Demo::anchorsNow() const {
    if (!state_.animating) return {};
    return state_.animator.anchors();
}

void Demo::frameCamera() {
    const VkExtent2D pixels = window_.pixels();
    const auto [width, height] = window_.size();
    if (pixels.height == 0) return;
    const auto whole = static_cast<float>(width);
    const auto [left, right] = columnsOf(state_.settings, whole, interface_.scale());
    const float free = std::max(whole - left - right, 0.3f * whole);
    state_.camera = cameraWithin(crowdOverClip(), crowd_, free / static_cast<float>(height));
    state_.camera.shift.x = (left - right) / whole;
    state_.cameraMoved = false;
    cut_ = true;
}

/// To where it was moved in the last run. Once: models that come later are framed.
void Demo::restoreCamera() {
    const std::vector<float> kept = std::exchange(state_.settings.camera, {});
    if (kept.size() != Settings::kCameraNumbers) return;
    Camera& camera = state_.camera;
    camera.yawRadians = kept[0];
    camera.pitchRadians = 0;
    camera.orbit(0, kept[1]);  // within its bounds, as zoom is
    camera.distance = kept[2];
    camera.zoom(1);
    camera.target = {kept[3], kept[4], kept[5]};
    state_.cameraMoved = true;
}

/// Around all of its characters, as they are posed.
Box Demo::crowdNow() {
    const uint32_t scatter = state_.settings.seed;
    Box crowd = crowdBounds(frame_->bounds(), crowd_, {}, scatter);
    // A pose that leaves its range is told where it is to be drawn.
    (void)faultOf([&] {
        const std::vector<PoseRequest> requests = requestsNow(crowd_);
        crowd = crowdBoundsAt(*frame_->scene(), requests, anchorsNow(), scatter);
    });
    return crowd;
}

/// Around them over the whole clip: the camera does not depend on the moment. Of many characters
/// the phases are spread, so that a moment shows them all.
Box Demo::crowdOverClip() {
    constexpr uint32_t kFew = 64;
    constexpr uint32_t kMoments = 24;
    const Clip* clip = state_.clip();
    if (state_.animating || !clip || crowd_ > kFew) return crowdNow();
    Box crowd = Box::nothing();
    const std::string fault = faultOf([&] {
        Playback playback{.clip = state_.playback.clip, .staggered = state_.settings.staggered};
        for (uint32_t i = 0; i < kMoments; ++i) {
            playback.timeSeconds = clip->durationSeconds * static_cast<float>(i) / kMoments;
            const std::vector<PoseRequest> requests = requestsOf(*state_.model, playback, crowd_);
            crowd.include(crowdBoundsAt(*frame_->scene(), requests, {}, state_.settings.seed));
        }
    });
    return fault.empty() ? crowd : crowdNow();
}

void Demo::copyCommand() {
    const auto [width, height] = state_.extent;
    const Box crowd = crowdNow();
    Camera framed = state_.camera;
    framed.frame(crowd.low, crowd.high, static_cast<float>(width) / static_cast<float>(height));
    const std::string command = renderCommand(state_, framed.distance / state_.camera.distance);
    SDL_SetClipboardText(command.c_str());
    state_.tell("Copied: " + command);
}

/// Moves the camera to the other side of the crowd in one frame: a cut, which has no motion.
void Demo::teleport() {
    state_.camera.orbit(3.14159265f, 0.0f);
    state_.cameraMoved = true;
    cut_ = true;
}

float Demo::wantedScale() const {
    const float chosen = state_.settings.interfaceScale;
    return chosen > 0 ? chosen : window_.displayScale();
}

/// On a CPU device multisampling costs more than it improves the picture.
uint32_t Demo::wantedSamples() const {
    const uint32_t wanted = state_.settings.samples;
    return device_.sampleCount(wanted > 0 ? wanted : device_.isCpu() ? 1 : 4);
}

/// A crowd with an open question has not been chosen yet.
void Demo::noteForKeeping() {
    Settings settings = state_.settings;
    if (state_.question) settings.instanceCount = state_.question->shown;
    if (!window_.fullscreen()) {
        std::tie(settings.windowWidth, settings.windowHeight) = window_.size();
    }
    if (state_.cameraMoved) {
        const Camera& camera = state_.camera;
        settings.camera = {camera.yawRadians, camera.pitchRadians, camera.distance,
                           camera.target.x,   camera.target.y,     camera.target.z};
    }
    keeper_.note(settings, unsavedReport());
}

}  // namespace sinew
