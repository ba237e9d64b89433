// Records copies by a compute kernel and by vkCmdCopyBuffer, for comparison with skinning kernels.
#include "benchmarks/peers/copy_pass.h"

#include <algorithm>
#include <array>
#include <random>

#include "benchmarks/peers/posed_crowd.h"
#include "shaders/shared/peers.h"

namespace sinew {

CopyPass CopyPass::create(const Device& device, const ShaderLibrary& shaders, Width width,
                          uint32_t read, uint32_t written, uint32_t vertexCount, uint32_t instances,
                          const SharedOutput& output) {
    CopyPass pass;
    pass.output_ = &output;
    pass.width_ = width;
    pass.vertexCount_ = vertexCount = copiedVertices(vertexCount);
    pass.wordsWritten_ = written / 4;
    pass.limits_ = GroupLimits::of(device);
    pass.runs_ = outputRuns(device, {&written, 1}, vertexCount, {&instances, 1});

    const uint32_t words[] = {read / 4, written / 4};
    const VkSpecializationMapEntry entries[] = {
        {SINEW_PEER_WORDS_READ, 0, sizeof(uint32_t)},
        {SINEW_PEER_WORDS_WRITTEN, sizeof(uint32_t), sizeof(uint32_t)}};
    const VkSpecializationInfo specialization{2, entries, sizeof(words), words};
    pass.kernel_ = Kernel::compute(device, shaders,
                                   width == Width::word ? "peer.copy.comp" : "peer.copy.wide.comp",
                                   &specialization);

    std::mt19937 random(1);
    std::vector<uint32_t> source(uint64_t{words[0]} * vertexCount);
    pass.allOf_.resize(vertexCount);
    for (size_t i = 0; i < source.size(); ++i) {
        source[i] = static_cast<uint32_t>(random());
        pass.allOf_[i % vertexCount] ^= source[i];
    }
    Uploader uploader(device);
    pass.source_ = uploader.buffer("source of copies", source);
    uploader.finish();
    return pass;
}

uint32_t CopyPass::record(Commands& commands) const {
    constexpr uint32_t kGroup = SINEW_PEER_COPY_GROUP;
    const uint32_t most =
        static_cast<uint32_t>(std::min<uint64_t>(uint64_t{limits_.x} * kGroup, 1u << 31));
    const uint32_t before = commands.dispatches;
    for (size_t r = 0; r < runs_.size(); ++r) {
        const uint32_t instances = runs_[r].instanceCount;
        std::array<Descriptor, SINEW_PEER_BINDING_COUNT> buffers;
        buffers[SINEW_PEER_IN] = source_;
        buffers[SINEW_PEER_OUT] = {(*output_)[r], 0,
                                   uint64_t{4} * wordsWritten_ * vertexCount_ * instances};
        commands.bind(kernel_, buffers);
        const uint32_t threads = vertexCount_ * 4 / static_cast<uint32_t>(width_);
        const uint32_t tile = limits_.instanceTile(threads, instances);
        gpu::CopyConstants constants{
            .verticesAnInstance = threads, .instanceCount = instances, .instanceTile = tile};
        for (uint32_t done = 0; done < threads; done += constants.vertexCount) {
            constants.firstVertex = done;
            constants.vertexCount = std::min(threads - done, most);
            commands.push(kernel_, constants);
            commands.dispatch(
                {(constants.vertexCount + kGroup - 1) / kGroup, (instances + tile - 1) / tile});
        }
    }
    return commands.dispatches - before;
}

bool CopyPass::right(const Device& device, uint32_t instance) const {
    for (size_t r = 0; r < runs_.size(); ++r) {
        if (instance - runs_[r].firstInstance >= runs_[r].instanceCount) continue;
        const uint64_t bytes = uint64_t{4} * wordsWritten_ * vertexCount_;
        const std::vector<uint32_t> read = readBack<uint32_t>(
            device, (*output_)[r], (instance - runs_[r].firstInstance) * bytes, bytes / 4);
        for (size_t i = 0; i < read.size(); ++i) {
            if (read[i] != allOf_[i % vertexCount_] + i / vertexCount_) return false;
        }
        return true;
    }
    return false;
}

BufferCopyPass BufferCopyPass::create(const Device& device, uint32_t bytesAVertex,
                                      uint32_t vertexCount, uint32_t instances,
                                      const SharedOutput& output) {
    BufferCopyPass pass;
    pass.output_ = &output;
    pass.bytesAVertex_ = bytesAVertex;
    pass.vertexCount_ = vertexCount;
    const uint32_t halves[] = {bytesAVertex, bytesAVertex};
    pass.runs_ = outputRuns(device, halves, vertexCount, {&instances, 1});
    return pass;
}

uint32_t BufferCopyPass::record(Commands& commands) const {
    const uint32_t halves[] = {bytesAVertex_, bytesAVertex_};
    for (size_t r = 0; r < runs_.size(); ++r) {
        const uint64_t vertices = uint64_t{vertexCount_} * runs_[r].instanceCount;
        const VkBufferCopy region{.dstOffset = outputOffsets(halves, vertices)[1],
                                  .size = bytesAVertex_ * vertices};
        vkCmdCopyBuffer(commands, (*output_)[r].get(), (*output_)[r].get(), 1, &region);
    }
    return static_cast<uint32_t>(runs_.size());
}

}  // namespace sinew
