// Creates the vertex streams of an engine's kernel and records its dispatches.
#include "benchmarks/peers/peer_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shaders/shared/peers.h"

namespace sinew {

PosedCrowd::Variant PeerPass::paletteVariant(const PeerKernel& kernel) {
    return kernel.palette == PaletteFormat::matrix ? PosedCrowd::Variant::matrices
                                                   : PosedCrowd::Variant::full;
}

std::vector<OutputRun> PeerPass::runsOf(const Device& device, const PeerKernel& kernel,
                                        const PosedCrowd& crowd) {
    return outputRuns(device, kernel.written, crowd.model().geometry.vertexCount(),
                      crowd.groupInstances());
}

PeerPass PeerPass::create(const Device& device, const ShaderLibrary& shaders,
                          const PeerKernel& kernel, const Model& model, const PosedCrowd& crowd,
                          const SharedOutput& output) {
    PeerPass pass;
    pass.kernel_ = &kernel;
    pass.output_ = &output;
    pass.crowd_ = &crowd;
    pass.ranges_ = peerRanges(model, kernel.dispatch);
    pass.runs_ = runsOf(device, kernel, crowd);
    pass.vertexCount_ = model.geometry.vertexCount();
    pass.paletteStride_ = crowd.paletteStride(paletteVariant(kernel));
    pass.maxGroups_ = device.limits().maxComputeWorkGroupCount[0];
    pass.pipeline_ = Kernel::compute(device, shaders, kernel.shader, nullptr);

    Uploader uploader(device);
    for (const std::vector<std::byte>& stream : kernel.pack(model)) {
        pass.streams_.push_back(uploader.buffer(
            fmt::format("{}, stream {}", kernel.name, pass.streams_.size()), stream));
    }
    uploader.finish();
    return pass;
}

uint32_t PeerPass::record(Commands& commands) const {
    const uint32_t most = static_cast<uint32_t>(
        std::min<uint64_t>(uint64_t{maxGroups_} * kernel_->groupSize, 1u << 31));
    const uint32_t before = commands.dispatches;
    for (size_t r = 0; r < runs_.size(); ++r) {
        const uint64_t vertices = uint64_t{vertexCount_} * runs_[r].instanceCount;
        const std::vector<uint64_t> offsets = outputOffsets(kernel_->written, vertices);
        std::array<Descriptor, SINEW_PEER_BINDING_COUNT> buffers;
        buffers[SINEW_PEER_PALETTES] = crowd_->palettesOf(paletteVariant(*kernel_), runs_[r].group);
        for (size_t s = 0; s < streams_.size(); ++s) buffers[SINEW_PEER_IN + s] = streams_[s];
        for (size_t s = 0; s < offsets.size(); ++s) {
            buffers[SINEW_PEER_OUT + s] = {(*output_)[r], offsets[s],
                                           kernel_->written[s] * vertices};
        }
        commands.bind(pipeline_, buffers);
        for (uint32_t i = 0; i < runs_[r].instanceCount; ++i) {
            for (const PeerRange& range : ranges_) {
                const glm::vec3 size = range.box.high - range.box.low;
                gpu::PeerConstants constants{
                    .firstOut = i * vertexCount_,
                    .firstEntry = (runs_[r].firstInGroup + i) * paletteStride_,
                    .boxLow = glm::vec4(range.box.low, 0.0f),
                    .boxSize = glm::vec4(size, 0.0f)};
                for (uint32_t done = 0; done < range.vertexCount; done += constants.vertexCount) {
                    constants.firstVertex = range.firstVertex + done;
                    constants.vertexCount = std::min(range.vertexCount - done, most);
                    commands.push(pipeline_, constants);
                    commands.dispatch(
                        {(constants.vertexCount + kernel_->groupSize - 1) / kernel_->groupSize});
                }
            }
        }
    }
    return commands.dispatches - before;
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
        CapturedVertices vertices = kernel_->unpack(streams);
        vertices.handednessOfMesh = true;
        return vertices;
    }
    return {};
}

}  // namespace sinew
