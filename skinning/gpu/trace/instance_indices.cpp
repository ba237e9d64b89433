// Allocates the indices of instances, and records the kernel that writes them.
#include "skinning/gpu/trace/instance_indices.h"

#include <algorithm>

#include "shaders/shared/kernel.h"
#include "shaders/shared/trace.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/crowd/skinned_crowd.h"

namespace sinew {

InstanceIndices InstanceIndices::create(const Device& device, const SkinnedCrowd& crowd,
                                        const InstanceStructure& structure) {
    const GpuMesh& mesh = crowd.mesh().mesh;
    std::vector<IndexRange> ranges;
    for (size_t level = 0; level < crowd.levels().size(); ++level) {
        const std::vector<Draw>& draws = level == 0 ? mesh.draws : mesh.coarser[level - 1];
        for (const uint32_t draw : structure.casting) {
            ranges.push_back({draws[draw].firstIndex, draws[draw].indexCount});
        }
    }
    InstanceIndices result;
    Uploader uploader(device);
    result.ranges_ = uploader.buffer("index ranges of levels", ranges);
    uploader.finish();
    result.rangeCount_ = static_cast<uint32_t>(structure.casting.size());
    result.indexCount_ = structure.ranges[0].indexCount;
    const uint64_t bytes = uint64_t{result.indexCount_} * sizeof(uint32_t);
    const uint32_t count = crowd.range().instanceCount;
    result.instancesPerBuffer_ =
        static_cast<uint32_t>(std::clamp<uint64_t>(device.maxStorageBytes() / bytes, 1, count));
    for (uint32_t first = 0; first < count; first += result.instancesPerBuffer_) {
        const uint32_t instances = std::min(result.instancesPerBuffer_, count - first);
        result.indices_.push_back(
            Buffer::create(device, {.name = "indices of traced instances",
                                    .bytes = bytes * instances,
                                    .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kBuildInput}));
    }
    return result;
}

uint64_t InstanceIndices::bytes() const {
    uint64_t sum = 0;
    for (const Buffer& buffer : indices_) sum += buffer.bytes();
    return sum;
}

VkDeviceAddress InstanceIndices::addressOf(uint32_t instance) const {
    return indices_[instance / instancesPerBuffer_].address() +
           uint64_t{instance % instancesPerBuffer_} * indexCount_ * sizeof(uint32_t);
}

void InstanceIndices::prepare(Kernels& kernels, const ShaderLibrary& shaders) {
    kernel_ = &kernels.compute(shaders, "trace_indices.comp", {});
}

void InstanceIndices::record(Commands& commands, const SkinnedCrowd& crowd, Moment moment) const {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    const uint32_t count = crowd.range().instanceCount;
    const uint32_t columns = std::min(count, SINEW_MOST_COLUMNS);
    for (uint32_t i = 0; i < indices_.size(); ++i) {
        const uint32_t first = i * instancesPerBuffer_;
        const gpu::TraceIndexConstants constants{
            .instanceCount = count,
            .firstInstance = first,
            .endInstance = std::min(first + instancesPerBuffer_, count),
            .indexCount = indexCount_,
            .rangeCount = rangeCount_};
        commands.dispatch(*kernel_,
                          {buffers.visibleLists, buffers.listEnds, buffers.visibility,
                           buffers.firstVertices, ranges_, crowd.mesh().mesh.indices, indices_[i]},
                          constants, {columns, (count + columns - 1) / columns});
    }
}

}  // namespace sinew
