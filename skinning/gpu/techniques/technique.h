// A skinning method, and what the rest of the program asks of it.
//
// Each method has a file in this folder; the table in technique.cpp lists them. Code outside this
// folder does not ask which method it is.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "renderer/barrier.h"
#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/buffers.h"
#include "skinning/gpu/device_limits.h"
#include "skinning/gpu/poses.h"
#include "skinning/gpu/techniques/skin_variant.h"
#include "skinning/gpu/walk.h"
#include "skinning/levels.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

struct CostCard;
struct CostInput;
struct CpuInput;
struct SkinPlan;
class SkinnedCrowd;

/// Why a technique cannot have so many palette entries.
struct JointLimit {
    uint64_t entries = 0;  // 0: no limit
    std::string because;
};

/// What is done on this device where something was asked for, and why it is not that.
struct Resolution {
    SkinChoice choice;
    std::string note;  // empty: what was asked for
};

/// The vertex stage of the passes: its shader source, its constants and its buffers.
struct PassStage {
    std::string_view source;  // as VertexStage has it
    SkinVariant variant;
    /// Fills in bindings 0 to 8 and SINEW_PASS_PREVIOUS and up.
    void (*bind)(const SkinnedCrowd& crowd, Moment moment, std::span<Descriptor> buffers) = nullptr;
};

/// The largest workgroup counts of the device.
struct GroupLimits {
    static GroupLimits of(const Device& device);
    /// Instances a thread skins. A tile reuses the static vertex from registers but leaves fewer
    /// threads.
    uint32_t instanceTile(uint32_t vertices, uint32_t instances) const;

    uint32_t x = 0;
    uint32_t y = 0;
    bool isCpu = false;
};

/// A step of one crowd on the GPU: a part of culling, pose, boxes, palette or skin.
struct GpuStep {
    using Pipelines = std::vector<const Kernel*>;

    Access writes;
    /// The indirect dispatches or draws, in the order in which record() makes them: culling writes
    /// their arguments. Null: their arguments do not depend on what is visible.
    std::vector<gpu::CallEntry> (*calls)(const SkinnedCrowd& crowd) = nullptr;
    /// The pipelines that record() gets: outside the frame.
    Pipelines (*prepare)(Kernels& kernels, const ShaderLibrary& shaders,
                         const SkinnedCrowd& crowd) = nullptr;
    void (*record)(Commands& commands, const Pipelines& pipelines, const SkinnedCrowd& crowd,
                   Moment moment) = nullptr;
};

/// Culling: visibility words of instances, the ends of lists, and the lists.
struct CullRound {
    GpuStep masks;
    GpuStep ends;
    GpuStep lists;
};

/// The steps of a crowd on the GPU, in the order of a frame. The first three are of each round of
/// culling.
enum class CrowdStep : uint8_t { masks, ends, lists, pose, boxes, palette, skin };
inline constexpr size_t kCrowdSteps = 7;
constexpr size_t indexOf(CrowdStep step) {
    return static_cast<size_t>(step);
}

struct Technique {
    std::string_view summary;

    /// The settings that make a difference, beside normals and the influence limit.
    struct Heeds {
        bool blend = true;
        bool influences = true;
        bool palette = true;
        bool output = false;
        bool poses = false;
        bool cull = false;
        bool lod = false;
        bool rate = false;  // with gpu-poses and linear blending: of others no bound is known
        bool jointLimit = false;
        bool bake = false;
    } heeds;

    bool posesOnCpu = false;  // the technique's CPU part reads poses and morph weights
    bool posesOnGpu = false;  // a step of the GPU reads them
    bool bakes = false;       // it plays baked clips, and no poses
    bool passesSkin = false;  // the passes' vertex stage skins, in each again
    // A culled crowd stores skinned vertices in the order of the visible list, not by instance.
    // With levels of detail, all methods that skin on the GPU do so.
    bool skinsInOrder = false;

    /// Throws std::runtime_error where nothing can stand in: what is missing and what to try.
    void (*require)(const DeviceLimits& limits, const SkinChoice& wanted) = nullptr;
    /// What is done in its place where the model is too large for it.
    std::optional<Resolution> (*standIn)(const SkinPlan& plan) = nullptr;
    JointLimit (*jointLimit)(const SkinPlan& plan) = nullptr;

