// Streams, sets and dispatches of a kernel.
#include "benchmarks/peers/peer_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/peers.h"

namespace sinew {

PosedCrowd::Way PeerPass::paletteWay(const PeerKernel& kernel) {
    return kernel.palette == PaletteFormat::matrix ? PosedCrowd::Way::matrices
                                                   : PosedCrowd::Way::full;
}

std::vector<OutputRun> PeerPass::runsOf(const Device& device, const PeerKernel& kernel,
                                        const PosedCrowd& crowd) {
    return outputRuns(device, kernel.written, crowd.model().geometry.vertexCount(),
                      crowd.pageInstances(paletteWay(kernel)));
}

PeerPass PeerPass::create(const Device& device, const ShaderLibrary& shaders,
                          const PeerLayouts& layouts, const PeerKernel& kernel, const Model& model,
                          const PosedCrowd& crowd, const SharedOutput& output) {
    PeerPass pass;
    pass.kernel_ = &kernel;
    pass.output_ = &output;
    pass.layout_ = layouts.pipeline.get();
    pass.ranges_ = peerRanges(model, kernel.dispatch);
    pass.runs_ = runsOf(device, kernel, crowd);
    pass.vertexCount_ = model.geometry.vertexCount();
    pass.paletteStride_ = crowd.paletteStride(paletteWay(kernel));
    pass.maxGroups_ = device.limits().maxComputeWorkGroupCount[0];
    pass.pipeline_ = createComputePipeline(
        device, shaders, {.shader = kernel.shader, .layout = layouts.pipeline.get()});

    Uploader uploader(device);
    std::vector<BoundRange> ranges{{SINEW_PEER_PALETTES, {}}};
    for (const std::vector<std::byte>& stream : kernel.pack(model)) {
        pass.streams_.push_back(uploader.buffer(
            fmt::format("{}, stream {}", kernel.name, pass.streams_.size()), stream));
        ranges.push_back({static_cast<uint32_t>(SINEW_PEER_IN + ranges.size() - 1),
                          {pass.streams_.back().get(), 0, VK_WHOLE_SIZE}});
    }
    uploader.finish();

    const auto runCount = static_cast<uint32_t>(pass.runs_.size());
    pass.pool_ = createDescriptorPool(device, runCount, runCount * SINEW_PEER_BINDING_COUNT);
    for (size_t i = 0; i < pass.runs_.size(); ++i) {
        const OutputRun& run = pass.runs_[i];
        const uint64_t vertices = uint64_t{pass.vertexCount_} * run.instanceCount;
        const std::vector<uint64_t> offsets = outputOffsets(kernel.written, vertices);
        std::vector<BoundRange> bound = ranges;
        bound[0].range = {crowd.palettesOf(paletteWay(kernel), run.page), 0, VK_WHOLE_SIZE};
        for (size_t s = 0; s < offsets.size(); ++s) {
            bound.push_back({static_cast<uint32_t>(SINEW_PEER_OUT + s),
                             {output[i].get(), offsets[s], kernel.written[s] * vertices}});
        }
        pass.sets_.push_back(
            allocateSet(device, pass.pool_, layouts.set, std::string(kernel.name)));
        writeRanges(device, pass.sets_.back(), bound);
    }
    return pass;
}

uint32_t PeerPass::record(VkCommandBuffer commands) const {
    const uint32_t most = static_cast<uint32_t>(
        std::min<uint64_t>(uint64_t{maxGroups_} * kernel_->groupSize, 1u << 31));
    uint32_t dispatches = 0;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
    for (size_t r = 0; r < runs_.size(); ++r) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &sets_[r],
                                0, nullptr);
        for (uint32_t i = 0; i < runs_[r].instanceCount; ++i) {
            for (const PeerRange& range : ranges_) {
                const glm::vec3 size = range.box.high - range.box.low;
                gpu::PeerConstants constants{
                    .firstOut = i * vertexCount_,
                    .firstEntry = (runs_[r].firstOfPage + i) * paletteStride_,
                    .boxLow = glm::vec4(range.box.low, 0.0f),
                    .boxSize = glm::vec4(size, 0.0f)};
                for (uint32_t done = 0; done < range.vertexCount; done += constants.vertexCount) {
                    constants.firstVertex = range.firstVertex + done;
                    constants.vertexCount = std::min(range.vertexCount - done, most);
                    vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                       sizeof(constants), &constants);
                    vkCmdDispatch(
                        commands,
                        (constants.vertexCount + kernel_->groupSize - 1) / kernel_->groupSize, 1,
                        1);
                    ++dispatches;
                }
            }
        }
    }
    return dispatches;
}

CapturedVertices PeerPass::read(const Device& device, uint32_t instance) const {
    for (size_t r = 0; r < runs_.size(); ++r) {
        const OutputRun& run = runs_[r];
        if (instance - run.firstInstance >= run.instanceCount) continue;
        const std::vector<uint64_t> offsets =
            outputOffsets(kernel_->written, uint64_t{vertexCount_} * run.instanceCount);
        PeerStreams streams;
        for (size_t s = 0; s < offsets.size(); ++s) {
            const uint64_t bytes = uint64_t{kernel_->written[s]} * vertexCount_;
            streams.push_back(readBack<std::byte>(
                device, (*output_)[r], offsets[s] + (instance - run.firstInstance) * bytes, bytes));
        }
        return kernel_->unpack(streams);
    }
    return {};
}

}  // namespace sinew
