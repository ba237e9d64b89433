// Making and recording dispatches that work for several crowds.
#include "skinning/gpu/kernel_work.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "renderer/barrier.h"
#include "shaders/shared/items.h"
#include "shaders/shared/playback.h"
#include "skinning/quantized_mesh.h"

namespace sinew {
namespace {

constexpr std::string_view kCallShader = "calls.comp";

/// A page, and where its streams begin in what its bundle's kernels bind.
struct Unit {
    BundledPage page;
    gpu::StreamStarts starts{};
};

const GpuStep* stepOf(KernelWork::Kernel kernel, const SkinPlan& plan) {
    switch (kernel) {
        case KernelWork::Kernel::pose:
            return plan.poseStep();
        case KernelWork::Kernel::boxes:
            return plan.boxStep();
        case KernelWork::Kernel::palette:
            return plan.technique->palette;
        case KernelWork::Kernel::skin:
            break;
    }
    const GpuStep* skin = plan.technique->skin;
    return skin && skin->items ? skin : nullptr;
}

/// A stream whose beginning items tell, and its elements.
struct Started {
    uint32_t binding;
    uint32_t gpu::StreamStarts::*start;
    uint64_t elementBytes;
};
std::array<Started, 19> startedStreams(const SkinPlan& plan) {
    using Starts = gpu::StreamStarts;
    return {{
        {SINEW_BINDING_VERTICES, &Starts::vertices, meshVertexBytes(plan.settings().mesh)},
        {SINEW_BINDING_INFLUENCES, &Starts::influences, sizeof(uint32_t)},
        {SINEW_BINDING_MORPH_OFFSETS, &Starts::morphOffsets, sizeof(uint32_t)},
        {SINEW_BINDING_MORPH_DELTAS, &Starts::morphDeltas, sizeof(gpu::MorphEntry)},
        {SINEW_BINDING_BINDS, &Starts::binds, sizeof(gpu::BindEntry)},
        {SINEW_BINDING_JOINTS, &Starts::joints, sizeof(gpu::JointEntry)},
        {SINEW_BINDING_CLIPS, &Starts::clips, sizeof(uint32_t)},
        {SINEW_BINDING_BIND_BOXES, &Starts::bindBoxes, sizeof(uint32_t)},
        {SINEW_BINDING_REQUESTS, &Starts::requests, sizeof(gpu::PoseRequest)},
        {SINEW_BINDING_PLAYBACK, &Starts::playback, sizeof(gpu::Playback)},
        {SINEW_BINDING_POSES, &Starts::objectFromJoint, sizeof(gpu::Affine)},
        {SINEW_BINDING_MORPH_WEIGHTS, &Starts::morphWeights, sizeof(float)},
        {SINEW_BINDING_BOXES, &Starts::boxes, sizeof(gpu::BoxEntry)},
        {SINEW_BINDING_PALETTES, &Starts::palettes, plan.palette.entryBytes},
        {SINEW_BINDING_NORMAL_PALETTES, &Starts::normalPalettes, sizeof(float)},
        {SINEW_BINDING_SKINNED, &Starts::skinned, skinnedVertexBytes(plan.settings().output)},
        {SINEW_BINDING_PLACES, &Starts::places, sizeof(uint32_t)},
        {SINEW_BINDING_LISTS, &Starts::lists, sizeof(uint32_t)},
        {SINEW_BINDING_LIST_ENDS, &Starts::listEnds, sizeof(uint32_t)},
    }};
}

void addOnce(std::vector<VkBuffer>& buffers, VkBuffer buffer) {
    if (std::find(buffers.begin(), buffers.end(), buffer) == buffers.end()) {
        buffers.push_back(buffer);
    }
}

}  // namespace

/// Makes the work of one bundle after the other.
class WorkMaker {
public:
    WorkMaker(const Device& device, StreamLayouts& layouts, KernelWork& work)
        : device_(device), layouts_(layouts), limits_(GroupLimits::of(device)), work_(work) {}

