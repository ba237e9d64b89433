// Layout, reading and joining of primitives.
#include "skinning/gltf/mesh.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>

#include "skinning/gltf/accessor.h"
#include "skinning/gltf/fault.h"
#include "skinning/gltf/influence.h"
#include "skinning/gltf/primitive.h"
#include "skinning/gltf/seam.h"

namespace sinew::gltf {

namespace {

// About 100 bytes a vertex: 3 GB. Many nodes may draw one mesh, so that a small file reaches it.
constexpr size_t kMaxVertices = size_t{1} << 25;
constexpr size_t kMaxIndices = size_t{1} << 28;
constexpr size_t kMaxInfluences = size_t{1} << 28;

// Vertices whose influences one task reads: large enough to keep a core busy, small enough to
// spread one big mesh over all of them.
constexpr size_t kInfluenceBlock = 32768;

// Joins lists that tasks read apart; each is freed when it has been copied. Counts to offsets.
template <typename T>
void join(std::vector<std::vector<T>*> lists, std::vector<uint32_t>& offsets, std::vector<T>& all,
          size_t limit, const char* what) {
    size_t total = 0;
    for (const std::vector<T>* list : lists) total += list->size();
    if (total > limit) {
        fault(fmt::format("the scene has more than {} {}", limit, what), "", "split the scene");
    }
    if (lists.size() == 1) {
        all = std::move(*lists[0]);
        all.shrink_to_fit();
    } else {
        all.reserve(total);
        for (std::vector<T>* list : lists) {
            all.insert(all.end(), list->begin(), list->end());
            *list = std::vector<T>();
        }
    }
    for (size_t v = 1; v < offsets.size(); ++v) offsets[v] += offsets[v - 1];
}

}  // namespace

class MeshReader::Plan {
public:
    Plan(const Document& document, const SceneNodes& scene, const Binds& binds,
         const Materials& materials, std::vector<std::string>& warnings)
        : document_(document),
          scene_(scene),
          binds_(binds),
          materials_(materials),
          warnings_(warnings) {
        meshes_.morphsOfNode.resize(document.gltf.nodes.size());
        for (size_t node = 0; node < document.gltf.nodes.size(); ++node) addNode(node);
        allocate();
    }

    std::vector<Task> tasks() {
        std::vector<Task> tasks;
        for (Piece& piece : pieces_) {
            const size_t vertices = piece.source.vertexCount;
            tasks.push_back({.cost = 60 * vertices, .run = [this, &piece] { readPiece(piece); }});
            const size_t blocks = (vertices + kInfluenceBlock - 1) / kInfluenceBlock;
            piece.influences.resize(blocks);
            for (size_t b = 0; b < blocks; ++b) {
                const size_t first = b * kInfluenceBlock;
                const size_t size = std::min(kInfluenceBlock, vertices - first);
                tasks.push_back({.cost = 40 * size, .run = [this, &piece, first, size] {
                                     readInfluences(piece, first, size);
                                 }});
            }
        }
        return tasks;
    }

    Meshes take() {
        std::vector<std::vector<Influence>*> influences;
        std::vector<std::vector<MorphDelta>*> morphs;
        std::vector<std::vector<glm::vec4>> copyTangents;
        for (Piece& piece : pieces_) {
            for (auto& list : piece.influences) influences.push_back(&list);
            morphs.push_back(&piece.morphDeltas);
            copyTangents.push_back(std::move(piece.rest.copyTangents));
        }
        Geometry& geometry = meshes_.geometry;
        join(influences, geometry.influenceOffsets, geometry.influences, kMaxInfluences,
             "influences");
        join(morphs, geometry.morphOffsets, geometry.morphDeltas, kMaxMorphDeltas, "morph deltas");
        if (geometry.morphDeltas.empty()) geometry.morphOffsets.clear();
        insertCopies(meshes_.primitives, copyTangents, geometry);
        for (const Primitive& primitive : meshes_.primitives) {
            const auto indices =
                std::span(geometry.indices).subspan(primitive.firstIndex, primitive.indexCount);
            for (uint32_t& index : indices) index += primitive.firstVertex;
        }
        return std::move(meshes_);
    }

    const std::vector<MorphRange>& morphsOfNode() const { return meshes_.morphsOfNode; }

private:
    // A primitive of Meshes with what its tasks need and leave.
    struct Piece {
        PrimitiveSource source;
        size_t primitive = 0;  // index into meshes_.primitives
        size_t node = 0;
        std::optional<InfluenceReader> skinned;  // nothing: rigid
        PrimitiveRest rest;
        std::vector<std::vector<Influence>> influences;  // a block of vertices each
        std::vector<MorphDelta> morphDeltas;
    };

