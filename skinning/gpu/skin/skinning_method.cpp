// Finds methods, derives plans from choices, and resolves choices.
#include "skinning/gpu/skin/skinning_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "shaders/shared/palette.h"
#include "shaders/shared/passes.h"
#include "shaders/shared/variant.h"
#include "skinning/bounds/joint_scales.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/skin/methods.h"
#include "skinning/packing/clip_words.h"
#include "skinning/packing/influences.h"
#include "skinning/packing/quantized_mesh.h"

namespace sinew {
namespace {

constexpr uint32_t kLargestTile = 8;
/// With fewer threads a large GPU is not fully used: it has some 130 processors with 2,048 threads
/// each.
constexpr uint64_t kThreadsToFill = 1u << 18;

PaletteLayout paletteLayout(const SkinPlan& plan) {
    const SkinSettings& settings = plan.settings();
    PaletteLayout layout{.entryBytes = sizeof(gpu::Affine),
                         .stride = static_cast<uint32_t>(plan.model->binds.size())};
    if (settings.palette == PaletteFormat::matrix) layout.entryBytes = sizeof(glm::mat4);
    if (settings.palette == PaletteFormat::half) layout.entryBytes = sizeof(gpu::Affine) / 2;
    if (settings.blend == Blend::dualQuaternion) {
        layout.entryBytes = sizeof(gpu::DualQuaternion) / (plan.stretched ? 1 : 2);
    }
    if (settings.normals == Normals::inverseTranspose) layout.normalBytes = sizeof(glm::mat3);
    return layout;
}

}  // namespace

GroupLimits GroupLimits::of(const Device& device) {
    const VkPhysicalDeviceLimits& limits = device.limits();
    const uint32_t threads =
        std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    return {.x = limits.maxComputeWorkGroupCount[0],
            .listsThreads = std::bit_floor(std::min(threads, SINEW_MOST_COMPACT_THREADS)),
            .isCpu = device.isCpu()};
}

/// A CPU device has few threads, so the tile is the largest: 8 instances per thread gave 15 million
/// vertices/s, 1 instance 12 to 13 million (lavapipe, 15,172 vertices x 100 instances). A GPU gets
/// the largest tile that leaves kThreadsToFill threads.
uint32_t GroupLimits::instanceTile(uint32_t vertices, uint32_t instances) const {
    uint32_t tile = kLargestTile;
    const uint64_t threads = uint64_t{vertices} * instances;
    while (!isCpu && tile > 1 && threads / tile < kThreadsToFill) tile /= 2;
    return tile;
}

VertexStage SkinningMethod::passStage(const SkinPlan& plan) const {
    const SkinVariant read{.output = plan.variant().output, .culled = plan.culledConstant()};
    return {"skinned", read.constants()};
}

void SkinningMethod::bindPasses(const SkinnedCrowd& crowd, Moment moment,
                                std::span<Descriptor> buffers) const {
    const FrameBuffers now = crowd.buffers(moment.phase), before = crowd.previousBuffers(moment);
    buffers[0] = now.skinned;
    buffers[1] = now.boxes;
    buffers[2] = now.firstVertices;
    buffers[SINEW_PASS_PREVIOUS] = before.skinned;
    buffers[SINEW_PASS_PREVIOUS + 1] = before.boxes;
}

const SkinningMethod& skinningMethod(Method method) {
    switch (method) {
#define SINEW_METHOD(id, name, onCpu) \
    case Method::id:                  \
        return methods::id();
#include SINEW_METHODS
#undef SINEW_METHOD
    }
    throw std::logic_error("no such method");
}

SkinSettings supported(const SkinChoice& choice) {
    const MethodFacts::Supports& supports = skinningMethod(choice.method).facts.supports;
    const SkinSettings& input = choice.settings;
    SkinSettings settings{
        .mesh = input.mesh, .normals = input.normals, .influenceLimit = input.influenceLimit};
    if (supports.blend) settings.blend = input.blend;
    if (supports.influences) {
        settings.influences = input.influences;
        const uint32_t most = mostInfluences(input.influences), limit = settings.influenceLimit;
        if (most > 0 && (limit == 0 || limit > most)) settings.influenceLimit = most;
    }
    // Palette formats are for matrices; dual quaternions have a format of their own.
    if (supports.palette && input.blend == Blend::linear) settings.palette = input.palette;
    if (supports.output) settings.output = input.output;
    if (supports.poses) settings.poses = input.poses;
    if (supports.lod) settings.lod = input.lod;
    const bool bounded = settings.poses == PosedBy::gpu && input.blend == Blend::linear;
    if (supports.rate && bounded) settings.rate = input.rate;
    const bool chooses = settings.lod != Lod::none || settings.rate != Rate::everyFrame;
    if (supports.cull) settings.cull = chooses ? Cull::boxes : input.cull;
    if (settings.poses == PosedBy::gpu) settings.keys = input.keys;
    if (supports.paletteLimit) settings.paletteLimit = input.paletteLimit;
    if (supports.bake) settings.bake = input.bake;
    return settings;
}

SkinPlan planOf(const DeviceLimits& limits, const Model& model, const SkinChoice& choice,
                const Levels* levels) {
    SkinPlan plan{.limits = limits,
                  .model = &model,
                  .method = &skinningMethod(choice.method),
                  .choice = {choice.method, supported(choice)}};
    if (!hasNormals(model)) plan.choice.settings.normals = Normals::none;
    plan.stretched = plan.settings().blend == Blend::dualQuaternion && stretches(model);
    plan.palette = paletteLayout(plan);
    if (plan.leveled()) plan.levels = levels;
    plan.method->layPalettes(plan);
    return plan;
}

uint64_t SkinPlan::skinnedBytes() const {
    return vertices() * skinnedVertexBytes(settings().output);
}

bool SkinPlan::fetchesPalettes() const {
    return facts().palettesOnGpu && paletteBytes() <= limits.texelBytes;
}

SkinVariant SkinPlan::variant() const {
    return {
        .morphs = model->restMorphWeights.empty() ? 0u : 1u,
        .blend = static_cast<uint32_t>(settings().blend),
        .influenceFormat = static_cast<uint32_t>(settings().influences),
        .paletteFormat = static_cast<uint32_t>(settings().palette),
        .normals = static_cast<uint32_t>(settings().normals),
        .output = static_cast<uint32_t>(settings().output),
        .stretched = stretched ? 1u : 0u,
        .culled = culledConstant(),
        .paletteTexels = fetchesPalettes() ? 1u : 0u,
        .meshFormat = static_cast<uint32_t>(settings().mesh),
        .levels = leveled() ? 1u : 0u,
        .rates = rated() ? 1u : 0u,
    };
}

uint32_t SkinPlan::culledConstant() const {
    if (!culled()) return 0;
    const bool inOrder = facts().skinsInOrder || (leveled() && facts().skinsOnGpu());
    return inOrder ? SINEW_CULLED_STORED_BY_LIST : SINEW_CULLED_STORED_BY_INSTANCE;
}

SkinVariant SkinPlan::posingVariant() const {
    const SkinVariant skinned = variant();
    const bool packed = settings().keys == KeyFormat::packed;
    return {.morphs = skinned.morphs,
            .blend = skinned.blend,
            .clips = clipFeatures(*model) | (packed ? SINEW_CLIPS_PACKED : 0u),
            .culled = culled() ? SINEW_CULLED_STORED_BY_INSTANCE : 0u,
            .rates = skinned.rates};
}

BufferList SkinPlan::buffers() const {
    const uint64_t influences =
        influenceSums(model->geometry, settings().influences, settings().influenceLimit).bytes;
    BufferList list = commonBuffers(*model, meshVertexBytes(settings().mesh), influences);
    list.push_back(posesRow(*this));
    list.push_back(boxesRow(*this));
    for (const BufferRow& row : method->buffers(*this)) list.push_back(row);
    for (const BufferRow& row : cullingRows(*this)) list.push_back(row);
    return list;
}

namespace {

/// Returns why the choice does not support its culling, levels of detail or update rate; empty if
/// it supports them.
std::string_view whyUnsupported(const SkinChoice& wanted) {
    const MethodFacts::Supports& supports = skinningMethod(wanted.method).facts.supports;
    if (wanted.settings.lod != Lod::none && !supports.lod) {
        return "levels of detail need skinning on the GPU from a visible list; try compute:lod";
    }
    if (wanted.settings.cull != Cull::none && !supports.cull) {
        return "the method draws all instances; try compute:culled";
    }
    if (wanted.settings.rate == Rate::everyFrame) return {};
    if (!supports.rate) return "the method has no update rates; try compute:gpu-poses:rate";
    if (wanted.settings.poses != PosedBy::gpu) return "update rates need gpu-poses";
    if (wanted.settings.blend == Blend::linear) return {};
    return "update rates have an error bound only with linear blending";
}

}  // namespace

Resolution resolve(const DeviceLimits& limits, const Model& model, const SkinChoice& wanted) {
    const SkinningMethod& method = skinningMethod(wanted.method);
    if (const std::string_view why = whyUnsupported(wanted); !why.empty()) {
        throw std::runtime_error(fmt::format("{} is unsupported: {}", choiceText(wanted), why));
    }
    method.require(limits, wanted);
    const SkinSettings settings = supported(wanted);
    // With levels of detail or culled blended surfaces, indirect draws have a first instance > 0.
    const bool firstInstances =
        settings.lod != Lod::none || (settings.cull != Cull::none && hasBlendedSurfaces(model));
    if (firstInstances && !limits.indirectFirstInstance) {
        throw std::runtime_error(
            fmt::format("{} is unsupported: '{}' lacks drawIndirectFirstInstance; try {}",
                        choiceText(wanted), limits.name, methodName(wanted.method)));
    }
    const uint64_t entries = paletteLimit(wanted.settings.influences);
    if (method.facts.supports.influences && model.binds.size() > entries) {
        throw std::runtime_error(fmt::format(
            "{} has {} palette entries and {} can index {}; try another influence format",
            model.name, model.binds.size(),
            choiceText({wanted.method, {.influences = wanted.settings.influences}}), entries));
    }
    if (auto other = method.fallback(planOf(limits, model, wanted))) {
        other->choice.settings = wanted.settings;
        return *other;
    }
    return {wanted, {}};
}

PaletteLimit indexLimit(const SkinPlan& plan) {
    const InfluenceFormat format = plan.settings().influences;
    if (format == InfluenceFormat::split32) return {0, "none"};
    return {paletteLimit(format), "bits of an influence"};
}

}  // namespace sinew
