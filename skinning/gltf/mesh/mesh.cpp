// Lays out the vertices of all primitives, reads them in tasks and joins the results.
#include "skinning/gltf/mesh/mesh.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <optional>

#include "skinning/gltf/file/fault.h"
#include "skinning/gltf/mesh/drawn_mesh.h"
#include "skinning/gltf/mesh/influence.h"
#include "skinning/gltf/mesh/primitive.h"
#include "skinning/gltf/mesh/seam.h"

namespace sinew::gltf {

namespace {

// Limits of a model. kMaxVertices vertices take about 3 GB, at 100 bytes each.
constexpr size_t kMaxVertices = size_t{1} << 25;
constexpr size_t kMaxIndices = size_t{1} << 28;
constexpr size_t kMaxInfluences = size_t{1} << 28;

// Number of vertices whose influences one task reads. It is small enough to spread one mesh over
// all cores.
constexpr size_t kInfluenceBlock = 32768;

// Moves the items of all `lists` to `all`, and frees each list after its copy. Converts the counts
// in `offsets` to offsets.
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
        if (runs_.empty()) {
            if (const std::string other = otherSceneWithMeshes(document); !other.empty()) {
                fault(fmt::format("the default scene draws no triangles, but {} has meshes", other),
                      "scene", "choose it with --scene, or make it the default scene");
            }
            const bool hasReason = warnings.size() > warningsBefore;
            fault(fmt::format("the default scene draws no triangles{}{}", hasReason ? ": " : "",
                              hasReason ? warnings[warningsBefore] : ""),
                  "", "export a model with a mesh");
        }
        size_t first = 0;
        for (Run& run : runs_) first = layOut(run, first);
        payForBlended(first);
        allocate(first);
    }

    std::vector<Task> tasks() {
        std::vector<Task> tasks;
        for (Run& run : runs_) {
            const size_t vertices = run.vertices.count();
            tasks.push_back({.cost = 60 * vertices, .run = [this, &run] { readRun(run); }});
            const size_t blocks = (vertices + kInfluenceBlock - 1) / kInfluenceBlock;
            run.influences.resize(blocks);
            for (size_t b = 0; b < blocks; ++b) {
                const size_t first = b * kInfluenceBlock;
                const size_t size = std::min(kInfluenceBlock, vertices - first);
                tasks.push_back({.cost = 40 * size, .run = [this, &run, first, size] {
                                     readInfluences(run, first, size);
                                 }});
            }
        }
        return tasks;
    }

