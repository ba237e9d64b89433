// Implements the fixture of GPU tests, with the device that all tests share.
#include "tests/gpu/gpu_test.h"

namespace sinew::test {

Model square() {
    Model model{.name = "square"};
    model.skeleton = {.names = {"root"}, .parents = {kNoParent}, .rest = {Transform{}}};
    model.binds = {{.joint = 0}};
    model.geometry = {.positions = {{-1, 0, 0}, {1, 0, 0}, {1, 2, 0}, {-1, 2, 0}},
                      .normals = std::vector<glm::vec3>(4, {0, 0, 1}),
                      .tangents = std::vector<glm::vec4>(4, {1, 0, 0, 1}),
                      .uvSets = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}},
                      .influenceOffsets = {0, 1, 2, 3, 4},
                      .influences = std::vector<Influence>(4, {.bind = 0, .weight = 1}),
                      .indices = {0, 1, 2, 0, 2, 3}};
    model.primitives = {{.vertexCount = 4, .indexCount = 6}};
    model.materials = {{.metallic = 0, .roughness = 0.6f}};
    return model;
}

double largestDistance(std::span<const glm::vec3> positions, std::span<const glm::dvec3> expected) {
    EXPECT_EQ(positions.size(), expected.size());
    double largest = 0;
    for (size_t v = 0; v < std::min(positions.size(), expected.size()); ++v) {
        largest = std::max(largest, glm::distance(glm::dvec3(positions[v]), expected[v]));
    }
    return largest;
}

Instance& GpuTest::instance() {
    static Instance instance = Instance::create({.validation = true});
    return instance;
}

Device& GpuTest::device() {
    static Device device = Device::create(chooseDevice(instance(), VK_NULL_HANDLE, ""), false);
    return device;
}

Frame GpuTest::createFrame(const Device& onDevice, ShaderLibrary shaders) {
    return Frame::create(onDevice, std::move(shaders), OffscreenTarget::kFormat,
                         onDevice.sampleCount(4));
}

Frame GpuTest::frameOf(std::shared_ptr<const Model> model, const Device& onDevice) {
    Frame frame = createFrame(onDevice);
    frame.setModel(std::move(model));
    return frame;
}

Device GpuTest::lesser(const AssumedLimits& limits) {
    Device device = Device::create(chooseDevice(instance(), VK_NULL_HANDLE, ""), false);
    device.assume(limits);
    return device;
}

std::shared_ptr<const Model> GpuTest::mannequin() {
    static const auto model = std::make_shared<const Model>(importGltf(asset("mannequin_low.glb")));
    return model;
}

std::shared_ptr<const Model> GpuTest::serpent() {
    static const auto model = std::make_shared<const Model>(importGltf(asset("serpent.glb")));
    return model;
}

std::vector<SkinChoice> GpuTest::methodsAndPosers() {
    std::vector<SkinChoice> choices;
    for (const Method method : allMethods()) {
        choices.push_back({method, {}});
        if (skinningMethod(method).facts.supports.poses)
            choices.push_back({method, {.poses = PosedBy::gpu}});
    }
    return choices;
}

FrameInput GpuTest::inputFor(Frame& frame, const OffscreenTarget& target,
                             const FrameSettings& settings, uint32_t clip, float timeSeconds) {
    FrameInput input{.settings = settings,
                     .playback = {.clip = clip, .timeSeconds = timeSeconds},
                     .camera = {.yawRadians = 0.5f, .pitchRadians = 0.3f},
                     .target = target.target()};
    const Box crowd = crowdBoundsAt(
        *frame.scene(), requestsOf(frame.model(), input.playback, settings.instanceCount));
    const VkExtent2D extent = input.target.extent;
    input.camera.frame(crowd.low, crowd.high,
                       static_cast<float>(extent.width) / static_cast<float>(extent.height));
    return input;
}

Picture GpuTest::renderPicture(Frame& frame, const FrameSettings& settings, uint32_t clip,
                               float timeSeconds, const Device& onDevice) {
    const OffscreenTarget target = OffscreenTarget::create(onDevice, {320, 240});
    return rendered(frame, inputFor(frame, target, settings, clip, timeSeconds), target, onDevice);
}

Picture GpuTest::rendered(Frame& frame, const FrameInput& input, const OffscreenTarget& target,
                          const Device& onDevice) {
    frame.render(input);
    frame.finish();
    return target.read(onDevice);
}

double GpuTest::differingShare(const Picture& a, const Picture& b) {
    EXPECT_EQ(a.rgba.size(), b.rgba.size());
    size_t differing = 0;
    for (size_t i = 0; i < std::min(a.rgba.size(), b.rgba.size()); i += 4) {
        int largest = 0;
        for (size_t c = 0; c < 3; ++c) {
            largest = std::max(largest, std::abs(int{a.rgba[i + c]} - int{b.rgba[i + c]}));
        }
        differing += largest > 32;
    }
    return static_cast<double>(differing) * 4 / static_cast<double>(a.rgba.size());
}

double GpuTest::meanDifference(const Picture& a, const Picture& b) {
    EXPECT_EQ(a.rgba.size(), b.rgba.size());
    double sum = 0;
    for (size_t i = 0; i < std::min(a.rgba.size(), b.rgba.size()); ++i) {
        sum += std::abs(a.rgba[i] - b.rgba[i]);
    }
    return sum / static_cast<double>(a.rgba.size());
}

std::shared_ptr<Capture> GpuTest::captureFor(const Frame& frame) {
    const auto make = [](const Device& onDevice) {
        return std::make_shared<Capture>(Capture::create(onDevice, ShaderLibrary::embedded()));
    };
    const Device& itsDevice = frame.scene()->device();
    if (&itsDevice != &device()) return make(itsDevice);
    static const std::shared_ptr<Capture> shared = make(device());
    return shared;
}

CapturedVertices GpuTest::captured(const Frame& frame, const FrameSettings& settings,
                                   const Playback& playback, uint32_t instance) {
    return captureFor(frame)->capture(frame.scene(), {settings.choice(), instance},
                                      requestsOf(frame.model(), playback, settings.instanceCount));
}

Verification GpuTest::verified(const Frame& frame, const SkinChoice& choice, uint32_t crowdSize,
                               std::span<const PoseSample> samples) {
    return verifyChoice(*captureFor(frame), frame.scene(), choice, crowdSize, samples);
}

}  // namespace sinew::test
