// A skinning method, and what the rest of the program asks of it.
//
// Each method is a class in a file of this folder, derived from SkinningMethod. Code outside this
// folder does not ask which method it is.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "renderer/barrier.h"
#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/crowd/buffers.h"
#include "skinning/gpu/crowd/moment.h"
#include "skinning/gpu/frame/steps.h"
#include "skinning/gpu/skin/device_limits.h"
#include "skinning/gpu/skin/skin_variant.h"
#include "skinning/lod/levels.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

struct CostCard;
struct CostInput;
struct CpuInput;
struct SkinPlan;
class SkinnedCrowd;

/// The most palette entries of a method, and the reason.
struct JointLimit {
    uint64_t entries = 0;  // 0: no limit
    std::string because;
};

/// The choice that is made on this device, and why it is not the wanted one.
struct Resolution {
    SkinChoice choice;
    std::string note;  // empty: the wanted choice
};

/// The vertex stage of the passes.
struct PassStage {
    std::string_view source;  // as VertexStage has it
    SkinVariant variant;
};

/// The kernels of recordPalettes() and recordSkinning().
struct MethodKernels {
    const Kernel* palettes = nullptr;
    std::vector<const Kernel*> skin;
};

struct MethodFacts {
    std::string_view summary;

    /// The settings that make a difference, in addition to normals and the influence limit.
    struct Supports {
        bool blend = true;
        bool influences = true;
        bool palette = true;
        bool output = false;
        bool poses = false;
        bool cull = false;
        bool lod = false;
        bool rate = false;  // with gpu-poses and linear blending: others have no error bound
        bool jointLimit = false;
        bool bake = false;
    } supports;

    bool posesOnCpu = false;     // update() reads poses and morph weights
    bool palettesOnGpu = false;  // step palette makes palettes of them on the GPU
    bool bakes = false;          // the method plays baked clips, and no poses
    bool passesSkin = false;     // the vertex stage of each pass skins
    // A culled crowd stores skinned vertices in the order of the visible list, not by instance.
    // With levels of detail, all methods that skin on the GPU do so.
    bool skinsInOrder = false;
    Access skinWrites = {};  // by recordSkinning(); none: the method has no step skin on the GPU

    bool skinsOnGpu() const { return skinWrites.access != 0; }
};

/// Stateless: crowds have the buffers and kernels. All functions with a plan need no device.
class SkinningMethod {
public:
    explicit SkinningMethod(const MethodFacts& ofMethod) : facts(ofMethod) {}
    virtual ~SkinningMethod() = default;
    SkinningMethod(const SkinningMethod&) = delete;
    SkinningMethod& operator=(const SkinningMethod&) = delete;

    const MethodFacts facts;

    // Limits.

    /// Throws std::runtime_error if no other method can replace this one: what is missing and what
    /// to try.
    virtual void require(const DeviceLimits&, const SkinChoice&) const {}
    /// The choice that replaces this one if the model is too large for it.
    virtual std::optional<Resolution> fallback(const SkinPlan&) const { return std::nullopt; }
    virtual JointLimit jointLimit(const SkinPlan&) const { return {0, "none"}; }
    /// Bytes of the largest buffer.
    virtual uint64_t largestBuffer(const DeviceLimits& limits) const { return limits.storageBytes; }

    // Buffers.

    /// Sets strides of palettes other than one directly after the other.
    virtual void layPalettes(SkinPlan&) const {}
    /// The buffers of the method, in addition to those of all crowds (SkinPlan::buffers).
    virtual BufferList buffers(const SkinPlan& plan) const = 0;

    // A frame.

    /// The part of a frame on the CPU, after the poses.
    virtual void update(const CpuInput&) const {}
    /// Creates the kernels if they do not exist: outside the frame.
    virtual MethodKernels kernels(Kernels&, const ShaderLibrary&, const SkinnedCrowd&) const {
        return {};
    }
    /// Step palette: poses -> palettes.
    virtual void recordPalettes(Commands&, const SkinnedCrowd&, Moment) const {}
    /// Step skin: palettes -> skinned vertices.
    virtual void recordSkinning(Commands&, const SkinnedCrowd&, Moment) const {}
    /// The indirect dispatches or draws of recordSkinning() in its order, whose arguments culling
    /// writes.
    virtual std::vector<gpu::IndirectTemplate> skinTemplates(const SkinnedCrowd&) const {
        return {};
    }

