// Lists the drawn primitives of a mesh, groups them into runs that share vertices, and adds their
// costs to the account.
#include "skinning/gltf/mesh/drawn_mesh.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

// Memory and work per element. They include later uses: GPU copies, the double-precision reference,
// draws in every pass.
constexpr uint64_t kPrimitiveBytes = 2048, kPrimitiveWork = 4096;
constexpr uint64_t kVertexBytes = 192, kVertexWork = 32;
constexpr uint64_t kUvSetBytes = 2 * sizeof(glm::vec2);
constexpr uint64_t kCornerBytes = 4 * sizeof(uint32_t), kCornerWork = 8;
constexpr uint64_t kTangentBytes = 128, kTangentWork = 64;  // per corner, during generation
constexpr uint64_t kDeltaBytes = 128;

bool isDrawn(const PrimitiveSource& source, std::vector<std::string>& warnings) {
    const int mode = source.primitive.mode;
    if (mode > TINYGLTF_MODE_TRIANGLE_FAN) {
        fault(fmt::format("mode {} is not a glTF topology (0 to 6)", mode), source.path + ".mode",
              kValidate);
    }
    if (mode < TINYGLTF_MODE_TRIANGLES) {
        warnings.push_back(fmt::format("{}: points or lines are not drawn", source.path));
        return false;
    }
    if (source.attribute("POSITION") < 0) {
        warnings.push_back(
            fmt::format("{}: the primitive has no POSITION and is not drawn", source.path));
        return false;
    }
    const std::string where = source.path + ".attributes.POSITION";
    if (accessorAt(source.document, source.attribute("POSITION"), where).count == 0) {
        warnings.push_back(
            fmt::format("{}: the primitive has 0 vertices and is not drawn (the accessor count "
                        "must be at least 1)",
                        where));
        return false;
    }
    return true;
}

uint32_t materialOf(const PrimitiveSource& source, const Materials& materials) {
    const size_t count = materials.materials.size() - 1;  // without the last: the default material
    const int material = source.primitive.material;
    if (material < 0) return static_cast<uint32_t>(count);
    requireIndex("material", material, count, [&] { return source.path + ".material"; });
    return static_cast<uint32_t>(material);
}

DrawnPrimitive drawnPrimitive(PrimitiveSource source, uint32_t index, const Materials& materials) {
    const Document& document = source.document;
    const tinygltf::Primitive& primitive = source.primitive;
    source.vertexCount =
        Accessor(document, source.attribute("POSITION"), 3, source.path + ".attributes.POSITION")
            .count();
    const size_t indexed =
        primitive.indices < 0
            ? source.vertexCount
            : Accessor(document, primitive.indices, 1, source.path + ".indices").count();
    const uint32_t material = materialOf(source, materials);
    return {.source = source,
            .index = index,
            .corners = cornerCount(indexed, primitive.mode),
            .material = material,
            .makesTangents = bool(materials.materials[material].normalTexture) &&
                             source.attribute("NORMAL") >= 0 && source.attribute("TANGENT") < 0,
            .mostDeltas = mostMorphDeltas(document, primitive, source.path, source.vertexCount)};
}

class Runs {
public:
    explicit Runs(const Materials& materials) : materials_(materials) {}

    uint32_t of(const DrawnPrimitive& drawn) {
        return numbers_.try_emplace(keyOf(drawn), static_cast<uint32_t>(numbers_.size()))
            .first->second;
    }

private:
    // Primitives with equal keys share vertices. A key has the accessors and, if tangents are
    // generated, the uv set and transform of the normal texture.
    using Key = std::vector<std::string>;
    Key keyOf(const DrawnPrimitive& drawn) {
        Key key;
        const auto append = [&](const std::map<std::string, int>& attributes) {
            for (const auto& [name, accessor] : attributes) {
                key.push_back(fmt::format("{} {}", name, same(drawn.source.document, accessor)));
            }
            key.emplace_back();
        };
        append(drawn.source.primitive.attributes);
        for (const auto& target : drawn.source.primitive.targets) append(target);
        if (!drawn.makesTangents) return key;
        const Texture& texture = materials_.materials[drawn.material].normalTexture;
        const glm::mat3x2& m = texture.imageFromUv;
        key.push_back(fmt::format("{} {} {} {} {}", texture.uvSet, m[0].x, m[0].y, m[1].x, m[1].y));
        return key;
    }

