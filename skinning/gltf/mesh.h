// Every mesh that the default scene draws, as one Geometry.
#pragma once

#include <memory>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/morph.h"
#include "skinning/gltf/scene.h"
#include "skinning/gltf/skin.h"
#include "skinning/gltf/task.h"

namespace sinew::gltf {

struct Meshes {
    Geometry geometry;
    std::vector<Primitive> primitives;
    std::vector<float> restMorphWeights;
    std::vector<std::string> morphNames;
    std::vector<MorphRange> morphsOfNode;  // by file node
    uint64_t verticesInNoTriangle = 0;
};

/// Nodes in file order, their primitives, their vertices: the order that `export` keeps. Primitives
/// of a node with the same accessors share their vertices, and only vertices that a triangle names
/// are read. First all triangles are read and vertices are laid out. Then tasks read accessors
/// straight into the vertex arrays. At last the lists of varying length are joined.
class MeshReader {
public:
    /// Appends to `warnings` what is not drawn. The other arguments outlive the reader.
    MeshReader(const Document& document, const SceneNodes& scene, const Binds& binds,
               const Materials& materials, std::vector<std::string>& warnings);
    ~MeshReader();

    /// The reading, to be run before take().
    std::vector<Task> tasks();
    Meshes take();

    const std::vector<MorphRange>& morphsOfNode() const;

private:
    class Plan;
    std::unique_ptr<Plan> plan_;
};

}  // namespace sinew::gltf
