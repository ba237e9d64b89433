// The data of a character: skeleton, binds, geometry, clips and materials.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "shaders/shared/material.h"

namespace sinew {

// Names of spaces. "object": the space of the file's scene, metres as authored. "joint": local to a
// joint. "parent": the space of the parent joint, or object space for roots. "bind": the space of a
// mesh's stored vertices. Matrix names read right to left: `objectFromJoint` takes joint space to
// object space.

/// A transform of translation, rotation and scale; parentFromJoint = T * R * S.
struct Transform {
    glm::vec3 translation{0.0f};
    glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  // unit length
    glm::vec3 scale{1.0f};
};

inline constexpr int32_t kNoParent = -1;

/// The joints: every node of the file's default scene, parents first, so one forward loop poses
/// them. Nodes outside of skins are included, because they carry rigid meshes and are parents of
/// cameras.
struct Skeleton {
    std::vector<std::string> names;
    std::vector<int32_t> parents;  // kNoParent, or an index smaller than the joint's own
    std::vector<Transform> rest;   // parentFromJoint without a clip

    uint32_t size() const { return static_cast<uint32_t>(parents.size()); }
};

/// A palette entry: a joint and its inverse bind matrix. All skins of a file share one list in
/// hierarchy order, without duplicates. A rigid mesh has one bind with the identity.
struct Bind {
    uint32_t joint = 0;
    glm::mat4 jointFromBind{1.0f};
};

/// A skin of the file, only for display. Influences refer to Model::binds, not to skins.
struct Skin {
    std::string name;
    std::vector<uint32_t> binds;  // by joint of the skin: index into Model::binds
};

struct Influence {
    uint32_t bind = 0;  // index into Model::binds
    float weight = 0.0f;
};

struct MorphDelta {
    uint32_t weight = 0;  // index into Pose::morphWeights
    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f};
    glm::vec3 tangent{0.0f};
};

/// All vertices that triangles use, in the order of the file: by node, then primitive, then vertex.
struct Geometry {
    std::vector<glm::vec3> positions;            // bind space
    std::vector<glm::vec3> normals;              // bind space, unit length; generated where absent
    std::vector<glm::vec4> tangents;             // xyz unit length, w = +-1; generated where absent
    std::vector<std::vector<glm::vec2>> uvSets;  // the first is TEXCOORD_0; zero where absent
    std::vector<glm::vec4> colors;               // COLOR_0, linear; 1 where absent; may be empty
    std::vector<uint32_t> influenceOffsets;      // vertexCount() + 1 entries into influences
    std::vector<Influence> influences;           // per vertex: heaviest first, > 0, sum 1
    std::vector<uint32_t> morphOffsets;          // vertexCount() + 1 entries; empty without morphs
    std::vector<MorphDelta> morphDeltas;
    std::vector<uint32_t> indices;  // triangle list, absolute vertex indices

    uint32_t vertexCount() const { return static_cast<uint32_t>(positions.size()); }
};

/// A range of consecutive elements in a primitive's accessors.
struct VertexRange {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// One glTF primitive of one node. Primitives of a node with the same accessors share vertices.
/// They have equal firstVertex, vertexCount, fileVertices and tangentCopies.
struct Primitive {
    uint32_t node = 0;  // node, mesh, primitive: indices in the file; props continue them
    uint32_t mesh = 0;
    uint32_t primitive = 0;
    std::string meshName;
    bool skinned = false;    // false: rigid, moved by its node
    bool hasNormals = true;  // false: flat shading
    bool hasTangents = true;
    bool hasColors = false;
    uint32_t firstVertex = 0;
    uint32_t vertexCount = 0;               // vertices of the file, then copies
    std::vector<VertexRange> fileVertices;  // elements of the accessors; empty: 0, 1, 2 ...
    // A vertex on a seam of generated tangents exists once per tangent. The last
    // tangentCopies.size() vertices are copies. Copy i is the primitive's vertex tangentCopies[i]
    // with another tangent.
    std::vector<uint32_t> tangentCopies;
    uint32_t firstIndex = 0;
    uint32_t indexCount = 0;
    uint32_t material = 0;
};

struct Image {
    std::string name;
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;  // as stored, straight alpha, rows from the top
};

inline constexpr uint32_t kNoImage = ~0u;

struct Texture {
    enum class Wrap : uint8_t { repeat, mirror, clamp };
    enum class Filter : uint8_t { nearest, linear };
    enum class Mipmaps : uint8_t { none, nearest, linear };

    uint32_t image = kNoImage;
    Wrap wrapU = Wrap::repeat;
    Wrap wrapV = Wrap::repeat;
    Filter magnified = Filter::linear;
    Filter minified = Filter::linear;
    Mipmaps mipmaps = Mipmaps::linear;
    uint32_t uvSet = 0;             // index into Geometry::uvSets
    glm::mat3x2 imageFromUv{1.0f};  // imageFromUv * vec3(uv, 1), KHR_texture_transform

    explicit operator bool() const { return image != kNoImage; }
};

/// A metallic-roughness surface. Texture values multiply the factors.
struct Material {
    enum class Alpha : uint8_t { opaque, mask, blend };

    std::string name;
    glm::vec4 baseColor{1.0f};  // linear
    float metallic = 1.0f;
    float roughness = 1.0f;
    float normalScale = 1.0f;
    float occlusionStrength = 1.0f;
    glm::vec3 emissive{0.0f};          // linear, strength included; may exceed 1
    Texture baseColorTexture;          // sRGB, alpha
    Texture metallicRoughnessTexture;  // linear: roughness in green, metallic in blue
    Texture normalTexture;             // linear: tangent space, x y z
    Texture occlusionTexture;          // linear: red
    Texture emissiveTexture;           // sRGB
    Alpha alpha = Alpha::opaque;
    float alphaCutoff = 0.5f;
    bool doubleSided = false;
    bool unlit = false;

