// The frame: steps 3 to 9 of the walk, for the window, the command line and the benchmark alike.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "renderer/camera.h"
#include "renderer/capture_pass.h"
#include "renderer/forward_pass.h"
#include "renderer/gpu_timer.h"
#include "renderer/invocation_counter.h"
#include "renderer/shadow_pass.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/crowd.h"
#include "skinning/gpu/feedback_pass.h"
#include "skinning/gpu/palette_pass.h"
#include "skinning/gpu/skin_pass.h"
#include "skinning/gpu/skinned_crowd.h"

namespace sinew {

/// What is drawn and how; may differ from frame to frame.
struct FrameSettings {
    Method method = Method::compute;
    SkinSettings skinning;
    uint32_t instanceCount = 1;
    uint32_t cascadeCount = 2;          // 0 to SINEW_MAX_CASCADES; 0: all is lit
    bool depthPrepass = false;          // the crowd's depth alone, before it is shaded
    uint32_t view = SINEW_VIEW_SHADED;  // SINEW_VIEW_*
    Overlays overlays;
    /// A second way, drawn right of `divider`; in SINEW_VIEW_DIFFERENCE what the first is compared
    /// with. GPU and CPU times are those of the first way's skinning and of everything's drawing.
    std::optional<SkinChoice> compared;
    float divider = 0.5f;  // of the target's width
    TimerMode timerMode = TimerMode::overlapped;
    bool countInvocations = false;  // FrameStatistics::vertexInvocations; costs GPU time

    SkinChoice choice() const { return {method, skinning}; }
    /// Motion vectors are wanted.
    bool motion() const { return view == SINEW_VIEW_MOTION; }
    ForwardVariant forward() const { return {motion(), view}; }
};

/// Passes that draw the character: the forward pass, cascades, a depth prepass.
constexpr uint32_t passesOf(const FrameSettings& settings) {
    return 1 + settings.cascadeCount + (settings.depthPrepass ? 1 : 0);
}
inline constexpr uint32_t kMostPasses = 1 + SINEW_MAX_CASCADES + 1;

/// The way to draw in `passes`, 1 to kMostPasses, that games take: the forward pass alone, then
/// with one to four cascades, then with a depth prepass, and with more cascades last.
constexpr void setPasses(FrameSettings& settings, uint32_t passes) {
    constexpr uint32_t kMostWithoutPrepass = 5;
    settings.depthPrepass = passes > kMostWithoutPrepass;
    settings.cascadeCount = passes - 1 - (settings.depthPrepass ? 1 : 0);
}

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
    /// The camera jumped, or the crowd was moved by hand: nothing moves from where it was.
    bool cut = false;
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
    /// The world-space box around a crowd of `instanceCount` at that moment: for framing. Of a
    /// large crowd some are posed, and the others take no more room than those.
    Box crowdBoundsAt(const Playback& playback, uint32_t instanceCount);

    /// Rebuilds every pipeline. On an exception the old ones stay.
    void setShaders(ShaderLibrary shaders);

    /// Steps 3 to 9, submitted; needs a model. The picture is done when targetDone signals or
    /// finish() returns. Buffers follow the settings: an exception for want of memory leaves the
    /// crowd as it was and nothing submitted. So does OutOfRange (skinning/animation/range.h), for
    /// poses or formats that leave their range.
    void render(const FrameInput& input);
    void finish();

    /// Steps 5 to 9 alone, into `commands`, with what the last render uploaded; its crowd and its
    /// target's size are those of `input`.
    void record(VkCommandBuffer commands, const FrameInput& input);

    /// The newest frame that the GPU has finished, which is kFramesInFlight behind.
    const FrameStatistics& statistics() const { return statistics_; }
    uint32_t maxInstances(const SkinChoice& choice) const;
    /// Throws what render() would throw for want of memory, before anything is made.
    void requireMemory(const FrameSettings& settings) const;

    /// What the last render drew where something was asked for, and why it is not that.
    const Resolution& resolution() const { return resolution_; }
    /// The heaviest influence that fell to SkinSettings::influenceLimit.
    float droppedWeight() const {
        return crowds_.empty() ? 0.0f : crowds_.front().mesh().droppedWeight;
    }

