// Prepares the vertices and palettes of the cpu method, and divides the work among cores.
#include "skinning/cpu/skin.h"

#include <tbb/blocked_range.h>
#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <vector>

#include "shaders/shared/vertex.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/cpu/palette_planes.h"
#include "skinning/cpu/skin_kernel.h"
#include "skinning/model.h"
#include "skinning/model/bind_groups.h"
#include "skinning/settings.h"
#include "skinning/worker_time.h"

namespace sinew {

namespace {

using kernel::Group;
using kernel::kBlock;
using kernel::kGroup;
using kernel::Members;
using kernel::Prepared;

/// The sizes of the smallest task, which takes about 20 microseconds. Waking a thread takes 10
/// microseconds.
constexpr size_t kTaskVertices = 16'384;
constexpr size_t kTaskBinds = 1'024;

size_t grainOf(size_t task, size_t size) {
    return std::max<size_t>(1, task / std::max<size_t>(1, size));
}

void addInfluences(const Geometry& geometry, uint32_t v, uint32_t count, Prepared& out) {
    const Influence* own = geometry.influences.data() + geometry.influenceOffsets[v];
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += own[i].weight;
    for (uint32_t i = 0; i < count; ++i) {
        out.influences.push_back({own[i].bind, static_cast<float>(own[i].weight / sum)});
    }
}

void setLane(const Geometry& geometry, uint32_t v, uint32_t lane, Group& group) {
    const glm::vec3 &p = geometry.positions[v], &n = geometry.normals[v];
    const glm::vec4& t = geometry.tangents[v];
    group.px[lane] = p.x, group.py[lane] = p.y, group.pz[lane] = p.z;
    group.nx[lane] = n.x, group.ny[lane] = n.y, group.nz[lane] = n.z;
    group.tx[lane] = t.x, group.ty[lane] = t.y, group.tz[lane] = t.z;
    if (t.w < 0) group.negative = static_cast<uint16_t>(group.negative | 1u << lane);
    group.morphed = group.morphed || (!geometry.morphOffsets.empty() &&
                                      geometry.morphOffsets[v] < geometry.morphOffsets[v + 1]);
}

std::vector<uint32_t> bindsOf(const Geometry& geometry, std::span<const uint32_t> vertices,
                              uint32_t limit) {
    std::vector<uint32_t> binds;
    for (const uint32_t v : vertices) {
        const Influence* own = geometry.influences.data() + geometry.influenceOffsets[v];
        for (uint32_t i = 0; i < influenceCount(geometry, v, limit); ++i) {
            binds.push_back(own[i].bind);
        }
    }
    std::sort(binds.begin(), binds.end());
    binds.erase(std::unique(binds.begin(), binds.end()), binds.end());
    return binds;
}

template <typename Each>
void forEachGroup(std::span<const uint32_t> block, const Each& each) {
    for (size_t first = 0; first < block.size(); first += kGroup) {
        each(block.subspan(first, std::min<size_t>(kGroup, block.size() - first)), first);
    }
}

size_t countBinds(const Geometry& geometry, std::span<const uint32_t> block, uint32_t limit) {
    size_t count = 0;
    forEachGroup(block, [&](std::span<const uint32_t> vertices, size_t) {
        count += bindsOf(geometry, vertices, limit).size();
    });
    return count;
}

void bindLane(const Geometry& geometry, uint32_t limit, uint32_t lane, Group& group,
              Members& members, Prepared& out) {
    const uint32_t v = members.vertices[lane];
    members.influences[lane] = static_cast<uint32_t>(out.influences.size());
    members.counts[lane] = influenceCount(geometry, v, limit);
    addInfluences(geometry, v, members.counts[lane], out);
    if (group.bindCount == 0) return;
    const auto binds = std::span(out.binds).subspan(group.firstBind, group.bindCount);
    const auto own = std::span(out.influences).subspan(members.influences[lane]);
    const auto bindIndexOf = [&](const kernel::WeightedBind& influence) {
        return static_cast<size_t>(std::lower_bound(binds.begin(), binds.end(), influence.bind) -
                                   binds.begin());
    };
    group.heaviest[lane] = static_cast<uint8_t>(bindIndexOf(own.front()));
    for (const kernel::WeightedBind& influence : own) {
        const size_t bindIndex = bindIndexOf(influence);
        out.laneWeights[group.firstBind + bindIndex].of[lane] += influence.weight;
        uint16_t& half = group.halfBinds[lane / (kGroup / 2)];
        half = static_cast<uint16_t>(half | 1u << bindIndex);
    }
}

/// Adds a group of vertices. `slots` has the index of each vertex in its block.
void addGroup(const Geometry& geometry, std::span<const uint32_t> vertices,
              std::span<const uint8_t> slots, uint32_t limit, Prepared& out) {
    std::vector<uint32_t> binds = bindsOf(geometry, vertices, limit);
    if (binds.size() > kernel::kMostShared) binds.clear();
    Group group{};
    Members members{};
    group.firstBind = static_cast<uint32_t>(out.binds.size());
    group.bindCount = static_cast<uint16_t>(binds.size());
    group.used = static_cast<uint8_t>(vertices.size());
    out.binds.insert(out.binds.end(), binds.begin(), binds.end());
    out.laneWeights.resize(out.binds.size());
    for (uint32_t lane = 0; lane < kGroup; ++lane) {
        const uint32_t from = std::min<uint32_t>(lane, group.used - 1u);
        group.slots[lane] = slots[from];
        members.vertices[lane] = vertices[from];
        setLane(geometry, vertices[from], lane, group);
        bindLane(geometry, limit, lane, group, members, out);
    }
    out.groups.push_back(group);
    out.members.push_back(members);
}

/// Reordering the results costs more than this number of additional binds per group.
constexpr size_t kBindsForOrder = 6;

/// Adds a block of vertices. Its groups have consecutive vertices, unless groupByBinds() saves
/// enough binds.
void addBlock(const Geometry& geometry, std::span<const uint32_t> block, uint32_t limit,
              Prepared& out) {
    std::vector<uint32_t> grouped(block.begin(), block.end());
    groupByBinds(geometry, grouped, limit);
    const size_t groups = (block.size() + kGroup - 1) / kGroup;
    const bool inOrder = countBinds(geometry, block, limit) <=
                         countBinds(geometry, grouped, limit) + kBindsForOrder * groups;
    std::vector<uint8_t> slots(block.size());
    std::iota(slots.begin(), slots.end(), uint8_t{0});
    if (!inOrder) {
        std::map<uint32_t, uint8_t> slotOf;
        for (size_t slot = 0; slot < block.size(); ++slot) slotOf[block[slot]] = slots[slot];
        std::transform(grouped.begin(), grouped.end(), slots.begin(),
                       [&](uint32_t v) { return slotOf.at(v); });
    }
    out.inOrder.push_back(inOrder);
    out.firstGroups.push_back(static_cast<uint32_t>(out.groups.size()));
    forEachGroup(inOrder ? block : grouped, [&](std::span<const uint32_t> vertices, size_t first) {
        addGroup(geometry, vertices, std::span(slots).subspan(first), limit, out);
    });
}

Prepared prepare(const Geometry& geometry, std::span<const uint32_t> order, uint32_t limit) {
    Prepared out;
    for (size_t first = 0; first < order.size(); first += kBlock) {
        addBlock(geometry, order.subspan(first, std::min<size_t>(kBlock, order.size() - first)),
                 limit, out);
    }
    out.firstGroups.push_back(static_cast<uint32_t>(out.groups.size()));
    out.laneWeights.resize(out.laneWeights.size() + kernel::kWeightsAhead);
    out.influences.resize(out.influences.size() + kernel::kInfluencesAhead);
    return out;
}

}  // namespace

struct CpuSkinner::State {
    const Model* model;
    std::vector<uint32_t> order;
    uint32_t influenceLimit = 0;
    Prepared prepared;

