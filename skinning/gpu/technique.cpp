// What methods need, and what stands in for them where it is missing.
#include "skinning/gpu/technique.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/frame_ring.h"
#include "skinning/gpu/influences.h"

namespace sinew {
namespace {

/// Cut so that a run of instances that fills it ends where the next may begin.
uint32_t uniformRange(const UniformLimits& limits) {
    return static_cast<uint32_t>(limits.rangeBytes) / limits.alignment * limits.alignment;
}

/// Why a uniform buffer cannot hold the model's palette; empty: it can.
std::string uniformProblem(const Device& device, const Model& model, const SkinChoice& choice) {
    const uint32_t entry = paletteEntryBytes(choice.settings, stretches(model));
    const uint32_t fits = uniformRange(uniformLimits(device)) / entry;
    const uint32_t limit =
        choice.settings.jointLimit > 0 ? std::min(choice.settings.jointLimit, fits) : fits;
    if (model.binds.size() <= limit) return {};
    return fmt::format("{} has {} palette entries and {} holds {}: skinned by {} instead",
                       model.name, model.binds.size(),
                       limit < fits ? "the joint limit that was set"
                                    : fmt::format("the device's uniform range of {} bytes",
                                                  device.maxUniformBytes()),
                       limit, methodName(Method::cpu));
}

bool unscaled(const glm::mat3& m) {
    constexpr float kRounding = 1e-5f;
    const glm::mat3 gram = glm::transpose(m) * m;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) {
            if (std::abs(gram[c][r] - (c == r ? 1.0f : 0.0f)) > kRounding) return false;
        }
    }
    return glm::determinant(m) > 0;
}

bool unscaled(const glm::vec3& scale) {
    constexpr float kRounding = 1e-6f;
    return glm::all(glm::lessThanEqual(glm::abs(scale - 1.0f), glm::vec3(kRounding)));
}

}  // namespace

Resolution resolve(const Device& device, const Model& model, const SkinChoice& wanted) {
    const Technique& technique = techniqueOf(wanted.method);
    const std::string_view name = methodName(wanted.method);
    if (technique.skin == Technique::Skin::feedback && !device.has().transformFeedback) {
        throw std::runtime_error(
            fmt::format("method {} is unsupported: '{}' lacks VK_EXT_transform_feedback; try {}",
                        name, device.info().properties.deviceName, methodName(Method::compute)));
    }
    if (technique.source == VertexSource::texture &&
        wanted.settings.blend == Blend::dualQuaternion) {
        throw std::runtime_error(fmt::format(
            "method {} blends linearly: baked clips hold matrices; try another method", name));
    }
    const uint64_t entries = paletteLimit(wanted.settings.influences);
    if (!technique.skinsOnCpu() && model.binds.size() > entries) {
        throw std::runtime_error(fmt::format(
            "{} has {} palette entries and {} tells {} apart; try another format of influences",
            model.name, model.binds.size(),
            choiceText({wanted.method, {.influences = wanted.settings.influences}}), entries));
    }
    if (technique.source == VertexSource::uniform) {
        const std::string problem = uniformProblem(device, model, wanted);
        if (!problem.empty()) return {{Method::cpu, wanted.settings}, problem};
    }
    return {wanted, {}};
}

bool stretches(const Model& model) {
    for (const Bind& bind : model.binds) {
        if (!unscaled(glm::mat3(bind.jointFromBind))) return true;
    }
    for (const Transform& rest : model.skeleton.rest) {
        if (!unscaled(rest.scale)) return true;
    }
    for (const Clip& clip : model.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Channel::Path::scale) continue;
            const bool cubic = channel.interpolation == Channel::Interpolation::cubicSpline;
            const uint32_t values = channel.keyCount * (cubic ? 3 : 1);
            for (uint32_t i = 0; i < values; ++i) {
                const bool isTangent = cubic && i % 3 != 1;
                const float* v = clip.values.data() + channel.firstValue + size_t{3} * i;
                // A tangent that is not zero bends the scale between its keys.
                const glm::vec3 scale = glm::vec3(v[0], v[1], v[2]) + (isTangent ? 1.0f : 0.0f);
                if (!unscaled(scale)) return true;
            }
        }
    }
    return false;
}

uint32_t paletteEntryBytes(const SkinSettings& settings, bool stretched) {
    if (settings.blend == Blend::dualQuaternion) {
        return stretched ? sizeof(gpu::DualQuaternion) : sizeof(gpu::DualQuaternion) / 2;
    }
    switch (settings.palette) {
        case PaletteFormat::matrix:
            return sizeof(glm::mat4);
        case PaletteFormat::half:
            return sizeof(gpu::Affine) / 2;
        case PaletteFormat::affine:
            break;
    }
    return sizeof(gpu::Affine);
}

uint32_t normalEntryBytes(const SkinSettings& settings) {
    return settings.normals == Normals::inverseTranspose ? sizeof(glm::mat3) : 0;
}

uint32_t skinnedVertexBytes(Output output) {
    return output == Output::compact ? sizeof(gpu::CompactVertex) : sizeof(gpu::SkinnedVertex);
}

uint32_t influenceBytes(InfluenceFormat format, uint32_t count) {
    const uint32_t sets = (count + 3) / 4;
    switch (format) {
        case InfluenceFormat::u8x4:
            return sets * 8;
        case InfluenceFormat::u16x4:
            return sets * 16;
        default:
            return count * sizeof(uint32_t);
    }
}