    void add(std::span<Unit> units) {
        KernelWork::Bundle& bundle = work_.bundles_.emplace_back();
        begins_.clear();
        if (units.size() > 1) copyModels(units, bundle);
        for (Unit& unit : units) findStarts(unit);
        items_.clear();
        itemEnds_.clear();
        dispatches_.clear();
        for (size_t kernel = 0; kernel < KernelWork::kKernels; ++kernel) {
            addStep(static_cast<KernelWork::Kernel>(kernel), units);
        }
        upload(bundle);
        for (KernelWork::StepWork& step : work_.steps_) {
            for (KernelWork::Call& call : step.calls) {
                const bool ofLists = call.variant.culled != 0;
                if (call.bundle + 1 == work_.bundles_.size() && ofLists) {
                    call.arguments = bundle.arguments.get();
                }
            }
        }
        makeSets(units, bundle);
    }

private:
    /// Joins what the models of a bundle have of each kind.
    void copyModels(std::span<const Unit> units, KernelWork::Bundle& bundle) {
        runOnce(device_, [&](VkCommandBuffer commands) {
            for (uint32_t binding = 0; binding < SINEW_MESH_BINDING_COUNT; ++binding) {
                if (isReadByKernels(binding)) copyModels(commands, units, binding, bundle);
            }
            memoryBarrier(commands, access::kCopyWrite, access::kComputeRead);
        });
    }
    void copyModels(VkCommandBuffer commands, std::span<const Unit> units, uint32_t binding,
                    KernelWork::Bundle& bundle) {
        constexpr uint64_t kAlignment = SharedBuffers::kAlignment;
        std::map<const Buffer*, uint64_t>& begins = begins_[binding];
        begins.clear();
        uint64_t bytes = 0;
        for (const Unit& unit : units) {
            const Buffer* buffer = unit.page.find(binding, 0);
            if (!buffer || begins.contains(buffer)) continue;
            const uint64_t begin = (bytes + kAlignment - 1) / kAlignment * kAlignment;
            begins[buffer] = begin;
            bytes = begin + buffer->bytes();
        }
        if (bytes == 0) return;
        Buffer joined = Buffer::create(device_, {.name = "of several models", .bytes = bytes});
        for (const auto& [buffer, begin] : begins) {
            const VkBufferCopy region{.dstOffset = begin, .size = buffer->bytes()};
            vkCmdCopyBuffer(commands, buffer->get(), joined.get(), 1, &region);
        }
        bundle.models.emplace_back(binding, std::move(joined));
    }

    void findStarts(Unit& unit) const {
        for (const auto& [binding, start, elementBytes] : startedStreams(unit.page.crowd->plan())) {
            uint32_t& begin = unit.starts.*start;
            begin = unit.page.startOf(binding, elementBytes);
            const auto copies = begins_.find(binding);
            if (copies == begins_.end()) continue;
            const auto copied = copies->second.find(unit.page.find(binding, 0));
            if (copied == copies->second.end()) continue;
            begin = static_cast<uint32_t>(copied->second / elementBytes);
        }
    }

