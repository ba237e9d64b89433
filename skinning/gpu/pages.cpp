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
    SetMaker(const Device& device, const DescriptorPool& pool, const Pages::Wanted& wanted,
             const Pages::Parts& parts, const Culling& culling)
        : device_(device),
          pool_(pool),
          mesh_(wanted.mesh),
          parts_(parts),
          culling_(culling),
          rows_(wanted.plan.buffers()),
          rangeBytes_(wanted.plan.palette.rangeBytes),
          motion_(wanted.motion) {}

    StreamSets layouts(const Streams& streams) const { return parts_.layouts.of(streams); }

    VkDescriptorSet mesh(const Streams& streams) const {
        const VkDescriptorSet set = allocateSet(device_, pool_, layouts(streams).mesh, "mesh");
        std::vector<BufferWrite> writes;
        for (const uint32_t binding : streams.bindings) {
            if (binding == SINEW_BINDING_BAKED_CLIPS) {
                parts_.baked->writeInto(device_, set, binding);
            } else if (isOfMesh(binding)) {
                const Buffer* buffer = mesh_.find(binding);
                if (!buffer && parts_.clips) buffer = parts_.clips->find(binding);
                if (binding == SINEW_BINDING_CLIP_BOXES) buffer = parts_.clipBoxes;
                if (!buffer) buffer = mesh_.find(standInFor(binding));
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
                              0,
                              ranged ? rangeBytes_ : buffer->bytes(),
                              buffer->texels()});
        }
        writeBuffers(device_, set, writes);
        return set;
    }

private:
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
            if (row.per == Per::model) continue;
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
    const GpuMesh& mesh_;
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
void appendRuns(const PaletteLayout& palette, Batch batch, std::vector<Batch>& runs) {
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
    }
}