UniformLimits uniformLimits(const Device& device) {
    return {device.maxUniformBytes(),
            static_cast<uint32_t>(device.limits().minUniformBufferOffsetAlignment)};
}

PaletteLayout paletteLayout(const UniformLimits& limits, const Model& model,
                            const SkinChoice& choice) {
    PaletteLayout layout;
    layout.entryBytes = paletteEntryBytes(choice.settings, stretches(model));
    layout.stride = static_cast<uint32_t>(model.binds.size());
    if (techniqueOf(choice.method).source != VertexSource::uniform) return layout;
    while (layout.stride * layout.entryBytes % limits.alignment != 0) ++layout.stride;
    const uint32_t instanceBytes = layout.stride * layout.entryBytes;
    layout.runInstances = std::max(uniformRange(limits) / instanceBytes, 1u);
    layout.rangeBytes = layout.runInstances * instanceBytes;
    return layout;
}

SkinVariant skinVariant(const Model& model, const SkinChoice& choice) {
    const SkinSettings& settings = choice.settings;
    const bool dual = settings.blend == Blend::dualQuaternion;
    return {
        .morphs = model.restMorphWeights.empty() ? 0u : 1u,
        .blend = static_cast<uint32_t>(settings.blend),
        .influenceFormat = static_cast<uint32_t>(settings.influences),
        .paletteFormat = dual ? 0 : static_cast<uint32_t>(settings.palette),
        .normals = static_cast<uint32_t>(settings.normals),
        .output = static_cast<uint32_t>(settings.output),
        .stretched = dual && stretches(model) ? 1u : 0u,
    };
}

VertexStage vertexStage(const UniformLimits& limits, const Model& model, const SkinChoice& choice) {
    VertexStage stage{techniqueOf(choice.method).source, skinVariant(model, choice)};
    SkinVariant& variant = stage.variant;
    switch (stage.source) {
        case VertexSource::skinned:
            variant = {.output = variant.output};
            break;
        case VertexSource::uniform:
            variant.uniformWords = paletteLayout(limits, model, choice).rangeBytes / 16;
            [[fallthrough]];
        case VertexSource::palette:
            variant.output = SINEW_OUTPUT_FULL;
            break;
        case VertexSource::texture:
            variant.output = SINEW_OUTPUT_FULL;
            variant.paletteFormat = SINEW_PALETTE_AFFINE;
            break;
    }
    return stage;
}

MethodMemory methodMemory(const UniformLimits& limits, const Model& model, const SkinChoice& choice,
                          bool motion) {
    const Technique& technique = techniqueOf(choice.method);
    const Geometry& geometry = model.geometry;
    const uint64_t vertices = geometry.vertexCount();
    const PaletteLayout layout = paletteLayout(limits, model, choice);
    const uint64_t weights = technique.poses ? model.restMorphWeights.size() * sizeof(float) : 0;
    const uint64_t palette =
        technique.paletteOnGpu ? uint64_t{layout.stride} * layout.entryBytes : 0;
    const uint64_t normals =
        technique.paletteOnGpu ? uint64_t{layout.stride} * normalEntryBytes(choice.settings) : 0;
    const uint64_t skinned = technique.skin != Technique::Skin::none
                                 ? vertices * skinnedVertexBytes(choice.settings.output)
                                 : 0;
    const uint32_t limit = choice.settings.influenceLimit;
    uint64_t influences = 0;
    for (size_t v = 0; v < vertices; ++v) {
        const uint32_t count = geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v];
        influences +=
            influenceBytes(choice.settings.influences, limit > 0 ? std::min(count, limit) : count);
    }

    MethodMemory memory;
    memory.modelBytes =
        vertices * (sizeof(gpu::StaticVertex) + geometry.uvSets.size() * sizeof(glm::vec2)) +
        geometry.colors.size() * sizeof(uint64_t) + (vertices + 1) * sizeof(uint32_t) + influences +
        geometry.morphOffsets.size() * sizeof(uint32_t) +
        geometry.morphDeltas.size() * sizeof(gpu::MorphEntry) +
        geometry.indices.size() * sizeof(uint32_t) + model.binds.size() * sizeof(gpu::BindEntry);
    memory.deviceBytesPerInstance =
        copiesOfResults(motion) * (palette + normals + (technique.skinsOnGpuOnce() ? skinned : 0)) +
        sizeof(gpu::Affine);
    // Boxes have their place whether they are written or not, and poses for the skeleton overlay.
    memory.uploadBytesPerInstance =
        copiesOfUploads(motion) *
        (model.skeleton.size() * sizeof(gpu::Affine) + weights + sizeof(gpu::BoxEntry) +
         (technique.poses ? 0 : sizeof(gpu::BakedState)) + (technique.skinsOnCpu() ? skinned : 0));
    memory.largestRangePerInstance = std::max({model.skeleton.size() * sizeof(gpu::Affine), palette,
                                               normals, skinned, sizeof(gpu::Affine)});
    return memory;
}

uint32_t copiesOfUploads(bool motion) {
    return kFramesInFlight + (motion ? 1 : 0);
}

uint32_t copiesOfResults(bool motion) {
    return motion ? 2 : 1;
}

}  // namespace sinew
