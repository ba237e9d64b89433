// Making a crowd's buffers, and the sets and draws that name them.
#include "skinning/gpu/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "skinning/gpu/techniques/kernels.h"

namespace sinew {

/// Makes descriptor sets for lists of streams.
class SetMaker {
public:
    SetMaker(const Device& device, const DescriptorPool& pool, const SkinPlan& plan,
             const Pages::Parts& parts, const Culling& culling, bool motion)
        : device_(device),
          pool_(pool),
          parts_(parts),
          culling_(culling),
          rows_(plan.buffers()),
          rangeBytes_(plan.palette.rangeBytes),
          motion_(motion) {}

    StreamSets layouts(const Streams& streams) const { return parts_.layouts.of(streams); }

    VkDescriptorSet mesh(const Streams& streams) const {
        const VkDescriptorSet set = allocateSet(device_, pool_, layouts(streams).mesh, "mesh");
        std::vector<BufferWrite> writes;
        for (const uint32_t binding : streams.bindings) {
            if (binding == SINEW_BINDING_BAKED_CLIPS) {
                parts_.baked->writeInto(device_, set, binding);
            } else if (isOfMesh(binding)) {
                const Buffer* buffer = parts_.mesh.find(binding);
                if (!buffer && parts_.clips) buffer = parts_.clips->find(binding);
                if (binding == SINEW_BINDING_CLIP_BOXES) buffer = parts_.clipBoxes;
                if (!buffer) buffer = parts_.mesh.find(standInFor(binding));
                writes.push_back({{binding, typeOf(binding)}, buffer->get()});
            }
        }
        writeBuffers(device_, set, writes);
        return set;
    }

    VkDescriptorSet crowd(const Streams& streams, std::span<const Page> pages, size_t page,
                          Moment moment) const {
        const VkDescriptorSet set = allocateSet(device_, pool_, layouts(streams).crowd, "crowd");
        std::vector<BufferWrite> writes;
        for (const uint32_t binding : streams.bindings) {
            if (isOfMesh(binding)) continue;
            const VkDescriptorType type = typeOf(binding);
            if (binding == SINEW_BINDING_COMPARED && !parts_.compared.empty()) {
                writes.push_back({{binding, type}, parts_.compared[page]});
                continue;
            }
            const Buffer* buffer = bufferFor(binding, pages[page], page, moment);
            if (!buffer) buffer = bufferFor(standInFor(binding), pages[page], page, moment);
            if (!buffer) buffer = bufferFor(SINEW_BINDING_INSTANCES, pages[page], page, moment);
            const bool ranged = type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
            writes.push_back({{binding, type},
                              buffer->get(),
                              ranged ? rangeBytes_ : VK_WHOLE_SIZE,
                              buffer->texels()});
        }
        writeBuffers(device_, set, writes);
        return set;
    }

private:
    /// What is bound where a model or a way of skinning has none, and the shader is compiled not to
    /// read it. It has the same hazards. Layouts cannot leave the binding out, because the shader
    /// declares it; and not every device lets a set leave it empty.
    static uint32_t standInFor(uint32_t binding) {
        if (isOfMesh(binding)) return SINEW_BINDING_VERTICES;
        if (binding == SINEW_BINDING_NORMAL_PALETTES) return SINEW_BINDING_PALETTES;
        if (binding == SINEW_BINDING_MORPH_WEIGHTS) return SINEW_BINDING_POSES;
        if (binding == SINEW_BINDING_PLACES) return SINEW_BINDING_LISTS;
        return SINEW_BINDING_INSTANCES;
    }

    /// Null where there is none.
    const Buffer* bufferFor(uint32_t binding, const Page& page, size_t pageIndex,
                            Moment moment) const {
        if (const Buffer* ofPage = culling_.find(binding, pageIndex, moment.phase)) {
            return ofPage;
        }
        // The frame before was one phase earlier.
        const bool hasPast = motion_ && moment.hasPast;
        const uint32_t before = moment.phase + (hasPast ? kPhases - 1 : 0);
        for (const BufferRow& row : rows_) {
            if (row.per != Per::instance) continue;
            const PageBuffers& owner =
                row.writer == WrittenBy::pose ? parts_.poses.buffers(pageIndex) : page.buffers;
            if (binding == row.binding || binding == row.uniformBinding || binding == row.texels) {
                return owner.find(row.binding, moment.phase);
            }
            if (binding == row.previous || binding == row.previousUniform ||
                binding == row.previousTexels) {
                return owner.find(row.binding, before);
            }
        }
        return nullptr;
    }

