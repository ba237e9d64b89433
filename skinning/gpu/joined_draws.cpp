// Making the tables, indices and sets of draws that several models have in common.
#include "skinning/gpu/joined_draws.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "renderer/barrier.h"
#include "shaders/shared/joined_draw.h"

namespace sinew {
namespace {

constexpr std::string_view kShader = "draws.comp";
constexpr const char* kArguments = "indirect draw arguments of several models";
constexpr uint32_t kLists = SINEW_LIST_COUNT - SINEW_LIST_CAMERA;  // those that passes draw

bool canJoin(const Device::Features& has) {
    return has.multiDrawIndirect && has.indirectFirstInstance && has.drawParameters;
}

/// A draw, and what the GPU has to know of it.
struct Part {
    Draw draw;
    gpu::JoinedDraw entry;
};

/// The draws of a page's whole surfaces, each at each level. `firstMaterial`, `firstIndex`: where
/// those of its model begin.
void appendParts(const BundledPage& page, uint32_t firstMaterial, uint32_t firstIndex,
                 std::vector<Part>& parts) {
    const SkinnedCrowd* crowd = page.crowd;
    const GpuMesh& mesh = crowd->mesh().mesh;
    const Batch& batch = crowd->pages().draws({}).front();
    const gpu::JoinedDraw ofPage{
        .vertexCount = page.pageOf().constants.vertexCount,
        .placements = page.startOf(SINEW_BINDING_INSTANCES, sizeof(gpu::Placement)),
        .boxes = page.startOf(SINEW_BINDING_BOXES, sizeof(gpu::BoxEntry)),
        .places = page.startOf(SINEW_BINDING_PLACES, sizeof(uint32_t)),
        .skinned = page.startOf(SINEW_BINDING_SKINNED,
                                skinnedVertexBytes(crowd->plan().settings().output)),
        .lists = page.startOf(SINEW_BINDING_LISTS, sizeof(uint32_t)),
        .listRoom = page.pageOf().range.instanceCount,
        .listEnds = page.startOf(SINEW_BINDING_LIST_ENDS, sizeof(uint32_t)),
        .level = 0,
        .indexCount = 0,
        .firstIndex = 0,
    };
    for (uint32_t level = 0; level < crowd->pages().levels().size(); ++level) {
        for (Draw draw : level == 0 ? mesh.draws : mesh.coarser[level - 1]) {
            if (!isWhole(draw, batch.drawMaterials[draw.material])) continue;
            draw.firstIndex += firstIndex;
            draw.material += firstMaterial;
            gpu::JoinedDraw entry = ofPage;
            entry.level = level;
            entry.indexCount = draw.indexCount;
            entry.firstIndex = draw.firstIndex;
            parts.push_back({draw, entry});
        }
    }
}

/// The indices of all models, and where those of each begin.
class Indices {
public:
    void add(const Buffer& indices) {
        if (begins_.contains(indices.get())) return;
        begins_[indices.get()] = bytes_;
        copies_.push_back({indices.get(), {.dstOffset = bytes_, .size = indices.bytes()}});
        bytes_ += indices.bytes();
    }
    uint32_t firstOf(const Buffer& indices) const {
        return static_cast<uint32_t>(begins_.at(indices.get()) / sizeof(uint32_t));
    }
    Buffer join(const Device& device) const {
        Buffer joined = Buffer::create(device, {.name = "indices of several models",
                                                .bytes = bytes_,
                                                .usage = VK_BUFFER_USAGE_INDEX_BUFFER_BIT});
        runOnce(device, [&](VkCommandBuffer commands) {
            for (const auto& [from, region] : copies_) {
                vkCmdCopyBuffer(commands, from, joined.get(), 1, &region);
            }
            memoryBarrier(commands, access::kCopyWrite, access::kEverything);
        });
        return joined;
    }

private:
    std::map<VkBuffer, VkDeviceSize> begins_;
    std::vector<std::pair<VkBuffer, VkBufferCopy>> copies_;
    VkDeviceSize bytes_ = 0;
};

}  // namespace

bool JoinedDraws::isJoined(const SkinnedCrowd& crowd) {
    return !crowd.technique().passesSkin;
}

/// Makes one group after the other.
class JoinedDraws::Maker {
public:
    Maker(const Device& device, StreamLayouts& layouts, JoinedDraws& joined)
        : device_(device), layouts_(layouts), joined_(joined) {}

