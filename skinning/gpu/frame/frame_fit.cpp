// Fits the crowds, acceleration structures and attachments of a frame to its input.
#include "skinning/gpu/frame/frame.h"

namespace sinew {

/// If there is not enough memory for the crowds, frees the acceleration structures first.
void Frame::fitCrowds(const FrameSettings& settings) {
    if (traced_ && !settings.traced()) ring_.retire(std::move(traced_));
    try {
        crowds_.fit(settings, ring_);
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || !traced_) throw;
        finish();
        traced_.reset();
        crowds_.fit(settings, ring_);
    }
}

/// Creates the acceleration structures of the current crowds. If their builds were recorded but not
/// submitted, it creates them again, because they are not built.
void Frame::fitTraced(const FrameSettings& settings) {
    if (!settings.traced()) return;
    if (traced_ && !tracedPending_ && tracedCrowds_ == crowds_.generation()) return;
    if (traced_) ring_.retire(std::move(traced_));
    crowds_.requireMemory(settings);
    std::vector<CrowdNow> shown;
    for (const FrameModel& part : crowds_.models()) {
        for (const CrowdGroup& group : part.groups) shown.push_back({.crowd = group.crowds[0]});
    }
    try {
        traced_ = std::make_unique<TracedScene>(*device_, shown);
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY) throw;
        finish();  // frees the retired structures
        traced_ = std::make_unique<TracedScene>(*device_, shown);
    }
    tracedCrowds_ = crowds_.generation();
    tracedPending_ = false;
}

uint32_t Frame::maxInstances(const SkinChoice& choice, bool traced) const {
    const uint64_t structures =
        traced_ ? traced_->work().structureBytes + traced_->work().scratchBytes : 0;
    return crowds_.maxInstances(choice, settings_.vertexBudget, traced, structures);
}

/// Resizes the attachments. Called before fitCrowds(): if memory runs out, the crowds are freed,
/// because nothing can be drawn without attachments.
void Frame::fitTargets(VkExtent2D extent, bool motion) {
    const auto differs = [&](VkExtent2D old) {
        return old.width != extent.width || old.height != extent.height;
    };
    const auto fit = [&] {
        if (differs(passes_->forward.extent())) {
            ring_.retire(passes_->forward.resize(*device_, extent));
        }
        if (motion && differs(passes_->forward.velocities().extent())) {
            ring_.retire(passes_->forward.resizeVelocities(*device_, extent));
        }
    };
    try {
        fit();
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || crowds_.empty()) throw;
        releaseCrowds();
        fit();
    }
}

}  // namespace sinew
