// Prepares vertices and palettes, and divides the work among cores.
#include "skinning/cpu/skin.h"

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <numeric>
#include <vector>

#include "skinning/animation/palette.h"
#include "skinning/cpu/skin_kernel.h"
#include "skinning/cpu/take_apart.h"

namespace sinew {

namespace {

using kernel::Group;
using kernel::kBlock;
using kernel::kGroup;
using kernel::Prepared;

/// Tasks of about this many blocks of one instance: some 20 microseconds of work each.
constexpr size_t kBlockGrain = 8;

uint32_t influenceCount(const Geometry& geometry, uint32_t v, uint32_t limit) {
    const uint32_t count = geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v];
    return limit > 0 ? std::min(count, limit) : count;
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
    group.sign[lane] = t.w;
    group.vertices[lane] = v;
    group.morphed = group.morphed || (!geometry.morphOffsets.empty() &&
                                      geometry.morphOffsets[v] < geometry.morphOffsets[v + 1]);
}

/// Vertices of a block, and what they are bound to.
struct Bound {
    std::vector<uint32_t> binds;  // ascending
    std::vector<uint32_t> slots;  // places within the block
};

/// One group of 1 to kGroup vertices order[slots[...]].
Group makeGroup(const Geometry& geometry, std::span<const uint32_t> order, const Bound& bound,
                uint32_t limit, Prepared& out) {
    Group group{.firstBind = static_cast<uint32_t>(out.binds.size()),
                .bindCount = static_cast<uint32_t>(bound.binds.size()),
                .used = static_cast<uint32_t>(bound.slots.size())};
    out.binds.insert(out.binds.end(), bound.binds.begin(), bound.binds.end());
    out.laneWeights.resize(out.binds.size());
    for (uint32_t lane = 0; lane < kGroup; ++lane) {
        const uint32_t slot = bound.slots[std::min(lane, group.used - 1)];
        const uint32_t v = order[slot];
        group.slots[lane] = slot;
        setLane(geometry, v, lane, group);
        if (lane < group.used) {
            group.influences[lane] = static_cast<uint32_t>(out.influences.size());
            group.counts[lane] = influenceCount(geometry, v, limit);
            addInfluences(geometry, v, group.counts[lane], out);
        } else {
            group.influences[lane] = group.influences[group.used - 1];
            group.counts[lane] = group.counts[group.used - 1];
        }
        const auto own =
            std::span(out.influences).subspan(group.influences[lane], group.counts[lane]);
        const auto placeOf = [&](const kernel::WeightedBind& influence) {
            return static_cast<uint32_t>(
                std::lower_bound(bound.binds.begin(), bound.binds.end(), influence.bind) -
                bound.binds.begin());
        };
        group.heaviest[lane] = placeOf(own.front());
        for (const kernel::WeightedBind& influence : own) {
            out.laneWeights[group.firstBind + placeOf(influence)].of[lane] += influence.weight;
        }
    }
    return group;
}

/// The vertices of a block, those together that are bound to the same.
std::vector<Bound> boundAlike(const Geometry& geometry, std::span<const uint32_t> block,
                              uint32_t limit) {
    std::map<std::vector<uint32_t>, std::vector<uint32_t>> slots;
    std::vector<uint32_t> binds;
    for (uint32_t slot = 0; slot < block.size(); ++slot) {
        const uint32_t v = block[slot];
        const Influence* own = geometry.influences.data() + geometry.influenceOffsets[v];
        binds.clear();
        for (uint32_t i = 0; i < influenceCount(geometry, v, limit); ++i) {
            binds.push_back(own[i].bind);
        }
        std::sort(binds.begin(), binds.end());
        binds.erase(std::unique(binds.begin(), binds.end()), binds.end());
        slots[binds].push_back(slot);
    }
    std::vector<Bound> alike;
    for (auto& [itsBinds, itsSlots] : slots) alike.push_back({itsBinds, std::move(itsSlots)});
    return alike;
}

/// How many of `binds` are not among `known`.
size_t countOthers(const std::vector<uint32_t>& binds, const std::vector<uint32_t>& known) {
    return static_cast<size_t>(std::count_if(binds.begin(), binds.end(), [&](uint32_t bind) {
        return !std::binary_search(known.begin(), known.end(), bind);
    }));
}

/// Takes a group out of `alike`: first where most are alike, and then what adds the fewest binds.
Bound takeGroup(std::vector<Bound>& alike) {
    const auto size = [](const Bound& a) { return a.slots.size(); };
    Bound group;
    auto from = std::max_element(alike.begin(), alike.end(),
                                 [&](const Bound& a, const Bound& b) { return size(a) < size(b); });
    while (true) {
        std::vector<uint32_t> binds;
        std::set_union(group.binds.begin(), group.binds.end(), from->binds.begin(),
                       from->binds.end(), std::back_inserter(binds));
        group.binds = std::move(binds);
        const size_t taken = std::min(kGroup - size(group), size(*from));
        group.slots.insert(group.slots.end(), from->slots.begin(),
                           from->slots.begin() + static_cast<std::ptrdiff_t>(taken));
        from->slots.erase(from->slots.begin(),
                          from->slots.begin() + static_cast<std::ptrdiff_t>(taken));
        if (from->slots.empty()) alike.erase(from);
        if (size(group) == kGroup || alike.empty()) return group;
        size_t fewest = ~size_t{0};
        for (auto it = alike.begin(); it != alike.end() && fewest > 0; ++it) {
            const size_t others = countOthers(it->binds, group.binds);
            if (others >= fewest) continue;
            fewest = others;
            from = it;
        }
    }
}

Prepared prepare(const Geometry& geometry, std::span<const uint32_t> order, uint32_t limit) {
    Prepared out;
    for (size_t first = 0; first < order.size(); first += kBlock) {
        const auto block = order.subspan(first, std::min<size_t>(kBlock, order.size() - first));
        out.firstGroups.push_back(static_cast<uint32_t>(out.groups.size()));
        std::vector<Bound> alike = boundAlike(geometry, block, limit);
        while (!alike.empty()) {
            out.groups.push_back(makeGroup(geometry, block, takeGroup(alike), limit, out));
        }
    }
    out.firstGroups.push_back(static_cast<uint32_t>(out.groups.size()));
    return out;
}

void writeColumns(const glm::mat3& m, float* to) {
    for (int c = 0; c < 3; ++c) {
        const glm::vec4 plane(m[c], 0.0f);
        std::memcpy(to + 4 * c, &plane, sizeof(plane));
    }
}

/// A palette entry in the planes that skin_kernel.h describes.
void writePlanes(const gpu::Affine& matrix, const SkinSettings& settings, float* to) {
    const bool inverse = settings.normals == Normals::inverseTranspose;
    if (settings.blend == Blend::linear) {
        const glm::mat3 linear = linearPart(matrix);
        writeColumns(linear, to);
        const glm::vec4 origin(matrix[0].w, matrix[1].w, matrix[2].w, 0.0f);
        std::memcpy(to + 12, &origin, sizeof(origin));
        if (inverse) writeColumns(jointNormalMatrix(linear), to + 16);
        return;
    }
    const RigidAndShear parts = takeApart(matrix);
    const glm::quat &r = parts.real, &d = parts.dual;
    const glm::mat3& u = parts.shear;
    const float planes[] = {r.x,     r.y,     r.z,     r.w,     d.x,     d.y,     d.z,  d.w,
                            u[0][0], u[1][0], u[2][0], u[1][1], u[2][1], u[2][2], 0.0f, 0.0f};
    std::memcpy(to, planes, sizeof(planes));
    if (!inverse) return;
    const glm::mat3 n = jointNormalMatrix(u);
    const float normals[] = {n[0][0], n[0][1], n[0][2], n[1][1], n[1][2], n[2][2], 0.0f, 0.0f};
    std::memcpy(to + 16, normals, sizeof(normals));
}

}  // namespace