    const Device& device_;
    const DescriptorPool& pool_;
    const Pages::Parts& parts_;
    const Culling& culling_;
    BufferList rows_;
    VkDeviceSize rangeBytes_;
    bool motion_;
};

namespace {

constexpr uint32_t kBoxEdges = 12;

VertexStage stageOf(const SetMaker& sets, const PassStage& stage) {
    const auto [mesh, crowd] = sets.layouts(*stage.streams);
    return {stage.streams->name, stage.variant.constants(), mesh, crowd};
}

/// A page's batch or, from uniform ranges, the runs of instances that each range holds.
/// `argumentBytes`: from one run's arguments to those of the next.
void appendRuns(const PaletteLayout& palette, VkDeviceSize argumentBytes, Batch batch,
                std::vector<Batch>& runs) {
    if (palette.rangeBytes == 0) {
        runs.push_back(batch);
        return;
    }
    const uint32_t instanceCount = batch.instanceCount;
    for (uint32_t first = 0; first < instanceCount; first += palette.runInstances) {
        const uint32_t offset = first / palette.runInstances * palette.rangeBytes;
        batch.offsets = {offset, offset};
        batch.offsetCount = 2;
        batch.firstInstance = first;
        batch.instanceCount = std::min(palette.runInstances, instanceCount - first);
        runs.push_back(batch);
        for (InstanceList& list : batch.lists.of) list.firstArgument += argumentBytes;
    }
}

/// What is the same on all pages of the push constants.
gpu::SkinConstants constantsOf(const SkinPlan& plan, const Pages::Parts& parts) {
    gpu::SkinConstants constants = parts.mesh.constants;
    constants.paletteStride = plan.palette.stride;
    constants.runInstances = plan.palette.rangeBytes > 0 ? plan.palette.runInstances : 0;
    if (parts.baked) {
        constants.bakedTexels = parts.baked->texelsPerFrame();
        constants.bakedRows = parts.baked->rows();
    }
    return constants;
}

uint64_t largestBuffer(const SkinPlan& plan) {
    const uint64_t most = plan.limits.storageBytes;
    if (!plan.technique->largestBuffer) return most;
    return std::min(most, plan.technique->largestBuffer(plan.limits));
}

}  // namespace

uint32_t instancesPerPage(const SkinPlan& plan, uint32_t instances) {
    const BufferList rows = plan.buffers();
    const BufferSums sums = sumOf(rows, false);
    const uint64_t largest = largestBuffer(plan);
    uint64_t byRange = largest / sums.largestRangePerInstance;
    for (const BufferRow& row : rows) {
        if (row.room == 0 || byRange == 0) continue;
        const uint64_t share = row.least + std::min(row.room / instances, row.bytes - row.least);
        byRange = std::clamp<uint64_t>(largest / share, 1, byRange);
    }
    if (plan.fetchesPalettes()) {
        byRange = std::min(byRange, plan.limits.texelBytes / plan.paletteBytes());
    }
    if (byRange == 0) {
        throw std::runtime_error(fmt::format(
            "{}: one instance needs a buffer of {} bytes and the device allows {} (method {}); try "
            "a smaller model or another method",
            plan.model->name, sums.largestRangePerInstance, largest,
            methodName(plan.choice.method)));
    }
    const uint64_t numbered = std::max<uint64_t>({plan.vertices(), plan.model->binds.size(), 1});
    return static_cast<uint32_t>(std::min<uint64_t>(byRange, 0xffffffffull / numbered));
}

Pages Pages::create(const Device& device, const SkinPlan& plan, const Parts& parts, bool motion) {
    constexpr WrittenBy kOurs[] = {WrittenBy::technique, WrittenBy::gpu};
    const std::span<const PageRange> ranges = parts.poses.pages();
    const uint64_t instances = ranges.back().firstInstance + ranges.back().instanceCount;
    Pages pages;
    pages.multiDraw_ = device.has().multiDrawIndirect;
    pages.levels_ =
        std::span(parts.mesh.levels).first(plan.leveled() ? parts.mesh.levels.size() : 1);
    for (uint32_t p = 0; p < ranges.size(); ++p) {
        const uint32_t count = ranges[p].instanceCount;
        BufferList rows = plan.buffers();
        for (BufferRow& row : rows) {
            // The page's share of a room, as far as one buffer can have it.
            const uint64_t most = largestBuffer(plan) - row.least * count;
            row.room = std::min(row.room * count / instances, most);
        }
        pages.pages_.push_back(
            {ranges[p], PageBuffers::create(device, rows, kOurs, p, count, motion)});
    }
    if (plan.leveled()) pages.forgetLevels(device);

    if (plan.culled()) pages.makeCalls(device, plan, parts);
    // The passes' sets know the past or not; those of seven steps and of three overlays do not.
    constexpr uint32_t kMostMeshSets = 11;
    const auto setCount = static_cast<uint32_t>(kMostMeshSets + ranges.size() * (2 + 10) * kPhases);
    pages.pool_ = createDescriptorPool(device, setCount, setCount * kStorageBuffers);
    pages.makeSets(SetMaker(device, pages.pool_, plan, parts, pages.culling_, motion), plan, parts);
    pages.nameBuffers(plan);
    return pages;
}

/// In the first frame nobody has a level of the frame before.
void Pages::forgetLevels(const Device& device) {
    runOnce(device, [&](VkCommandBuffer commands) {
        for (const Page& page : pages_) {
            const VkBuffer seen = page.buffers.find(SINEW_BINDING_SEEN, 0)->get();
            vkCmdFillBuffer(commands, seen, 0, VK_WHOLE_SIZE, 0);
        }
        memoryBarrier(commands, access::kCopyWrite, access::kEverything);
    });
}

void Pages::makeCalls(const Device& device, const SkinPlan& plan, const Parts& parts) {
    gpu::SkinConstants constants = constantsOf(plan, parts);
    std::vector<std::span<const Draw>> draws{parts.mesh.draws};
    for (size_t level = 1; level < levels_.size(); ++level) {
        draws.emplace_back(parts.mesh.coarser[level - 1]);
    }
    for (const Page& page : pages_) {
        constants.instanceCount = page.range.instanceCount;
        calls_.push_back(PageCalls::of(
            plan, {GroupLimits::of(device), parts.mesh.buckets, levels_, constants}, draws));
        if (const uint32_t run = constants.runInstances) {
            calls_.back().runs = (constants.instanceCount + run - 1) / run;
        }
    }
    culling_ = Culling::create(device, calls_);
}

Lists Pages::listsOf(size_t page, uint32_t phase) const {
    if (calls_.empty()) return {};
    const PageCalls& calls = calls_[page];
    const auto draws =
        static_cast<uint32_t>(calls.entries.size() - calls.draws) / (SINEW_LIST_COUNT - 1);
    Lists lists{.numbers = pages_[page].buffers.find(SINEW_BINDING_LISTS, phase)->get(),
                .arguments = arguments(page)->get(),
                .of = {},
                .levels = static_cast<uint32_t>(levels_.size()),
                .atOnce = multiDraw_};
    for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
        const uint32_t first =
            list == SINEW_LIST_ANY ? calls.points : calls.draws + (list - 1) * draws;
        lists.of[list] = {VkDeviceSize{list} * pages_[page].range.instanceCount * sizeof(uint32_t),
                          argumentOffset(first)};
    }
    return lists;
}

