// The interface of skinning methods, and the plans that follow from a choice of method and
// settings.
//
// Each method is a class in a file of this folder, derived from SkinningMethod. Code outside this
// folder does not depend on these classes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "renderer/barrier.h"
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

class Commands;
class Kernels;
class SkinnedCrowd;
struct CostCard;
struct CostInput;
struct CpuInput;
struct Kernel;
struct SkinPlan;
struct VertexStage;

/// The largest number of palette entries that a method supports, and the reason.
struct PaletteLimit {
    uint64_t entries = 0;  // 0: no limit
    std::string because;
};

/// The choice that is used on this device, and the reason if it is not the wanted choice.
struct Resolution {
    SkinChoice choice;
    std::string note;  // empty: the wanted choice
};

/// The kernels of recordPalettes() and recordSkinning().
struct MethodKernels {
    const Kernel* palettes = nullptr;
    std::vector<const Kernel*> skin;
};

struct MethodFacts {
    std::string_view summary;

    /// The settings that the method supports, in addition to normals and the influence limit.
    struct Supports {
        bool blend = true;
        bool influences = true;
        bool palette = true;
        bool output = false;
        bool poses = false;
        bool cull = false;
        bool lod = false;
        bool rate = false;  // needs gpu-poses and linear blending (error bound)
        bool paletteLimit = false;
        bool bake = false;
    } supports;

    bool posesOnCpu = false;     // update() reads poses and morph weights
    bool palettesOnGpu = false;  // palette.comp computes palettes from poses
    bool bakes = false;          // plays baked clips instead of poses
    bool passesSkin = false;     // the vertex stage of each pass skins
    // A culled crowd stores skinned vertices in the order of the visible list, not by instance.
    // With levels of detail, all methods that skin on the GPU do so.
    bool skinsInOrder = false;
    Access skinWrites = {};  // by recordSkinning(); none: no skin step on the GPU

    bool skinsOnGpu() const { return skinWrites.access != 0; }
};

/// Stateless: buffers and kernels belong to crowds. Functions that take a plan need no device.
class SkinningMethod {
public:
    explicit SkinningMethod(const MethodFacts& ofMethod) : facts(ofMethod) {}
    virtual ~SkinningMethod() = default;
    SkinningMethod(const SkinningMethod&) = delete;
    SkinningMethod& operator=(const SkinningMethod&) = delete;

    const MethodFacts facts;

    // Limits.

    /// Throws std::runtime_error if the device does not support the method and no other method can
    /// replace it. The message says what is missing and what to try.
    virtual void require(const DeviceLimits&, const SkinChoice&) const {}
    /// Returns the choice that replaces this one if the model is too large for the method.
    virtual std::optional<Resolution> fallback(const SkinPlan&) const { return std::nullopt; }
    virtual PaletteLimit paletteLimit(const SkinPlan&) const { return {0, "none"}; }
    /// Returns the bytes of the largest buffer that the method can use.
    virtual uint64_t largestBuffer(const DeviceLimits& limits) const { return limits.storageBytes; }

    // Buffers.

    /// Changes the stride of palettes, if the method needs padding between them.
    virtual void layPalettes(SkinPlan&) const {}
    /// Returns the buffers of the method, in addition to those of all crowds (SkinPlan::buffers).
    virtual BufferList buffers(const SkinPlan& plan) const = 0;

    // A frame.

    /// Does the method's CPU work of a frame, after poses are computed.
    virtual void update(const CpuInput&) const {}
    /// Returns the kernels, and creates those that do not exist. Call it before the frame is
    /// recorded.
    virtual MethodKernels kernels(Kernels&, const ShaderLibrary&, const SkinnedCrowd&) const {
        return {};
    }
    /// Records the palette step, which computes palettes from poses.
    virtual void recordPalettes(Commands&, const SkinnedCrowd&, Moment) const {}
    /// Records the skin step, which computes skinned vertices from palettes.
    virtual void recordSkinning(Commands&, const SkinnedCrowd&, Moment) const {}
    /// Returns templates of the indirect calls that recordSkinning() records, in the same order.
    /// Culling writes their arguments.
    virtual std::vector<gpu::IndirectTemplate> skinTemplates(const SkinnedCrowd&) const {
        return {};
    }

