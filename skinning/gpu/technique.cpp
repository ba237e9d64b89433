// Look-up of methods and what they need.
#include "skinning/gpu/technique.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/frame_ring.h"

namespace sinew {

Method findMethod(std::string_view name) {
    std::string known;
    for (size_t i = 0; i < kTechniques.size(); ++i) {
        if (kTechniques[i].name == name) return static_cast<Method>(i);
        known += fmt::format("{}{}", i ? ", " : "", kTechniques[i].name);
    }
    throw std::runtime_error(fmt::format("no method called '{}'; there is {}", name, known));
}

uint64_t MethodMemory::perInstance() const {
    return deviceBytesPerInstance + kFramesInFlight * uploadBytesPerInstance;
}

MethodMemory methodMemory(const Model& model, Method method) {
    const Technique& technique = techniqueOf(method);
    const Geometry& geometry = model.geometry;
    const uint64_t vertices = geometry.vertexCount();
    const uint64_t poses = model.skeleton.size() * sizeof(gpu::Affine);
    const uint64_t palette = technique.paletteOnGpu ? model.binds.size() * sizeof(gpu::Affine) : 0;
    const uint64_t skinned =
        technique.skin != Technique::Skin::none ? vertices * sizeof(gpu::SkinnedVertex) : 0;
    const bool onCpu = technique.skin == Technique::Skin::cpu;

    MethodMemory memory;
    memory.modelBytes =
        vertices * (sizeof(gpu::StaticVertex) + geometry.uvSets.size() * sizeof(glm::vec2)) +
        geometry.colors.size() * sizeof(uint64_t) + (vertices + 1) * sizeof(uint32_t) +
        geometry.influences.size() * sizeof(uint32_t) +
        geometry.morphOffsets.size() * sizeof(uint32_t) +
        geometry.morphDeltas.size() * sizeof(gpu::MorphEntry) +
        geometry.indices.size() * sizeof(uint32_t) + model.binds.size() * sizeof(gpu::BindEntry);
    memory.deviceBytesPerInstance = palette + (onCpu ? 0 : skinned) + sizeof(gpu::Affine);
    memory.uploadBytesPerInstance = poses + model.restMorphWeights.size() * sizeof(float) +
                                    sizeof(gpu::BoxEntry) + (onCpu ? skinned : 0);
    memory.largestRangePerInstance = std::max({poses, palette, skinned, sizeof(gpu::Affine)});
    return memory;
}

}  // namespace sinew