    // Returns the first accessor of the mesh that reads the same elements.
    int same(const Document& document, int index) {
        const auto& accessors = document.gltf.accessors;
        if (index < 0 || static_cast<size_t>(index) >= accessors.size()) return index;
        const tinygltf::Accessor& a = accessors[static_cast<size_t>(index)];
        if (a.bufferView < 0 || a.sparse.isSparse) return index;
        return accessors_
            .try_emplace(
                {a.bufferView, a.byteOffset, a.componentType, a.normalized, a.count, a.type}, index)
            .first->second;
    }

    const Materials& materials_;
    std::map<Key, uint32_t> numbers_;
    std::map<std::tuple<int, size_t, int, bool, size_t, int>, int> accessors_;
};

}  // namespace

DrawnMesh drawnMesh(const Document& document, const Materials& materials, size_t mesh,
                    std::vector<std::string>& warnings) {
    const auto& primitives = document.gltf.meshes[mesh].primitives;
    static const std::map<std::string, int> kNone;
    DrawnMesh drawn;
    Runs runs(materials);
    const size_t targetCount = primitives.empty() ? 0 : primitives[0].targets.size();
    drawn.targetNames = targetNames(document, mesh, targetCount);
    for (size_t p = 0; p < primitives.size(); ++p) {
        PrimitiveSource source{.document = document,
                               .primitive = primitives[p],
                               .path = fmt::format("meshes[{}].primitives[{}]", mesh, p)};
        if (primitives[p].targets.size() != targetCount) {
            fault(fmt::format("{} morph targets, but the first primitive has {}",
                              primitives[p].targets.size(), targetCount),
                  source.path + ".targets", kValidate);
        }
        if (!isDrawn(source, warnings)) continue;
        for (const auto& [name, accessor] : targetCount > 0 ? primitives[p].targets[0] : kNone) {
            if (!name.starts_with("COLOR_") && !name.starts_with("TEXCOORD_")) continue;
            warnings.push_back(fmt::format("{}.targets: {} is not morphed", source.path, name));
        }
        const bool hasColors = source.attribute("COLOR_0") >= 0;
        DrawnPrimitive primitive =
            drawnPrimitive(std::move(source), static_cast<uint32_t>(p), materials);
        if (primitive.corners == 0) {
            warnings.push_back(fmt::format("{}: the primitive has no triangle and is not drawn",
                                           primitive.source.path));
            continue;
        }
        drawn.hasColors |= hasColors;
        primitive.run = runs.of(primitive);
        drawn.primitives.push_back(std::move(primitive));
    }
    return drawn;
}

void payForTriangles(const DrawnPrimitive& primitive) {
    const PrimitiveSource& source = primitive.source;
    Account& account = *source.document.account;
    const auto indices = [&] { return source.path + ".indices"; };
    account.memory("primitives", source.path, kPrimitiveBytes);
    account.work("primitives", source.path, kPrimitiveWork);
    account.geometry("indices", indices, primitive.corners * kCornerBytes,
                     primitive.corners * kCornerWork);
}

void payForVertices(const Materials& materials, const DrawnPrimitive& first, uint64_t vertices,
                    uint64_t corners) {
    Account& account = *first.source.document.account;
    const std::string& path = first.source.path;
    const uint64_t targets = first.source.primitive.targets.size();
    const auto member = [&](const char* name) { return [&path, name] { return path + name; }; };
    const uint64_t vertexBytes = kVertexBytes + kUvSetBytes * materials.uvSets.size();
    account.geometry("vertices", member(".attributes.POSITION"), vertices * vertexBytes,
                     vertices * kVertexWork);
    account.work("morphed vertices", member(".targets"), 3 * vertices * targets);
    const uint64_t deltas = std::min(first.mostDeltas, vertices * targets);
    account.memory("morph deltas", member(".targets"), deltas * kDeltaBytes);
    account.work("morph deltas", member(".targets"), deltas * kVertexWork);
    if (!first.makesTangents) return;
    account.geometry("generated tangents", path, corners * kTangentBytes, corners * kTangentWork);
}

}  // namespace sinew::gltf