    /// Returns the textures in the order of SINEW_TEXTURE_* (shaders/shared/material.h).
    std::array<const Texture*, 5> textures() const {
        return {&baseColorTexture, &metallicRoughnessTexture, &normalTexture, &occlusionTexture,
                &emissiveTexture};
    }
    /// Returns true if the texture of `slot` has sRGB colours.
    static constexpr bool isColor(size_t slot) {
        return slot == SINEW_TEXTURE_BASE_COLOR || slot == SINEW_TEXTURE_EMISSIVE;
    }
};

/// One animated property of one joint, or the morph weights of one mesh node.
struct Channel {
    enum class Path : uint8_t { translation, rotation, scale, weights };
    enum class Interpolation : uint8_t { step, linear, cubicSpline };

    Path path = Path::translation;
    Interpolation interpolation = Interpolation::linear;
    uint32_t target = 0;    // joint; for weights the first index into Pose::morphWeights
    uint32_t width = 3;     // floats per value: 3, 4 (x y z w), or the number of weights
    uint32_t firstKey = 0;  // into Clip::times
    uint32_t keyCount = 0;  // at least 1
    uint32_t firstValue =
        0;  // into Clip::values; cubicSpline: in-tangent, value, out-tangent per key

    bool cubic() const { return interpolation == Interpolation::cubicSpline; }
    /// Returns the number of groups of `width` floats in Clip::values.
    size_t rows() const { return size_t{keyCount} * (cubic() ? 3 : 1); }
    size_t valueCount() const { return rows() * width; }
};

/// Limit of clips: PoseRequest stores a clip in 13 bits. The import throws on more.
inline constexpr uint32_t kMostClips = 8191;

struct Clip {
    std::string name;
    float durationSeconds = 0.0f;   // from the first key to the last; time wraps there
    float firstKeySeconds = 0.0f;   // time in the file; the import subtracts it from all key times
    std::vector<Channel> channels;  // sorted by firstKey, path and interpolation
    std::vector<float> times;       // seconds, strictly ascending within a channel
    std::vector<float> values;
};

/// Shares (255: all) by which an animation layer changes joints and morph weights
/// (docs/animator.md).
struct Mask {
    std::string name;
    std::vector<uint8_t> joints;  // Skeleton::size()
    uint8_t morphWeights = 0;
};
/// Limit of masks: the GPU stores a joint's shares in all masks in 32 bits.
inline constexpr size_t kMostMasks = 4;

/// A prop that is attached to a joint (skinning/model/hold.h).
struct AttachedProp {
    std::filesystem::path source;
    uint32_t joint = 0;
    float factor = 1.0f;
};

/// The morph targets of a node that draws a mesh.
struct MorphedNode {
    uint32_t joint = 0;
    uint32_t first = 0;  // index into the list of morph names
    uint32_t count = 0;
};

struct Model {
    std::string name;  // file name, then " + PROP@JOINT" per prop
    std::filesystem::path source;
    Skeleton skeleton;
    std::vector<Bind> binds;
    std::vector<Skin> skins;
    Geometry geometry;
    std::vector<Primitive> primitives;
    std::vector<float> restMorphWeights;    // one per morph target of every morphed mesh node
    std::vector<std::string> morphNames;    // by weight: target name, else "target N"
    std::vector<MorphedNode> morphedNodes;  // without those of props
    std::vector<Material> materials;        // at least one
    std::vector<Image> images;
    std::vector<Clip> clips;
    std::vector<Mask> masks;
    std::vector<AttachedProp> props;
    uint64_t verticesInNoTriangle = 0;  // not imported
    std::vector<std::string> scenes;    // all in the file; "scene N" without a name
    uint32_t scene = 0;                 // index into scenes: the imported one
    std::vector<std::string> extensionsUsed;
    std::vector<std::string> warnings;  // ignored features, for users
};

/// Returns false if no primitive has NORMAL. All primitives are then shaded flat, and no pass reads
/// directions other than the sign of a tangent's w.
inline bool hasNormals(const Model& model) {
    return std::ranges::any_of(model.primitives, &Primitive::hasNormals);
}

/// Returns true if a primitive has alpha mode BLEND.
inline bool hasBlendedSurfaces(const Model& model) {
    return std::ranges::any_of(model.primitives, [&](const Primitive& primitive) {
        return model.materials[primitive.material].alpha == Material::Alpha::blend;
    });
}

/// A local pose: parentFromJoint of every joint and every morph weight.
struct Pose {
    std::vector<Transform> joints;    // Skeleton::size()
    std::vector<float> morphWeights;  // Model::restMorphWeights.size()
};

/// Returns the first primitive of each run. A run is the vertices that some primitives share. Runs
/// are in order and cover all vertices.
inline std::vector<Primitive> vertexRuns(const Model& model) {
    std::vector<Primitive> runs;
    for (const Primitive& primitive : model.primitives) {
        const uint32_t end = runs.empty() ? 0 : runs.back().firstVertex + runs.back().vertexCount;
        if (runs.empty() || primitive.firstVertex >= end) runs.push_back(primitive);
    }
    return runs;
}

/// Returns true for each vertex whose primitive has NORMAL.
inline std::vector<bool> verticesWithNormals(const Model& model) {
    std::vector<bool> result(model.geometry.vertexCount());
    for (const Primitive& run : vertexRuns(model)) {
        const auto first = result.begin() + run.firstVertex;
        std::fill(first, first + run.vertexCount, run.hasNormals);
    }
    return result;
}

}  // namespace sinew