    // The passes. By default they read skinned vertices.

    virtual PassStage passStage(const SkinPlan& plan) const;
    /// Fills in bindings 0 to 8 and SINEW_PASS_PREVIOUS and up.
    virtual void bindPasses(const SkinnedCrowd& crowd, Moment moment,
                            std::span<Descriptor> buffers) const;

    // The cost table.

    /// Fills in the traffic and the work of a card.
    virtual void cost(const CostInput& input, CostCard& card) const = 0;
    /// The method's limitations, as sentences.
    virtual std::vector<std::string> cannot(const CostInput& input, const CostCard& card) const = 0;
};

const SkinningMethod& skinningMethod(Method method);

constexpr std::array<Method, kMethodCount> allMethods() {
    std::array<Method, kMethodCount> methods{};
    for (size_t i = 0; i < kMethodCount; ++i) methods[i] = static_cast<Method>(i);
    return methods;
}

/// The settings that the method supports; others have their defaults.
SkinSettings supported(const SkinChoice& choice);

/// Workgroup limits of the device.
struct GroupLimits {
    static GroupLimits of(const Device& device);
    /// Instances a thread skins. A tile reuses the static vertex from registers but leaves fewer
    /// threads.
    uint32_t instanceTile(uint32_t vertices, uint32_t instances) const;

    uint32_t x = 0;             // workgroups
    uint32_t listsThreads = 0;  // threads of the largest workgroup of lists.comp
    bool isCpu = false;
};

/// How the palettes of a crowd lie in memory.
struct PaletteLayout {
    uint32_t entryBytes = 0;
    uint32_t normalBytes = 0;   // the matrix for normals of each entry
    uint32_t stride = 0;        // entries from one instance to the next
    uint32_t runInstances = 1;  // vertex-uniform: instances that a uniform range holds
    uint32_t rangeBytes = 0;    // vertex-uniform: of the range; 0: no ranges
};

/// A model and a choice, and what follows from them: all that sizes and shaders depend on.
struct SkinPlan {
    DeviceLimits limits;
    const Model* model = nullptr;
    const SkinningMethod* method = nullptr;
    SkinChoice choice;       // settings as supported()
    bool stretched = false;  // dual quaternions carry scale and shear
    PaletteLayout palette;
    const Levels* levels = nullptr;  // with leveled()
    /// Bytes of skinned vertices that all instances share, beyond what the coarsest level of each
    /// takes. 0: each has memory for full detail.
    uint64_t vertexBudget = 0;

    const MethodFacts& facts() const { return method->facts; }
    const SkinSettings& settings() const { return choice.settings; }
    uint64_t vertices() const { return model->geometry.vertexCount(); }
    uint64_t skinnedBytes() const;  // per instance
    uint64_t paletteBytes() const { return uint64_t{palette.stride} * palette.entryBytes; }
    bool compact() const { return settings().output == Output::compact; }
    bool posedOnGpu() const { return settings().poses == PosedBy::gpu; }
    bool culled() const { return settings().cull == Cull::boxes; }
    bool leveled() const { return settings().lod == Lod::error; }
    bool rated() const { return settings().rate == Rate::error; }
    /// Rounds of culling: by bounds of clips before poses, then by posed bounds if the GPU poses.
    uint32_t cullRounds() const { return culled() ? (posedOnGpu() ? 2 : 1) : 0; }
    uint32_t culledConstant() const;  // SINEW_CULLED_*, or 0
    /// Palettes in storage buffers are read as texels.
    bool fetchesPalettes() const;
    /// The constants of steps palette and skin.
    SkinVariant variant() const;
    /// The constants of the steps pose and boxes.
    SkinVariant posingVariant() const;
    BufferList buffers() const;
};
/// The model and its levels outlive the plan.
SkinPlan planOf(const DeviceLimits& limits, const Model& model, const SkinChoice& choice,
                const Levels* levels = nullptr);

/// Replaces settings that cannot be used. If there is no substitute, throws std::runtime_error that
/// says what is missing and what to try.
Resolution resolve(const DeviceLimits& limits, const Model& model, const SkinChoice& wanted);

/// The palette entries that the format of influences can index.
JointLimit influenceLimit(const SkinPlan& plan);

/// Bytes of a skinned vertex.
uint32_t skinnedVertexBytes(Output output);

}  // namespace sinew
