// Making a crowd's buffers.
#include "skinning/gpu/pages.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {
namespace {

/// Everything that the buffers of all pages follow from.
struct Plan {
    const Device& device;
    const SetLayouts& layouts;
    const Model& model;
    const GpuMesh& mesh;
    const Pages::Description& wanted;
    Technique technique;
    PaletteLayout palette;
};

Page::Results createResults(const Plan& plan, uint32_t page, uint64_t count) {
    const auto name = [&](const char* what) { return fmt::format("{}, page {}", what, page); };
    Page::Results results;
    if (plan.technique.paletteOnGpu) {
        // Whole uniform ranges, so that the last one is all there.
        const uint64_t run = std::max(plan.palette.runInstances, 1u);
        const uint64_t entries = (count + run - 1) / run * run * plan.palette.stride;
        results.palettes = Buffer::create(
            plan.device,
            {.name = name("palettes"),
             .bytes = entries * plan.palette.entryBytes,
             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                      VkBufferUsageFlags(
                          plan.palette.rangeBytes > 0 ? VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT : 0)});
        if (const uint64_t bytes = normalEntryBytes(plan.wanted.choice.settings)) {
            results.normalPalettes = Buffer::create(
                plan.device, {.name = name("normal palettes"), .bytes = entries * bytes});
        }
    }
    if (plan.technique.skinsOnGpuOnce()) {
        const bool feedback = plan.technique.skin == Technique::Skin::feedback;
        results.skinned = Buffer::create(
            plan.device,
            {.name = name("shared vertex buffer"),
             .bytes = count * plan.model.geometry.vertexCount() *
                      skinnedVertexBytes(plan.wanted.choice.settings.output),
             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                      VkBufferUsageFlags(
                          feedback ? VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT : 0)});
    }
    return results;
}

Page::Uploads createUploads(const Plan& plan, uint32_t page, uint64_t count) {
    const auto create = [&](const char* what, uint64_t bytesAnInstance) {
        return Buffer::create(plan.device, {.name = fmt::format("{}, page {}", what, page),
                                            .bytes = count * bytesAnInstance,
                                            .memory = MemoryUse::upload});
    };
    Page::Uploads uploads;
    uploads.poses = create("poses", plan.model.skeleton.size() * sizeof(gpu::Affine));
    uploads.morphWeights =
        create("morph weights", plan.model.restMorphWeights.size() * sizeof(float));
    uploads.boxes = create("boxes", sizeof(gpu::BoxEntry));
    if (!plan.technique.poses) {
        uploads.bakedStates = create("places in baked clips", sizeof(gpu::BakedState));
    }
    if (plan.technique.skinsOnCpu()) {
        uploads.skinned = create("vertices skinned by the CPU",
                                 plan.model.geometry.vertexCount() *
                                     skinnedVertexBytes(plan.wanted.choice.settings.output));
    }
    return uploads;
}

/// The set of `page` at `moment`.
VkDescriptorSet writeSet(const Plan& plan, const DescriptorPool& pool, Page& page, Moment moment,
                         VkBuffer nothing, const GpuBakedClips& baked, VkBuffer compared) {
    // The frame before was one phase earlier.
    const uint32_t before = moment.hasPast ? moment.phase + kPhases - 1 : moment.phase;
    const Page::Results& results = page.resultsAt(moment.phase);
    const Page::Results& previousResults = page.resultsAt(before);
    const Page::Uploads& uploads = page.uploadsAt(moment.phase);
    const Page::Uploads& previousUploads = page.uploadsAt(before);
    const auto orNothing = [&](const Buffer& buffer) { return buffer ? buffer.get() : nothing; };
    const auto skinned = [&](const Page::Results& r, const Page::Uploads& u) {
        return u.skinned ? u.skinned.get() : orNothing(r.skinned);
    };
    std::array<VkBuffer, SINEW_STORAGE_BINDING_COUNT> buffers{};
    buffers[SINEW_BINDING_VERTICES] = plan.mesh.vertices.get();
    buffers[SINEW_BINDING_INFLUENCE_OFFSETS] = plan.mesh.influenceOffsets.get();
    buffers[SINEW_BINDING_INFLUENCES] = plan.mesh.influences.get();
    buffers[SINEW_BINDING_BINDS] = plan.mesh.binds.get();
    buffers[SINEW_BINDING_POSES] = uploads.poses.get();
    buffers[SINEW_BINDING_PALETTES] = orNothing(results.palettes);
    buffers[SINEW_BINDING_SKINNED] = skinned(results, uploads);
    buffers[SINEW_BINDING_MORPH_OFFSETS] = plan.mesh.morphOffsets.get();
    buffers[SINEW_BINDING_MORPH_DELTAS] = plan.mesh.morphDeltas.get();
    buffers[SINEW_BINDING_MORPH_WEIGHTS] = uploads.morphWeights.get();
    buffers[SINEW_BINDING_INSTANCES] = page.instances.get();
    buffers[SINEW_BINDING_UVS] = plan.mesh.uvs.get();
    buffers[SINEW_BINDING_COLORS] = plan.mesh.colors.get();
    buffers[SINEW_BINDING_JOINT_COLORS] = plan.mesh.jointColors.get();
    buffers[SINEW_BINDING_PARENTS] = plan.mesh.parents.get();
    buffers[SINEW_BINDING_BOXES] = uploads.boxes.get();
    buffers[SINEW_BINDING_NORMAL_PALETTES] = orNothing(results.normalPalettes);
    buffers[SINEW_BINDING_BAKED_STATES] = orNothing(uploads.bakedStates);
    buffers[SINEW_BINDING_PREVIOUS_PALETTES] = orNothing(previousResults.palettes);
    buffers[SINEW_BINDING_PREVIOUS_SKINNED] = skinned(previousResults, previousUploads);
    buffers[SINEW_BINDING_PREVIOUS_MORPH_WEIGHTS] = previousUploads.morphWeights.get();
    buffers[SINEW_BINDING_PREVIOUS_BOXES] = previousUploads.boxes.get();
    buffers[SINEW_BINDING_PREVIOUS_BAKED_STATES] = orNothing(previousUploads.bakedStates);
    buffers[SINEW_BINDING_COMPARED] = compared ? compared : nothing;

    const VkDescriptorSet set = allocateSet(plan.device, pool, plan.layouts.page, "page");
    writeStorageBuffers(plan.device, set, buffers);
    const bool uniform = plan.palette.rangeBytes > 0;
    const VkDeviceSize range = uniform ? plan.palette.rangeBytes : VK_WHOLE_SIZE;
    writeUniformRange(plan.device, set, SINEW_BINDING_UNIFORM_PALETTES,
                      uniform ? results.palettes.get() : nothing, range);
    writeUniformRange(plan.device, set, SINEW_BINDING_PREVIOUS_UNIFORM_PALETTES,
                      uniform ? previousResults.palettes.get() : nothing, range);
    baked.writeInto(plan.device, set, SINEW_BINDING_BAKED_CLIPS);
    return set;
}

}  // namespace

