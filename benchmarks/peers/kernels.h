// Compute skinning kernels with the vertex layouts of other engines and of a Vulkan tutorial.
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

/// Maximum number of influences per vertex. If a model has more, those with the largest weights
/// remain.
inline constexpr uint32_t kPeerInfluences = 4;

/// A range of vertices that one dispatch skins for one instance.
struct PeerRange {
    uint32_t firstVertex = 0;
    uint32_t vertexCount = 0;
    // The bounding box of the mesh, in bind space.
    Box box;
};
enum class PeerDispatch : uint8_t { mesh, primitive };
std::vector<PeerRange> peerRanges(const Model& model, PeerDispatch dispatch);

/// Upper limits of the errors that an engine's formats cause, in the input and in the output.
struct PeerSteps {
    // Error of one influence's weight. The errors of a vertex's influences may have the same sign.
    double weight = 0;
    // Error of the input, relative to the diagonal of the mesh's bounding box.
    double position = 0;
    double normalRead = 0;  // all angles in degrees
    double normalWritten = 0;
    double tangentRead = 0;
    double tangentWritten = 0;
};

/// The bytes of each stream of vertices, in the order of instances, then vertices.
using PeerStreams = std::vector<std::vector<std::byte>>;

/// A kernel of this project that has the layout and the arithmetic of an engine.
struct PeerKernel {
    std::string_view name;
    std::string_view shader;  // name in shaders/variants.txt
    std::string_view layout;
    PeerDispatch dispatch = PeerDispatch::mesh;
    uint32_t groupSize = 64;
    PaletteFormat palette = PaletteFormat::affine;
    Normals normals = Normals::raw;
    uint64_t paletteLimit = 0;  // maximum that the joint indices can address
    PeerSteps steps;
    std::span<const uint32_t> read;     // bytes per vertex, by stream
    std::span<const uint32_t> written;  // bytes per vertex, by stream
    // Bytes per vertex that the kernel reads from its output of the previous frame.
    uint32_t readOfWritten = 0;

    /// Packs the input streams of a model with at most kPeerInfluences influences per vertex.
    PeerStreams (*pack)(const Model& model) = nullptr;
    /// Unpacks one instance's vertices from the output streams.
    CapturedVertices (*unpack)(const PeerStreams& written) = nullptr;

    uint32_t bytesRead() const;
    uint32_t bytesWritten() const;
};

/// Returns kernels of Wicked Engine, Godot, O3DE, Unity, and the Khronos Vulkan Tutorial.
std::span<const PeerKernel> peerKernels();

}  // namespace sinew
