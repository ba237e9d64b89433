// Fit: crowds, pipelines and targets follow the settings.
#include <fmt/format.h>

#include <algorithm>

#include "skinning/gpu/frame.h"

namespace sinew {

void Frame::releaseCrowds() {
    finish();
    crowds_ = {};
    lastMoved_ = false;
}

uint32_t Frame::maxInstances(const SkinChoice& choice) const {
    uint64_t crowdBytes = 0;
    for (const SkinnedCrowd& crowd : crowds_.ways) {
        const CrowdDemand& demand = crowd.demand();
        crowdBytes +=
            demand.instanceCount * bytesPerInstance(*scene_, demand.choice, demand.motion);
    }
    const SkinChoice resolved = scene_->resolve(choice).choice;
    const bool motion = !crowds_.empty() && crowds_.ways[0].demand().motion;
    return sinew::maxInstances(*scene_, resolved, motion, crowdBytes);
}

Frame::Asked Frame::askedOf(const FrameSettings& settings) {
    return {settings.choice(), settings.compared, std::max(settings.instanceCount, 1u),
            settings.motion(), settings.scatter,  settings.joint};
}

std::vector<CrowdDemand> Frame::demandsOf(const Asked& asked) const {
    if (asked.motion && !device_->has().independentBlend) {
        throw std::runtime_error(
            fmt::format("motion vectors are unsupported: '{}' cannot write velocities beside a "
                        "blended colour (independentBlend)",
                        device_->info().properties.deviceName));
    }
    std::vector<CrowdDemand> demands;
    const auto demand = [&](const SkinChoice& choice) {
        demands.push_back({scene_->resolve(choice).choice, asked.instanceCount, asked.motion,
                           asked.scatter, asked.joint});
    };
    demand(asked.choice);
    if (asked.compared) demand(*asked.compared);
    return demands;
}

void Frame::requireMemory(const FrameSettings& settings) const {
    for (const CrowdDemand& demand : demandsOf(askedOf(settings))) {
        sinew::requireMemory(*scene_, demand);
    }
}

/// Makes the crowds follow the settings.
void Frame::fitCrowds(const FrameSettings& settings) {
    const Asked asked = askedOf(settings);
    if (!crowds_.empty() && asked == asked_) return;
    if (settings.view == SINEW_VIEW_DIFFERENCE && settings.compared && !passes_.capture) {
        throw std::runtime_error(
            fmt::format("the difference view is unsupported: '{}' cannot store from the vertex "
                        "stage (vertexPipelineStoresAndAtomics)",
                        device_->info().properties.deviceName));
    }
    const std::vector<CrowdDemand> demands = demandsOf(asked);
    for (const CrowdDemand& demand : demands) sinew::requireMemory(*scene_, demand);
    if (crowds_.demands() != demands) replaceCrowds(demands);
    asked_ = asked;
    resolution_ = scene_->resolve(asked.choice);
}

/// On an exception the present ones stay.
void Frame::replaceCrowds(std::span<const CrowdDemand> demands) {
    const auto make = [&](std::span<const CrowdDemand> wanted) {
        const bool compared = wanted.size() > 1 && passes_.capture.has_value();
        Crowds crowds =
            Crowds::create(layouts_, *scene_, wanted,
                           compared ? Crowds::Captured::secondWay : Crowds::Captured::none);
        ring_.retire(std::exchange(crowds_, std::move(crowds)));
        lastMoved_ = false;
    };
    const std::vector<CrowdDemand> present = crowds_.demands();
    try {
        make(demands);
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || present.empty()) throw;
        // There may be room for either crowd, but not for both at once.
        finish();
        crowds_ = {};
        try {
            make(demands);
        } catch (...) {
            make(present);
            throw;
        }
    }
}

/// Compiles what the crowds need and is not there yet.
void Frame::preparePasses(FramePasses& passes, const FrameSettings& settings) const {
    if (settings.wireframe && !device_->has().wireframe) {
        throw std::runtime_error(
            fmt::format("the wireframe is unsupported: '{}' cannot draw edges alone "
                        "(fillModeNonSolid)",
                        device_->info().properties.deviceName));
    }
    for (const SkinnedCrowd& crowd : crowds_.ways) {
        prepareSkinning(passes.kernels, shaders_, crowd);
        const Batch& batch = crowd.pages().draws({}).front();  // the others have the same draws
        passes.shadow.prepare(*device_, shaders_, crowd.stage(), batch);
        passes.forward.prepare(*device_, shaders_, crowd.stage(), batch, settings.forward());
        if (settings.depthPrepass) {
            passes.forward.prepareDepth(*device_, shaders_, crowd.stage(), batch);
        }
        if (passes.capture && crowds_.ways.size() > 1) {
            passes.capture->prepare(*device_, shaders_, crowd.stage());
        }
    }
    for (const Lines& lines : overlayLines(settings.overlays)) {
        if (lines.batches.empty()) continue;
        passes.forward.prepareLines(*device_, shaders_, lines.stage, settings.forward());
    }
}

/// Before the crowds, which give way where memory runs out: without targets nothing is drawn.
void Frame::fitTargets(VkExtent2D extent, bool motion) {
    const auto differs = [&](VkExtent2D old) {
        return old.width != extent.width || old.height != extent.height;
    };
    const auto fit = [&] {
        if (differs(passes_.forward.extent())) {
            ring_.retire(passes_.forward.resize(*device_, extent));
        }
        if (motion && differs(passes_.forward.velocities().extent())) {
            ring_.retire(passes_.forward.resizeVelocities(*device_, extent));
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

/// A frame has a past where the one before left one and nothing was cut.
}  // namespace sinew
