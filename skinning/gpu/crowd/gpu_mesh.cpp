// Applies the influence limit, and packs and uploads a mesh.
#include "skinning/gpu/crowd/gpu_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/gtc/packing.hpp>
#include <optional>

#include "shaders/shared/colormap.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/material.h"
#include "shaders/shared/packing.h"
#include "shaders/shared/palette.h"
#include "shaders/shared/vertex.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/crowd/winding.h"
#include "skinning/lod/triangle_order.h"
#include "skinning/packing/quantized_mesh.h"

namespace sinew {
namespace {

/// Returns the octahedral code nearest to `direction`: the rounded code or a neighbour. Non-uniform
/// joint scale would magnify a larger error. `parity` fixes the lowest bit, which is the sign of a
/// tangent.
uint32_t packPrecisely(glm::vec3 direction, std::optional<uint32_t> parity) {
    const uint32_t rounded = gpu::packUnit(direction);
    uint32_t best = parity ? (rounded & ~1u) | *parity : rounded;
    double nearest = 1e30;
    for (int dx = -1; dx <= 1; ++dx) {
        for (int dy = -1; dy <= 1; ++dy) {
            const uint32_t x = static_cast<uint32_t>(static_cast<int>(rounded & 0xffffu) + dx);
            const uint32_t y = static_cast<uint32_t>(static_cast<int>(rounded >> 16) + dy);
            const uint32_t code = (x & 0xffffu) | (y << 16);
            if (parity && (code & 1u) != *parity) continue;
            const glm::dvec3 off = glm::dvec3(gpu::unpackUnit(code)) - glm::dvec3(direction);
            if (const double distance = glm::dot(off, off); distance < nearest) {
                nearest = distance;
                best = code;
            }
        }
    }
    return best;
}

/// Returns make(v) for each vertex v of `order`.
template <typename Make>
auto inOrder(const std::vector<uint32_t>& order, const Make& make) {
    std::vector<std::decay_t<decltype(make(0u))>> values;
    values.reserve(order.size());
    for (const uint32_t v : order) values.push_back(make(v));
    return values;
}

std::vector<gpu::PackedVertex> packVertices(const Geometry& geometry,
                                            const std::vector<uint32_t>& order) {
    return inOrder(order, [&](uint32_t v) {
        const glm::vec3& p = geometry.positions[v];
        const glm::vec4& t = geometry.tangents[v];
        return gpu::PackedVertex{p.x, p.y, p.z, packPrecisely(geometry.normals[v], std::nullopt),
                                 packPrecisely(glm::vec3(t), t.w < 0.0f ? 1u : 0u)};
    });
}

std::vector<gpu::CompactVertex> packQuantized(const Geometry& geometry,
                                              const std::vector<uint32_t>& order) {
    const std::vector<gpu::CompactVertex> stored = quantizedVertices(geometry);
    return inOrder(order, [&](uint32_t v) { return stored[v]; });
}

/// Returns a colour that mixes the hues of the vertex's joints by weight. Hues step by the golden
/// angle, so that neighbours in the hierarchy differ.
glm::vec3 mixedHues(const Model& model, std::span<const Influence> influences) {
    glm::vec3 mixed(0.0f);
    for (const Influence& influence : influences) {
        const float hue =
            std::fmod(static_cast<float>(model.binds[influence.bind].joint) * 0.618034f, 1.0f);
        const glm::vec3 ramp = glm::abs(
            glm::fract(glm::vec3(hue, hue + 2.0f / 3.0f, hue + 1.0f / 3.0f)) * 6.0f - 3.0f);
        mixed += influence.weight * (0.12f + 0.78f * glm::clamp(ramp - 1.0f, 0.0f, 1.0f));
    }
    return mixed;
}

/// Returns the colour that shows the weight of one joint.
glm::vec3 weightColor(const Model& model, std::span<const Influence> influences, uint32_t joint) {
    float weight = 0;
    for (const Influence& influence : influences) {
        if (model.binds[influence.bind].joint == joint) weight += influence.weight;
    }
    return gpu::weightColor(weight);
}

/// Returns GpuMesh::vertexMarks. If `joint` is set, colours show its weight, otherwise all joints.
std::vector<uint32_t> packMarks(const Model& model, const std::vector<uint32_t>& order,
                                std::optional<uint32_t> joint) {
    const Geometry& geometry = model.geometry;
    std::vector<uint32_t> marks;
    marks.reserve(order.size());
    for (const uint32_t v : order) {
        const uint32_t first = geometry.influenceOffsets[v];
        const auto influences =
            std::span(geometry.influences).subspan(first, geometry.influenceOffsets[v + 1] - first);
        const glm::vec3 color =
            joint ? weightColor(model, influences, *joint) : mixedHues(model, influences);
        marks.push_back(
            glm::packUnorm4x8(glm::vec4(color, geometry.tangents[v].w > 0 ? 1.0f : 0.0f)));
    }
    return marks;
}

struct MorphBuffers {
    std::vector<uint32_t> offsets;
    std::vector<gpu::MorphEntry> deltas;
};

MorphBuffers packMorphs(const Geometry& geometry, const std::vector<uint32_t>& order) {
    MorphBuffers morphs;
    if (geometry.morphOffsets.empty()) return morphs;
    morphs.offsets.push_back(0);
    for (const uint32_t v : order) {
        for (uint32_t m = geometry.morphOffsets[v]; m < geometry.morphOffsets[v + 1]; ++m) {
            const MorphDelta& d = geometry.morphDeltas[m];
            morphs.deltas.push_back({d.weight,
                                     {d.position.x, d.position.y, d.position.z},
                                     {d.normal.x, d.normal.y, d.normal.z},
                                     {d.tangent.x, d.tangent.y, d.tangent.z}});
        }
        morphs.offsets.push_back(static_cast<uint32_t>(morphs.deltas.size()));
    }
    return morphs;
}

std::vector<gpu::BindEntry> packBinds(const Model& model) {
    std::vector<gpu::BindEntry> entries;
    for (const Bind& bind : model.binds) {
        const glm::mat4 rows = glm::transpose(bind.jointFromBind);
        entries.push_back({gpu::Affine(rows[0], rows[1], rows[2]), bind.joint, 0, 0, 0});
    }
    return entries;
}

std::vector<glm::vec2> packUvs(const Geometry& geometry, const std::vector<uint32_t>& order) {
    std::vector<glm::vec2> uvs;
    uvs.reserve(geometry.uvSets.size() * order.size());
    for (const auto& set : geometry.uvSets) {
        for (const uint32_t v : order) uvs.push_back(set[v]);
    }
    return uvs;
}

/// Colours have 16 bits per channel: linear colours in 8 bits show banding in dark areas.
std::vector<uint64_t> packColors(const Geometry& geometry, const std::vector<uint32_t>& order) {
    if (geometry.colors.empty()) return {};
    return inOrder(order, [&](uint32_t v) { return glm::packUnorm4x16(geometry.colors[v]); });
}

std::vector<Draw> drawsOf(const Model& model) {
    const std::vector<Winding> windings = primitiveWindings(model);
    std::vector<Draw> draws;
    for (const Primitive& primitive : model.primitives) {
        draws.push_back({.firstIndex = primitive.firstIndex,
                         .indexCount = primitive.indexCount,
                         .material = primitive.material,
                         .flags = (primitive.hasNormals ? 0 : SINEW_DRAW_FLAT) |
                                  (primitive.hasColors ? SINEW_DRAW_COLORS : 0),
                         .winding = windings[draws.size()]});
    }
    return draws;
}

void appendLevels(const Model& model, const Levels& levels, GpuMesh& mesh,
                  std::vector<uint32_t>& indices) {
    for (const Level& level : levels.coarser) {
        std::vector<Draw>& draws = mesh.coarser.emplace_back(mesh.draws);
        auto first = static_cast<uint32_t>(indices.size());
        for (size_t p = 0; p < draws.size(); ++p) {
            draws[p].firstIndex = first;
            draws[p].indexCount = level.indexCount[p];
            first += level.indexCount[p];
        }
        const std::vector<uint32_t> ordered = trianglesInOrder(model, level);
        indices.insert(indices.end(), ordered.begin(), ordered.end());
        mesh.levels.push_back({level.error, level.vertexCount});
    }
}

/// Throws std::runtime_error with the required and the allowed size if a buffer exceeds the limit.
void checkLimits(const Device& device, const Model& model, const PackedInfluences& influences,
                 const MorphBuffers& morphs, MeshFormat format) {
    const uint64_t largest = std::max(
        {uint64_t{model.geometry.vertexCount()} * meshVertexBytes(format),
         influences.words.size() * sizeof(uint32_t), morphs.deltas.size() * sizeof(gpu::MorphEntry),
         model.geometry.uvSets.size() * model.geometry.vertexCount() * sizeof(glm::vec2),
         model.binds.size() * sizeof(gpu::BindEntry)});
    if (largest > device.maxStorageBytes()) {
        throw std::runtime_error(
            fmt::format("{}: the model needs a buffer of {} bytes and the device allows {}; try a "
                        "smaller model or "
                        "another device",
                        model.name, largest, device.maxStorageBytes()));
    }
}

}  // namespace

GpuMesh GpuMesh::create(const Device& device, const Model& model, Description description) {
    const Geometry& geometry = model.geometry;
    const auto& [order, settings, joint, levels] = description;
    PackedInfluences influences =
        packInfluences(model, order, settings.influences,
                       levels ? std::span(levels->lastOf) : std::span<const uint8_t>{});
    const MorphBuffers morphs = packMorphs(geometry, order);
    checkLimits(device, model, influences, morphs, settings.mesh);
    std::vector<uint32_t> gpuVertex(order.size());  // model vertex -> GPU vertex
    for (uint32_t i = 0; i < order.size(); ++i) gpuVertex[order[i]] = i;
    std::vector<uint32_t> indices = trianglesInOrder(model);

    GpuMesh result;
    result.draws = drawsOf(model);
    result.levels.push_back({0, geometry.vertexCount()});
    if (levels) appendLevels(model, *levels, result, indices);
    for (uint32_t& index : indices) index = gpuVertex[index];
    Uploader uploader(device);
    result.vertices = settings.mesh == MeshFormat::quantized
                          ? uploader.buffer("vertices", packQuantized(geometry, order))
                          : uploader.buffer("vertices", packVertices(geometry, order));
    result.influenceOffsets = uploader.buffer("influence offsets", influences.offsets);
    result.influences = uploader.buffer("influences", influences.words);
    result.binds = uploader.buffer("binds", packBinds(model));
    result.morphOffsets = uploader.buffer("morph offsets", morphs.offsets);
    result.morphDeltas = uploader.buffer("morph deltas", morphs.deltas);
    result.uvs = uploader.buffer("uvs", packUvs(geometry, order));
    result.colors = uploader.buffer("colours", packColors(geometry, order));
    result.vertexMarks = uploader.buffer("vertex marks", packMarks(model, order, joint));
    result.parents = uploader.buffer("parents", model.skeleton.parents);
    result.levelEntries = uploader.buffer("levels of detail", result.levels);
    result.indices =
        uploader.buffer("indices", indices,
                        VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kBuildInput);
    uploader.finish();

    result.order = std::move(description.order);
    result.buckets = std::move(influences.buckets);
    result.constants = {.vertexCount = geometry.vertexCount(),
                        .jointCount = model.skeleton.size(),
                        .bindCount = static_cast<uint32_t>(model.binds.size()),
                        .weightCount = static_cast<uint32_t>(model.restMorphWeights.size()),
                        .bindBits = influences.bindBits,
                        .weightScale = influences.weightScale,
                        .levelCount = static_cast<uint32_t>(result.levels.size()),
                        .meshBox = std::bit_cast<gpu::BoxEntry>(meshBox(geometry)),
                        .lastWeightScale = influences.lastWeightScale};
    return result;
}

CrowdMesh::CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh)
    : model(std::move(limited)), mesh(std::move(gpuMesh)), cpuSkinner(*model, mesh.order) {}

std::shared_ptr<CrowdMesh> CrowdMesh::create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             const SkinSettings& settings,
                                             std::optional<uint32_t> joint, const Levels* levels) {
    float dropped = 0;
    std::vector<uint32_t> order = orderByInfluences(
        authored->geometry, levels ? std::span(levels->lastOf) : std::span<const uint8_t>{});
    if (settings.influenceLimit > 0) {
        auto limited = std::make_shared<Model>(*authored);
        dropped = capInfluences(*limited, settings.influenceLimit);
        authored = std::move(limited);
    }
    GpuMesh mesh = GpuMesh::create(
        device, *authored,
        {.order = std::move(order), .settings = settings, .joint = joint, .levels = levels});
    if (settings.mesh == MeshFormat::quantized) {
        authored = std::make_shared<const Model>(asQuantized(*authored));
    }
    auto result = std::make_shared<CrowdMesh>(std::move(authored), std::move(mesh));
    result->droppedWeight = dropped;
    return result;
}

}  // namespace sinew