    /// Pages of one bundle whose vertices are read by one stage.
    void add(const VertexStage& ofPages, std::span<const BundledPage> pages) {
        Group group;
        const std::vector<gpu::JoinedDraw> table = makeDraws(pages, group);
        if (table.empty()) return;
        const auto [mesh, crowd] = layouts_.of(streams::kJoined);
        group.stage = ofPages;
        group.stage.source = streams::kJoined.name;
        group.stage.shared = mesh;
        group.stage.varying = crowd;
        Uploader uploader(device_);
        group.table = uploader.buffer("draws of several models", table);
        uploader.finish();
        makeArguments(table, group);
        makeSets(pages, group);
        joined_.groups_.push_back(std::move(group));
    }

private:
    std::vector<gpu::JoinedDraw> makeDraws(std::span<const BundledPage> pages, Group& group) const {
        Indices indices;
        for (const BundledPage& page : pages) indices.add(page.crowd->mesh().mesh.indices);
        std::vector<Part> parts;
        for (const BundledPage& page : pages) {
            const std::span<const DrawMaterial> materials =
                page.crowd->pages().draws({}).front().drawMaterials;
            appendParts(page, static_cast<uint32_t>(group.materials.size()),
                        indices.firstOf(page.crowd->mesh().mesh.indices), parts);
            group.materials.insert(group.materials.end(), materials.begin(), materials.end());
        }
        if (parts.empty()) return {};
        std::stable_sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) {
            const auto wayOf = [&](const Draw& draw) {
                const DrawMaterial& material = group.materials[draw.material];
                return std::tuple(material.blended, cullModeOf(draw, material));
            };
            return wayOf(a.draw) < wayOf(b.draw);
        });
        std::vector<gpu::JoinedDraw> table;
        for (const auto& [draw, entry] : parts) {
            group.draws.push_back(draw);
            table.push_back(entry);
        }
        group.indices = indices.join(device_);
        return table;
    }

    /// Where nothing is culled they are known, and the same for all lists.
    void makeArguments(const std::vector<gpu::JoinedDraw>& table, Group& group) const {
        if (!group.stage.listed) {
            std::vector<VkDrawIndexedIndirectCommand> all;
            for (const gpu::JoinedDraw& draw : table) {
                all.push_back({draw.indexCount, draw.listRoom, draw.firstIndex,
                               static_cast<int32_t>(draw.skinned), 0});
            }
            static_assert(sizeof(all.front()) == kArgumentBytes);
            Uploader uploader(device_);
            group.arguments.push_back(
                uploader.buffer(kArguments, all, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT));
            uploader.finish();
            return;
        }
        group.arguments.push_back(Buffer::create(
            device_,
            {.name = kArguments,
             .bytes = kLists * table.size() * kArgumentBytes,
             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT}));
    }

    void makeSets(std::span<const BundledPage> pages, Group& group) {
        const VkDescriptorSet shared =
            allocateSet(device_, joined_.pool_, group.stage.shared, "models");
        if (group.stage.listed) {
            joined_.kernelLayouts_ = layouts_.of(streams::kDrawStep);
            group.mesh = allocateSet(device_, joined_.pool_, joined_.kernelLayouts_.mesh, "models");
        }
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            const Buffer& arguments = group.arguments[phase % group.arguments.size()];
            const auto setOf = [&](const Streams& streams, VkDescriptorSetLayout layout) {
                const VkDescriptorSet set = allocateSet(device_, joined_.pool_, layout, "crowds");
                std::vector<BufferWrite> writes;
                for (const uint32_t binding : streams.bindings) {
                    const auto find = [&](uint32_t wanted) -> const Buffer* {
                        if (wanted == SINEW_BINDING_DRAWS) return &group.table;
                        if (wanted == SINEW_BINDING_ARGUMENTS) return &arguments;
                        return pages.front().find(wanted, phase);
                    };
                    const Buffer& bound = BundledPage::boundFor(binding, find);
                    writes.push_back(
                        {.binding = {binding, typeOf(binding)}, .buffer = bound.get()});
                }
                writeBuffers(device_, set, writes);
                return set;
            };
            if (group.stage.listed) {
                group.kernel[phase] = setOf(streams::kDrawStep, joined_.kernelLayouts_.crowd);
            }
            Batch& batch = group.batches[phase];
            batch.shared = shared;
            batch.varying = setOf(streams::kJoined, group.stage.varying);
            batch.indices = group.indices.get();
            batch.draws = group.draws;
            batch.drawMaterials = group.materials;
            batch.lists.arguments = arguments.get();
            batch.lists.atOnce = device_.limits().maxDrawIndirectCount;
            batch.lists.numbered = true;
            if (!group.stage.listed) continue;
            // An argument's first instance counts from the beginning of what all pages' lists
            // lie in.
            batch.lists.numbers = pages.front().find(SINEW_BINDING_LISTS, phase)->get();
            for (uint32_t list = 0; list < kLists; ++list) {
                batch.lists.of[SINEW_LIST_CAMERA + list].firstArgument =
                    VkDeviceSize{list} * group.draws.size() * kArgumentBytes;
            }
        }
    }

    const Device& device_;
    StreamLayouts& layouts_;
    JoinedDraws& joined_;
};