    /// The items of all units by kind. What models differ in, and what an
    /// item that has none of it passes by, is compiled in for all.
    void addStep(KernelWork::Kernel kernel, std::span<const Unit> units) {
        struct Part {
            StepItem item;
            const Unit* unit;
        };
        std::vector<Part> parts;
        SkinVariant any;
        const GpuStep* taken = nullptr;
        for (const Unit& unit : units) {
            const SkinPlan& plan = unit.page.crowd->plan();
            const GpuStep* step = stepOf(kernel, plan);
            if (!step) continue;
            taken = step;
            const bool poses =
                kernel == KernelWork::Kernel::pose || kernel == KernelWork::Kernel::boxes;
            const SkinVariant variant = poses ? plan.poseVariant() : plan.variant();
            for (StepItem& item : step->items({.variant = variant,
                                  .buckets = unit.page.crowd->mesh().mesh.buckets,
                                  .page = unit.page.pageOf().constants,
                                  .limits = limits_})) {
                any.morphs |= item.variant.morphs;
                any.clips |= item.variant.clips;
                parts.push_back({std::move(item), &unit});
            }
        }
        if (!taken) return;
        // Buckets of one model are not joined: pushed constants are quicker than those of a table.
        using Alike = std::tuple<SkinVariant, uint32_t, uint32_t>;
        std::map<Alike, std::vector<Part>> byKind;
        for (Part& part : parts) {
            part.item.variant.morphs = any.morphs;
            part.item.variant.clips = any.clips;
            const StepItem& item = part.item;
            byKind[{item.variant, item.slot, item.constants.influenceCount}].push_back(part);
        }
        KernelWork::StepWork& work = work_.steps_[static_cast<size_t>(kernel)];
        work.shader = taken->streams->name;
        work.layouts = layouts_.of(*taken->streams);
        streams_[static_cast<size_t>(kernel)] = taken->streams;
        for (const auto& [kind, same] : byKind) {
            const SkinVariant& variant = same.front().item.variant;
            KernelWork::Call& call = work.calls.emplace_back();
            call.variant = variant;
            call.variant.joined = units.size() > 1 ? 1 : 0;
            call.bundle = work_.bundles_.size() - 1;
            call.push.skin = same.front().item.constants;
            call.push.dispatch = {static_cast<uint32_t>(items_.size()),
                                  static_cast<uint32_t>(same.size())};
            for (const Part& part : same) addItem(part.item, part.unit->starts, call.groups);
            if (variant.culled == 0) continue;
            call.argument = dispatches_.size() * SINEW_DISPATCH_WORDS * sizeof(uint32_t);
            dispatches_.push_back(call.push.dispatch);
        }
    }

    void addItem(const StepItem& item, const gpu::StreamStarts& starts, uint32_t& groups) {
        const uint32_t instances = item.constants.instanceCount;
        groups += gpu::groupsOf(item.threads, item.tile, instances);
        items_.push_back({item.constants, starts, item.slot, item.threads, item.tile});
        itemEnds_.push_back({groups, instances});
    }

    void upload(KernelWork::Bundle& bundle) const {
        Uploader uploader(device_);
        bundle.items = uploader.buffer("dispatch jobs", items_);
        bundle.itemEnds = uploader.buffer("dispatch job ends", itemEnds_);
        bundle.dispatches = uploader.buffer("dispatches", dispatches_);
        uploader.finish();
        bundle.dispatchCount = static_cast<uint32_t>(dispatches_.size());
        bundle.arguments = Buffer::create(
            device_,
            {.name = "indirect dispatch arguments",
             .bytes = dispatches_.size() * SINEW_DISPATCH_WORDS * sizeof(uint32_t),
             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT});
    }

    void makeSets(std::span<const Unit> units, KernelWork::Bundle& bundle) {
        for (size_t kernel = 0; kernel < KernelWork::kKernels; ++kernel) {
            KernelWork::StepWork& step = work_.steps_[kernel];
            KernelWork::Sets& sets = step.sets.emplace_back();
            const bool any = std::any_of(step.calls.begin(), step.calls.end(),
                                         [&](const KernelWork::Call& call) {
                                             return call.bundle + 1 == work_.bundles_.size();
                                         });
            if (any) sets = setsOf(*streams_[kernel], units, bundle);
        }
        if (bundle.dispatchCount == 0) return;
        work_.callLayouts_ = layouts_.of(streams::kCallStep);
        bundle.sets = setsOf(streams::kCallStep, units, bundle);
    }

    KernelWork::Sets setsOf(const Streams& streams, std::span<const Unit> units,
                            KernelWork::Bundle& bundle) {
        const StreamSets layouts = layouts_.of(streams);
        KernelWork::Sets sets;
        sets.mesh = allocateSet(device_, work_.pool_, layouts.mesh, "models");
        write(sets.mesh, streams, true, units, bundle, 0);
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            sets.crowd[phase] = allocateSet(device_, work_.pool_, layouts.crowd, "crowds");
            write(sets.crowd[phase], streams, false, units, bundle, phase);
        }
        return sets;
    }

