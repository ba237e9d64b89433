// The frame: resources, and the order of one frame, for the window, the command line and the
// benchmark alike.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "renderer/camera.h"
#include "renderer/frame_ring.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/frame_draws.h"
#include "skinning/gpu/frame_work.h"
#include "skinning/gpu/record.h"

namespace sinew {

/// A model of a scene, and how many of all instances are of it.
struct SceneModel {
    std::shared_ptr<const Model> model;
    uint32_t share = 1;                 // beside the shares of the others; at least 1
    std::vector<Placement> placements;  // of its first instances; all others stand on one grid
};

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
    size_t modelCount() const { return models_.size(); }
    const Model& model(size_t index = 0) const { return scene(index)->model(); }
    const Box& bounds(size_t index = 0) const { return scene(index)->bounds(); }
    const std::shared_ptr<Scene>& scene(size_t index = 0) const { return models_[index].scene; }
    /// How many instances of each model there are among so many.
    std::vector<uint32_t> countsOf(uint32_t instanceCount) const;
    /// Where they stand without root motion, one list a model.
    std::vector<std::vector<gpu::Affine>> places(uint32_t instanceCount, uint32_t scatter) const;
    /// crowdBounds() of all.
    Box crowdBounds(uint32_t instanceCount, uint32_t scatter) const;

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
    uint32_t maxInstances(const SkinChoice& choice) const;
    /// Throws what render() would throw for want of memory, before anything is made.
    void requireMemory(const FrameSettings& settings) const;

    /// What the last render drew where something was asked for, and why it is not that.
    const Resolution& resolution(size_t model = 0) const { return models_[model].resolution; }
    /// The heaviest influence of any model that fell to SkinSettings::influenceLimit.
    float droppedWeight() const;
    /// Of the last render if its method plays baked clips; else null.
    const GpuBakedClips* bakedClips(size_t model = 0) const;
    /// Pixels a frame, kVelocityFormat, of the last render with motion; for tests.
    const Image2D& velocities() const { return passes_->forward.velocities(); }

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
        DescriptorArena descriptors;
        FrameStatistics statistics;
        FrameWork work;
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
        uint32_t model = 0;
        std::optional<uint32_t> joint;
        bool difference = false;
        uint64_t vertexBudget = 0;
        bool operator==(const Asked&) const = default;
    };
    static Asked askedOf(const FrameSettings& settings);
    Resolution resolutionOf(const Scene& scene, const SkinChoice& choice, const Asked& asked) const;
    /// One list a model: one or two methods; empty if the model has no instances.
    using Demands = std::vector<std::vector<CrowdDemand>>;
    Demands demandsOf(const Asked& asked) const;
    Demands presentDemands() const;
    void requireMemory(const Demands& demands) const;
    void fitCrowds(const FrameSettings& settings);
    void replaceCrowds(const Demands& demands);
    void makeCrowds(const Demands& demands);
    void dropCrowds();
    bool hasCrowds() const { return !models_.empty() && !models_.front().groups.empty(); }
    std::vector<Standing> standing(std::span<const uint32_t> counts) const;
    void preparePasses(FramePasses& passes, const FrameSettings& settings);
    void prepareCrowd(FramePasses& passes, const FrameSettings& settings,
                      SkinnedCrowd& crowd) const;
    void fitTargets(VkExtent2D extent, bool motion);

    void animate(const FrameInput& input, FrameStatistics& statistics);
    void advanceMoment(const FrameInput& input);
    void updateView(const FrameInput& input, Slot& slot, FrameStatistics& statistics);
    Recording recordingOf(const FrameInput& input, Slot& slot);

    const Device* device_;
    ShaderLibrary shaders_;
    PassLayouts layouts_;
    std::optional<FramePasses> passes_;
    FrameRing ring_;
    DescriptorPool pool_;
    std::array<Slot, kFramesInFlight> slots_;
    std::vector<FrameModel> models_;
    Asked asked_;  // what these were made for
    std::vector<Standing> standing_;
    Box aroundStanding_;  // where nobody is moved by root motion

    // Of the frame that was rendered last.
    FrameSettings settings_;
    uint64_t frameIndex_ = 0;
    Moment moment_;
    std::optional<uint64_t> lastSpanEnd_;  // where the last frame with statistics ended
    bool lastMoved_ = false;               // it left a past that the next frame may take up
    uint32_t lastCuts_ = 0;
    glm::mat4 lastClipFromWorld_{1.0f};
    FrameStatistics statistics_;
    std::vector<Box> reaches_;
    FrameDraws draws_;
    GroupAnimator animator_;
};

}  // namespace sinew