    /// Lays palettes otherwise than one after the other.
    void (*layPalettes)(SkinPlan& plan) = nullptr;
    /// Its buffers, beside commonBuffers().
    BufferList (*buffers)(const SkinPlan& plan) = nullptr;
    /// The largest buffer that it can have, where that is less than the device's.
    uint64_t (*largestBuffer)(const DeviceLimits& limits) = nullptr;
    PassStage (*passStage)(const SkinPlan& plan) = nullptr;

    /// Its part of a frame on the CPU, after the poses.
    void (*animate)(const CpuInput& input) = nullptr;
    const GpuStep* palette = nullptr;  // null: no step
    const GpuStep* skin = nullptr;     // null: no step

    /// Fills in the traffic and the work of a card.
    void (*cost)(const CostInput& input, CostCard& card) = nullptr;
    /// What it cannot do, sentences.
    std::vector<std::string> (*cannot)(const CostInput& input, const CostCard& card) = nullptr;
};

const Technique& techniqueOf(Method method);

constexpr std::array<Method, kMethodCount> allMethods() {
    std::array<Method, kMethodCount> methods{};
    for (size_t i = 0; i < kMethodCount; ++i) methods[i] = static_cast<Method>(i);
    return methods;
}

/// What the method has a use for of its settings; the others stand at their defaults.
SkinSettings heeded(const SkinChoice& choice);

/// How the palettes of a crowd lie in memory.
struct PaletteLayout {
    uint32_t entryBytes = 0;
    uint32_t normalBytes = 0;   // of an entry's own matrix for normals
    uint32_t stride = 0;        // entries from one instance to the next
    uint32_t runInstances = 1;  // vertex-uniform: instances that a uniform range holds
    uint32_t rangeBytes = 0;    // vertex-uniform: of the range; 0: no ranges
};

/// A model and a choice, and what follows from them: all that sizes and shaders depend on.
struct SkinPlan {
    DeviceLimits limits;
    const Model* model = nullptr;
    const Technique* technique = nullptr;
    SkinChoice choice;       // settings as heeded()
    bool stretched = false;  // dual quaternions carry scale and shear
    PaletteLayout palette;
    const Levels* levels = nullptr;  // where leveled() and they are made
    /// Of skinned vertices: bytes that all instances share, beyond what the coarsest level of each
    /// takes. 0: each has room for all.
    uint64_t vertexBudget = 0;

    const SkinSettings& settings() const { return choice.settings; }
    uint64_t vertices() const { return model->geometry.vertexCount(); }
    uint64_t skinnedBytes() const;  // of an instance
    uint64_t paletteBytes() const { return uint64_t{palette.stride} * palette.entryBytes; }
    bool compact() const { return settings().output == Output::compact; }
    bool posedOnGpu() const { return settings().poses == PosedBy::gpu; }
    bool culled() const { return settings().cull == Cull::boxes; }
    bool leveled() const { return settings().lod == Lod::error; }
    bool rated() const { return settings().rate == Rate::error; }
    uint32_t culledConstant() const;  // SINEW_CULLED_*, or 0
    /// Palettes in storage buffers are read as texels.
    bool fetchesPalettes() const;
    /// The constants of steps palette and skin.
    SkinVariant variant() const;
    /// The rounds of culling: by bounds of clips before poses, then by posed bounds if the GPU
    /// poses.
    std::span<const CullRound> cullRounds() const;
    /// Null: the GPU does not do the step. Culling steps are those of the first round.
    const GpuStep* step(CrowdStep step) const;
    /// The constants of the steps pose and boxes.
    SkinVariant posingVariant() const;
    BufferList buffers() const;
};
/// The model and its levels outlive the plan.
SkinPlan planOf(const DeviceLimits& limits, const Model& model, const SkinChoice& choice,
                const Levels* levels = nullptr);

/// Throws std::runtime_error saying what is missing and what to try where nothing can stand in.
Resolution resolve(const DeviceLimits& limits, const Model& model, const SkinChoice& wanted);

/// Bytes of a vertex that the skin step leaves.
uint32_t skinnedVertexBytes(Output output);

}  // namespace sinew