/// What is the same on all pages of the push constants.
gpu::SkinConstants constantsOf(const Pages::Wanted& wanted, const GpuBakedClips* baked) {
    const SkinPlan& plan = wanted.plan;
    gpu::SkinConstants constants = wanted.mesh.constants;
    constants.paletteStride = plan.palette.stride;
    constants.runInstances = plan.palette.rangeBytes > 0 ? plan.palette.runInstances : 0;
    if (baked) {
        constants.bakedTexels = baked->texelsPerFrame();
        constants.bakedRows = baked->rows();
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
    const auto isBlended = [&](const Primitive& primitive) {
        return plan.model->materials[primitive.material].alpha == Material::Alpha::blend;
    };
    if (plan.culled() && std::ranges::any_of(plan.model->primitives, isBlended)) {
        // Arguments of single draws; half of the buffer is for those of the other calls.
        const uint64_t singles = plan.model->primitives.size() * uint64_t{kArgumentBytes};
        byRange = std::min(byRange, plan.limits.storageBytes / 2 / singles);
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

namespace {

constexpr WrittenBy kByPages[] = {WrittenBy::technique, WrittenBy::gpu};

/// `make(page)` for the buffers of each page.
template <typename Make>
void forEachPage(const Pages::Wanted& wanted, const Make& make) {
    const uint64_t instances =
        wanted.ranges.back().firstInstance + wanted.ranges.back().instanceCount;
    for (uint32_t p = 0; p < wanted.ranges.size(); ++p) {
        const uint32_t count = wanted.ranges[p].instanceCount;
        BufferList rows = wanted.plan.buffers();
        for (BufferRow& row : rows) {
            // The page's share of a room, as far as one buffer can have it.
            const uint64_t most = largestBuffer(wanted.plan) - row.least * count;
            row.room = std::min(row.room * count / instances, most);
        }
        make(PageWanted{.rows = rows,
                        .writers = kByPages,
                        .page = p,
                        .instanceCount = count,
                        .motion = wanted.motion});
    }
}

/// Those of the mesh that are drawn.
std::span<const gpu::LevelEntry> levelsOf(const Pages::Wanted& wanted) {
    return std::span(wanted.mesh.levels)
        .first(wanted.plan.leveled() ? wanted.mesh.levels.size() : 1);
}

/// One a page, where a crowd is culled.
std::vector<PageCalls> callsOf(const Device& device, const Pages::Wanted& wanted,
                               std::span<const Page> pages) {
    if (!wanted.plan.culled()) return {};
    const std::span<const gpu::LevelEntry> levels = levelsOf(wanted);
    std::vector<std::span<const Draw>> draws{wanted.mesh.draws};
    for (size_t level = 1; level < levels.size(); ++level) {
        draws.emplace_back(wanted.mesh.coarser[level - 1]);
    }
    std::vector<PageCalls> calls;
    for (const Page& page : pages) {
        const GpuStep::CallInput steps{.levels = levels,
                                       .buckets = wanted.mesh.buckets,
                                       .page = page.constants,
                                       .limits = GroupLimits::of(device)};
        PageCalls& each = calls.emplace_back(PageCalls::of(wanted.plan, steps, draws));
        each.instances = page.range.instanceCount;
    }
    return calls;
}

/// In vertices.
uint32_t vertexRoomOf(const PageBuffers& buffers, const SkinPlan& plan) {
    const Buffer* vertices = buffers.find(SINEW_BINDING_SKINNED, 0);
    if (!vertices) return 0;
    const uint64_t count = vertices->bytes() / skinnedVertexBytes(plan.settings().output);
    return static_cast<uint32_t>(std::min<uint64_t>(count, ~0u));
}

}  // namespace

Pages Pages::create(const Device& device, const Wanted& wanted, const Parts& parts) {
    Pages pages;
    pages.drawsAtOnce_ = device.has().multiDrawIndirect ? device.limits().maxDrawIndirectCount : 1;
    pages.levels_ = levelsOf(wanted);
    gpu::SkinConstants constants = constantsOf(wanted, parts.baked);
    pages.jointCount_ = constants.jointCount;
    forEachPage(wanted, [&](const PageWanted& page) {
        PageBuffers buffers = PageBuffers::create(device, page);
        constants.instanceCount = page.instanceCount;
        constants.vertexRoom = vertexRoomOf(buffers, wanted.plan);
        pages.pages_.push_back({wanted.ranges[page.page], std::move(buffers), constants});
    });
    if (wanted.plan.culled()) pages.forgetFrames(device);

    pages.calls_ = callsOf(device, wanted, pages.pages_);
    if (wanted.plan.culled()) {
        pages.culling_ = Culling::create(device, pages.calls_);
    }
    // Sets of the passes have the past of a frame or not; those of steps and of overlays do not.
    constexpr uint32_t kOverlays = 3;
    const auto setCount =
        static_cast<uint32_t>(1 + kCrowdSteps + kOverlays +
                              wanted.ranges.size() * (2 + kCrowdSteps + kOverlays) * kPhases);
    pages.pool_ = createDescriptorPool(device, setCount, setCount * kStorageBuffers);
    pages.makeSets(SetMaker(device, pages.pool_, wanted, parts, pages.culling_), wanted, parts);
    return pages;
}

/// In the first frame nobody has a level of the frame before, or a pose.
void Pages::forgetFrames(const Device& device) {
    runOnce(device, [&](VkCommandBuffer commands) {
        for (const Page& page : pages_) {
            for (const uint32_t binding : {SINEW_BINDING_SEEN, SINEW_BINDING_HELD}) {
                const Buffer* buffer = page.buffers.find(binding, 0);
                if (!buffer) continue;
                vkCmdFillBuffer(commands, buffer->get(), 0, buffer->bytes(), 0);
            }
        }
        memoryBarrier(commands, access::kCopyWrite, access::kEverything);
    });
}

Lists Pages::listsOf(size_t page, uint32_t phase) const {
    if (calls_.empty()) return {};
    const PageCalls& calls = calls_[page];
    const size_t drawEntries = calls.entries.size() - calls.draws - (calls.singles > 0 ? 1 : 0);
    const auto draws = static_cast<uint32_t>(drawEntries) / (SINEW_LIST_COUNT - 1);
    const Buffer& numbers = *pages_[page].buffers.find(SINEW_BINDING_LISTS, phase);
    Lists lists{.numbers = numbers.get(),
                .arguments = arguments(page)->get(),
                .of = {},
                .levels = static_cast<uint32_t>(levels_.size()),
                .atOnce = drawsAtOnce_,
                .firstSingle = calls.argumentBytes()};
    for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
        const uint32_t first =
            list == SINEW_LIST_ANY ? calls.points : calls.draws + (list - 1) * draws;
        lists.of[list] = {VkDeviceSize{list} * pages_[page].range.instanceCount * sizeof(uint32_t),
                          argumentOffset(first)};
    }
    return lists;
}

void Pages::makeSets(const SetMaker& sets, const Wanted& wanted, const Parts& parts) {
    const SkinPlan& plan = wanted.plan;
    for (size_t i = 0; i < kCrowdSteps; ++i) {
        const GpuStep* gpuStep = plan.step(static_cast<CrowdStep>(i));
        if (!gpuStep) continue;
        Step& step = steps_[i];
        step.layouts = sets.layouts(*gpuStep->streams);
        const VkDescriptorSet mesh = sets.mesh(*gpuStep->streams);
        for (size_t p = 0; p < pages_.size(); ++p) {
            for (uint32_t phase = 0; phase < kPhases; ++phase) {
                step.pages[phase].push_back(
                    {mesh, sets.crowd(*gpuStep->streams, pages_, p, {.phase = phase}),
                     pages_[p].constants, pages_[p].buffers.find(SINEW_BINDING_SKINNED, phase),
                     calls_.empty() ? VK_NULL_HANDLE : arguments(p)->get(),
                     calls_.empty() ? 0 : calls_[p].steps[i]});
            }
        }
    }

    const auto batchOf = [&](const Streams& streams, VkDescriptorSet mesh, size_t p,
                             Moment moment) {
        const gpu::SkinConstants& constants = pages_[p].constants;
        return Batch{.shared = mesh,
                     .varying = sets.crowd(streams, pages_, p, moment),
                     .constants = std::bit_cast<StagePush>(constants),
                     .indices = wanted.mesh.indices.get(),
                     .draws = wanted.mesh.draws,
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
            appendRuns(plan.palette, batch, draws_[i]);
        }
    }
    firstDraws_.push_back(draws_[0].size());
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