uint32_t instancesPerPage(const Device& device, const Model& model, const SkinChoice& choice) {
    const MethodMemory memory = methodMemory(uniformLimits(device), model, choice, false);
    uint64_t largest = device.maxStorageBytes();
    if (techniqueOf(choice.method).skin == Technique::Skin::feedback) {
        largest = std::min(largest, device.maxFeedbackBytes());
    }
    const uint64_t byRange = largest / memory.largestRangePerInstance;
    if (byRange == 0) {
        throw std::runtime_error(fmt::format(
            "{}: one instance needs a buffer of {} bytes and the device allows {} (method {}); try "
            "a smaller model or another method",
            model.name, memory.largestRangePerInstance, largest, methodName(choice.method)));
    }
    const uint64_t perInstance =
        std::max<uint64_t>(model.geometry.vertexCount(), model.binds.size());
    return static_cast<uint32_t>(
        std::min<uint64_t>(byRange, 0xffffffffull / std::max<uint64_t>(perInstance, 1)));
}

Pages Pages::create(const Device& device, const SetLayouts& layouts, const Model& model,
                    const GpuMesh& mesh, const GpuMaterials& materials,
                    const Description& description, std::span<const gpu::Affine> worldFromObject) {
    const Plan plan{.device = device,
                    .layouts = layouts,
                    .model = model,
                    .mesh = mesh,
                    .wanted = description,
                    .technique = techniqueOf(description.choice.method),
                    .palette = paletteLayout(uniformLimits(device), model, description.choice)};
    const uint32_t total = static_cast<uint32_t>(worldFromObject.size());
    const uint32_t perPage =
        std::min(instancesPerPage(device, model, description.choice), description.mostPerPage);
    const uint32_t pageCount = (total + perPage - 1) / perPage;
    const uint32_t setCount = pageCount * 2 * kPhases;

    Pages pages;
    pages.nothing_ = Buffer::create(
        device, {.name = "nothing",
                 .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT});
    pages.pool_ = createDescriptorPool(device, setCount, setCount * SINEW_STORAGE_BINDING_COUNT);
    Uploader uploader(device);
    for (uint32_t p = 0; p < pageCount; ++p) {
        Page page;
        page.firstInstance = p * perPage;
        page.instanceCount = std::min(perPage, total - page.firstInstance);
        page.instances = uploader.buffer(
            fmt::format("instances, page {}", p),
            std::as_bytes(worldFromObject.subspan(page.firstInstance, page.instanceCount)));
        for (uint32_t i = 0; i < copiesOfResults(description.motion); ++i) {
            page.results.push_back(createResults(plan, p, page.instanceCount));
        }
        for (uint32_t i = 0; i < copiesOfUploads(description.motion); ++i) {
            page.uploads.push_back(createUploads(plan, p, page.instanceCount));
        }
        pages.pages_.push_back(std::move(page));
    }
    uploader.finish();

    gpu::SkinConstants constants = mesh.constants;
    constants.paletteStride = plan.palette.stride;
    constants.runInstances = std::max(plan.palette.runInstances, 1u);
    if (description.baked) {
        constants.bakedTexels = description.baked->texelsPerFrame();
        constants.bakedRows = description.baked->rows();
    }
    if (!description.baked) pages.nothingBaked_ = GpuBakedClips::placeholder(device);
    const GpuBakedClips& baked = description.baked ? *description.baked : pages.nothingBaked_;
    for (uint32_t p = 0; p < pageCount; ++p) {
        Page& page = pages.pages_[p];
        constants.instanceCount = page.instanceCount;
        const VkBuffer compared = description.compared.empty() ? nullptr : description.compared[p];
        pages.firstRuns_.push_back(pages.runs_[0].size());
        for (uint32_t i = 0; i < 2 * kPhases; ++i) {
            const Moment moment{i / 2, i % 2 != 0};
            Batch batch{.page = writeSet(plan, pages.pool_, page, moment, pages.nothing_.get(),
                                         baked, compared),
                        .indices = mesh.indices.get(),
                        .constants = constants,
                        .draws = mesh.draws,
                        .drawMaterials = materials.drawMaterials,
                        .instanceCount = page.instanceCount,
                        .vertexCount = constants.vertexCount,
                        .jointCount = constants.jointCount};
            pages.wholePages_[i].push_back(batch);
            if (plan.palette.rangeBytes == 0) continue;
            const uint32_t run = plan.palette.runInstances;
            for (uint32_t first = 0; first < page.instanceCount; first += run) {
                const uint32_t offset = first / run * plan.palette.rangeBytes;
                batch.pageOffsets = {offset, offset};
                batch.firstInstance = first;
                batch.instanceCount = std::min(run, page.instanceCount - first);
                pages.runs_[i].push_back(batch);
            }
        }
    }
    pages.firstRuns_.push_back(pages.runs_[0].size());
    return pages;
}

std::span<const Batch> Pages::drawsOfPage(Moment moment, size_t page) const {
    if (runs_[0].empty()) return batches(moment).subspan(page, 1);
    return std::span(runs_[indexOf(moment)])
        .subspan(firstRuns_[page], firstRuns_[page + 1] - firstRuns_[page]);
}

uint32_t maxInstances(const Device& device, const Model& model, const SkinChoice& choice,
                      bool motion, uint64_t crowdBytes) {
    const MemoryReport memory = device.memory();
    const uint64_t inUse = std::max(memory.used, memory.ours);
    const uint64_t free =
        memory.budget + crowdBytes > inUse ? memory.budget + crowdBytes - inUse : 0;
    // Nine tenths: the driver and the window system need some, and a budget is a promise to no one.
    const uint64_t count =
        free / 10 * 9 / methodMemory(uniformLimits(device), model, choice, motion).perInstance();
    return static_cast<uint32_t>(std::clamp<uint64_t>(count, 1, 1'000'000));
}

}  // namespace sinew
