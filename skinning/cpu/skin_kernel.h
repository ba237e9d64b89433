// The data of the cpu method's SIMD kernel: groups of vertices, and palettes as planes of four
// floats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "skinning/bounds/bounds.h"
#include "skinning/model.h"
#include "skinning/model/bind_groups.h"
#include "skinning/settings.h"

namespace sinew::kernel {

/// Vertices per group. Their floats fill one AVX-512 register, or four SSE or NEON registers.
inline constexpr uint32_t kGroup = kBindGroup;
/// Vertices per block. A block is staged and then stored front to back; it takes 5 kB of the L1
/// cache.
inline constexpr uint32_t kBlock = kBindWindow;

/// Groups with more binds than this are blended one vertex after the other.
inline constexpr uint32_t kMostShared = 16;

using Floats = std::array<float, kGroup>;

/// The weights of one bind in the lanes of a group; 0: no influence.
struct alignas(64) LaneWeights {
    Floats of;
};

/// Up to kGroup vertices of one block, mostly with the same binds. Lanes from `used` on repeat the
/// last vertex; their results are not stored.
struct alignas(64) Group {
    Floats px, py, pz, nx, ny, nz, tx, ty, tz;
    std::array<uint8_t, kGroup> slots;     // index of the vertex in its block
    std::array<uint8_t, kGroup> heaviest;  // index of the heaviest bind in the group's binds
    uint32_t firstBind = 0;                // index into Prepared::binds and laneWeights
    uint16_t bindCount = 0;                // distinct binds; 0: more than kMostShared
    uint16_t negative = 0;                 // bit per lane: w of the tangent is -1
    /// For each half of the lanes, a bit per bind: a lane of the half uses the bind.
    std::array<uint16_t, 2> halfBinds{};
    uint8_t used = 0;
    bool morphed = false;
};
static_assert(sizeof(Group) == 640 && kMostShared == 16);

struct Members {
    std::array<uint32_t, kGroup> vertices;
    std::array<uint32_t, kGroup> influences;  // index of the first in Prepared::influences
    std::array<uint32_t, kGroup> counts;      // number of influences
};

struct WeightedBind {
    uint32_t bind;
    float weight;
};

/// The distance between the read position and the prefetched weights, bytes.
inline constexpr size_t kBytesAhead = 2048;
inline constexpr size_t kWeightsAhead = kBytesAhead / sizeof(LaneWeights);
inline constexpr size_t kInfluencesAhead = kBytesAhead / sizeof(WeightedBind);

/// A model's vertices in the order of output, for one influenceLimit.
struct Prepared {
    std::vector<Group> groups;          // sorted by block
    std::vector<Members> members;       // per group
    std::vector<uint32_t> firstGroups;  // per block, and the end
    std::vector<bool> inOrder;          // per block: its groups have consecutive vertices
    std::vector<uint32_t> binds;        // sorted by group
    // Both lists below have kBytesAhead bytes of padding, because prefetches read ahead.
    std::vector<WeightedBind> influences;  // sorted by group and lane
    std::vector<LaneWeights> laneWeights;  // per element of `binds`
};

/// Returns the number of planes of a palette entry. A plane has four floats, so a blend is a sum of
/// scaled planes:
///
/// - Blend::linear: the matrix's columns (w = 0). For Normals::inverseTranspose, the columns of its
///   inverse transpose and one plane of padding follow.
/// - Blend::dualQuaternion: real x y z w; dual x y z w; shear 00 01 02 11; shear 12 22. For
///   Normals::inverseTranspose, the shear's inverse transpose, a lower triangle, follows: 00 10 20
///   11; 21 22; and two planes of padding.
inline constexpr uint32_t planesOf(const SkinSettings& settings) {
    return settings.normals == Normals::inverseTranspose ? 8 : 4;
}

struct Instance {
    const float* palette;  // planesOf(settings) x 4 floats per entry, 16-byte aligned
    const float* morphWeights;
    const Box* box;  // Output::compact only
    bool finite;     // no NaN or infinity in the palette
};

/// Skins one block of one instance. Writes each vertex to its slot of `staged`, which has space for
/// kBlock output vertices.
void skinBlock(const Prepared& prepared, size_t block, const Geometry& geometry,
               const Instance& instance, const SkinSettings& settings, std::byte* staged);

}  // namespace sinew::kernel
