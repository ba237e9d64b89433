// The frame: resources, and the order of one frame, for the window, the command line and the
// benchmark alike.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "renderer/camera.h"
#include "renderer/frame_ring.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/crowds.h"
#include "skinning/gpu/frame_settings.h"
#include "skinning/gpu/record.h"

namespace sinew {

/// One frame's input.
struct FrameInput {
    FrameSettings settings;
    Playback playback;
    /// One an instance; without any, what `playback` makes.
    std::span<const PoseRequest> requests;
    /// How far root motion has brought each instance from its place in the crowd, in its own object
    /// space; empty: all stand.
    std::span<const glm::vec3> anchors;
    /// What it took to make them, where animators did; of the frame's CPU time.
    std::optional<double> animateMs;
    Camera camera;
    Target target;
    /// Step 9: draws over the target inside its own scope; empty without a window.
    std::function<void(VkCommandBuffer)> drawUi;
    /// The layout that the target leaves in: present for a window, transfer source for readback.
    VkImageLayout leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    /// The camera jumped, or the crowd was moved by hand: nothing moves from where it was.
    bool cut = false;
    VkSemaphore targetAcquired = VK_NULL_HANDLE;  // waited for before the target is written
    VkSemaphore targetDone = VK_NULL_HANDLE;      // signalled when it may be presented
};

/// Everything between a model and a finished picture. Move-only; the device outlives it.
class Frame {
public:
    /// `colorFormat` must encode sRGB; `samples` as Device::sampleCount gave it.
    static Frame create(const Device& device, ShaderLibrary shaders, VkFormat colorFormat,
                        VkSampleCountFlagBits samples);
    ~Frame();
    Frame(Frame&&) = default;
    Frame& operator=(Frame&&) = default;

    /// Shows another model from the next frame on. On an exception the old one stays.
    void setModel(std::shared_ptr<const Model> model);
    const Model& model() const { return scene_->model(); }
    const Box& bounds() const { return scene_->bounds(); }
    const std::shared_ptr<Scene>& scene() const { return scene_; }

    /// Frees the buffers of the crowd that is shown; the next render makes them anew. Waits.
    void releaseCrowds();

    /// Rebuilds every pipeline that the last frame used. On an exception the old ones stay.
    void setShaders(ShaderLibrary shaders);

    /// Fit, animate, record, submit: steps 3 to 9; needs a model. The picture is done when
    /// targetDone signals or finish() returns. Buffers follow the settings: an exception for want
    /// of memory leaves the crowd as it was and nothing submitted. So does OutOfRange
    /// (skinning/animation/range.h), for poses or formats that leave their range. Returns what was
    /// recorded, which may be recorded again while `input` lives and until the next render.
    Recording render(const FrameInput& input);
    void finish();

    /// The newest frame that the GPU has finished, which is kFramesInFlight behind.
    const FrameStatistics& statistics() const { return statistics_; }
    uint32_t maxInstances(const SkinChoice& choice) const;
    /// Throws what render() would throw for want of memory, before anything is made.
    void requireMemory(const FrameSettings& settings) const;

    /// What the last render drew where something was asked for, and why it is not that.
    const Resolution& resolution() const { return resolution_; }
    /// The heaviest influence that fell to SkinSettings::influenceLimit.
    float droppedWeight() const {
        return crowds_.empty() ? 0.0f : crowds_.ways.front().mesh().droppedWeight;
    }
    /// Of the last render where its technique plays baked clips; else null.
    const GpuBakedClips* bakedClips() const {
        return crowds_.empty() ? nullptr : crowds_.ways.front().baked();
    }
    /// Pixels a frame, kVelocityFormat, of the last render with motion; for tests.
    const Image2D& velocities() const { return passes_.forward.velocities(); }

    /// Keeps `value` alive until no frame in flight can use it.
    template <typename T>
    void retire(T&& value) {
        ring_.retire(std::forward<T>(value));
    }

private:
    struct Slot {
        Buffer view;
        VkDescriptorSet viewSet = VK_NULL_HANDLE;
        GpuTimer timer;
        InvocationCounter invocations;
        FrameStatistics statistics;
        // Of the way that is shown, where it is culled: known when the frame has finished.
        std::shared_ptr<const Buffer> counts;
        uint64_t vertices = 0;  // of an instance
        bool passesSkin = false;
        uint32_t cameraPasses = 1;  // forward, and a prepass
    };

    Frame(const Device& device, ShaderLibrary shaders)
        : device_(&device), shaders_(std::move(shaders)) {}
    FramePasses createPasses(VkFormat colorFormat, VkSampleCountFlagBits samples) const;
    void bindShadowMap();
    void collectStatistics(const Slot& slot);

    /// What the crowds depend on of the settings.
    struct Asked {
        SkinChoice choice;
        std::optional<SkinChoice> compared;
        uint32_t instanceCount = 0;
        bool motion = false;
        uint32_t scatter = 0;
        std::optional<uint32_t> joint;
        bool operator==(const Asked&) const = default;
    };
    static Asked askedOf(const FrameSettings& settings);
    std::vector<CrowdDemand> demandsOf(const Asked& asked) const;
    void fitCrowds(const FrameSettings& settings);
    void replaceCrowds(std::span<const CrowdDemand> demands);
    void preparePasses(FramePasses& passes, const FrameSettings& settings) const;
    void fitTargets(VkExtent2D extent, bool motion);

    void animate(const FrameInput& input, FrameStatistics& statistics);
    void advanceMoment(const FrameInput& input);
    void updateView(const FrameInput& input, Slot& slot, FrameStatistics& statistics);
    std::array<DrawnCrowd, 2> drawnCrowds(const FrameInput& input) const;
    std::array<Lines, 2> overlayLines(const Overlays& overlays) const;
    Recording recordingOf(const FrameInput& input, Slot& slot) const;

    const Device* device_;
    ShaderLibrary shaders_;
    CrowdLayouts layouts_;
    FramePasses passes_;
    FrameRing ring_;
    DescriptorPool pool_;
    std::array<Slot, kFramesInFlight> slots_;
    std::shared_ptr<Scene> scene_;
    Crowds crowds_;
    Asked asked_;  // what crowds_ was made for
    Resolution resolution_;

    // Of the frame that was rendered last.
    FrameSettings settings_;
    uint64_t frameIndex_ = 0;
    std::vector<PoseRequest> requests_;
    Moment moment_;
    bool lastMoved_ = false;  // it left a past that the next frame may take up
    uint32_t lastCuts_ = 0;
    glm::mat4 lastClipFromWorld_{1.0f};
    FrameStatistics statistics_;
    mutable Batch skeletonAlone_;
};

}  // namespace sinew
