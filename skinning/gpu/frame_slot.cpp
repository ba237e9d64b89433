// Counts of instances and vertices.
#include "skinning/gpu/frame_work.h"

#include <algorithm>

#include "shaders/shared/culling.h"

namespace sinew {

void FrameWork::note(std::span<const CrowdNow> shown, const FrameSettings& settings, Moment moment,
                     FrameStatistics& statistics) {
    counted_.clear();
    for (const CrowdNow& now : shown) {
        const SkinnedCrowd& crowd = now.crowd;
        statistics.verticesSkinned += crowd.verticesSkinned(passesOf(settings));
        statistics.instances += crowd.range().instanceCount;
        const std::span<const gpu::LevelEntry> levels = crowd.levels();
        Counted& counted = counted_.emplace_back();
        if (crowd.culling()) counted.counts = crowd.culling()->counts(moment.phase);
        counted.instances = crowd.range().instanceCount;
        std::copy(levels.begin(), levels.end(), counted.levels.begin());
        counted.levelCount = static_cast<uint32_t>(levels.size());
        counted.passesSkin = crowd.method().facts.passesSkin;
        counted.rated = crowd.plan().rated();
        counted.vertexBytes = crowd.vertexBytes();
    }
    cameraPasses_ = settings.depthPrepass ? 2 : 1;
    cascades_ = settings.cascadeCount;
    ratePixels_ = settings.ratePixels;
}

void FrameWork::addTo(FrameStatistics& statistics) const {
    ListedInstances all;
    VertexMemory memory;
    uint64_t verticesSkinned = 0;
    bool culled = false;
    for (const Counted& each : counted_) {
        const auto& [counts, instances, levels, levelCount, passesSkin, rated, bytes] = each;
        const uint64_t vertices = levels.front().vertexCount;
        const ListedInstances listed =
            counts ? sumOfCounts(*counts, std::span(levels).first(levelCount), rated)
                   : everybody(instances, cascades_, vertices);
        add(listed, all);
        verticesSkinned += passesSkin
                               ? listed.verticesInView * cameraPasses_ + listed.verticesInShadows
                               : listed.vertices;
        memory.held += bytes.held;
        memory.wanted += bytes.aVertex * listed.verticesWanted;
        memory.ofAll += bytes.aVertex * vertices * instances;
        culled |= counts != nullptr;
    }
    all.mostOff *= ratePixels_;  // it was a share of them
    if (memory.held > 0) statistics.vertexMemory = memory;
    if (!culled) return;
    statistics.listed = all;
    statistics.verticesSkinned = verticesSkinned;
}

}  // namespace sinew
