// The skinning methods: one row of a table each.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "renderer/vertex_source.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Which of the walk's steps a method takes, and what its passes read.
struct Technique {
    enum class Skin : uint8_t { none, compute, feedback, cpu, cpuReference };

    std::string_view summary;
    bool poses;           // steps 3 and 4 give it poses; false: they give it places in baked clips
    bool paletteOnGpu;    // step 5 is a compute pass
    Skin skin;            // who does step 6; none: the vertex stage of every pass does it again
    VertexSource source;  // what the passes' vertex stage reads

    bool skinsOnCpu() const { return skin == Skin::cpu || skin == Skin::cpuReference; }
    bool skinsOnGpuOnce() const { return skin == Skin::compute || skin == Skin::feedback; }
};

/// By Method; names are methodName's.
inline constexpr std::array<Technique, kMethodCount> kTechniques{{
    {"palette and skin on one CPU thread, plain and scalar: the definition", true, false,
     Technique::Skin::cpuReference, VertexSource::skinned},
    {"palette and skin on all CPU cores, SIMD, into the frame's upload memory", true, false,
     Technique::Skin::cpu, VertexSource::skinned},
    {"palette and skin in compute, once, into a shared vertex buffer", true, true,
     Technique::Skin::compute, VertexSource::skinned},
    {"palette in compute, skin in the vertex stage of every pass", true, true,
     Technique::Skin::none, VertexSource::palette},
    {"the same from a uniform buffer, which holds only so many joints", true, true,
     Technique::Skin::none, VertexSource::uniform},
    {"clips baked to a texture, skinned from it in the vertex stage of every pass", false, false,
     Technique::Skin::none, VertexSource::texture},
    {"palette in compute, skin once in a points pass with transform feedback", true, true,
     Technique::Skin::feedback, VertexSource::skinned},
}};

constexpr const Technique& techniqueOf(Method method) {
    return kTechniques[static_cast<size_t>(method)];
}
constexpr std::array<Method, kMethodCount> allMethods() {
    std::array<Method, kMethodCount> methods{};
    for (size_t i = 0; i < kMethodCount; ++i) methods[i] = static_cast<Method>(i);
    return methods;
}

/// What is done on this device where something was asked for, and why it is not that.
struct Resolution {
    SkinChoice choice;
    std::string note;  // empty: what was asked for
};
/// A model with more joints than a uniform range holds falls back to Method::cpu. Throws
/// std::runtime_error saying what is missing and what to try where nothing can stand in.
Resolution resolve(const Device& device, const Model& model, const SkinChoice& wanted);

/// A bind or clip scales or shears, so that its dual quaternions carry that too.
bool stretches(const Model& model);

/// Bytes of a palette entry in memory; 0 where the method has no palette. `stretched` as
/// stretches() found it.
uint32_t paletteEntryBytes(const SkinSettings& settings, bool stretched);
/// Bytes of a palette entry's own matrix for normals.
uint32_t normalEntryBytes(const SkinSettings& settings);
/// Bytes of a vertex that the skin step leaves.
uint32_t skinnedVertexBytes(Output output);
/// Bytes that `count` influences of a vertex take.
uint32_t influenceBytes(InfluenceFormat format, uint32_t count);

/// Of uniform buffers; without a device what every one offers.
struct UniformLimits {
    uint64_t rangeBytes = 16384;  // maxUniformBufferRange
    uint32_t alignment = 256;     // minUniformBufferOffsetAlignment
};
UniformLimits uniformLimits(const Device& device);

/// How the palettes of a crowd lie in memory.
struct PaletteLayout {
    uint32_t entryBytes = 0;
    uint32_t stride = 0;        // entries from one instance to the next
    uint32_t runInstances = 0;  // vertex-uniform: instances a uniform range holds
    uint32_t rangeBytes = 0;    // vertex-uniform: of the range
};
PaletteLayout paletteLayout(const UniformLimits& limits, const Model& model,
                            const SkinChoice& choice);

/// The stages that the choice needs: of the skin and palette steps, and of the passes.
SkinVariant skinVariant(const Model& model, const SkinChoice& choice);
VertexStage vertexStage(const UniformLimits& limits, const Model& model, const SkinChoice& choice);

/// Bytes that a choice needs, from the layouts.
struct MethodMemory {
    uint64_t modelBytes = 0;              // static: vertices, influences, morphs, indices
    uint64_t deviceBytesPerInstance = 0;  // palettes, shared vertices, placement
    // Of all frames in flight: poses, weights, boxes, vertices.
    uint64_t uploadBytesPerInstance = 0;
    uint64_t largestRangePerInstance = 0;  // of one buffer: what maxStorageBufferRange divides

    uint64_t perInstance() const { return deviceBytesPerInstance + uploadBytesPerInstance; }
};
/// `motion`: what the frame before had is kept too.
MethodMemory methodMemory(const UniformLimits& limits, const Model& model, const SkinChoice& choice,
                          bool motion);

/// Copies of what the CPU writes: one for each frame in flight, and with motion one more, which the
/// frame before reads too.
uint32_t copiesOfUploads(bool motion);
/// Copies of what the GPU writes: it alone uses them, in queue order.
uint32_t copiesOfResults(bool motion);

}  // namespace sinew
