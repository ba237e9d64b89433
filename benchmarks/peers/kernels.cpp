// The table of engine kernels, and functions that pack and unpack the vertices of each layout.
#include "benchmarks/peers/kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <glm/gtc/packing.hpp>
#include <numeric>

#include "shaders/shared/packing.h"
#include "shaders/shared/peers.h"

namespace sinew {
namespace {

template <typename T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

template <typename T>
std::vector<T> valuesOf(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

/// Returns the influences of a vertex. Missing influences have palette entry 0 and weight 0.
std::array<Influence, kPeerInfluences> fourOf(const Geometry& geometry, uint32_t vertex) {
    std::array<Influence, kPeerInfluences> four{};
    const uint32_t first = geometry.influenceOffsets[vertex];
    const uint32_t count = geometry.influenceOffsets[vertex + 1] - first;
    for (uint32_t i = 0; i < std::min(count, kPeerInfluences); ++i) {
        four[i] = geometry.influences[first + i];
    }
    return four;
}

glm::vec4 weightsOf(const Geometry& geometry, uint32_t vertex) {
    const auto four = fourOf(geometry, vertex);
    return {four[0].weight, four[1].weight, four[2].weight, four[3].weight};
}

gpu::PeerFloat3 floatsOf(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}
std::vector<glm::vec3> vectorsOf(const std::vector<std::byte>& bytes) {
    std::vector<glm::vec3> vectors;
    for (const auto& v : valuesOf<gpu::PeerFloat3>(bytes)) vectors.emplace_back(v.x, v.y, v.z);
    return vectors;
}

template <typename Make>
std::vector<std::byte> stream(const Model& model, const Make& make) {
    std::vector<decltype(make(0u))> values;
    values.reserve(model.geometry.vertexCount());
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) values.push_back(make(v));
    return bytesOf(values);
}

template <typename Vertex>
CapturedVertices unpackInterleaved(const PeerStreams& streams) {
    CapturedVertices out;
    for (const auto& v : valuesOf<Vertex>(streams[0])) {
        out.positions.emplace_back(v.position[0], v.position[1], v.position[2]);
        out.normals.emplace_back(v.normal[0], v.normal[1], v.normal[2]);
        out.tangents.emplace_back(v.tangent[0], v.tangent[1], v.tangent[2], v.tangent[3]);
    }
    return out;
}

// ---- Wicked Engine

constexpr std::array<uint32_t, 4> kWickedRead{8, 4, 4, 16};
constexpr std::array<uint32_t, 3> kWickedWritten{16, 4, 4};

PeerStreams packWicked(const Model& model) {
    const Geometry& geometry = model.geometry;
    std::vector<glm::u16vec4> positions(geometry.vertexCount());
    for (const PeerRange& mesh : peerRanges(model, PeerDispatch::mesh)) {
        const glm::vec3 size = glm::max(mesh.box.high - mesh.box.low, glm::vec3(1e-30f));
        for (uint32_t v = mesh.firstVertex; v < mesh.firstVertex + mesh.vertexCount; ++v) {
            const glm::vec3 inBox = (geometry.positions[v] - mesh.box.low) / size;
            positions[v] = glm::packUnorm<uint16_t>(glm::vec4(inBox, 0.0f));
        }
    }
    const auto influences = [&](uint32_t v) {
        glm::uvec4 words;
        const auto four = fourOf(geometry, v);
        for (int i = 0; i < 4; ++i) {
            const Influence& influence = four[static_cast<size_t>(i)];
            words[i] = influence.bind | (static_cast<uint32_t>(influence.weight * 4095.0f) << 20);
        }
        return words;
    };
    return {
        bytesOf(positions),
        stream(model,
               [&](uint32_t v) { return glm::packSnorm4x8(glm::vec4(geometry.normals[v], 0.0f)); }),
        stream(model, [&](uint32_t v) { return glm::packSnorm4x8(geometry.tangents[v]); }),
        stream(model, influences)};
}

CapturedVertices unpackWicked(const PeerStreams& streams) {
    CapturedVertices out;
    for (const glm::vec4& p : valuesOf<glm::vec4>(streams[0])) out.positions.emplace_back(p);
    for (const uint32_t n : valuesOf<uint32_t>(streams[1])) {
        out.normals.push_back(glm::normalize(glm::vec3(glm::unpackSnorm4x8(n))));
    }
    for (const uint32_t t : valuesOf<uint32_t>(streams[2])) {
        const glm::vec4 v = glm::unpackSnorm4x8(t);
        out.tangents.emplace_back(glm::normalize(glm::vec3(v)), v.w < 0 ? -1.0f : 1.0f);
    }
    return out;
}

// ---- Godot

constexpr std::array<uint32_t, 3> kGodotRead{12, 8, 16};
constexpr std::array<uint32_t, 2> kGodotWritten{12, 8};
constexpr double kUnorm16 = 65535;

uint32_t packOct(const glm::vec2& oct) {
    return glm::packUnorm2x16(oct);
}

uint32_t packGodotTangent(const glm::vec4& tangent) {
    glm::vec2 oct = 0.5f * gpu::octFromVector(glm::vec3(tangent)) + 0.5f;
    // A tangent with a positive w stores y; one with a negative w stores 1 - y. A y of 0.5 would
    // lose the sign of w, so y is always greater than 0.5.
    oct.y = std::max(0.5f * oct.y + 0.5f, 0.5f + 2.0f / 65535.0f);
    if (tangent.w < 0) oct.y = 1.0f - oct.y;
    return packOct(oct);
}

glm::vec4 unpackGodotTangent(uint32_t bits) {
    const glm::vec2 oct = 2.0f * glm::unpackUnorm2x16(bits) - 1.0f;
    return {gpu::unitFromOct({oct.x, 2.0f * std::abs(oct.y) - 1.0f}), oct.y < 0 ? -1.0f : 1.0f};
}

PeerStreams packGodot(const Model& model) {
    const Geometry& geometry = model.geometry;
    const auto directions = [&](uint32_t v) {
        return glm::uvec2(packOct(0.5f * gpu::octFromVector(geometry.normals[v]) + 0.5f),
                          packGodotTangent(geometry.tangents[v]));
    };
    const auto influences = [&](uint32_t v) {
        const auto four = fourOf(geometry, v);
        return glm::uvec4(four[0].bind | (four[1].bind << 16), four[2].bind | (four[3].bind << 16),
                          glm::packUnorm2x16({four[0].weight, four[1].weight}),
                          glm::packUnorm2x16({four[2].weight, four[3].weight}));
    };
    return {stream(model, [&](uint32_t v) { return floatsOf(geometry.positions[v]); }),
            stream(model, directions), stream(model, influences)};
}

CapturedVertices unpackGodot(const PeerStreams& streams) {
    CapturedVertices out;
    out.positions = vectorsOf(streams[0]);
    for (const glm::uvec2& d : valuesOf<glm::uvec2>(streams[1])) {
        out.normals.push_back(gpu::unitFromOct(2.0f * glm::unpackUnorm2x16(d.x) - 1.0f));
        out.tangents.push_back(unpackGodotTangent(d.y));
    }
    return out;
}

// ---- O3DE

constexpr std::array<uint32_t, 6> kO3deRead{12, 12, 16, 12, 8, 16};
constexpr std::array<uint32_t, 5> kO3deWritten{12, 12, 16, 12, 12};

PeerStreams packO3de(const Model& model) {
    const Geometry& geometry = model.geometry;
    const auto bitangent = [&](uint32_t v) {
        const glm::vec4& t = geometry.tangents[v];
        return floatsOf(t.w * glm::cross(geometry.normals[v], glm::vec3(t)));
    };
    const auto joints = [&](uint32_t v) {
        const auto four = fourOf(geometry, v);
        return glm::uvec2(four[1].bind | (four[0].bind << 16), four[3].bind | (four[2].bind << 16));
    };
    return {stream(model, [&](uint32_t v) { return floatsOf(geometry.positions[v]); }),
            stream(model, [&](uint32_t v) { return floatsOf(geometry.normals[v]); }),
            bytesOf(geometry.tangents),
            stream(model, bitangent),
            stream(model, joints),
            stream(model, [&](uint32_t v) { return weightsOf(geometry, v); })};
}

CapturedVertices unpackO3de(const PeerStreams& streams) {
    return {.positions = vectorsOf(streams[0]),
            .normals = vectorsOf(streams[1]),
            .tangents = valuesOf<glm::vec4>(streams[2])};
}

// ---- Unity

constexpr std::array<uint32_t, 2> kUnityRead{40, 32};
constexpr std::array<uint32_t, 1> kUnityWritten{40};

PeerStreams packUnity(const Model& model) {
    const Geometry& geometry = model.geometry;
    const auto vertex = [&](uint32_t v) {
        const glm::vec3 &p = geometry.positions[v], &n = geometry.normals[v];
        const glm::vec4& t = geometry.tangents[v];
        return gpu::PeerUnityVertex{{p.x, p.y, p.z}, {n.x, n.y, n.z}, {t.x, t.y, t.z, t.w}};
    };
    const auto influences = [&](uint32_t v) {
        const auto four = fourOf(geometry, v);
        return gpu::PeerUnityInfluences{
            {four[0].weight, four[1].weight, four[2].weight, four[3].weight},
            {four[0].bind, four[1].bind, four[2].bind, four[3].bind}};
    };
    return {stream(model, vertex), stream(model, influences)};
}

// ---- Khronos Vulkan Tutorial

constexpr std::array<uint32_t, 3> kKhronosRead{48, 16, 16};
constexpr std::array<uint32_t, 1> kKhronosWritten{48};

PeerStreams packKhronos(const Model& model) {
    const Geometry& geometry = model.geometry;
    const auto vertex = [&](uint32_t v) {
        const glm::vec3 &p = geometry.positions[v], &n = geometry.normals[v];
        const glm::vec4& t = geometry.tangents[v];
        const glm::vec2 uv = geometry.uvSets.empty() ? glm::vec2(0.0f) : geometry.uvSets[0][v];
        return gpu::PeerKhronosVertex{
            {p.x, p.y, p.z}, {n.x, n.y, n.z}, {uv.x, uv.y}, {t.x, t.y, t.z, t.w}};
    };
    const auto joints = [&](uint32_t v) {
        const auto four = fourOf(geometry, v);
        return glm::uvec4(four[0].bind, four[1].bind, four[2].bind, four[3].bind);
    };
    return {stream(model, vertex), stream(model, joints),
            stream(model, [&](uint32_t v) { return weightsOf(geometry, v); })};
}

// ---- Errors of vertex formats

/// Returns the maximum angular error in degrees if each of three coordinates is rounded to 8 bits,
/// signed.
double signedByteDegrees() {
    return glm::degrees(std::asin(std::sqrt(3.0) * 0.5 / 127));
}

/// Returns the maximum angular error in degrees of octahedral coordinates in [-1, 1] with errors g
/// and h; see skinning/reference/format_bounds.cpp.
double octahedralDegrees(double g, double h) {
    return glm::degrees(std::sqrt(3 * 2 * (g * g + h * h + g * h)));
}

PeerSteps wickedSteps() {
    const double direction = signedByteDegrees();
    return {.weight = 1 / 4095.0,
            .position = 0.5 / kUnorm16,
            .normalRead = direction,
            .normalWritten = direction,
            .tangentRead = direction,
            .tangentWritten = direction};
}

/// Rounding causes the input errors, and truncation causes the output errors. In a tangent, y has
/// only half of the range, because the other half encodes the sign of w.
PeerSteps godotSteps() {
    const double step = 2 / kUnorm16;
    return {.weight = 0.5 / kUnorm16,
            .normalRead = octahedralDegrees(0.5 * step, 0.5 * step),
            .normalWritten = octahedralDegrees(step, step),
            .tangentRead = octahedralDegrees(0.5 * step, 5 * step),
            .tangentWritten = octahedralDegrees(step, 6 * step)};
}

const std::array<PeerKernel, 5>& table() {
    static const std::array<PeerKernel, 5> kernels{{
        {.name = "wicked",
         .shader = "peer.wicked.comp",
         .layout =
             "after Wicked Engine: u16x4 position in the mesh's box, s8x4 normal and tangent, "
             "4 heaviest influences of 20-bit joint and 12-bit weight, cut off and not "
             "renormalised; writes fp32x4, s8x4, s8x4; palette 3x4, raw 3x3 for normals; a "
             "dispatch a mesh and instance, 64 threads",
         .dispatch = PeerDispatch::mesh,
         .groupSize = SINEW_PEER_WICKED_GROUP,
         .paletteLimit = uint64_t{1} << 20,
         .steps = wickedSteps(),
         .read = kWickedRead,
         .written = kWickedWritten,
         .pack = packWicked,
         .unpack = unpackWicked},
        {.name = "godot",
         .shader = "peer.godot.comp",
         .layout = "after Godot: fp32x3 position, octahedral normal and tangent of 2 x unorm16, "
                   "4 heaviest influences of u16 joint and unorm16 weight; writes fp32x3 and the "
                   "two directions; palette 3x4, raw 3x3 for normals; a dispatch a primitive and "
                   "instance, 64 threads",
         .dispatch = PeerDispatch::primitive,
         .groupSize = SINEW_PEER_GODOT_GROUP,
         .paletteLimit = uint64_t{1} << 16,
         .steps = godotSteps(),
         .read = kGodotRead,
         .written = kGodotWritten,
         .pack = packGodot,
         .unpack = unpackGodot},
        {.name = "o3de",
         .shader = "peer.o3de.comp",
         .layout = "after O3DE: fp32 position, normal, tangent and bitangent, 4 heaviest "
                   "influences of u16 joint and fp32 weight, each in a stream; writes the four "
                   "again and moves the old position to a history stream; palette 3x4, inverse "
                   "transpose for normals; a dispatch a primitive and instance, 256 threads",
         .dispatch = PeerDispatch::primitive,
         .groupSize = SINEW_PEER_O3DE_GROUP,
         .normals = Normals::cofactor,
         .paletteLimit = uint64_t{1} << 16,
         .read = kO3deRead,
         .written = kO3deWritten,
         .readOfWritten = sizeof(gpu::PeerFloat3),
         .pack = packO3de,
         .unpack = unpackO3de},
        {.name = "unity",
         .shader = "peer.unity.comp",
         .layout = "after Unity's built-in skinning: fp32 position, normal and tangent, 4 heaviest "
                   "influences of fp32 weight and i32 joint; writes the three again; palette 4x4, "
                   "raw 3x3 for normals; a dispatch a mesh and instance, 64 threads",
         .dispatch = PeerDispatch::mesh,
         .groupSize = SINEW_PEER_UNITY_GROUP,
         .palette = PaletteFormat::matrix,
         .paletteLimit = uint64_t{1} << 31,
         .read = kUnityRead,
         .written = kUnityWritten,
         .pack = packUnity,
         .unpack = unpackInterleaved<gpu::PeerUnityVertex>},
        {.name = "khronos",
         .shader = "peer.khronos.comp",
         .layout = "after the Khronos Vulkan Tutorial: fp32 position, normal, texture coordinates "
                   "and tangent, 4 heaviest influences of u32 joint and fp32 weight; writes the "
                   "four again; palette 4x4, raw 3x3 for normals; a dispatch a mesh and instance, "
                   "64 threads",
         .dispatch = PeerDispatch::mesh,
         .groupSize = SINEW_PEER_KHRONOS_GROUP,
         .palette = PaletteFormat::matrix,
         .paletteLimit = uint64_t{1} << 32,
         .read = kKhronosRead,
         .written = kKhronosWritten,
         .pack = packKhronos,
         .unpack = unpackInterleaved<gpu::PeerKhronosVertex>},
    }};
    return kernels;
}

}  // namespace

std::vector<PeerRange> peerRanges(const Model& model, PeerDispatch dispatch) {
    std::vector<PeerRange> meshes, ranges;
    std::vector<size_t> meshOfPrimitive;
    const std::vector<Primitive> runs = vertexRuns(model);
    for (size_t p = 0; p < runs.size(); ++p) {
        const Primitive& primitive = runs[p];
        const bool continues = p > 0 && primitive.node == runs[p - 1].node;
        if (!continues) meshes.push_back({primitive.firstVertex, 0, Box::nothing()});
        PeerRange& mesh = meshes.back();
        mesh.vertexCount += primitive.vertexCount;
        for (uint32_t v = 0; v < primitive.vertexCount; ++v) {
            mesh.box.include(model.geometry.positions[primitive.firstVertex + v]);
        }
        meshOfPrimitive.push_back(meshes.size() - 1);
    }
    if (dispatch == PeerDispatch::mesh) return meshes;
    for (size_t p = 0; p < runs.size(); ++p) {
        ranges.push_back(
            {runs[p].firstVertex, runs[p].vertexCount, meshes[meshOfPrimitive[p]].box});
    }
    return ranges;
}

uint32_t PeerKernel::bytesRead() const {
    return std::accumulate(read.begin(), read.end(), readOfWritten);
}

uint32_t PeerKernel::bytesWritten() const {
    return std::accumulate(written.begin(), written.end(), 0u);
}

std::span<const PeerKernel> peerKernels() {
    return table();
}

}  // namespace sinew