    void write(VkDescriptorSet set, const Streams& streams, bool ofMesh,
               std::span<const Unit> units, const KernelWork::Bundle& bundle, uint32_t phase) {
        std::vector<BufferWrite> writes;
        for (const uint32_t binding : streams.bindings) {
            if (isOfMesh(binding) != ofMesh) continue;
            const Buffer& buffer = BundledPage::boundFor(
                binding, [&](uint32_t wanted) { return find(wanted, units, bundle, phase); });
            VkBufferView texels = VK_NULL_HANDLE;
            if (typeOf(binding) == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER) {
                texels = work_.wholes_.emplace_back(buffer.whole(device_)).texels();
            }
            writes.push_back(
                {.binding = {binding, typeOf(binding)}, .buffer = buffer.get(), .texels = texels});
        }
        writeBuffers(device_, set, writes);
    }

    static const Buffer* find(uint32_t binding, std::span<const Unit> units,
                              const KernelWork::Bundle& bundle, uint32_t phase) {
        switch (binding) {
            case SINEW_BINDING_ITEMS:
                return &bundle.items;
            case SINEW_BINDING_ITEM_ENDS:
                return &bundle.itemEnds;
            case SINEW_BINDING_DISPATCHES:
                return &bundle.dispatches;
            case SINEW_BINDING_DISPATCH_ARGUMENTS:
                return &bundle.arguments;
            default:
                break;
        }
        for (const auto& [copied, buffer] : bundle.models) {
            if (copied == binding) return &buffer;
        }
        if (isOfMesh(binding) && !bundle.models.empty()) return nullptr;
        for (const Unit& unit : units) {
            if (const Buffer* buffer = unit.page.find(binding, phase)) return buffer;
        }
        return nullptr;
    }

    const Device& device_;
    StreamLayouts& layouts_;
    GroupLimits limits_;
    KernelWork& work_;
    // Of the bundle.
    std::map<uint32_t, std::map<const Buffer*, uint64_t>> begins_;  // of each model, by binding
    std::array<const Streams*, KernelWork::kKernels> streams_{};
    std::vector<gpu::WorkItem> items_;
    std::vector<gpu::ItemEnd> itemEnds_;
    std::vector<gpu::Dispatch> dispatches_;  // of culled crowds
};

namespace {

/// Adds what a page's steps leave for the next ones in a frame of `phase`.
void nameBuffers(const BundledPage& page, uint32_t phase, SkinBuffers& named) {
    const PageBuffers& buffers = page.pageOf().buffers;
    const auto name = [&](uint32_t binding, std::vector<VkBuffer>& names) {
        if (const Buffer* buffer = buffers.find(binding, phase)) addOnce(names, buffer->get());
    };
    name(SINEW_BINDING_SEEN, named.seen);
    name(SINEW_BINDING_HELD, named.seen);
    name(SINEW_BINDING_SEEN_COUNTS, named.seen);
    name(SINEW_BINDING_LISTS, named.lists);
    name(SINEW_BINDING_PLACES, named.lists);
    name(SINEW_BINDING_POSES, named.poses);
    name(SINEW_BINDING_MORPH_WEIGHTS, named.poses);
    name(SINEW_BINDING_PALETTES, named.palettes);
    name(SINEW_BINDING_NORMAL_PALETTES, named.palettes);
    if (page.crowd->plan().posedOnGpu()) name(SINEW_BINDING_BOXES, named.boxes);
    name(SINEW_BINDING_SKINNED, named.vertices);
    if (!page.crowd->plan().culled()) return;
    const Culling& culling = page.crowd->pages().culling();
    for (const uint32_t binding : {SINEW_BINDING_LIST_ENDS, SINEW_BINDING_ARGUMENTS}) {
        addOnce(named.lists, culling.find(binding, page.number, phase)->get());
    }
    addOnce(named.counts, culling.counts(phase)->get());
}

}  // namespace

