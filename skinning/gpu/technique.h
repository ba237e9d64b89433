// The skinning methods: one row of a table each.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "renderer/vertex_source.h"
#include "skinning/model.h"

namespace sinew {

enum class Method : uint8_t { compute, vertex, cpu };

/// Which of the walk's steps a method takes, and what its passes read.
struct Technique {
    enum class Skin : uint8_t { none, compute, cpu };

    std::string_view name;
    std::string_view summary;
    bool paletteOnGpu;    // step 5 is a compute pass
    Skin skin;            // who does step 6; none: the vertex stage of every pass does it again
    VertexSource source;  // what the passes' vertex stage reads
};

inline constexpr std::array<Technique, 3> kTechniques{{
    {"compute", "palette and skin in compute, once, into a shared vertex buffer", true,
     Technique::Skin::compute, VertexSource::skinned},
    {"vertex", "palette in compute, skin in the vertex stage of every pass", true,
     Technique::Skin::none, VertexSource::palette},
    {"cpu", "palette and skin on all CPU cores, into the frame's upload memory", false,
     Technique::Skin::cpu, VertexSource::skinned},
}};

constexpr const Technique& techniqueOf(Method method) {
    return kTechniques[static_cast<size_t>(method)];
}

/// Throws std::runtime_error listing the known methods.
Method findMethod(std::string_view name);

/// Bytes that a method needs, from the layouts.
struct MethodMemory {
    uint64_t modelBytes = 0;               // static: vertices, influences, morphs, indices
    uint64_t deviceBytesPerInstance = 0;   // palette, shared vertices, placement
    uint64_t uploadBytesPerInstance = 0;   // one frame slot: poses, weights, box, CPU vertices
    uint64_t largestRangePerInstance = 0;  // of one buffer: what maxStorageBufferRange divides

    /// For all frames in flight.
    uint64_t perInstance() const;
};
MethodMemory methodMemory(const Model& model, Method method);

}  // namespace sinew
