// Making a crowd's buffers.
#include "skinning/gpu/pages.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {
namespace {

/// Instances a page: bounded by the largest buffer's range and by 32-bit vertex numbering.
uint32_t instancesPerPage(const Device& device, const Model& model, Method method) {
    const MethodMemory memory = methodMemory(model, method);
    const uint64_t byRange = device.maxStorageBytes() / memory.largestRangePerInstance;
    if (byRange == 0) {
        throw std::runtime_error(fmt::format(
            "{}: one instance needs a buffer of {} bytes and the device allows {} (method {}); try "
            "a smaller model or another method",
            model.name, memory.largestRangePerInstance, device.maxStorageBytes(),
            techniqueOf(method).name));
    }
    const uint64_t perInstance =
        std::max<uint64_t>(model.geometry.vertexCount(), model.binds.size());
    return static_cast<uint32_t>(
        std::min<uint64_t>(byRange, 0xffffffffull / std::max<uint64_t>(perInstance, 1)));
}

}  // namespace

Pages Pages::create(const Device& device, const SetLayouts& layouts, const Model& model,
                    const GpuModel& gpuModel, Method method,
                    std::span<const gpu::Affine> worldFromObject) {
    const Technique& technique = techniqueOf(method);
    const uint32_t total = static_cast<uint32_t>(worldFromObject.size());
    const uint32_t perPage = instancesPerPage(device, model, method);
    const uint32_t pageCount = (total + perPage - 1) / perPage;

    Pages pages;
    pages.method_ = method;
    pages.instanceCount_ = total;
    pages.nothing_ = Buffer::create(device, {.name = "nothing"});
    pages.pool_ = createDescriptorPool(device, pageCount * kFramesInFlight,
                                       pageCount * kFramesInFlight * SINEW_BINDING_COUNT);
    Uploader uploader(device);
    for (uint32_t p = 0; p < pageCount; ++p) {
        Page page;
        page.firstInstance = p * perPage;
        page.instanceCount = std::min(perPage, total - page.firstInstance);
        const uint64_t count = page.instanceCount;
        const uint64_t skinnedBytes =
            count * model.geometry.vertexCount() * sizeof(gpu::SkinnedVertex);
        auto name = [p](const char* what) { return fmt::format("{}, page {}", what, p); };

        page.instances = uploader.buffer(
            name("instances"),
            std::as_bytes(worldFromObject.subspan(page.firstInstance, page.instanceCount)));
        if (technique.paletteOnGpu) {
            page.palettes =
                Buffer::create(device, {.name = name("palettes"),
                                        .bytes = count * model.binds.size() * sizeof(gpu::Affine)});
        }
        if (technique.skin == Technique::Skin::compute) {
            page.skinned = Buffer::create(
                device, {.name = name("shared vertex buffer"), .bytes = skinnedBytes});
        }
        for (Page::Slot& slot : page.slots) {
            slot.poses = Buffer::create(
                device, {.name = name("poses"),
                         .bytes = count * model.skeleton.size() * sizeof(gpu::Affine),
                         .memory = MemoryUse::upload});
            slot.morphWeights = Buffer::create(
                device, {.name = name("morph weights"),
                         .bytes = count * model.restMorphWeights.size() * sizeof(float),
                         .memory = MemoryUse::upload});
            slot.boxes = Buffer::create(device, {.name = name("boxes"),
                                                 .bytes = count * sizeof(gpu::BoxEntry),
                                                 .memory = MemoryUse::upload});
            if (technique.skin == Technique::Skin::cpu) {
                slot.skinnedOnCpu =
                    Buffer::create(device, {.name = name("vertices skinned by the CPU"),
                                            .bytes = skinnedBytes,
                                            .memory = MemoryUse::upload});
            }
            slot.set = allocateSet(device, pages.pool_, layouts.page, name("page"));
            auto orNothing = [&](const Buffer& buffer) {
                return buffer ? buffer.get() : pages.nothing_.get();
            };
            std::array<VkBuffer, SINEW_BINDING_COUNT> buffers{};
            buffers[SINEW_BINDING_VERTICES] = gpuModel.vertices.get();
            buffers[SINEW_BINDING_INFLUENCE_OFFSETS] = gpuModel.influenceOffsets.get();
            buffers[SINEW_BINDING_INFLUENCES] = gpuModel.influences.get();
            buffers[SINEW_BINDING_BINDS] = gpuModel.binds.get();
            buffers[SINEW_BINDING_POSES] = slot.poses.get();
            buffers[SINEW_BINDING_PALETTES] = orNothing(page.palettes);
            buffers[SINEW_BINDING_SKINNED] =
                slot.skinnedOnCpu ? slot.skinnedOnCpu.get() : orNothing(page.skinned);
            buffers[SINEW_BINDING_MORPH_OFFSETS] = gpuModel.morphOffsets.get();
            buffers[SINEW_BINDING_MORPH_DELTAS] = gpuModel.morphDeltas.get();
            buffers[SINEW_BINDING_MORPH_WEIGHTS] = slot.morphWeights.get();
            buffers[SINEW_BINDING_INSTANCES] = page.instances.get();
            buffers[SINEW_BINDING_UVS] = gpuModel.uvs.get();
            buffers[SINEW_BINDING_COLORS] = gpuModel.colors.get();
            buffers[SINEW_BINDING_JOINT_COLORS] = gpuModel.jointColors.get();
            buffers[SINEW_BINDING_PARENTS] = gpuModel.parents.get();
            buffers[SINEW_BINDING_BOXES] = slot.boxes.get();
            writeStorageBuffers(device, slot.set, buffers);
        }
        pages.pages_.push_back(std::move(page));
    }
    uploader.finish();

    for (const Page& page : pages.pages_) {
        gpu::SkinConstants constants = gpuModel.constants;
        constants.instanceCount = page.instanceCount;
        for (uint32_t s = 0; s < kFramesInFlight; ++s) {
            pages.batches_[s].push_back({.page = page.slots[s].set,
                                         .indices = gpuModel.indices.get(),
                                         .constants = constants,
                                         .draws = gpuModel.draws,
                                         .drawMaterials = gpuModel.materials.drawMaterials,
                                         .instanceCount = page.instanceCount,
                                         .vertexCount = constants.vertexCount,
                                         .jointCount = constants.jointCount});
        }
    }
    return pages;
}

uint32_t maxInstances(const Device& device, const Model& model, Method method,
                      uint64_t crowdBytes) {
    const MemoryReport memory = device.memory();
    const uint64_t inUse = std::max(memory.used, memory.ours);
    const uint64_t free =
        memory.budget + crowdBytes > inUse ? memory.budget + crowdBytes - inUse : 0;
    // Nine tenths: the driver and the window system need some, and a budget is a promise to no one.
    const uint64_t count = free / 10 * 9 / methodMemory(model, method).perInstance();
    return static_cast<uint32_t>(std::clamp<uint64_t>(count, 1, 1'000'000));
}

}  // namespace sinew