JoinedDraws JoinedDraws::create(const Device& device, StreamLayouts& layouts,
                                std::span<const Crowds* const> crowds, size_t way) {
    JoinedDraws joined;
    if (crowds.size() < 2 || !canJoin(device.has())) return joined;
    std::map<std::pair<uint32_t, VertexStage>, std::vector<BundledPage>> groups;
    for (const auto& [bundle, pages] : bundlesOf(crowds, way)) {
        for (const BundledPage& page : pages) {
            if (isJoined(*page.crowd)) groups[{bundle, page.crowd->stage()}].push_back(page);
        }
    }
    const auto setCount = static_cast<uint32_t>(groups.size() * 2 * (1 + kPhases));
    if (setCount == 0) return joined;
    joined.pool_ = createDescriptorPool(device, setCount, setCount * kStorageBuffers);
    Maker maker(device, layouts, joined);
    for (const auto& [key, pages] : groups) maker.add(key.second, pages);
    return joined;
}

void JoinedDraws::prepare(Kernels& kernels, const ShaderLibrary& shaders) const {
    if (kernelLayouts_.crowd) kernels.prepareCompute(shaders, kShader, kernelLayouts_, {});
}

void JoinedDraws::record(VkCommandBuffer commands, const Kernels& kernels, uint32_t phase,
                         FrameStatistics& statistics) const {
    if (!kernelLayouts_.crowd) return;
    const Kernels::Bound bound = kernels.bind(commands, kShader, {});
    for (const Group& group : groups_) {
        if (!group.stage.listed) continue;
        const auto drawCount = static_cast<uint32_t>(group.draws.size());
        bound.sets(group.mesh, group.kernel[phase]);
        bound.push(drawCount);
        vkCmdDispatch(commands, (kLists * drawCount + SINEW_ITEM_GROUP - 1) / SINEW_ITEM_GROUP, 1,
                      1);
        ++statistics.dispatches;
    }
}

void JoinedDraws::nameArguments(uint32_t phase, std::vector<VkBuffer>& names) const {
    for (const Group& group : groups_) {
        if (!group.stage.listed) continue;
        names.push_back(group.arguments[phase % group.arguments.size()].get());
    }
}

}  // namespace sinew
