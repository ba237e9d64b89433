// Selects the triangles of an instance that cast shadows, and sums up the memory of structures.
#include "skinning/gpu/trace/traceable.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/frame_ring.h"
#include "shaders/shared/trace.h"
#include "shaders/shared/variant.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {
namespace {

VkFormat formatOf(const SkinPlan& plan) {
    return plan.compact() ? VK_FORMAT_R16G16B16A16_UNORM : VK_FORMAT_R32G32B32_SFLOAT;
}

bool canBuildFrom(const Device& device, VkFormat format) {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(device.physical(), format, &properties);
    return (properties.bufferFeatures &
            VK_FORMAT_FEATURE_ACCELERATION_STRUCTURE_VERTEX_BUFFER_BIT_KHR) != 0;
}

/// Returns the primitives that cast shadows. The alpha of textures is ignored. A blended surface
/// whose alpha factor is below 0.5 casts none, as in the shadow map.
std::vector<uint32_t> castingPrimitives(const Model& model) {
    std::vector<uint32_t> casting;
    for (uint32_t i = 0; i < model.primitives.size(); ++i) {
        const Material& material = model.materials[model.primitives[i].material];
        const bool clear = material.alpha == Material::Alpha::blend && material.baseColor.a < 0.5f;
        if (model.primitives[i].indexCount > 0 && !clear) casting.push_back(i);
    }
    return casting;
}

}  // namespace

void requireTraceable(const Device& device, const Model& model, const SkinChoice& choice) {
    const SkinPlan plan = planOf(deviceLimits(device), model, choice);
    const auto refuse = [&](const std::string& reason) {
        throw std::runtime_error(fmt::format("traced shadows: {}", reason));
    };
    if (!device.has().rayQuery) {
        refuse(
            fmt::format("'{}' lacks VK_KHR_acceleration_structure or VK_KHR_ray_query; use "
                        "--shadows map",
                        device.info().properties.deviceName));
    }
    if (plan.facts().passesSkin) {
        refuse(
            fmt::format("{} has no skinned vertices in memory to trace; use compute, feedback, "
                        "cpu or cpu-reference",
                        choiceText(choice)));
    }
    if (!canBuildFrom(device, formatOf(plan))) {
        refuse(
            fmt::format("'{}' builds no acceleration structures from compact vertices; leave "
                        "out the setting compact",
                        device.info().properties.deviceName));
    }
}

std::string tracedNote(const Model& model) {
    const std::vector<uint32_t> casting = castingPrimitives(model);
    const bool alpha = std::ranges::any_of(casting, [&](uint32_t i) {
        return model.materials[model.primitives[i].material].alpha != Material::Alpha::opaque;
    });
    if (!alpha) return "";
    return fmt::format(
        "traced shadows of {}: surfaces with alpha cast the shadow of their whole triangles; use "
        "--shadows map to test alpha",
        model.name);
}

InstanceStructure instanceStructure(const Device& device, const SkinPlan& plan,
                                    uint32_t vertexCount) {
    InstanceStructure result{
        .casting = castingPrimitives(*plan.model),
        .ranges = {},
        .geometry = {.format = formatOf(plan),
                     .vertexStride = skinnedVertexBytes(plan.settings().output),
                     .vertexCount = vertexCount},
        .byList = plan.culledConstant() == SINEW_CULLED_STORED_BY_LIST,
        .sizes = {}};
    if (result.casting.empty()) return result;
    uint32_t indexCount = 0;
    for (const uint32_t i : result.casting) {
        const Primitive& primitive = plan.model->primitives[i];
        result.ranges.push_back({primitive.firstIndex, primitive.indexCount});
        indexCount += primitive.indexCount;
    }
    if (result.byList) result.ranges = {{0, indexCount}};
    result.sizes = bottomLevelSizes(device, result.geometry, result.ranges);
    return result;
}

BufferSums tracedSums(const Device& device, const SkinPlan& plan) {
    if (!device.has().rayQuery || plan.facts().passesSkin) return {};
    const InstanceStructure structure =
        instanceStructure(device, plan, static_cast<uint32_t>(plan.vertices()));
    if (structure.casting.empty()) return {};
    constexpr uint32_t kMany = 1024;  // instances of the average top-level structure
    const uint64_t indexBytes =
        structure.byList ? structure.ranges[0].indexCount * sizeof(uint32_t) : 0;
    BufferSums sums;
    sums.bytesPerInstance = structure.sizes.bytes + indexBytes + sizeof(gpu::TraceInstance) +
                            sizeof(VkDeviceAddress) + kFramesInFlight * sizeof(float) +
                            topLevelSizes(device, kMany).bytes / kMany;
    sums.budget = StructureBuilds::kMostScratchBytes;
    sums.budgetPerInstance = std::max(structure.sizes.buildScratch, structure.sizes.updateScratch) +
                             device.traceLimits().minAccelerationStructureScratchOffsetAlignment;
    return sums;
}

}  // namespace sinew
