// Creates and recreates the objects of the window.
#include "app/demo/session/stage.h"

#include "app/assets_path.h"
#include "app/demo/platform/pipeline_store.h"
#include "app/demo/session/steps.h"

namespace sinew {
namespace {

/// Returns the folder that contains shaders/. In the source tree and in an installation, it also
/// contains the assets.
std::filesystem::path shaderRootOf(const Options& options) {
    return options.shaderRoot.empty() ? assetsFolder().parent_path() : options.shaderRoot;
}

/// Selects the Vulkan device. A device named on the command line must exist; the device of the
/// saved settings may be missing.
DeviceCandidate firstDevice(const Instance& instance, const Surface& surface,
                            const std::string& named, State& state) {
    for (const DeviceCandidate& device : rankDevices(instance, surface.get())) {
        if (device.usable) state.devices.emplace_back(device.properties.deviceName);
    }
    const std::string& chosen = state.settings.device;
    if (!named.empty() || chosen.empty()) return chooseDevice(instance, surface.get(), named);
    try {
        return chooseDevice(instance, surface.get(), chosen);
    } catch (const std::runtime_error& error) {
        state.complain(error.what());
        return chooseDevice(instance, surface.get(), {});
    }
}

}  // namespace

Stage::Stage(const Surroundings& around, const Options& options, Settings settings)
    : window(around.window),
      loader(around.loader),
      keeper(around.keeper),
      start(around.start),
      framesToShow(options.frames),
      shaderRoot(shaderRootOf(options)),
      validated(around.instance.validated()),
      state{.settings = std::move(settings)},
      surface(window.createSurface(around.instance)),
      device(Device::create(firstDevice(around.instance, surface, options.device.device, state),
                            true)),
      swapchain(Swapchain::create(device, surface.get())),
      shaders(ShaderLibrary::embedded()),
      interface(window.get(), wantedScale()) {
    device.assume(options.device.assumed);
    loadPipelineCache(device);
    state.deviceName = device.info().properties.deviceName;
    state.driver = device.info().driver;
    state.deviceIsCpu = device.isCpu();
    state.gpuTimes = device.has().timestampBits > 0;
    state.limits = deviceLimits(device);
    state.canCompareVertices = device.has().vertexStores;
    state.supportsMotion = device.has().independentBlend;
    state.canDrawEdges = device.has().wireframe;
    state.canTrace = device.has().rayQuery;
    ui = UiPass::create(device, shaders, swapchain.format());
    ui.setFonts(device, *ImGui::GetIO().Fonts);
    quietScreen = QuietScreen::create(device);
    showFirstModel(*this, options);
    readings.lastFrame = readings.rateSince = Clock::now();
}

Stage::~Stage() {
    // A lost device returns an error, which is ignored.
    vkDeviceWaitIdle(device.get());
    state.survey.clear();  // an unfinished survey has buffers of the device
}

void Stage::createFrame() {
    device.waitIdle();
    const uint32_t samples = wantedSamples();
    Frame made = Frame::create(device, shaders, swapchain.format(), device.sampleCount(samples));
    made.setModels(shownScene(state));
    frame.emplace(std::move(made));
    state.samples = samples;
    state.history = {};
    forgetModel();
}

void Stage::forgetModel() {
    state.survey.clear();
    state.difference.reset();
    state.baked = nullptr;
    changes.forgetModel();
    shown.moments.clear();
    shown.steadyFrames = 0;
    // Fallbacks restore these settings. One instance fits into memory with every model.
    const SkinChoice choice = supportedChoice(state.settings.skinning);
    shown.settings = {.method = choice.method, .skinning = choice.settings};
}

float Stage::wantedScale() const {
    const float chosen = state.settings.interfaceScale;
    return chosen > 0 ? chosen : window.displayScale();
}

/// Returns the sample count of the settings; by default 4, or 1 on a CPU device, where
/// multisampling is slow.
uint32_t Stage::wantedSamples() const {
    const uint32_t wanted = state.settings.samples;
    return device.sampleCount(wanted > 0 ? wanted : device.isCpu() ? 1 : 4);
}

}  // namespace sinew
