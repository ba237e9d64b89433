// Compute skinning kernels with the vertex layouts of other engines and of a tutorial.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/bounds/bounds.h"
#include "skinning/gpu/verify/capture.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Maximum influences of a vertex; the heaviest ones are kept.
inline constexpr uint32_t kPeerInfluences = 4;

/// Vertices of one instance that one dispatch skins.
struct PeerRange {
    uint32_t firstVertex = 0;
    uint32_t vertexCount = 0;
    Box box;  // the mesh's box, bind space
};
enum class PeerDispatch : uint8_t { mesh, primitive };
std::vector<PeerRange> peerRanges(const Model& model, PeerDispatch dispatch);

/// Largest errors of the formats before and after the float arithmetic.
struct PeerSteps {
    double weight = 0;      // per influence; errors of a vertex need not cancel
    double position = 0;    // input error, relative to the diagonal of the mesh's box
    double normalRead = 0;  // degrees; the next three too
    double normalWritten = 0;
    double tangentRead = 0;
    double tangentWritten = 0;
};

/// Bytes per stream, by instance and vertex.
using PeerStreams = std::vector<std::vector<std::byte>>;

/// A kernel of this project with the layout and the arithmetic of an engine.
struct PeerKernel {
    std::string_view name;
    std::string_view shader;  // name in shaders/variants.txt
    std::string_view layout;
    PeerDispatch dispatch = PeerDispatch::mesh;
    uint32_t groupSize = 64;
    PaletteFormat palette = PaletteFormat::affine;
    Normals normals = Normals::raw;
    uint64_t paletteLimit = 0;  // palette entries that its joint indices can address
    PeerSteps steps;
    std::span<const uint32_t> read;     // bytes per vertex, by stream
    std::span<const uint32_t> written;  // bytes per vertex, by stream
    uint32_t readOfWritten = 0;  // bytes per vertex of the previous frame's output that it reads

    /// Packs the input streams of a model with at most kPeerInfluences influences per vertex.
    PeerStreams (*pack)(const Model& model) = nullptr;
    /// Unpacks one instance's vertices from the output streams.
    CapturedVertices (*unpack)(const PeerStreams& written) = nullptr;

    uint32_t bytesRead() const;
    uint32_t bytesWritten() const;
};

/// Wicked Engine, Godot, O3DE, Unity, and the Khronos Vulkan Tutorial.
std::span<const PeerKernel> peerKernels();

}  // namespace sinew
