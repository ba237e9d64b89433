// The frame: resources, and the order of one frame, for the window, the command line and the
// benchmark alike.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "renderer/camera.h"
#include "renderer/frame_ring.h"
#include "skinning/gpu/frame_draws.h"
#include "skinning/gpu/frame_slot.h"
#include "skinning/gpu/record.h"

namespace sinew {

/// Everything between models and a finished picture. Move-only; the device outlives it.
class Frame {
public:
    /// `colorFormat` must encode sRGB; `samples` as Device::sampleCount gave it.
    static Frame create(const Device& device, ShaderLibrary shaders, VkFormat colorFormat,
                        VkSampleCountFlagBits samples);
    ~Frame();
    Frame(Frame&&) = default;
    Frame& operator=(Frame&&) = default;

    /// Shows other models from the next frame on, at least one. Those that are shown already are
    /// not uploaded again. On an exception the old ones stay.
    void setModels(std::span<const SceneModel> models);
    void setModel(std::shared_ptr<const Model> model);
    size_t modelCount() const { return crowds_.models().size(); }
    const Model& model(size_t index = 0) const { return scene(index)->model(); }
    const Box& bounds(size_t index = 0) const { return scene(index)->bounds(); }
    const std::shared_ptr<Scene>& scene(size_t index = 0) const {
        return crowds_.models()[index].scene;
    }
    const CrowdSet& crowds() const { return crowds_; }

    /// Frees the buffers of the crowd that is shown; the next render makes them anew. Waits.
    void releaseCrowds();

    /// Rebuilds every pipeline that the last frame used. On an exception the old ones stay.
    void setShaders(ShaderLibrary shaders);

    /// Fit, animate, record, submit; needs a model. The picture is done when
    /// targetDone signals or finish() returns. Buffers follow the settings: an exception for want
    /// of memory leaves the crowd as it was and nothing submitted. So does OutOfRange
    /// (skinning/animation/range.h), for poses or formats that leave their range. Returns what was
    /// recorded, which may be recorded again while `input` lives and until the next render.
    Recording render(const FrameInput& input);
    void finish();

    /// The newest frame that the GPU has finished, which is kFramesInFlight behind.
    const FrameStatistics& statistics() const { return statistics_; }
    uint32_t maxInstances(const SkinChoice& choice) const {
        return crowds_.maxInstances(choice, settings_.vertexBudget);
    }

    /// What the last render drew where something was asked for, and why it is not that.
    const Resolution& resolution(size_t model = 0) const {
        return crowds_.models()[model].resolution;
    }
    /// The heaviest influence of any model that fell to SkinSettings::influenceLimit.
    float droppedWeight() const { return crowds_.droppedWeight(); }
    /// Of the last render if its method plays baked clips; else null.
    const GpuBakedClips* bakedClips(size_t model = 0) const { return crowds_.bakedClips(model); }
    /// Pixels a frame, kVelocityFormat, of the last render with motion; for tests.
    const Image2D& velocities() const { return passes_->forward.velocities(); }

    /// Keeps `value` alive until no frame in flight can use it.
    template <typename T>
    void retire(T&& value) {
        ring_.retire(std::forward<T>(value));
    }

private:
    Frame(const Device& device, ShaderLibrary shaders)
        : device_(&device), shaders_(std::move(shaders)), crowds_(device) {}
    FramePasses createPasses(VkFormat colorFormat, VkSampleCountFlagBits samples) const;

    void preparePasses(FramePasses& passes, const FrameSettings& settings);
    void prepareCrowd(FramePasses& passes, const FrameSettings& settings,
                      SkinnedCrowd& crowd) const;
    void fitTargets(VkExtent2D extent, bool motion);

    void animate(const FrameInput& input, FrameStatistics& statistics);
    void advanceMoment(const FrameInput& input);
    void updateView(const FrameInput& input, FrameSlot& slot, FrameStatistics& statistics);
    Recording recordingOf(const FrameInput& input, FrameSlot& slot);

    const Device* device_;
    ShaderLibrary shaders_;
    PassLayouts layouts_;
    std::optional<FramePasses> passes_;
    FrameRing ring_;
    DescriptorPool pool_;
    std::array<FrameSlot, kFramesInFlight> slots_;
    CrowdSet crowds_;

    // Of the frame that was rendered last.
    FrameSettings settings_;
    uint64_t frameIndex_ = 0;
    Moment moment_;
    std::optional<uint64_t> lastSpanEnd_;  // where the last frame with statistics ended
    bool lastMoved_ = false;               // it left a past that the next frame may take up
    uint32_t lastCuts_ = 0;
    uint64_t lastCrowds_ = 0;  // CrowdSet::generation()
    glm::mat4 lastClipFromWorld_{1.0f};
    FrameStatistics statistics_;
    std::vector<Box> reaches_;
    FrameDraws draws_;
    GroupAnimator animator_;
};

}  // namespace sinew