KernelWork KernelWork::create(const Device& device, StreamLayouts& layouts,
                              std::span<const Crowds* const> crowds, size_t way) {
    KernelWork work;
    for (const Crowds* each : crowds) {
        const SkinnedCrowd& crowd = each->ways[way];
        work.cullRounds_ = std::max(work.cullRounds_, crowd.plan().cullRounds().size());
        if (const GpuStep* skin = crowd.technique().skin) {
            work.skinWrites_ = work.skinWrites_ | skin->writes;
        }
    }
    const std::map<uint32_t, std::vector<BundledPage>> bundles = bundlesOf(crowds, way);
    const auto setCount = static_cast<uint32_t>(bundles.size() * (kKernels + 1) * (1 + kPhases));
    work.pool_ = createDescriptorPool(device, setCount, setCount * kStorageBuffers);
    work.bundles_.reserve(bundles.size());
    WorkMaker maker(device, layouts, work);
    for (const auto& [number, pages] : bundles) {
        std::vector<Unit> units;
        for (const BundledPage& page : pages) {
            units.push_back({page});
            for (uint32_t phase = 0; phase < kPhases; ++phase) {
                nameBuffers(page, phase, work.buffers_[phase]);
            }
        }
        maker.add(units);
    }
    work.draws_ = JoinedDraws::create(device, layouts, crowds, way);
    for (uint32_t phase = 0; phase < kPhases; ++phase) {
        work.draws_.nameArguments(phase, work.buffers_[phase].lists);
    }
    for (const Bundle& bundle : work.bundles_) {
        if (bundle.dispatchCount == 0) continue;
        for (SkinBuffers& named : work.buffers_) {
            named.lists.push_back(bundle.itemEnds.get());
            named.lists.push_back(bundle.arguments.get());
        }
    }
    return work;
}

void KernelWork::prepare(Kernels& kernels, const ShaderLibrary& shaders) const {
    for (const StepWork& step : steps_) {
        for (const Call& call : step.calls) {
            kernels.prepareCompute(shaders, step.shader, step.layouts, call.variant);
        }
    }
    if (callLayouts_.crowd) kernels.prepareCompute(shaders, kCallShader, callLayouts_, {});
    draws_.prepare(kernels, shaders);
}

void KernelWork::record(VkCommandBuffer commands, const Kernels& kernels, Kernel kernel,
                        uint32_t phase, FrameStatistics& statistics) const {
    const StepWork& step = stepOf(kernel);
    for (const Call& call : step.calls) {
        const Sets& sets = step.sets[call.bundle];
        const Kernels::Bound bound = kernels.bind(commands, step.shader, call.variant);
        bound.sets(sets.mesh, sets.crowd[phase]);
        bound.push(call.push);
        ++statistics.dispatches;
        if (call.arguments) {
            vkCmdDispatchIndirect(commands, call.arguments, call.argument);
            continue;
        }
        const uint32_t columns = std::min(call.groups, kernels.limits().x);
        if (columns == 0) continue;
        vkCmdDispatch(commands, columns, (call.groups + columns - 1) / columns, 1);
    }
}

void KernelWork::recordCalls(VkCommandBuffer commands, const Kernels& kernels, uint32_t phase,
                             FrameStatistics& statistics) const {
    if (!callLayouts_.crowd) return;
    const Kernels::Bound bound = kernels.bind(commands, kCallShader, {});
    for (const Bundle& bundle : bundles_) {
        if (bundle.dispatchCount == 0) continue;
        bound.sets(bundle.sets.mesh, bundle.sets.crowd[phase]);
        bound.push(std::array{bundle.dispatchCount, kernels.limits().x});
        vkCmdDispatch(commands, (bundle.dispatchCount + SINEW_ITEM_GROUP - 1) / SINEW_ITEM_GROUP, 1,
                      1);
        ++statistics.dispatches;
    }
}

}  // namespace sinew
