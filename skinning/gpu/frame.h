// The frame: steps 3 to 9 of the walk, for the window, the command line and the benchmark alike.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "renderer/camera.h"
#include "renderer/capture_pass.h"
#include "renderer/forward_pass.h"
#include "renderer/gpu_timer.h"
#include "renderer/shadow_pass.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/crowd.h"
#include "skinning/cpu/skin.h"
#include "skinning/gpu/pages.h"
#include "skinning/gpu/palette_pass.h"
#include "skinning/gpu/skin_pass.h"
#include "skinning/gpu/walk.h"

namespace sinew {

/// What is drawn and how; may differ from frame to frame.
struct FrameSettings {
    Method method = Method::compute;
    uint32_t instanceCount = 1;
    uint32_t cascadeCount = 2;          // 1 to SINEW_MAX_CASCADES
    uint32_t view = SINEW_VIEW_SHADED;  // SINEW_VIEW_*
    Overlays overlays;
    TimerMode timerMode = TimerMode::overlapped;
};

/// One frame's input.
struct FrameInput {
    FrameSettings settings;
    Playback playback;
    Camera camera;
    Target target;
    /// Step 9: draws over the target inside its own scope; empty without a window.
    std::function<void(VkCommandBuffer)> drawUi;
    /// The layout that the target leaves in: present for a window, transfer source for readback.
    VkImageLayout leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    VkSemaphore targetAcquired = VK_NULL_HANDLE;  // waited for before the target is written
    VkSemaphore targetDone = VK_NULL_HANDLE;      // signalled when it may be presented
};

/// Vertices as a pass's vertex stage got them, in the model's vertex order, object space.
struct CapturedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
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
    const Model& model() const { return *scene_->model; }
    const Box& bounds() const { return scene_->bounds; }  // standingBounds()

    /// The object-space box of every instance, from the first, as `playback` poses it; contains
    /// every vertex that a method skins there. Costs about what steps 3 and 4 do.
    void instanceBounds(const Playback& playback, std::span<Box> objectBoxes);
    /// The world-space box around a crowd of `instanceCount` at that moment: for framing.
    Box crowdBoundsAt(const Playback& playback, uint32_t instanceCount);

    /// Rebuilds every pipeline. On an exception the old ones stay.
    void setShaders(ShaderLibrary shaders);

    /// Steps 3 to 9, submitted; needs a model. The picture is done when targetDone signals or
    /// finish() returns. Buffers follow the settings: an exception for want of memory leaves the
    /// crowd as it was and nothing submitted.
    void render(const FrameInput& input);
    void finish();

    /// Steps 5 to 9 alone, into `commands`, with what the last render uploaded; its crowd and its
    /// target's size are those of `input`.
    void record(VkCommandBuffer commands, const FrameInput& input);

    /// The newest frame that the GPU has finished, which is kFramesInFlight behind.
    const FrameStatistics& statistics() const { return statistics_; }
    uint32_t maxInstances(Method method) const;

    /// Keeps `value` alive until no frame in flight can use it.
    template <typename T>
    void retire(T&& value) {
        ring_.retire(std::forward<T>(value));
    }

    /// Steps 3 to 6, then what the passes' vertex stage sees of one instance. Waits for the GPU.
    CapturedVertices capture(const FrameSettings& settings, const Playback& playback,
                             uint32_t instance);

private:
    struct Passes {
        PalettePass palette;
        SkinPass skin;
        ShadowPass shadow;
        ForwardPass forward;
    };
    struct Scene {
        GpuModel gpuModel;
        Crowd crowd;
        CpuSkinner cpuSkinner;
        BindBoxes bindBoxes;
        Box bounds;
        std::shared_ptr<const Model> model;
    };
    struct Slot {
        Buffer view;
        VkDescriptorSet viewSet = VK_NULL_HANDLE;
        GpuTimer timer;
        FrameStatistics statistics;
    };

    Frame(const Device& device, ShaderLibrary shaders)
        : device_(&device), shaders_(std::move(shaders)) {}
    Passes createPasses(const ShaderLibrary& shaders, VkFormat colorFormat,
                        VkSampleCountFlagBits samples) const;
    void bindShadowMap();
    void collectStatistics(const Slot& slot);
    Pages createPages(Method method, uint32_t instanceCount) const;
    void fitBuffers(const FrameSettings& settings);
    void animate(const Playback& playback, uint32_t slot, FrameStatistics& statistics);
    void uploadBounds(const Playback& playback, uint32_t slot);
    void updateView(const FrameInput& input, Slot& slot);
    void recordSkinning(VkCommandBuffer commands, Slot& slot);

    const Device* device_;
    ShaderLibrary shaders_;
    SetLayouts layouts_;
    Passes passes_;
    FrameRing ring_;
    DescriptorPool pool_;
    std::array<Slot, kFramesInFlight> slots_;
    std::unique_ptr<Scene> scene_;
    Pages pages_;
    std::vector<gpu::Affine> cpuPoses_;       // method cpu: all instances' poses
    std::optional<CapturePass> capturePass_;  // made when first asked for
    uint64_t frameIndex_ = 0;
    FrameStatistics statistics_;
};

}  // namespace sinew