struct CpuSkinner::State {
    const Model* model;
    std::vector<uint32_t> order;
    uint32_t influenceLimit = 0;
    Prepared prepared;

    // Instance-major; they grow to the largest count so far.
    std::vector<gpu::Affine> palettes;
    std::vector<float> planes;
    std::vector<uint8_t> finite;

    void buildPalettes(const CpuCrowd& crowd, const SkinSettings& settings) {
        const size_t joints = model->skeleton.size(), binds = model->binds.size();
        const size_t stride = size_t{4} * kernel::planesOf(settings);
        if (palettes.size() < crowd.count * binds) palettes.resize(crowd.count * binds);
        if (planes.size() < crowd.count * binds * stride)
            planes.resize(crowd.count * binds * stride);
        if (finite.size() < crowd.count) finite.resize(crowd.count);
        tbb::parallel_for(size_t{0}, size_t{crowd.count}, [&](size_t i) {
            const std::span<gpu::Affine> palette = std::span(palettes).subspan(i * binds, binds);
            computePalette(model->binds, crowd.objectFromJoint.subspan(i * joints, joints),
                           palette);
            for (size_t b = 0; b < binds; ++b) {
                writePlanes(palette[b], settings, planes.data() + (i * binds + b) * stride);
            }
            const auto first = planes.begin() + static_cast<std::ptrdiff_t>(i * binds * stride);
            finite[i] = std::all_of(first, first + static_cast<std::ptrdiff_t>(binds * stride),
                                    [](float value) { return std::isfinite(value); });
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

void CpuSkinner::skin(const CpuCrowd& crowd, const SkinSettings& settings,
                      std::span<std::byte> out) {
    State& state = *state_;
    const Geometry& geometry = state.model->geometry;
    if (settings.influenceLimit != state.influenceLimit) {
        state.prepared = prepare(geometry, state.order, settings.influenceLimit);
        state.influenceLimit = settings.influenceLimit;
    }
    state.buildPalettes(crowd, settings);
    const Prepared& prepared = state.prepared;
    const size_t binds = state.model->binds.size(), weights = state.model->restMorphWeights.size();
    const size_t paletteFloats = binds * 4 * kernel::planesOf(settings);
    const size_t bytes = vertexBytes(settings.output), vertices = geometry.vertexCount();
    const auto skinBlocks = [&](const tbb::blocked_range2d<size_t>& range) {
        alignas(64) std::byte staged[kBlock * sizeof(gpu::PackedVertex)];
        for (size_t i = range.rows().begin(); i < range.rows().end(); ++i) {
            const kernel::Instance instance{
                .palette = state.planes.data() + i * paletteFloats,
                .morphWeights = crowd.morphWeights.data() + i * weights,
                .box = settings.output == Output::compact ? &crowd.boxes[i] : nullptr,
                .finite = state.finite[i] != 0};
            for (size_t b = range.cols().begin(); b < range.cols().end(); ++b) {
                kernel::skinBlock(prepared, b, geometry, instance, settings, staged);
                const size_t written = std::min<size_t>(kBlock, vertices - b * kBlock);
                std::memcpy(out.data() + (i * vertices + b * kBlock) * bytes, staged,
                            written * bytes);
            }
        }
    };
    tbb::parallel_for(tbb::blocked_range2d<size_t>(0, crowd.count, 1, 0,
                                                   prepared.firstGroups.size() - 1, kBlockGrain),
                      skinBlocks);
}

}  // namespace sinew
