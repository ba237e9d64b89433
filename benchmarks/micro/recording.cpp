// Times recordFrame(). The recorded commands are never submitted.
#include "benchmarks/micro/recording.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>

#include "renderer/device/instance.h"
#include "renderer/passes/picture.h"
#include "skinning/gpu/frame/frame.h"

namespace sinew {
namespace {

/// Renders one frame of the model, then records that frame repeatedly into a command buffer.
class Recorder {
public:
    explicit Recorder(const std::shared_ptr<const Model>& model)
        : instance_(Instance::create({})),
          device_(Device::create(chooseDevice(instance_, VK_NULL_HANDLE, ""), false)),
          frame_(Frame::create(device_, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                               VK_SAMPLE_COUNT_1_BIT)),
          target_(OffscreenTarget::create(device_, {64, 64})) {
        frame_.setModel(model);
        pool_ = createCommandPool(device_, "recording", commands_);
    }

    std::string deviceName() const { return device_.info().properties.deviceName; }

    /// Renders a frame with these settings unless the last frame had the same settings.
    void prepare(Method method, uint32_t instances) {
        if (input_.target.image && input_.settings.method == method &&
            input_.settings.instanceCount == instances) {
            return;
        }
        input_ = {.settings = {.method = method, .instanceCount = instances},
                  .playback = {.clip = frame_.model().clips.empty() ? kRestPose : 0},
                  .target = target_.target()};
        recording_.emplace(frame_.render(input_));
        frame_.finish();
    }

    void record() {
        beginOnce(device_, pool_, commands_);
        descriptors_.reset(device_);
        Commands commands(device_, commands_, descriptors_);
        recordFrame(commands, *recording_);
        VK_CHECK(vkEndCommandBuffer(commands_));
    }

private:
    Instance instance_;
    Device device_;
    Frame frame_;
    OffscreenTarget target_;
    CommandPool pool_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    DescriptorArena descriptors_;
    FrameInput input_;
    std::optional<Recording> recording_;
};

void benchmarkRecording(benchmark::State& state, const std::shared_ptr<Recorder>& recorder,
                        Method method) {
    recorder->prepare(method, static_cast<uint32_t>(state.range(0)));
    for (auto _ : state) recorder->record();
}

}  // namespace

std::string registerRecording(std::shared_ptr<const Model> model) {
    std::shared_ptr<Recorder> recorder;
    try {
        recorder = std::make_shared<Recorder>(model);
    } catch (const std::runtime_error& error) {
        std::fprintf(stderr, "sinew-micro: recording is not measured: %s\n", error.what());
        return {};
    }
    for (const Method method : allMethods()) {
        const std::string name = fmt::format("record-{}/{}", methodName(method), model->name);
        benchmark::RegisterBenchmark(name.c_str(), benchmarkRecording, recorder, method)
            ->Arg(1)
            ->Arg(100)
            ->Unit(benchmark::kMicrosecond);
    }
    return recorder->deviceName();
}

}  // namespace sinew
