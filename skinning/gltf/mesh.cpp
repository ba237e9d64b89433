// Layout, reading and joining of primitives.
#include "skinning/gltf/mesh.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>

#include "skinning/gltf/drawn_mesh.h"
#include "skinning/gltf/fault.h"
#include "skinning/gltf/influence.h"
#include "skinning/gltf/primitive.h"
#include "skinning/gltf/seam.h"

namespace sinew::gltf {

namespace {

// About 100 bytes a vertex: 3 GB.
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
        const size_t warningsBefore = warnings.size();
        for (size_t node = 0; node < document.gltf.nodes.size(); ++node) addNode(node);
        if (pieces_.empty()) {
            if (const std::string other = otherSceneWithMeshes(document); !other.empty()) {
                fault(fmt::format("the default scene draws no triangles, but {} has meshes", other),
                      "scene", "choose it with --scene, or make it the default scene");
            }
            const bool hasReason = warnings.size() > warningsBefore;
            fault(fmt::format("the default scene draws no triangles{}{}", hasReason ? ": " : "",
                              hasReason ? warnings[warningsBefore] : ""),
                  "", "export a model with a mesh");
        }
        allocate();
    }

    std::vector<Task> tasks() {
        std::vector<Task> tasks;
        for (Piece& piece : pieces_) {
            const size_t vertices = piece.drawn.source.vertexCount;
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
        if (unweighted_ > 0) {
            const uint32_t count = unweighted_.load();
            warnings_.push_back(
                fmt::format("{} no weight above zero and {} first joint",
                            count == 1 ? "1 vertex has" : fmt::format("{} vertices have", count),
                            count == 1 ? "follows its" : "follow their"));
        }
        join(morphs, geometry.morphOffsets, geometry.morphDeltas, kMaxMorphDeltas, "morph deltas");
        if (geometry.morphDeltas.empty()) geometry.morphOffsets.clear();
        payForCopies();
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
    // A copy also gets the lists of its vertex.
    void payForCopies() const {
        constexpr uint64_t kCopyBytes = 256;
        const Geometry& geometry = meshes_.geometry;
        uint64_t copies = 0, bytes = 0;
        for (const Primitive& primitive : meshes_.primitives) {
            copies += primitive.tangentCopies.size();
            for (const uint32_t copied : primitive.tangentCopies) {
                const uint32_t v = primitive.firstVertex + copied;
                const auto lengthIn = [v](const std::vector<uint32_t>& offsets) {
                    return uint64_t{offsets.empty() ? 0 : offsets[v + 1] - offsets[v]};
                };
                bytes += kCopyBytes + 3 * sizeof(Influence) * lengthIn(geometry.influenceOffsets) +
                         3 * sizeof(MorphDelta) * lengthIn(geometry.morphOffsets);
            }
        }
        document_.account->memory("copies of vertices on seams of generated tangents", "meshes",
                                  bytes);
        requireFits(vertexCount_ + copies, kMaxVertices, "vertices", "meshes");
    }

    // A primitive of Meshes, with the input and the results of its tasks.
    struct Piece {
        const DrawnPrimitive& drawn;
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
        const DrawnMesh& drawn = drawnOf(static_cast<size_t>(mesh));
        if (drawn.targetCount > 0) addMorphWeights(node, drawn.targetCount);
        for (const DrawnPrimitive& primitive : drawn.primitives) addPrimitive(node, primitive);
    }

    const DrawnMesh& drawnOf(size_t mesh) {
        const auto found = drawn_.find(mesh);
        if (found != drawn_.end()) return found->second;
        DrawnMesh drawn = drawnMesh(document_, materials_, mesh, warnings_);
        hasColors_ |= drawn.hasColors;
        return drawn_.emplace(mesh, std::move(drawn)).first->second;
    }

    void addMorphWeights(size_t node, size_t targets) {
        constexpr uint64_t kWeightBytes = 32;  // at rest, posed, and in a list that is read
        document_.account->memory(
            "morph weights", [node] { return fmt::format("nodes[{}]", node); },
            targets * kWeightBytes);
        const std::vector<float> weights = restWeights(document_, node, targets);
        const auto mesh = static_cast<size_t>(document_.gltf.nodes[node].mesh);
        std::ranges::move(targetNames(document_, mesh, targets),
                          std::back_inserter(meshes_.morphNames));
        meshes_.morphsOfNode[node] = {
            .first = static_cast<uint32_t>(meshes_.restMorphWeights.size()),
            .count = static_cast<uint32_t>(targets)};
        meshes_.restMorphWeights.insert(meshes_.restMorphWeights.end(), weights.begin(),
                                        weights.end());
    }

    // The largest numbers that a Model can hold. The account usually allows far less.
    static void requireFits(size_t total, size_t limit, const char* what, const std::string& path) {
        if (total <= limit) return;
        fault(fmt::format("the scene draws more than {} {}", limit, what), path, "split the scene");
    }

    void addPrimitive(size_t node, const DrawnPrimitive& drawn) {
        const PrimitiveSource& source = drawn.source;
        const size_t mesh = static_cast<size_t>(document_.gltf.nodes[node].mesh);
        const std::string& meshName = document_.gltf.meshes[mesh].name;
        payForInstance(document_, materials_, drawn);
        requireFits(vertexCount_ + source.vertexCount, kMaxVertices, "vertices", source.path);
        requireFits(cornerCount_ + drawn.corners, kMaxIndices, "indices", source.path);
        Piece piece{.drawn = drawn, .primitive = meshes_.primitives.size(), .node = node};
        if (const int skin = document_.gltf.nodes[node].skin; skin >= 0) {
            piece.skinned.emplace(document_, source.primitive, source.path, source.vertexCount,
                                  binds_.ofSkin.at(skin));
        }
        meshes_.primitives.push_back(
            {.node = static_cast<uint32_t>(node),
             .mesh = static_cast<uint32_t>(mesh),
             .primitive = drawn.index,
             .meshName = meshName.empty() ? fmt::format("mesh {}", mesh) : meshName,
             .skinned = piece.skinned.has_value(),
             .firstVertex = static_cast<uint32_t>(vertexCount_),
             .vertexCount = static_cast<uint32_t>(source.vertexCount),
             .firstIndex = static_cast<uint32_t>(cornerCount_),
             .indexCount = static_cast<uint32_t>(drawn.corners),
             .material = drawn.material});
        pieces_.push_back(std::move(piece));
        vertexCount_ += source.vertexCount;
        cornerCount_ += drawn.corners;
    }

    void allocate() {
        Geometry& geometry = meshes_.geometry;
        if (hasColors_) {
            document_.account->memory("colours", "meshes", vertexCount_ * 2 * sizeof(glm::vec4));
        }
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
        piece.rest = readPrimitive(piece.drawn.source, materials_, out, primitive);
        if (piece.drawn.source.primitive.targets.empty()) return;
        readMorphs(document_, piece.drawn.source.primitive, piece.drawn.source.path,
                   meshes_.morphsOfNode[piece.node], piece.rest.morphBase,
                   std::span(geometry.morphOffsets)
                       .subspan(primitive.firstVertex + 1, primitive.vertexCount),
                   piece.morphDeltas);
        piece.rest.morphBase = {};
    }

    void readInfluences(Piece& piece, size_t first, size_t size) {
        const Primitive& primitive = meshes_.primitives[piece.primitive];
        std::vector<Influence>& list = piece.influences[first / kInfluenceBlock];
        const std::span<uint32_t> counts = std::span(meshes_.geometry.influenceOffsets)
                                               .subspan(primitive.firstVertex + 1 + first, size);
        if (piece.skinned) {
            unweighted_ += piece.skinned->read(first, counts, list);
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
    std::map<size_t, DrawnMesh> drawn_;  // by mesh of the file
    std::vector<Piece> pieces_;
    size_t vertexCount_ = 0;
    size_t cornerCount_ = 0;
    bool hasColors_ = false;
    std::atomic<size_t> unweighted_ = 0;  // skinned vertices whose weights are all zero
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
