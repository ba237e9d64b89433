// Counts of primitives, and their costs.
#include "skinning/gltf/drawn_mesh.h"

#include "skinning/gltf/accessor.h"
#include "skinning/gltf/fault.h"

namespace sinew::gltf {

namespace {

// Costs include the import and what is made of a model later: GPU copies, the reference in double
// precision, a draw in every pass.
constexpr uint64_t kPrimitiveBytes = 2048, kPrimitiveWork = 4096;
constexpr uint64_t kVertexBytes = 192, kVertexWork = 32;
constexpr uint64_t kUvSetBytes = 2 * sizeof(glm::vec2);
constexpr uint64_t kCornerBytes = 4 * sizeof(uint32_t), kCornerWork = 8;
constexpr uint64_t kTangentBytes = 128, kTangentWork = 64;  // a corner, while they are made
constexpr uint64_t kDeltaBytes = 128;

bool isDrawn(const PrimitiveSource& source, std::vector<std::string>& warnings) {
    const int mode = source.primitive.mode;
    if (mode > TINYGLTF_MODE_TRIANGLE_FAN) {
        fault(fmt::format("mode {} is none of the seven topologies", mode), source.path + ".mode",
              kValidate);
    }
    if (mode < TINYGLTF_MODE_TRIANGLES) {
        warnings.push_back(
            fmt::format("{} is made of points or lines and is not drawn", source.path));
        return false;
    }
    if (source.attribute("POSITION") < 0) {
        warnings.push_back(fmt::format("{} has no POSITION and is not drawn", source.path));
        return false;
    }
    const std::string where = source.path + ".attributes.POSITION";
    if (accessorAt(source.document, source.attribute("POSITION"), where).count == 0) {
        warnings.push_back(fmt::format(
            "{} has 0 vertices and is not drawn: the accessor count must be at least 1", where));
        return false;
    }
    return true;
}

uint32_t materialOf(const PrimitiveSource& source, const Materials& materials) {
    const size_t count = materials.materials.size() - 1;  // the last is the default
    const int material = source.primitive.material;
    if (material < 0) return static_cast<uint32_t>(count);
    if (static_cast<size_t>(material) >= count) {
        fault(fmt::format("material {} of {}", material, count), source.path + ".material",
              kValidate);
    }
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

}  // namespace

DrawnMesh drawnMesh(const Document& document, const Materials& materials, size_t mesh,
                    std::vector<std::string>& warnings) {
    const auto& primitives = document.gltf.meshes[mesh].primitives;
    DrawnMesh drawn;
    if (!primitives.empty()) drawn.targetCount = primitives[0].targets.size();
    for (size_t p = 0; p < primitives.size(); ++p) {
        PrimitiveSource source{.document = document,
                               .primitive = primitives[p],
                               .path = fmt::format("meshes[{}].primitives[{}]", mesh, p)};
        if (primitives[p].targets.size() != drawn.targetCount) {
            fault(fmt::format("{} morph targets, but the first primitive has {}",
                              primitives[p].targets.size(), drawn.targetCount),
                  source.path + ".targets", kValidate);
        }
        if (!isDrawn(source, warnings)) continue;
        const bool hasColors = source.attribute("COLOR_0") >= 0;
        DrawnPrimitive primitive =
            drawnPrimitive(std::move(source), static_cast<uint32_t>(p), materials);
        if (primitive.corners == 0) {
            warnings.push_back(
                fmt::format("{} has no triangle and is not drawn", primitive.source.path));
            continue;
        }
        drawn.hasColors |= hasColors;
        drawn.primitives.push_back(std::move(primitive));
    }
    return drawn;
}

void payForInstance(const Document& document, const Materials& materials,
                    const DrawnPrimitive& primitive) {
    Account& account = *document.account;
    const std::string& path = primitive.source.path;
    const uint64_t vertices = primitive.source.vertexCount, corners = primitive.corners;
    const uint64_t targets = primitive.source.primitive.targets.size();
    const auto member = [&](const char* name) { return [&path, name] { return path + name; }; };
    account.memory("primitives", path, kPrimitiveBytes);
    account.work("primitives", path, kPrimitiveWork);
    const uint64_t vertexBytes = kVertexBytes + kUvSetBytes * materials.uvSets.size();
    account.memory("vertices", member(".attributes.POSITION"), vertices * vertexBytes);
    account.work("vertices", member(".attributes.POSITION"), vertices * kVertexWork);
    account.memory("indices", member(".indices"), corners * kCornerBytes);
    account.work("indices", member(".indices"), corners * kCornerWork);
    account.work("morphed vertices", member(".targets"), 3 * vertices * targets);
    account.memory("morph deltas", member(".targets"), primitive.mostDeltas * kDeltaBytes);
    account.work("morph deltas", member(".targets"), primitive.mostDeltas * kVertexWork);
    if (!primitive.makesTangents) return;
    account.memory("generated tangents", path, corners * kTangentBytes);
    account.work("generated tangents", path, corners * kTangentWork);
}

}  // namespace sinew::gltf
