// Streams, sets and dispatches of the plain kernel.
#include "benchmarks/peers/plain_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "shaders/shared/packing.h"
#include "skinning/plain_mesh.h"

namespace sinew {
namespace {

constexpr uint32_t kGroup = 64;  // threads of a workgroup
constexpr uint32_t kBindings = 5;

uint32_t groupsOf(uint32_t vertexCount) {
    return (vertexCount + kGroup - 1) / kGroup;
}

}  // namespace

std::string PlainPass::missing(const Device& device, const Model& model) {
    const uint32_t groups = groupsOf(model.geometry.vertexCount());
    const uint32_t most = device.limits().maxComputeWorkGroupCount[0];
    if (groups <= most) return {};
    return fmt::format("one dispatch needs {} workgroups and the device allows {}", groups, most);
}

std::vector<OutputRun> PlainPass::runsOf(const Device& device, const PosedCrowd& crowd) {
    return outputRuns(device, {&kWritten, 1}, crowd.model().geometry.vertexCount(),
                      crowd.pageInstances(PosedCrowd::Way::full));
}

PlainPass PlainPass::create(const Device& device, const ShaderLibrary& shaders,
                            const PosedCrowd& crowd, const SharedOutput& output) {
    const Geometry& geometry = crowd.model().geometry;
    const PlainMesh mesh = packPlainMesh(crowd.model());

    PlainPass pass;
    pass.output_ = &output;
    pass.runs_ = runsOf(device, crowd);
    pass.constants_ = {.vertexCount = geometry.vertexCount(),
                       .bindBits = mesh.bindBits,
                       .paletteStride = crowd.paletteStride(PosedCrowd::Way::full)};
    pass.maxGroupsY_ = device.limits().maxComputeWorkGroupCount[1];
    Uploader uploader(device);
    pass.vertices_ = uploader.buffer("plain, vertices", mesh.vertices);
    pass.influenceOffsets_ = uploader.buffer("plain, influence offsets", geometry.influenceOffsets);
    pass.influences_ = uploader.buffer("plain, influences", mesh.influences);
    uploader.finish();

    std::array<VkDescriptorType, kBindings> bindings;
    bindings.fill(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    pass.setLayout_ = createSetLayout(device, "plain", bindings, VK_SHADER_STAGE_COMPUTE_BIT);
    pass.layout_ = createPipelineLayout(device, {pass.setLayout_.get()},
                                        VK_SHADER_STAGE_COMPUTE_BIT, sizeof(pass.constants_));
    pass.pipeline_ = createComputePipeline(
        device, shaders, {.shader = "skin_plain.comp", .layout = pass.layout_.get()});

    const auto runCount = static_cast<uint32_t>(pass.runs_.size());
    pass.pool_ = createDescriptorPool(device, runCount, runCount * kBindings);
    for (size_t i = 0; i < pass.runs_.size(); ++i) {
        const BoundRange ranges[kBindings] = {
            {0, {pass.vertices_.get(), 0, VK_WHOLE_SIZE}},
            {1, {pass.influenceOffsets_.get(), 0, VK_WHOLE_SIZE}},
            {2, {pass.influences_.get(), 0, VK_WHOLE_SIZE}},
            {3, {crowd.palettesOf(PosedCrowd::Way::full, pass.runs_[i].page), 0, VK_WHOLE_SIZE}},
            {4,
             {output[i].get(), 0,
              uint64_t{kWritten} * geometry.vertexCount() * pass.runs_[i].instanceCount}}};
        pass.sets_.push_back(allocateSet(device, pass.pool_, pass.setLayout_, "plain"));
        writeRanges(device, pass.sets_.back(), ranges);
    }
    return pass;
}

uint32_t PlainPass::record(VkCommandBuffer commands) const {
    uint32_t dispatches = 0;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
    for (size_t r = 0; r < runs_.size(); ++r) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1,
                                &sets_[r], 0, nullptr);
        for (uint32_t i = 0; i < runs_[r].instanceCount; i += maxGroupsY_) {
            gpu::PlainConstants constants = constants_;
            constants.firstEntry = (runs_[r].firstOfPage + i) * constants.paletteStride;
            constants.firstOut = i * constants.vertexCount;
            vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                               sizeof(constants), &constants);
            vkCmdDispatch(commands, groupsOf(constants.vertexCount),
                          std::min(runs_[r].instanceCount - i, maxGroupsY_), 1);
            ++dispatches;
        }
    }
    return dispatches;
}

CapturedVertices PlainPass::read(const Device& device, uint32_t instance) const {
    CapturedVertices out;
    for (size_t r = 0; r < runs_.size(); ++r) {
        const OutputRun& run = runs_[r];
        if (instance - run.firstInstance >= run.instanceCount) continue;
        const uint64_t bytes = uint64_t{kWritten} * constants_.vertexCount;
        for (const gpu::PackedVertex& v : readBack<gpu::PackedVertex>(
                 device, (*output_)[r], (instance - run.firstInstance) * bytes,
                 constants_.vertexCount)) {
            out.positions.emplace_back(v.x, v.y, v.z);
            out.normals.push_back(gpu::unpackUnit(v.normal));
            out.tangents.push_back(gpu::unpackTangent(v.tangent));
        }
    }
    return out;
}

}  // namespace sinew