    // The passes. By default they read skinned vertices.

    /// Returns the vertex stage with which passes draw the method's crowds, without `listed`.
    virtual VertexStage passStage(const SkinPlan& plan) const;
    /// Fills in bindings 0 to 8, and those from SINEW_PASS_PREVIOUS on.
    virtual void bindPasses(const SkinnedCrowd& crowd, Moment moment,
                            std::span<Descriptor> buffers) const;

    // The cost table.

    /// Fills in the traffic and the work of a card.
    virtual void cost(const CostInput& input, CostCard& card) const = 0;
    /// Returns the method's limitations, as sentences.
    virtual std::vector<std::string> cannot(const CostInput& input, const CostCard& card) const = 0;
};

const SkinningMethod& skinningMethod(Method method);

constexpr std::array<Method, kMethodCount> allMethods() {
    std::array<Method, kMethodCount> methods{};
    for (size_t i = 0; i < kMethodCount; ++i) methods[i] = static_cast<Method>(i);
    return methods;
}

/// Returns the settings that the method supports; all others have their defaults.
SkinSettings supported(const SkinChoice& choice);

/// Workgroup limits of the device.
struct GroupLimits {
    static GroupLimits of(const Device& device);
    /// Returns how many instances a thread skins. A larger tile reuses the mesh vertex in
    /// registers, but leaves fewer threads.
    uint32_t instanceTile(uint32_t vertices, uint32_t instances) const;

    uint32_t x = 0;             // maximum workgroups in x
    uint32_t listsThreads = 0;  // threads of the largest workgroup of lists.comp
    bool isCpu = false;
};

/// The memory layout of a crowd's palettes.
struct PaletteLayout {
    uint32_t entryBytes = 0;
    uint32_t normalBytes = 0;        // normal matrix of each entry; 0: none
    uint32_t stride = 0;             // entries from one instance to the next
    uint32_t instancesPerRange = 1;  // vertex-uniform: instances that a uniform range holds
    uint32_t rangeBytes = 0;         // vertex-uniform: size of a range; 0: no ranges

    uint32_t bytesAnEntry() const { return entryBytes + normalBytes; }
};

/// The data that follow from a model and a choice, and that sizes and shaders depend on.
struct SkinPlan {
    DeviceLimits limits;
    const Model* model = nullptr;
    const SkinningMethod* method = nullptr;
    SkinChoice choice;       // settings are supported(), normals may be none
    bool stretched = false;  // dual quaternions carry scale and shear
    PaletteLayout palette;
    const Levels* levels = nullptr;  // null unless leveled()
    /// LOD budget in bytes: memory for skinned vertices that all instances share, in addition to
    /// the coarsest level of each instance. 0: each instance has memory for full detail.
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
    /// Returns the rounds of culling: by clip bounds before posing, then by posed bounds if the GPU
    /// poses.
    uint32_t cullRounds() const { return culled() ? (posedOnGpu() ? 2 : 1) : 0; }
    uint32_t culledConstant() const;  // SINEW_CULLED_*, or 0
    /// True if shaders read palettes from a texel buffer instead of a storage buffer.
    bool fetchesPalettes() const;
    /// Returns the constants of the palette and skin steps.
    SkinVariant variant() const;
    /// Returns the specialization constants of pose.comp and boxes.comp. They do not depend on how
    /// vertices are stored, so that skinning methods share pipelines.
    SkinVariant posingVariant() const;
    BufferList buffers() const;
};
/// Returns the plan of a choice. The model and its levels must outlive the plan.
SkinPlan planOf(const DeviceLimits& limits, const Model& model, const SkinChoice& choice,
                const Levels* levels = nullptr);

/// Returns the choice that is used, with a substitute for a method or settings that cannot be used.
/// If there is no substitute, throws std::runtime_error that says what is missing and what to try.
Resolution resolve(const DeviceLimits& limits, const Model& model, const SkinChoice& wanted);

/// Returns how many palette entries the influence format can index.
PaletteLimit indexLimit(const SkinPlan& plan);

}  // namespace sinew
