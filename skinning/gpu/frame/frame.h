// Renders a frame for the window, the command line and the benchmark.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "renderer/frame_ring.h"
#include "renderer/passes/camera.h"
#include "skinning/gpu/crowd/crowd_set.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/gpu/frame/frame_draws.h"
#include "skinning/gpu/frame/frame_slot.h"
#include "skinning/gpu/frame/record.h"
#include "skinning/gpu/trace/traced_scene.h"

namespace sinew {

/// Renders models to a target. Move-only; the device must outlive it.
class Frame {
public:
    /// `colorFormat` must encode sRGB; `samples` is a result of Device::sampleCount().
    static Frame create(const Device& device, ShaderLibrary shaders, VkFormat colorFormat,
                        VkSampleCountFlagBits samples);
    ~Frame();
    Frame(Frame&&) = default;
    Frame& operator=(Frame&&) = default;

    /// Sets the models, at least one, that the next frames show. Models that are already shown are
    /// not uploaded again. If it throws, the old models stay.
    void setModels(std::span<const SceneModel> models);
    void setModel(std::shared_ptr<const Model> model);
    size_t modelCount() const { return crowds_.models().size(); }
    const Model& model(size_t index = 0) const { return scene(index)->model(); }
    const Box& bounds(size_t index = 0) const { return scene(index)->bounds(); }
    const std::shared_ptr<Scene>& scene(size_t index = 0) const {
        return crowds_.models()[index].scene;
    }
    const CrowdSet& crowds() const { return crowds_; }

    /// Waits for the GPU and frees the crowds; the next render() creates them again.
    void releaseCrowds();

    /// Replaces the shaders and creates all pipelines of the last frame again. If it throws, the
    /// old shaders and pipelines stay.
    void setShaders(ShaderLibrary shaders);
    /// Returns the names of the shaders that pipelines were created from.
    const std::set<std::string, std::less<>>& usedShaders() const { return shaders_.used(); }

    /// Renders one frame: fits buffers to the settings, animates, records and submits. It needs a
    /// model. The image is complete when FrameInput::targetDone is signalled or finish() returns.
    /// If memory is exhausted, or poses or formats leave their range (OutOfRange,
    /// skinning/bounds/range.h), it throws and submits nothing; a render() with the former settings
    /// creates missing crowds again. The result may be recorded again until the next render(),
    /// while `input` exists.
    Recording render(const FrameInput& input);
    void finish();

    /// Returns the statistics of the newest frame that the GPU has finished.
    const FrameStatistics& statistics() const { return statistics_; }
    /// `traced`: with the acceleration structures of traced shadows.
    uint32_t maxInstances(const SkinChoice& choice, bool traced) const;

    /// Returns the choice of the last render().
    const Resolution& resolution(size_t model = 0) const {
        return crowds_.models()[model].resolution;
    }
    /// See CrowdSet::droppedWeight().
    float droppedWeight() const { return crowds_.droppedWeight(); }
    /// Returns null if the last render() played no baked clips.
    const GpuBakedClips* bakedClips(size_t model = 0) const { return crowds_.bakedClips(model); }
    /// Returns the acceleration structures of the last render(); null: its shadows were not traced.
    /// For tests.
    const TracedScene* traced() const { return traced_.get(); }
    /// Returns the motion vectors of the last render() with motion: kVelocityFormat, pixels per
    /// frame. For tests.
    const Image2D& velocities() const { return passes_->forward.velocities(); }

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
    void fitCrowds(const FrameSettings& settings);
    void fitTraced(const FrameSettings& settings);
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
    std::unique_ptr<TracedScene> traced_;  // null: shadows are not traced
    uint64_t tracedCrowds_ = 0;            // CrowdSet::generation() at its creation
    bool tracedPending_ = false;           // builds are recorded but not submitted
    bool lastTraced_ = false;              // the last submitted frame was traced

    // The members below have values of the last frame.
    FrameSettings settings_;
    uint64_t frameIndex_ = 0;
    Moment moment_;
    std::optional<uint64_t> lastSpanEnd_;  // GPU timestamp: end of the last collected frame
    bool lastMoved_ = false;               // the next frame may use its buffers for motion vectors
    uint32_t lastCuts_ = 0;
    uint64_t lastCrowds_ = 0;  // CrowdSet::generation()
    glm::mat4 lastClipFromWorld_{1.0f};
    glm::mat4 previousClipFromWorld_{1.0f};  // see FrameInput::repeats
    FrameStatistics statistics_;
    std::vector<Box> reaches_;
    FrameDraws draws_;
    GroupAnimator animator_;
};

}  // namespace sinew
