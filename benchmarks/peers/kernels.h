// Compute skinning kernels of other engines: the layout of a vertex in each, and its errors.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/animation/bounds.h"
#include "skinning/gpu/capture.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// The influences of a vertex that these kernels have; of more, the heaviest are kept.
inline constexpr uint32_t kPeerInfluences = 4;

/// Vertices that one dispatch skins, of one instance.
struct PeerRange {
    uint32_t firstVertex = 0;
    uint32_t vertexCount = 0;
    Box box;  // of its mesh, bind space
};
enum class PeerDispatch : uint8_t { mesh, primitive };
/// In the order of the vertices, all of which they cover.
std::vector<PeerRange> peerRanges(const Model& model, PeerDispatch dispatch);

/// The largest errors that formats make before and after the arithmetic, which is float.
struct PeerSteps {
    double weight = 0;      // of one influence; those of a vertex need not cancel
    double position = 0;    // of what is read, in diagonals of the mesh's box
    double normalRead = 0;  // degrees
    double normalWritten = 0;
    double tangentRead = 0;
    double tangentWritten = 0;
};

/// Bytes by stream, instances and vertices in order.
using PeerStreams = std::vector<std::vector<std::byte>>;

/// A kernel written by us after the layouts and the arithmetic of an engine.
struct PeerKernel {
    std::string_view name;
    std::string_view shader;  // in shaders/variants.txt
    std::string_view layout;  // in words
    PeerDispatch dispatch = PeerDispatch::mesh;
    uint32_t groupSize = 64;
    PaletteFormat palette = PaletteFormat::affine;
    Normals normals = Normals::raw;
    uint64_t paletteLimit = 0;  // how many entries its joint indices can name
    PeerSteps steps;
    std::span<const uint32_t> read;     // bytes a vertex of every stream
    std::span<const uint32_t> written;  // of every stream
    uint32_t readOfWritten = 0;         // bytes a vertex of the last frame's output

    /// The streams that the kernel reads, of a model of at most kPeerInfluences.
    PeerStreams (*pack)(const Model& model) = nullptr;
    /// One instance's vertices out of the streams that it has written.
    CapturedVertices (*unpack)(const PeerStreams& written) = nullptr;

    uint32_t bytesRead() const;
    uint32_t bytesWritten() const;
};

/// Wicked Engine, Godot, O3DE, Unity.
std::span<const PeerKernel> peerKernels();

}  // namespace sinew
