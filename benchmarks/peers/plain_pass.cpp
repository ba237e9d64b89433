// Creates the buffers of shaders/skin/skin_plain.comp.glsl and records its dispatches.
#include "benchmarks/peers/plain_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"

namespace sinew {
namespace {

constexpr uint32_t kGroup = 64;  // threads per workgroup

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
                      crowd.groupInstances());
}

PlainPass PlainPass::create(const Device& device, const ShaderLibrary& shaders,
                            const PosedCrowd& crowd, const SharedOutput& output) {
    const Geometry& geometry = crowd.model().geometry;
    const PlainMesh mesh = packPlainMesh(crowd.model());

    PlainPass pass;
    pass.crowd_ = &crowd;
    pass.output_ = &output;
    pass.runs_ = runsOf(device, crowd);
    pass.constants_ = {.vertexCount = geometry.vertexCount(),
                       .bindBits = mesh.bindBits,
                       .paletteStride = crowd.paletteStride(PosedCrowd::Variant::full)};
    pass.maxGroupsY_ = device.limits().maxComputeWorkGroupCount[1];
    Uploader uploader(device);
    pass.vertices_ = uploader.buffer("plain, vertices", mesh.vertices);
    pass.influenceOffsets_ = uploader.buffer("plain, influence offsets", geometry.influenceOffsets);
    pass.influences_ = uploader.buffer("plain, influences", mesh.influences);
    uploader.finish();

    pass.kernel_ = Kernel::compute(device, shaders, "skin_plain.comp", nullptr);
    return pass;
}

uint32_t PlainPass::record(Commands& commands) const {
    const uint32_t before = commands.dispatches;
    for (size_t r = 0; r < runs_.size(); ++r) {
        const auto& [group, firstInGroup, firstInstance, instanceCount] = runs_[r];
        const uint64_t bytes = uint64_t{kWritten} * constants_.vertexCount * instanceCount;
        for (uint32_t i = 0; i < instanceCount; i += maxGroupsY_) {
            PlainConstants constants = constants_;
            constants.firstEntry = (firstInGroup + i) * constants.paletteStride;
            constants.firstOut = i * constants.vertexCount;
            commands.dispatch(
                kernel_,
                {vertices_,
                 influenceOffsets_,
                 influences_,
                 crowd_->palettesOf(PosedCrowd::Variant::full, group),
                 {(*output_)[r], 0, bytes}},
                constants,
                {groupsOf(constants.vertexCount), std::min(instanceCount - i, maxGroupsY_)});
        }
    }
    return commands.dispatches - before;
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
