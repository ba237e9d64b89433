// Imports all meshes of the default scene as one Geometry.
#pragma once

#include <memory>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/mesh/morph.h"
#include "skinning/gltf/scene.h"
#include "skinning/gltf/skin.h"
#include "skinning/gltf/task.h"

namespace sinew::gltf {

struct Meshes {
    Geometry geometry;
    std::vector<Primitive> primitives;
    std::vector<float> restMorphWeights;
    std::vector<std::string> morphNames;
    std::vector<MorphRange> morphsOfNode;  // by node of the file
    uint64_t verticesInNoTriangle = 0;
};

/// Reads primitives in the order of nodes, and `export` writes them in this order. Primitives of a
/// node with the same accessors share vertices. Vertices without a triangle are skipped. The
/// constructor reads all triangles and lays out vertices. Tasks read accessors into the vertex
/// arrays. take() joins lists.
class MeshReader {
public:
    /// Appends a warning to `warnings` for each ignored part of the file. All arguments must
    /// outlive the reader.
    MeshReader(const Document& document, const SceneNodes& scene, const Binds& binds,
               const Materials& materials, std::vector<std::string>& warnings);
    ~MeshReader();

    /// Returns the tasks that read the meshes. Run all of them before take().
    std::vector<Task> tasks();
    Meshes take();

    const std::vector<MorphRange>& morphsOfNode() const;

private:
    class Plan;
    std::unique_ptr<Plan> plan_;
};

}  // namespace sinew::gltf
