// The acceleration structure of one instance: whether a choice can be traced, and the memory.
#pragma once

#include "renderer/acceleration.h"
#include "skinning/gpu/crowd/buffers.h"

namespace sinew {

struct SkinPlan;

/// Throws std::runtime_error if the choice's vertices cannot be traced on this device. The message
/// says what is missing and what to try.
void requireTraceable(const Device& device, const Model& model, const SkinChoice& choice);

/// Returns a note if surfaces with alpha cast the shadow of their whole triangles, because rays do
/// not read textures; otherwise "".
std::string tracedNote(const Model& model);

struct InstanceStructure {
    std::vector<uint32_t> casting;  // primitives that cast shadows; empty: no structure
    std::vector<IndexRange> ranges;
    TriangleGeometry geometry;  // without addresses
    /// True if vertices are in the order of the visible list. Then each instance has its own
    /// indices, and all structures are built in every frame.
    bool byList = false;
    StructureSizes sizes;
};
/// `vertexCount`: vertices from which the structure is built; the indices are less than it.
InstanceStructure instanceStructure(const Device& device, const SkinPlan& plan,
                                    uint32_t vertexCount);

/// Returns the memory of the structures and their builds. The scratch memory is the budget, which
/// all instances share. Nothing if the choice cannot be traced.
BufferSums tracedSums(const Device& device, const SkinPlan& plan);

}  // namespace sinew