    void addNode(size_t node) {
        const int mesh = document_.gltf.nodes[node].mesh;
        if (scene_.jointOfNode[node] == kNotInScene || mesh < 0) return;
        if (static_cast<size_t>(mesh) >= document_.gltf.meshes.size()) {
            fault(fmt::format("mesh {} of {}", mesh, document_.gltf.meshes.size()),
                  fmt::format("nodes[{}].mesh", node), kValidate);
        }
        addMorphWeights(node, static_cast<size_t>(mesh));
        const auto& primitives = document_.gltf.meshes[static_cast<size_t>(mesh)].primitives;
        for (size_t p = 0; p < primitives.size(); ++p) {
            addPrimitive(node, static_cast<size_t>(mesh), p);
        }
    }

    void addMorphWeights(size_t node, size_t mesh) {
        const auto& primitives = document_.gltf.meshes[mesh].primitives;
        const size_t targets = primitives.empty() ? 0 : primitives[0].targets.size();
        for (size_t p = 1; p < primitives.size(); ++p) {
            if (primitives[p].targets.size() == targets) continue;
            fault(fmt::format("{} morph targets, but the first primitive has {}",
                              primitives[p].targets.size(), targets),
                  fmt::format("meshes[{}].primitives[{}].targets", mesh, p), kValidate);
        }
        if (targets == 0) return;
        const std::vector<float> weights = restWeights(document_, node, targets);
        meshes_.morphsOfNode[node] = {
            .first = static_cast<uint32_t>(meshes_.restMorphWeights.size()),
            .count = static_cast<uint32_t>(targets)};
        meshes_.restMorphWeights.insert(meshes_.restMorphWeights.end(), weights.begin(),
                                        weights.end());
    }

    bool isDrawn(const PrimitiveSource& source) {
        const int mode = source.primitive.mode;
        if (mode > TINYGLTF_MODE_TRIANGLE_FAN) {
            fault(fmt::format("mode {} is none of the seven topologies", mode),
                  source.path + ".mode", kValidate);
        }
        if (mode < TINYGLTF_MODE_TRIANGLES) {
            warnings_.push_back(
                fmt::format("{} is made of points or lines and is not drawn", source.path));
            return false;
        }
        if (source.attribute("POSITION") < 0) {
            warnings_.push_back(fmt::format("{} has no POSITION and is not drawn", source.path));
            return false;
        }
        return true;
    }

    // What all primitives draw together, so far.
    void checkTotal(size_t total, size_t limit, const char* what, const std::string& where) const {
        if (total <= limit) return;
        fault(fmt::format("the scene draws more than {} {}, too many for a file of {} bytes", limit,
                          what, document_.dataBytes),
              where, "split the scene");
    }

    void addPrimitive(size_t node, size_t mesh, size_t index) {
        const tinygltf::Mesh& fileMesh = document_.gltf.meshes[mesh];
        const tinygltf::Primitive& primitive = fileMesh.primitives[index];
        Piece piece{.source = {.document = document_,
                               .primitive = primitive,
                               .path = fmt::format("meshes[{}].primitives[{}]", mesh, index)},
                    .primitive = meshes_.primitives.size(),
                    .node = node};
        if (!isDrawn(piece.source)) return;
        const std::string where = piece.source.path + ".attributes.POSITION";
        const size_t vertices =
            Accessor(document_, piece.source.attribute("POSITION"), 3, where).count();
        piece.source.vertexCount = vertices;
        const size_t allowed = document_.allowance();
        checkTotal(vertexCount_ + vertices, std::min(kMaxVertices, allowed), "vertices", where);
        morphReads_ += vertices * primitive.targets.size();
        checkTotal(morphReads_, 16 * allowed, "morphed vertices", piece.source.path + ".targets");
        const std::string indicesPath = piece.source.path + ".indices";
        const size_t indexed = primitive.indices < 0
                                   ? vertices
                                   : Accessor(document_, primitive.indices, 1, indicesPath).count();
        const size_t corners = cornerCount(indexed, primitive.mode);
        checkTotal(cornerCount_ + corners, std::min(kMaxIndices, 6 * allowed), "indices",
                   indicesPath);
        const size_t materials = materials_.materials.size() - 1;  // the last is the default
        if (primitive.material >= 0 && static_cast<size_t>(primitive.material) >= materials) {
            fault(fmt::format("material {} of {}", primitive.material, materials),
                  piece.source.path + ".material", kValidate);
        }
        if (const int skin = document_.gltf.nodes[node].skin; skin >= 0) {
            piece.skinned.emplace(document_, primitive, piece.source.path, vertices,
                                  binds_.ofSkin.at(skin));
        }
        hasColors_ |= piece.source.attribute("COLOR_0") >= 0;
        meshes_.primitives.push_back(
            {.node = static_cast<uint32_t>(node),
             .mesh = static_cast<uint32_t>(mesh),
             .primitive = static_cast<uint32_t>(index),
             .meshName = fileMesh.name.empty() ? fmt::format("mesh {}", mesh) : fileMesh.name,
             .skinned = piece.skinned.has_value(),
             .firstVertex = static_cast<uint32_t>(vertexCount_),
             .vertexCount = static_cast<uint32_t>(vertices),
             .firstIndex = static_cast<uint32_t>(cornerCount_),
             .indexCount = static_cast<uint32_t>(corners),
             .material = static_cast<uint32_t>(
                 primitive.material >= 0 ? static_cast<size_t>(primitive.material) : materials)});
        pieces_.push_back(std::move(piece));
        vertexCount_ += vertices;
        cornerCount_ += corners;
    }

