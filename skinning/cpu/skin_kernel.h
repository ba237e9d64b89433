// The data of the cpu method's SIMD kernel: groups of vertices, palettes in planes.
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

/// Vertices of a group: one AVX-512 register of floats, four of SSE or NEON.
inline constexpr uint32_t kGroup = kBindGroup;
/// Vertices staged before they are stored front to back: 5 kB of 32 kB of L1.
inline constexpr uint32_t kBlock = kBindWindow;

/// Groups with more binds are blended vertex by vertex.
inline constexpr uint32_t kMostShared = 16;

using Floats = std::array<float, kGroup>;

struct alignas(64) LaneWeights {
    Floats of;
};

/// Up to kGroup vertices of one block, mostly with the same binds. Lanes from `used` on repeat the
/// last vertex and are not written.
struct alignas(64) Group {
    Floats px, py, pz, nx, ny, nz, tx, ty, tz;
    std::array<uint8_t, kGroup> slots;     // index in the block
    std::array<uint8_t, kGroup> heaviest;  // index in the group's binds of the heaviest influence
    uint32_t firstBind = 0;                // into Prepared::binds and laneWeights
    uint16_t bindCount = 0;                // distinct binds; 0: more than kMostShared
    uint16_t mirrored = 0;                 // bit per lane: tangent sign is -1
    std::array<uint16_t, 2> halfBinds{};   // bit per bind: a lane of that half has it
    uint8_t used = 0;
    bool morphed = false;
};
static_assert(sizeof(Group) == 640 && kMostShared == 16);

struct Members {
    std::array<uint32_t, kGroup> vertices;
    std::array<uint32_t, kGroup> influences;  // into Prepared::influences
    std::array<uint32_t, kGroup> counts;
};

struct WeightedBind {
    uint32_t bind;
    float weight;
};

/// Bytes of weights to prefetch ahead of the read position.
inline constexpr size_t kBytesAhead = 2048;
inline constexpr size_t kWeightsAhead = kBytesAhead / sizeof(LaneWeights);
inline constexpr size_t kInfluencesAhead = kBytesAhead / sizeof(WeightedBind);

/// A model's vertices in the order of output, for one influenceLimit.
struct Prepared {
    std::vector<Group> groups;  // by block
    std::vector<Members> members;
    std::vector<uint32_t> firstGroups;  // per block, and the end
    std::vector<bool> inOrder;          // per block: groups are neighbours, in the order of slots
    std::vector<uint32_t> binds;        // by group
    // Both have kBytesAhead of padding for prefetches:
    std::vector<WeightedBind> influences;  // by vertex
    std::vector<LaneWeights> laneWeights;  // per element of `binds`
};

/// A palette entry consists of planes of four floats, so that a blend is a sum of scaled planes.
///
/// - linear: the matrix's columns (w = 0); for Normals::inverseTranspose, those of its inverse
///   transpose and one plane of padding.
/// - dualQuaternion: real x y z w, dual x y z w, shear 00 01 02 11, shear 12 22. Then the shear's
///   inverse transpose, a lower triangle: 00 10 20 11, 21 22, and two planes of padding.
inline constexpr uint32_t planesOf(const SkinSettings& settings) {
    return settings.normals == Normals::inverseTranspose ? 8 : 4;
}

struct Instance {
    const float* palette;  // planesOf(settings) x 4 floats an entry, 16-byte aligned
    const float* morphWeights;
    const Box* box;  // Output::compact only
    bool finite;     // no NaN or infinity in the palette
};

/// Skins one block of one instance into its slots of `staged` (kBlock vertices of the output).
void skinBlock(const Prepared& prepared, size_t block, const Geometry& geometry,
               const Instance& instance, const SkinSettings& settings, std::byte* staged);

}  // namespace sinew::kernel