    Meshes take() {
        std::vector<std::vector<Influence>*> influences;
        std::vector<std::vector<MorphDelta>*> morphs;
        for (Run& run : runs_) {
            for (auto& list : run.influences) influences.push_back(&list);
            morphs.push_back(&run.morphDeltas);
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
        if (rescaled_ > 0) {
            warnings_.push_back(fmt::format(
                "the weights do not sum to 1 and are normalised (vertices: {})", rescaled_.load()));
        }
        join(morphs, geometry.morphOffsets, geometry.morphDeltas, kMaxMorphDeltas, "morph deltas");
        if (geometry.morphDeltas.empty()) geometry.morphOffsets.clear();
        std::vector<VertexRun> ranges;
        for (Run& run : runs_) {
            ranges.push_back({.first = run.first,
                              .count = static_cast<uint32_t>(run.vertices.count()),
                              .copyOf = std::move(run.facts.tangentCopies),
                              .copyTangents = std::move(run.facts.copyTangents)});
        }
        payForCopies(ranges);
        insertCopies(ranges, geometry);
        for (size_t r = 0; r < runs_.size(); ++r) finishPrimitives(runs_[r], ranges[r]);
        return std::move(meshes_);
    }

    const std::vector<MorphRange>& morphsOfNode() const { return meshes_.morphsOfNode; }

private:
    // The vertices that some primitives of one node share, and the results of their tasks.
    struct Run {
        size_t node = 0;
        std::vector<const DrawnPrimitive*> drawn;
        std::vector<size_t> primitives;  // in Meshes::primitives, parallel to `drawn`
        NamedVertices vertices;
        uint32_t first = 0;                      // first vertex, before copies are inserted
        std::optional<InfluenceReader> skinned;  // empty: rigid
        RunFacts facts;
        std::vector<std::vector<Influence>> influences;  // one list per block of vertices
        std::vector<MorphDelta> morphDeltas;
    };

    void payForCopies(std::span<const VertexRun> ranges) const {
        constexpr uint64_t kCopyBytes = 256;
        const Geometry& geometry = meshes_.geometry;
        uint64_t copies = 0, bytes = 0;
        for (size_t r = 0; r < ranges.size(); ++r) {
            const VertexRun& range = ranges[r];
            copies += range.copyOf.size();
            bytes += range.copyOf.size() * sizeof(uint32_t) * runs_[r].primitives.size();
            for (const uint32_t copied : range.copyOf) {
                const uint32_t v = range.first + copied;
                const auto lengthIn = [v](const std::vector<uint32_t>& offsets) {
                    return uint64_t{offsets.empty() ? 0 : offsets[v + 1] - offsets[v]};
                };
                bytes += kCopyBytes + 3 * sizeof(Influence) * lengthIn(geometry.influenceOffsets) +
                         3 * sizeof(MorphDelta) * lengthIn(geometry.morphOffsets);
            }
        }
        document_.account->memory("copies of vertices on seams of generated tangents", "meshes",
                                  bytes);
        requireFits(geometry.vertexCount() + copies, kMaxVertices, "vertices", "meshes");
    }

    void addNode(size_t node) {
        const int mesh = document_.gltf.nodes[node].mesh;
        if (scene_.jointOfNode[node] == kNotInScene || mesh < 0 || scene_.isHidden[node]) return;
        requireIndex("mesh", mesh, document_.gltf.meshes.size(),
                     [&] { return fmt::format("nodes[{}].mesh", node); });
        const DrawnMesh& drawn = drawnOf(static_cast<size_t>(mesh));
        if (!drawn.targetNames.empty()) addMorphWeights(node, drawn);
        const size_t firstRun = runs_.size();
        for (const DrawnPrimitive& primitive : drawn.primitives) {
            if (document_.gltf.nodes[node].skin < 0 &&
                primitive.source.attribute("JOINTS_0") >= 0) {
                warnings_.push_back(fmt::format("{}: JOINTS_0 is ignored for nodes without a skin",
                                                primitive.source.path));
            }
            addPrimitive(node, primitive, firstRun);
        }
    }

    const DrawnMesh& drawnOf(size_t mesh) {
        const auto found = drawn_.find(mesh);
        if (found != drawn_.end()) return found->second;
        DrawnMesh drawn = drawnMesh(document_, materials_, mesh, warnings_);
        hasColors_ |= drawn.hasColors;
        return drawn_.emplace(mesh, std::move(drawn)).first->second;
    }

    void addMorphWeights(size_t node, const DrawnMesh& drawn) {
        constexpr uint64_t kWeightBytes = 32;  // rest, posed and temporary values
        const size_t targets = drawn.targetNames.size();
        uint64_t bytes = targets * (kWeightBytes + sizeof(std::string));
        for (const std::string& name : drawn.targetNames) bytes += name.size();
        document_.account->memory(
            "morph weights", [node] { return fmt::format("nodes[{}]", node); }, bytes);
        std::ranges::copy(drawn.targetNames, std::back_inserter(meshes_.morphNames));
        const std::vector<float> weights = restWeights(document_, node, targets);
        meshes_.morphsOfNode[node] = {
            .first = static_cast<uint32_t>(meshes_.restMorphWeights.size()),
            .count = static_cast<uint32_t>(targets)};
        meshes_.restMorphWeights.insert(meshes_.restMorphWeights.end(), weights.begin(),
                                        weights.end());
    }

    // Throws if the scene exceeds a limit of Model. The account usually permits far less.
    static void requireFits(size_t total, size_t limit, const char* what, const std::string& path) {
        if (total <= limit) return;
        fault(fmt::format("the scene draws more than {} {}", limit, what), path, "split the scene");
    }

    void addPrimitive(size_t node, const DrawnPrimitive& drawn, size_t firstRun) {
        const PrimitiveSource& source = drawn.source;
        const size_t mesh = static_cast<size_t>(document_.gltf.nodes[node].mesh);
        const std::string& meshName = document_.gltf.meshes[mesh].name;
        std::vector<uint32_t>& indices = meshes_.geometry.indices;
        const size_t firstIndex = indices.size();
        payForTriangles(drawn);
        requireFits(firstIndex + drawn.corners, kMaxIndices, "indices", source.path);
        indices.resize(firstIndex + drawn.corners);
        readTriangles(source, std::span(indices).subspan(firstIndex));

        if (drawn.run >= runs_.size() - firstRun) runs_.push_back({.node = node});
        Run& run = runs_[firstRun + drawn.run];
        run.drawn.push_back(&drawn);
        run.primitives.push_back(meshes_.primitives.size());
        meshes_.primitives.push_back(
            {.node = static_cast<uint32_t>(node),
             .mesh = static_cast<uint32_t>(mesh),
             .primitive = drawn.index,
             .meshName = meshName.empty() ? fmt::format("mesh {}", mesh) : meshName,
             .skinned = document_.gltf.nodes[node].skin >= 0,
             .firstIndex = static_cast<uint32_t>(firstIndex),
             .indexCount = static_cast<uint32_t>(drawn.corners),
             .material = drawn.material});
    }

    // Adds the cost of bounds to the account. BlendedSurfaces has bounds for each pair of a blended
    // primitive and a bind.
    void payForBlended(size_t vertexCount) const {
        constexpr uint64_t kBoxBytes = 64;
        const auto blended = static_cast<uint64_t>(
            std::ranges::count_if(meshes_.primitives, [&](const Primitive& primitive) {
                return materials_.materials[primitive.material].alpha == Material::Alpha::blend;
            }));
        document_.account->work("blended primitives", "meshes", blended * vertexCount);
        document_.account->memory("bounds of blended primitives", "meshes",
                                  blended * binds_.binds.size() * kBoxBytes);
    }

    // Lays out the vertices of a run from `first` on. Returns the first vertex after the run.
    size_t layOut(Run& run, size_t first) {
        const DrawnPrimitive& drawn = *run.drawn.front();
        const PrimitiveSource& source = drawn.source;
        std::vector<std::span<uint32_t>> corners;
        size_t cornerCount = 0;
        for (const size_t primitive : run.primitives) {
            corners.push_back(cornersOf(primitive));
            cornerCount += corners.back().size();
        }
        const auto positions = [&] { return source.path + ".attributes.POSITION"; };
        document_.account->memory("vertices", positions, source.vertexCount / 8);
        document_.account->work("vertices", positions, source.vertexCount / 8);
        run.vertices = NamedVertices(corners, source.vertexCount);
        for (const std::span<uint32_t>& list : corners) run.vertices.renumber(list);
        const size_t count = run.vertices.count();
        meshes_.verticesInNoTriangle += source.vertexCount - count;
        requireFits(first + count, kMaxVertices, "vertices", source.path);
        payForVertices(materials_, drawn, count, cornerCount);
        document_.account->work("primitives", positions, count * run.primitives.size());
        document_.account->memory(
            "primitives", positions,
            run.vertices.ranges().size() * sizeof(VertexRange) * run.primitives.size());
        if (const int skin = document_.gltf.nodes[run.node].skin; skin >= 0) {
            run.skinned.emplace(document_, source.primitive, source.path, source.vertexCount,
                                run.vertices, binds_.ofSkin.at(skin));
        }
        run.first = static_cast<uint32_t>(first);
        return first + count;
    }

    std::span<uint32_t> cornersOf(size_t primitive) {
        const Primitive& drawn = meshes_.primitives[primitive];
        return std::span(meshes_.geometry.indices).subspan(drawn.firstIndex, drawn.indexCount);
    }

    void allocate(size_t vertexCount) {
        Geometry& geometry = meshes_.geometry;
        if (hasColors_) {
            document_.account->memory("colours", "meshes", vertexCount * 2 * sizeof(glm::vec4));
        }
        geometry.positions.resize(vertexCount);
        geometry.normals.resize(vertexCount);
        geometry.tangents.resize(vertexCount);
        geometry.uvSets.resize(materials_.uvSets.size());
        for (auto& uvs : geometry.uvSets) uvs.resize(vertexCount);
        if (hasColors_) geometry.colors.resize(vertexCount);
        geometry.influenceOffsets.resize(vertexCount + 1);
        if (!meshes_.restMorphWeights.empty()) geometry.morphOffsets.resize(vertexCount + 1);
    }

    void readRun(Run& run) {
        Geometry& geometry = meshes_.geometry;
        const size_t count = run.vertices.count();
        const auto mine = [&](auto& values) { return std::span(values).subspan(run.first, count); };
        std::vector<uint32_t> corners, ofRun;
        for (size_t i = 0; i < run.primitives.size(); ++i) {
            std::ranges::copy(cornersOf(run.primitives[i]), std::back_inserter(corners));
            ofRun.push_back(run.drawn[i]->material);
        }
        PrimitiveSpans out{.positions = mine(geometry.positions),
                           .normals = mine(geometry.normals),
                           .tangents = mine(geometry.tangents),
                           .colors = {},
                           .corners = corners};
        for (auto& uvs : geometry.uvSets) out.uvSets.push_back(mine(uvs));
        if (!geometry.colors.empty()) out.colors = mine(geometry.colors);
        const PrimitiveSource& source = run.drawn.front()->source;
        run.facts = readVertices(source, run.vertices, materials_, ofRun, out);
        auto next = corners.begin();
        for (const size_t primitive : run.primitives) {
            for (uint32_t& corner : cornersOf(primitive)) corner = *next++;
        }
        if (source.primitive.targets.empty()) return;
        readMorphs(document_, source.primitive, source.path, source.vertexCount, run.vertices,
                   meshes_.morphsOfNode[run.node], run.facts.morphBase,
                   std::span(geometry.morphOffsets).subspan(run.first + 1, count), run.morphDeltas);
        run.facts.morphBase = {};
    }

    void readInfluences(Run& run, size_t first, size_t size) {
        std::vector<Influence>& list = run.influences[first / kInfluenceBlock];
        const std::span<uint32_t> counts =
            std::span(meshes_.geometry.influenceOffsets).subspan(run.first + 1 + first, size);
        if (run.skinned) {
            const InfluenceReader::Repaired repaired = run.skinned->read(first, counts, list);
            unweighted_ += repaired.unweighted;
            rescaled_ += repaired.rescaled;
            return;
        }
        const uint32_t bind = binds_.ofNode.at(static_cast<int>(run.node));
        list.assign(size, {.bind = bind, .weight = 1.0f});
        std::fill(counts.begin(), counts.end(), 1u);
    }

    // Writes the vertex range of a run, which includes copies, to its primitives.
    void finishPrimitives(const Run& run, const VertexRun& range) {
        const std::vector<VertexRange>& elements = run.vertices.ranges();
        const bool isAll = elements.size() == 1 && elements.front().first == 0;
        for (const size_t index : run.primitives) {
            Primitive& primitive = meshes_.primitives[index];
            primitive.firstVertex = range.first;
            primitive.vertexCount = range.count;
            primitive.tangentCopies = range.copyOf;
            if (!isAll) primitive.fileVertices = elements;
            primitive.hasNormals = run.facts.hasNormals;
            primitive.hasTangents = run.facts.hasTangents;
            primitive.hasColors = run.facts.hasColors;
            for (uint32_t& corner : cornersOf(index)) corner += range.first;
        }
    }

    const Document& document_;
    const SceneNodes& scene_;
    const Binds& binds_;
    const Materials& materials_;
    std::vector<std::string>& warnings_;
    std::map<size_t, DrawnMesh> drawn_;
    std::deque<Run> runs_;  // a deque, because InfluenceReader refers to Run::vertices
    bool hasColors_ = false;
    std::atomic<size_t> unweighted_ = 0, rescaled_ = 0;  // sums of InfluenceReader::Repaired
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