    void allocate() {
        Geometry& geometry = meshes_.geometry;
        geometry.positions.resize(vertexCount_);
        geometry.normals.resize(vertexCount_);
        geometry.tangents.resize(vertexCount_);
        geometry.uvSets.resize(materials_.uvSets.size());
        for (auto& uvs : geometry.uvSets) uvs.resize(vertexCount_);
        if (hasColors_) geometry.colors.resize(vertexCount_);
        geometry.influenceOffsets.resize(vertexCount_ + 1);
        if (!meshes_.restMorphWeights.empty()) geometry.morphOffsets.resize(vertexCount_ + 1);
        geometry.indices.resize(cornerCount_);
    }

    void readPiece(Piece& piece) {
        Geometry& geometry = meshes_.geometry;
        Primitive& primitive = meshes_.primitives[piece.primitive];
        const auto mine = [&](auto& values) {
            return std::span(values).subspan(primitive.firstVertex, primitive.vertexCount);
        };
        PrimitiveSpans out{
            .positions = mine(geometry.positions),
            .normals = mine(geometry.normals),
            .tangents = mine(geometry.tangents),
            .colors = {},
            .corners =
                std::span(geometry.indices).subspan(primitive.firstIndex, primitive.indexCount)};
        for (auto& uvs : geometry.uvSets) out.uvSets.push_back(mine(uvs));
        if (!geometry.colors.empty()) out.colors = mine(geometry.colors);
        piece.rest = readPrimitive(piece.source, materials_, out, primitive);
        if (piece.source.primitive.targets.empty()) return;
        readMorphs(document_, piece.source.primitive, piece.source.path,
                   meshes_.morphsOfNode[piece.node], piece.rest.morphBase,
                   std::span(geometry.morphOffsets)
                       .subspan(primitive.firstVertex + 1, primitive.vertexCount),
                   piece.morphDeltas);
        piece.rest.morphBase = {};
        checkTotal(morphDeltas_ += piece.morphDeltas.size(), document_.allowance(), "morph deltas",
                   piece.source.path + ".targets");
    }

    void readInfluences(Piece& piece, size_t first, size_t size) {
        const Primitive& primitive = meshes_.primitives[piece.primitive];
        std::vector<Influence>& list = piece.influences[first / kInfluenceBlock];
        const std::span<uint32_t> counts = std::span(meshes_.geometry.influenceOffsets)
                                               .subspan(primitive.firstVertex + 1 + first, size);
        if (piece.skinned) {
            piece.skinned->read(first, counts, list);
            checkTotal(influences_ += list.size(), document_.allowance(), "influences",
                       piece.source.path + ".attributes");
            return;
        }
        const uint32_t bind = binds_.ofNode.at(static_cast<int>(piece.node));
        list.assign(size, {.bind = bind, .weight = 1.0f});
        std::fill(counts.begin(), counts.end(), 1u);
    }

    const Document& document_;
    const SceneNodes& scene_;
    const Binds& binds_;
    const Materials& materials_;
    std::vector<std::string>& warnings_;
    std::vector<Piece> pieces_;
    size_t vertexCount_ = 0;
    size_t cornerCount_ = 0;
    size_t morphReads_ = 0;
    std::atomic<size_t> influences_{0};  // these two are counted while tasks read them
    std::atomic<size_t> morphDeltas_{0};
    bool hasColors_ = false;
    Meshes meshes_;
};

MeshReader::MeshReader(const Document& document, const SceneNodes& scene, const Binds& binds,
                       const Materials& materials, std::vector<std::string>& warnings)
    : plan_(std::make_unique<Plan>(document, scene, binds, materials, warnings)) {}

MeshReader::~MeshReader() = default;

std::vector<Task> MeshReader::tasks() {
    return plan_->tasks();
}

Meshes MeshReader::take() {
    return plan_->take();
}

const std::vector<MorphRange>& MeshReader::morphsOfNode() const {
    return plan_->morphsOfNode();
}

}  // namespace sinew::gltf