/// In vertices.
uint32_t Pages::vertexRoomOf(size_t page, const SkinPlan& plan) const {
    const Buffer* vertices = pages_[page].buffers.find(SINEW_BINDING_SKINNED, 0);
    if (!vertices) return 0;
    const uint64_t count = vertices->bytes() / skinnedVertexBytes(plan.settings().output);
    return static_cast<uint32_t>(std::min<uint64_t>(count, ~0u));
}

void Pages::makeSets(const SetMaker& sets, const SkinPlan& plan, const Parts& parts) {
    gpu::SkinConstants constants = constantsOf(plan, parts);
    jointCount_ = constants.jointCount;
    const auto makeStep = [&](const GpuStep* gpuStep, Step& step, uint32_t PageCalls::*firstCall) {
        if (!gpuStep) return;
        step.layouts = sets.layouts(*gpuStep->streams);
        const VkDescriptorSet mesh = sets.mesh(*gpuStep->streams);
        for (size_t p = 0; p < pages_.size(); ++p) {
            constants.instanceCount = pages_[p].range.instanceCount;
            constants.vertexRoom = vertexRoomOf(p, plan);
            for (uint32_t phase = 0; phase < kPhases; ++phase) {
                const bool called = firstCall && !calls_.empty();
                step.pages[phase].push_back(
                    {mesh, sets.crowd(*gpuStep->streams, pages_, p, {.phase = phase}), constants,
                     called ? arguments(p)->get() : VK_NULL_HANDLE,
                     called ? calls_[p].*firstCall : 0});
            }
        }
    };
    makeStep(plan.cullStep(), cullStep_, nullptr);
    makeStep(plan.endStep(), endStep_, nullptr);
    makeStep(plan.listStep(), listStep_, nullptr);
    makeStep(plan.poseStep(), poseStep_, &PageCalls::pose);
    makeStep(plan.boxStep(), boxStep_, &PageCalls::boxes);
    makeStep(plan.technique->palette, paletteStep_, &PageCalls::palette);
    makeStep(plan.technique->skin, skinStep_, &PageCalls::skin);

    const auto batchOf = [&](const Streams& streams, VkDescriptorSet mesh, size_t p,
                             Moment moment) {
        constants.instanceCount = pages_[p].range.instanceCount;
        return Batch{.shared = mesh,
                     .varying = sets.crowd(streams, pages_, p, moment),
                     .constants = std::bit_cast<StagePush>(constants),
                     .indices = parts.mesh.indices.get(),
                     .draws = parts.mesh.draws,
                     .drawMaterials = parts.materials.drawMaterials,
                     .instanceCount = constants.instanceCount,
                     .vertexCount = constants.vertexCount};
    };
    const auto makeLines = [&](const Streams& streams, VertexStage& stage,
                               std::array<std::vector<Batch>, kPhases>& batches) {
        stage = stageOf(sets, {&streams, {}});
        const VkDescriptorSet mesh = sets.mesh(streams);
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            for (size_t p = 0; p < pages_.size(); ++p) {
                batches[phase].push_back(batchOf(streams, mesh, p, {.phase = phase}));
            }
        }
    };
    makeLines(streams::kSkeleton, skeletonStage_, skeletons_);
    makeLines(streams::kBounds, boxStage_, boxes_);
    if (plan.culled()) {
        makeLines(streams::kJudged, judgedStage_, judged_);
        frustumStage_ = judgedStage_;
        frustumStage_.source = "frustum";
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            frustums_[phase] = judged_[phase].front();
            frustums_[phase].instanceCount = 1;
        }
    }

    const PassStage stage = plan.technique->passStage(plan);
    stage_ = stageOf(sets, stage);
    stage_.listed = plan.culled();
    const VkDescriptorSet mesh = sets.mesh(*stage.streams);
    for (size_t p = 0; p < pages_.size(); ++p) {
        firstDraws_.push_back(draws_[0].size());
        for (uint32_t i = 0; i < 2 * kPhases; ++i) {
            Batch batch = batchOf(*stage.streams, mesh, p, {i / 2, i % 2 != 0});
            batch.lists = listsOf(p, i / 2);
            appendRuns(plan.palette, calls_.empty() ? 0 : calls_[p].argumentBytes(), batch,
                       draws_[i]);
        }
    }
    firstDraws_.push_back(draws_[0].size());
}

