// What the cpu method's SIMD kernel reads and writes: groups of vertices, palettes in planes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "skinning/animation/bounds.h"
#include "skinning/bind_groups.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew::kernel {

/// Vertices that are skinned together: one AVX-512 register of floats, four of SSE or NEON.
inline constexpr uint32_t kGroup = kBindGroup;
/// Vertices whose results are staged before they go out front to back: 5 kB, of 32 of L1.
inline constexpr uint32_t kBlock = kBindWindow;

/// Binds of a group beyond which it is blended vertex by vertex.
inline constexpr uint32_t kMostShared = 16;

using Floats = std::array<float, kGroup>;

/// One weight for each vertex of a group.
struct alignas(64) LaneWeights {
    Floats of;
};

/// Up to kGroup vertices of one block, mostly of the same binds; the lanes behind `used` repeat the
/// last vertex and are not written. This is what every frame reads of a vertex.
struct alignas(64) Group {
    Floats px, py, pz, nx, ny, nz, tx, ty, tz;
    std::array<uint8_t, kGroup> slots;     // place within the block
    std::array<uint8_t, kGroup> heaviest;  // of the binds below, the first of most weight
    uint32_t firstBind = 0;                // into Prepared::binds and laneWeights
    uint16_t bindCount = 0;                // that any vertex is bound to; 0: over kMostShared
    uint16_t mirrored = 0;                 // a bit a lane: the tangent's sign is -1
    std::array<uint16_t, 2> halfBinds{};   // a bit a bind: some lane of that half is bound to it
    uint8_t used = 0;
    bool morphed = false;
};
static_assert(sizeof(Group) == 640 && kMostShared == 16);

/// Which vertices of the model a group has, and their influences one by one.
struct Members {
    std::array<uint32_t, kGroup> vertices;
    std::array<uint32_t, kGroup> influences;  // into Prepared::influences
    std::array<uint32_t, kGroup> counts;      // influences of the vertex
};

struct WeightedBind {
    uint32_t bind;
    float weight;
};

/// What is prefetched while weights are read: those of some groups to come.
inline constexpr size_t kBytesAhead = 2048;
inline constexpr size_t kWeightsAhead = kBytesAhead / sizeof(LaneWeights);
inline constexpr size_t kInfluencesAhead = kBytesAhead / sizeof(WeightedBind);

/// A model's vertices in the order in which they are written, influenceLimit heeded.
struct Prepared {
    std::vector<Group> groups;          // block by block
    std::vector<Members> members;       // of each group
    std::vector<uint32_t> firstGroups;  // of each block, and the end
    std::vector<bool> inOrder;          // each block's groups are neighbours, slot by slot
    std::vector<uint32_t> binds;        // group by group
    // With kBytesAhead of nothing behind them, to be prefetched:
    std::vector<WeightedBind> influences;  // vertex by vertex
    std::vector<LaneWeights> laneWeights;  // of `binds`: how much each vertex of the group has
};

/// A palette entry is planes of four floats, so that blending is sums of scaled planes.
///
/// linear: the columns of the matrix (w = 0), then, for Normals::inverseTranspose, those of its
/// inverse transpose and one of padding.
/// dualQuaternion: real x y z w, dual x y z w, shear 00 01 02 11, shear 12 22; then the shear's
/// inverse transpose, a lower triangle: 00 10 20 11, 21 22, and two of padding.
inline constexpr uint32_t planesOf(const SkinSettings& settings) {
    return settings.normals == Normals::inverseTranspose ? 8 : 4;
}

/// One instance's share of the work.
struct Instance {
    const float* palette;  // planesOf(settings) x 4 floats an entry, 16-byte aligned
    const float* morphWeights;
    const Box* box;  // Output::compact only
    bool finite;     // all of the palette
};

/// Skins one block for one instance into `staged` (kBlock vertices of the output's layout), each
/// vertex in its slot. Runs on the widest vectors of this machine.
void skinBlock(const Prepared& prepared, size_t block, const Geometry& geometry,
               const Instance& instance, const SkinSettings& settings, std::byte* staged);

}  // namespace sinew::kernel
