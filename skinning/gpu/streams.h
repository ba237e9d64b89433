// The buffers that each shader declares. Its two descriptor sets hold these and no others: one of
// the mesh, which all instances share, and one of a page of instances in one frame.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string_view>

#include "renderer/batch.h"
#include "shaders/shared/layout.h"

namespace sinew {

/// Of one kernel, or of one source of vertices in all passes.
struct Streams {
    std::string_view name;  // of the kernel; or the source in shaders/variants.txt
    VkShaderStageFlags stage = VK_SHADER_STAGE_VERTEX_BIT;
    std::span<const uint32_t> bindings;  // SINEW_BINDING_*
};

constexpr bool isOfMesh(uint32_t binding) {
    return binding < SINEW_MESH_BINDING_COUNT;
}

/// What is bound where a model or a way of skinning has none of a binding, and the shader is
/// compiled not to read it. It has the same hazards. Layouts cannot leave the binding out, because
/// the shader declares it; and not every device lets a set leave it empty.
constexpr uint32_t standInFor(uint32_t binding) {
    switch (binding) {
        case SINEW_BINDING_NORMAL_PALETTES:
            return SINEW_BINDING_PALETTES;
        case SINEW_BINDING_MORPH_WEIGHTS:
            return SINEW_BINDING_POSES;
        case SINEW_BINDING_PLACES:
            return SINEW_BINDING_LISTS;
        case SINEW_BINDING_HELD:
            return SINEW_BINDING_SEEN;
        default:
            return isOfMesh(binding) ? SINEW_BINDING_VERTICES : SINEW_BINDING_INSTANCES;
    }
}

constexpr VkDescriptorType typeOf(uint32_t binding) {
    switch (binding) {
        case SINEW_BINDING_BAKED_CLIPS:
            return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        case SINEW_BINDING_UNIFORM_PALETTES:
        case SINEW_BINDING_PREVIOUS_UNIFORM_PALETTES:
            return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
        case SINEW_BINDING_PALETTE_TEXELS:
        case SINEW_BINDING_PREVIOUS_PALETTE_TEXELS:
            return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
        default:
            return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }
}

/// A stage of the capture pass has one more, which it captures into.
constexpr bool fitsAStage(const Streams& streams) {
    uint32_t count = streams.stage == VK_SHADER_STAGE_VERTEX_BIT ? 1 : 0;
    for (const uint32_t binding : streams.bindings) {
        if (typeOf(binding) == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) ++count;
    }
    return count <= kStorageBuffers;
}

namespace streams {
namespace bindings {

template <typename... Bindings>
constexpr std::array<uint32_t, sizeof...(Bindings)> list(Bindings... bindings) {
    return {static_cast<uint32_t>(bindings)...};
}
template <size_t M, size_t N>
constexpr std::array<uint32_t, M + N> operator+(const std::array<uint32_t, M>& a,
                                                const std::array<uint32_t, N>& b) {
    std::array<uint32_t, M + N> both{};
    for (size_t i = 0; i < M; ++i) both[i] = a[i];
    for (size_t i = 0; i < N; ++i) both[M + i] = b[i];
    return both;
}

inline constexpr auto kShown =
    list(SINEW_BINDING_UVS, SINEW_BINDING_COLORS, SINEW_BINDING_JOINT_COLORS,
         SINEW_BINDING_INSTANCES, SINEW_BINDING_COMPARED);
inline constexpr auto kMesh = list(SINEW_BINDING_VERTICES, SINEW_BINDING_INFLUENCES,
                                   SINEW_BINDING_MORPH_OFFSETS, SINEW_BINDING_MORPH_DELTAS);
inline constexpr auto kMeshByVertex = kMesh + list(SINEW_BINDING_INFLUENCE_OFFSETS);
inline constexpr auto kPosed = list(SINEW_BINDING_MORPH_WEIGHTS, SINEW_BINDING_NORMAL_PALETTES);
inline constexpr auto kStorage = list(SINEW_BINDING_PALETTES, SINEW_BINDING_PALETTE_TEXELS);

inline constexpr auto kSkinned =
    kShown + list(SINEW_BINDING_BOXES, SINEW_BINDING_SKINNED, SINEW_BINDING_PLACES,
                  SINEW_BINDING_PREVIOUS_BOXES, SINEW_BINDING_PREVIOUS_SKINNED);
inline constexpr auto kPalette =
    kShown + kMeshByVertex + kPosed + kStorage +
    list(SINEW_BINDING_PREVIOUS_MORPH_WEIGHTS, SINEW_BINDING_PREVIOUS_PALETTES,
         SINEW_BINDING_PREVIOUS_PALETTE_TEXELS);
inline constexpr auto kUniform =
    kShown + kMeshByVertex + kPosed +
    list(SINEW_BINDING_UNIFORM_PALETTES, SINEW_BINDING_PREVIOUS_MORPH_WEIGHTS,
         SINEW_BINDING_PREVIOUS_UNIFORM_PALETTES);
inline constexpr auto kTexture = kShown + kMeshByVertex +
                                 list(SINEW_BINDING_BAKED_CLIPS, SINEW_BINDING_BAKED_STATES,
                                      SINEW_BINDING_PREVIOUS_BAKED_STATES);
inline constexpr auto kSkeleton =
    list(SINEW_BINDING_PARENTS, SINEW_BINDING_POSES, SINEW_BINDING_INSTANCES);
inline constexpr auto kBounds = list(SINEW_BINDING_BOXES, SINEW_BINDING_INSTANCES);
inline constexpr auto kRequests = list(SINEW_BINDING_REQUESTS, SINEW_BINDING_PLAYBACK);
inline constexpr auto kJudged = kRequests + list(SINEW_BINDING_CLIP_BOXES, SINEW_BINDING_INSTANCES,
                                                 SINEW_BINDING_BOXES, SINEW_BINDING_SEEN);
inline constexpr auto kWork = list(SINEW_BINDING_LISTS, SINEW_BINDING_LIST_ENDS);
inline constexpr auto kCullStep =
    kRequests + list(SINEW_BINDING_CLIP_BOXES, SINEW_BINDING_LEVELS, SINEW_BINDING_INSTANCES,
                     SINEW_BINDING_BOXES, SINEW_BINDING_CULL_VIEWS, SINEW_BINDING_HELD,
                     SINEW_BINDING_SEEN, SINEW_BINDING_SEEN_COUNTS);
inline constexpr auto kEndStep =
    list(SINEW_BINDING_LEVELS, SINEW_BINDING_SEEN, SINEW_BINDING_SEEN_COUNTS, SINEW_BINDING_CALLS,
         SINEW_BINDING_LIST_ENDS, SINEW_BINDING_ARGUMENTS);
inline constexpr auto kListStep = list(
    SINEW_BINDING_LEVELS, SINEW_BINDING_SEEN, SINEW_BINDING_SEEN_COUNTS, SINEW_BINDING_CALLS,
    SINEW_BINDING_LISTS, SINEW_BINDING_LIST_ENDS, SINEW_BINDING_ARGUMENTS, SINEW_BINDING_PLACES);
inline constexpr auto kPoseStep = kWork + kRequests +
                                  list(SINEW_BINDING_JOINTS, SINEW_BINDING_CLIPS,
                                       SINEW_BINDING_POSES, SINEW_BINDING_MORPH_WEIGHTS);
inline constexpr auto kBoxStep =
    kWork + kRequests +
    list(SINEW_BINDING_BINDS, SINEW_BINDING_BIND_BOXES, SINEW_BINDING_POSES,
         SINEW_BINDING_MORPH_WEIGHTS, SINEW_BINDING_BOXES);
inline constexpr auto kPaletteStep =
    kWork + list(SINEW_BINDING_BINDS, SINEW_BINDING_POSES, SINEW_BINDING_NORMAL_PALETTES,
                 SINEW_BINDING_PALETTES);
inline constexpr auto kSkinStep =
    kWork + kMesh + kPosed + kStorage +
    list(SINEW_BINDING_PLACES, SINEW_BINDING_BOXES, SINEW_BINDING_SKINNED);
inline constexpr auto kFeedbackStep =
    kMeshByVertex + kPosed + kStorage + list(SINEW_BINDING_LISTS, SINEW_BINDING_BOXES);

}  // namespace bindings

// Where a pass's vertex stage gets its vertices.

/// Vertices that are skinned already.
inline constexpr Streams kSkinned{.name = "skinned", .bindings = bindings::kSkinned};
/// The stage skins: palettes lie in a storage buffer, in a uniform buffer, or in baked clips.
inline constexpr Streams kPalette{.name = "palette", .bindings = bindings::kPalette};
inline constexpr Streams kUniform{.name = "uniform", .bindings = bindings::kUniform};
inline constexpr Streams kTexture{.name = "texture", .bindings = bindings::kTexture};
// Lines over the crowd.
inline constexpr Streams kSkeleton{.name = "skeleton", .bindings = bindings::kSkeleton};
inline constexpr Streams kBounds{.name = "bounds", .bindings = bindings::kBounds};
inline constexpr Streams kJudged{.name = "judged", .bindings = bindings::kJudged};
// Culling.
inline constexpr Streams kCullStep{
    .name = "cull.comp", .stage = VK_SHADER_STAGE_COMPUTE_BIT, .bindings = bindings::kCullStep};
inline constexpr Streams kEndStep{
    .name = "ends.comp", .stage = VK_SHADER_STAGE_COMPUTE_BIT, .bindings = bindings::kEndStep};
inline constexpr Streams kListStep{
    .name = "lists.comp", .stage = VK_SHADER_STAGE_COMPUTE_BIT, .bindings = bindings::kListStep};
// Steps 3 to 6.
inline constexpr Streams kPoseStep{
    .name = "pose.comp", .stage = VK_SHADER_STAGE_COMPUTE_BIT, .bindings = bindings::kPoseStep};
inline constexpr Streams kBoxStep{
    .name = "boxes.comp", .stage = VK_SHADER_STAGE_COMPUTE_BIT, .bindings = bindings::kBoxStep};
inline constexpr Streams kPaletteStep{.name = "palette.comp",
                                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                      .bindings = bindings::kPaletteStep};
inline constexpr Streams kSkinStep{
    .name = "skin.comp", .stage = VK_SHADER_STAGE_COMPUTE_BIT, .bindings = bindings::kSkinStep};
inline constexpr Streams kFeedbackStep{.name = "feedback", .bindings = bindings::kFeedbackStep};

inline constexpr std::array kAll{&kSkinned,      &kPalette,  &kUniform, &kTexture,     &kSkeleton,
                                 &kBounds,       &kPoseStep, &kBoxStep, &kPaletteStep, &kSkinStep,
                                 &kFeedbackStep, &kCullStep, &kEndStep, &kListStep,    &kJudged};
static_assert([] {
    for (const Streams* each : kAll) {
        if (!fitsAStage(*each)) return false;
    }
    return true;
}());

}  // namespace streams

/// The layouts of the two sets.
struct StreamSets {
    VkDescriptorSetLayout mesh = VK_NULL_HANDLE;
    VkDescriptorSetLayout crowd = VK_NULL_HANDLE;

    auto operator<=>(const StreamSets&) const = default;
};

/// The set layouts of streams, each made when it is first asked for. Move-only; the device outlives
/// it, and it outlives what was made with its layouts.
class StreamLayouts {
public:
    StreamLayouts() = default;
    explicit StreamLayouts(const Device& device) : device_(&device) {}

    /// `streams` is one of a program's constants: it is known by its address.
    StreamSets of(const Streams& streams);

private:
    struct Made {
        SetLayout mesh;
        SetLayout crowd;
    };
    const Device* device_ = nullptr;
    std::map<const Streams*, Made> made_;
};

/// All layouts that crowds are made with.
struct CrowdLayouts {
    PassLayouts passes;
    StreamLayouts streams;

    static CrowdLayouts create(const Device& device) {
        return {PassLayouts::create(device), StreamLayouts(device)};
    }
};

}  // namespace sinew
