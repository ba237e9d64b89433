// Collecting the steps and buffers of crowds.
#include "skinning/gpu/crowd_steps.h"

#include <algorithm>

namespace sinew {
namespace {

/// Adds the buffers of page `number` in a frame of `phase`.
void addBuffers(const SkinnedCrowd& crowd, size_t number, uint32_t phase, StepBuffers& into) {
    const PageBuffers& buffers = crowd.pages().all()[number].buffers;
    const auto add = [&](uint32_t binding, std::vector<VkBuffer>& list) {
        if (const Buffer* buffer = buffers.find(binding, phase)) list.push_back(buffer->get());
    };
    add(SINEW_BINDING_SEEN, into.seen);
    add(SINEW_BINDING_HELD, into.seen);
    add(SINEW_BINDING_SEEN_COUNTS, into.seen);
    add(SINEW_BINDING_LISTS, into.lists);
    add(SINEW_BINDING_PLACES, into.lists);
    add(SINEW_BINDING_POSES, into.poses);
    add(SINEW_BINDING_MORPH_WEIGHTS, into.poses);
    add(SINEW_BINDING_PALETTES, into.palettes);
    add(SINEW_BINDING_NORMAL_PALETTES, into.palettes);
    if (crowd.plan().posedOnGpu()) add(SINEW_BINDING_BOXES, into.boxes);
    add(SINEW_BINDING_SKINNED, into.vertices);
    if (!crowd.plan().culled()) return;
    const Culling& culling = crowd.pages().culling();
    for (const uint32_t binding : {SINEW_BINDING_LIST_ENDS, SINEW_BINDING_ARGUMENTS}) {
        into.lists.push_back(culling.find(binding, number, phase)->get());
    }
}

}  // namespace

CrowdSteps CrowdSteps::of(std::span<const Crowds* const> crowds, size_t way) {
    CrowdSteps steps;
    for (const Crowds* each : crowds) {
        const SkinnedCrowd& crowd = each->ways[way];
        steps.cullRounds = std::max(steps.cullRounds, crowd.plan().cullRounds().size());
        for (size_t i = 0; i < kCrowdSteps; ++i) {
            steps.present[i] |= crowd.plan().step(static_cast<CrowdStep>(i)) != nullptr;
        }
        if (const GpuStep* skin = crowd.plan().step(CrowdStep::skin)) {
            steps.skinWrites = steps.skinWrites | skin->writes;
        }
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            StepBuffers& buffers = steps.buffers[phase];
            for (size_t p = 0; p < crowd.pages().all().size(); ++p) {
                addBuffers(crowd, p, phase, buffers);
            }
            if (!crowd.plan().culled()) continue;
            buffers.counts.push_back(crowd.pages().culling().counts(phase)->get());
        }
    }
    return steps;
}

}  // namespace sinew