    /// Baked clips of the model that Method::texture may take instead of baking inside render().
    void offer(std::shared_ptr<const BakedClips> clips);
    /// Whether Method::texture finds its clips here, and need not bake them.
    bool hasBaked(const BakeSettings& settings) const;
    /// Of the last render by Method::texture; else null.
    const GpuBakedClips* bakedClips() const {
        return crowds_.empty() ? nullptr : crowds_.front().baked();
    }
    /// Pixels a frame, kVelocityFormat, of the last render with motion; for tests.
    const Image2D& velocities() const { return passes_.forward.velocities(); }

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
        FeedbackPass feedback;
        ShadowPass shadow;
        ForwardPass forward;
        std::optional<CapturePass> capture;  // where the device can
    };
    /// What a model is before any way of skinning is chosen.
    struct Scene {
        GpuMaterials materials;
        Crowd crowd;
        BindBoxes bindBoxes;
        Box bounds;
        std::shared_ptr<const Model> model;
        // What crowds share, newest last; some are kept for the way back.
        std::vector<std::pair<std::pair<InfluenceFormat, uint32_t>, std::shared_ptr<CrowdMesh>>>
            meshes;
        std::vector<std::shared_ptr<const GpuBakedClips>> baked;
    };
    struct Slot {
        Buffer view;
        VkDescriptorSet viewSet = VK_NULL_HANDLE;
        GpuTimer timer;
        InvocationCounter invocations;
        FrameStatistics statistics;
    };

    Frame(const Device& device, ShaderLibrary shaders)
        : device_(&device), shaders_(std::move(shaders)) {}
    Passes createPasses(VkFormat colorFormat, VkSampleCountFlagBits samples) const;
    void bindShadowMap();
    void collectStatistics(const Slot& slot);

    /// What the crowds depend on of the settings.
    struct Asked {
        SkinChoice choice;
        std::optional<SkinChoice> compared;
        uint32_t instanceCount = 0;
        bool motion = false;
        bool operator==(const Asked&) const = default;
    };
    static Asked askedOf(const FrameSettings& settings);
    std::vector<CrowdDemand> demandsOf(const Asked& asked) const;
    void fitCrowds(const FrameSettings& settings);
    struct Crowds {
        std::vector<SkinnedCrowd> ways;
        std::vector<CapturePass::Vertices> compared;  // one a page: the second way's vertices
    };
    Crowds createCrowds(std::span<const CrowdDemand> demands);
    void requireMemory(const CrowdDemand& demand) const;
    std::shared_ptr<CrowdMesh> meshFor(const SkinChoice& choice);
    std::shared_ptr<const GpuBakedClips> findBaked(const BakeSettings& settings) const;
    std::shared_ptr<const GpuBakedClips> bakedFor(const SkinChoice& choice);
    void preparePasses(Passes& passes, const FrameSettings& settings) const;
    void fitTargets(VkExtent2D extent, bool motion);

    void animate(const FrameInput& input, FrameStatistics& statistics);
    void updateView(const FrameInput& input, Slot& slot);
    void recordSkinning(VkCommandBuffer commands, const SkinnedCrowd& crowd, GpuTimer* timer,
                        FrameStatistics& statistics) const;
    void recordCompared(VkCommandBuffer commands) const;
    std::array<DrawnCrowd, 2> drawnCrowds(const FrameInput& input) const;

    const Device* device_;
    ShaderLibrary shaders_;
    SetLayouts layouts_;
    Passes passes_;
    FrameRing ring_;
    DescriptorPool pool_;
    std::array<Slot, kFramesInFlight> slots_;
    std::unique_ptr<Scene> scene_;
    std::vector<SkinnedCrowd> crowds_;  // the way that is drawn; and the one it is compared with
    std::vector<CapturePass::Vertices> comparedVertices_;
    Asked asked_;  // what crowds_ was made for
    Resolution resolution_;

    // Of the frame that was rendered last.
    uint64_t frameIndex_ = 0;
    Moment moment_;
    bool lastMoved_ = false;  // it left a past that the next frame may take up
    uint32_t lastCuts_ = 0;
    glm::mat4 lastClipFromWorld_{1.0f};
    FrameStatistics statistics_;
};

}  // namespace sinew