void Pages::nameBuffers(const SkinPlan& plan) {
    for (uint32_t phase = 0; phase < kPhases; ++phase) {
        if (plan.culled()) buffers_[phase].counts = culling_.counts(phase)->get();
    }
    for (size_t p = 0; p < pages_.size(); ++p) {
        const Page& page = pages_[p];
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            const auto name = [&](uint32_t binding, std::vector<VkBuffer>& buffers) {
                const Buffer* buffer = page.buffers.find(binding, phase);
                if (buffer) buffers.push_back(buffer->get());
            };
            SkinBuffers& named = buffers_[phase];
            name(SINEW_BINDING_SEEN, named.seen);
            name(SINEW_BINDING_SEEN_COUNTS, named.seen);
            name(SINEW_BINDING_LISTS, named.lists);
            name(SINEW_BINDING_PLACES, named.lists);
            if (const Buffer* buffer = arguments(p)) named.lists.push_back(buffer->get());
            name(SINEW_BINDING_POSES, named.poses);
            name(SINEW_BINDING_MORPH_WEIGHTS, named.poses);
            name(SINEW_BINDING_PALETTES, named.palettes);
            name(SINEW_BINDING_NORMAL_PALETTES, named.palettes);
            if (plan.posedOnGpu()) name(SINEW_BINDING_BOXES, named.palettes);
            name(SINEW_BINDING_SKINNED, named.vertices);
        }
    }
}

std::span<const Batch> Pages::drawsOfPage(Moment moment, size_t page) const {
    return draws(moment).subspan(firstDraws_[page], firstDraws_[page + 1] - firstDraws_[page]);
}

Lines Pages::skeletons(uint32_t phase) const {
    return {skeletonStage_, skeletons_[phase], 2 * jointCount_};
}

Lines Pages::skeletonOf(uint32_t instance, uint32_t phase, Batch& batch) const {
    for (size_t p = 0; p < pages_.size(); ++p) {
        if (!pages_[p].range.contains(instance)) continue;
        batch = skeletons_[phase][p];
        batch.firstInstance = instance - pages_[p].range.firstInstance;
        batch.instanceCount = 1;
        return {skeletonStage_, {&batch, 1}, 2 * jointCount_};
    }
    return {};
}

Lines Pages::boxes(uint32_t phase) const {
    return {boxStage_, boxes_[phase], 2 * kBoxEdges};
}

Lines Pages::judged(uint32_t phase) const {
    return {judgedStage_, judged_[phase], 2 * kBoxEdges};
}

Lines Pages::frustum(uint32_t phase) const {
    return {frustumStage_, {&frustums_[phase], 1}, 2 * kBoxEdges};
}

}  // namespace sinew