    std::vector<float> planes;
    std::vector<uint8_t> finite;

    void buildPalettes(const CpuCrowd& crowd, const SkinSettings& settings, WorkerTime& workers) {
        const size_t joints = model->skeleton.size(), binds = model->binds.size();
        const size_t stride = size_t{4} * kernel::planesOf(settings);
        if (planes.size() < crowd.count * binds * stride)
            planes.resize(crowd.count * binds * stride);
        if (finite.size() < crowd.count) finite.resize(crowd.count);
        const Listed listed = crowd.instances();
        const auto buildPalette = [&](size_t i) {
            finite[i] = kernel::writePlanes(
                model->binds, crowd.objectFromJoint.subspan(i * joints, joints), settings,
                std::span(planes).subspan(i * binds * stride, binds * stride));
        };
        tbb::parallel_for(tbb::blocked_range<size_t>(0, listed.count, grainOf(kTaskBinds, binds)),
                          [&](const tbb::blocked_range<size_t>& indices) {
                              const WorkerTime::Part part(workers);
                              for (size_t p = indices.begin(); p < indices.end(); ++p)
                                  buildPalette(listed[p]);
                          });
    }
};

CpuSkinner::CpuSkinner(const Model& model, std::span<const uint32_t> vertexOrder)
    : state_(std::make_unique<State>()) {
    state_->model = &model;
    state_->order.assign(vertexOrder.begin(), vertexOrder.end());
    if (vertexOrder.empty()) {
        state_->order.resize(model.geometry.vertexCount());
        std::iota(state_->order.begin(), state_->order.end(), 0u);
    }
    state_->prepared = prepare(model.geometry, state_->order, 0);
}
CpuSkinner::~CpuSkinner() = default;
CpuSkinner::CpuSkinner(CpuSkinner&&) noexcept = default;
CpuSkinner& CpuSkinner::operator=(CpuSkinner&&) noexcept = default;

double CpuSkinner::skin(const CpuCrowd& crowd, const SkinSettings& settings,
                        std::span<std::byte> out) {
    State& state = *state_;
    const Geometry& geometry = state.model->geometry;
    if (settings.influenceLimit != state.influenceLimit) {
        state.prepared = prepare(geometry, state.order, settings.influenceLimit);
        state.influenceLimit = settings.influenceLimit;
    }
    WorkerTime workers;
    state.buildPalettes(crowd, settings, workers);
    const Prepared& prepared = state.prepared;
    const Listed listed = crowd.instances();
    const size_t binds = state.model->binds.size(), weights = state.model->restMorphWeights.size();
    const size_t paletteFloats = binds * 4 * kernel::planesOf(settings);
    const size_t bytes = skinnedVertexBytes(settings.output), vertices = geometry.vertexCount();
    const auto skinBlocks = [&](const tbb::blocked_range2d<size_t>& range) {
        const WorkerTime::Part part(workers);
        alignas(64) std::byte staged[kBlock * sizeof(gpu::PackedVertex)];
        for (size_t index = range.rows().begin(); index < range.rows().end(); ++index) {
            const size_t i = listed[index];
            const kernel::Instance instance{
                .palette = state.planes.data() + i * paletteFloats,
                .morphWeights = crowd.morphWeights.data() + i * weights,
                .box = settings.output == Output::compact ? &crowd.boxes[i] : nullptr,
                .finite = state.finite[i] != 0};
            for (size_t b = range.cols().begin(); b < range.cols().end(); ++b) {
                std::byte* to = out.data() + (i * vertices + b * kBlock) * bytes;
                const size_t written = std::min<size_t>(kBlock, vertices - b * kBlock);
                // The kernel always writes complete groups, and writes front to back only if the
                // block is in order. Incomplete and unordered blocks are staged and copied.
                const bool direct = prepared.inOrder[b] && written == kBlock;
                kernel::skinBlock(prepared, b, geometry, instance, settings, direct ? to : staged);
                if (!direct) std::memcpy(to, staged, written * bytes);
            }
        }
    };
    tbb::parallel_for(
        tbb::blocked_range2d<size_t>(0, listed.count, grainOf(kTaskVertices, vertices), 0,
                                     prepared.firstGroups.size() - 1, kTaskVertices / kBlock),
        skinBlocks);
    return workers.ms();
}

}  // namespace sinew
