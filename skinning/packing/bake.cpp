// Bakes clips on all cores and evaluates baked texels on the CPU.
#include "skinning/packing/bake.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "shaders/shared/instance.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/bounds/range.h"

namespace sinew {
namespace {

constexpr uint64_t kMostBytes = uint64_t{2} << 30;

uint32_t texelsOfFrame(const Model& model) {
    return static_cast<uint32_t>(3 * model.binds.size() + (model.restMorphWeights.size() + 3) / 4);
}

struct Source {
    const Model& model;
    std::span<const ClipSampler> clips;
    const BakedClips& plan;
    const PoseRange& range;
};

struct Scratch {
    Pose pose;
    std::vector<gpu::Affine> objectFromJoint;
    std::vector<gpu::Affine> palette;
    std::vector<glm::vec4> texels;
};

/// Writes frame `frame` of `clip` to scratch.texels. If `clip` is the number of clips, writes the
/// rest pose. Throws OutOfRange.
void sampleFrame(const Source& source, size_t clip, uint32_t frame, Scratch& scratch) {
    const Model& model = source.model;
    scratch.pose.joints = model.skeleton.rest;
    scratch.pose.morphWeights = model.restMorphWeights;
    double time = 0;
    if (clip < model.clips.size()) {
        const BakedClip& baked = source.plan.clips[clip];
        time = double{baked.durationSeconds} * frame / std::max(baked.steps, 1u);
        source.clips[clip].sample(static_cast<float>(time), scratch.pose);
    }
    scratch.objectFromJoint.resize(model.skeleton.size());
    scratch.palette.resize(model.binds.size());
    const glm::vec4 largest = poseSkeleton(model.skeleton, scratch.pose, scratch.objectFromJoint);
    if (!source.range.surelyHolds(largest, scratch.pose.morphWeights)) {
        const std::string problem =
            source.range.problem(scratch.objectFromJoint, scratch.pose.morphWeights, kNoLimit);
        if (!problem.empty()) throwOutOfRange(model, momentText(model, clip, time), problem);
    }
    computePalette(model.binds, scratch.objectFromJoint, scratch.palette);
    scratch.texels.assign(source.plan.texelsPerFrame, glm::vec4(0.0f));
    for (size_t b = 0; b < scratch.palette.size(); ++b) {
        for (int r = 0; r < 3; ++r) {
            scratch.texels[3 * b + static_cast<size_t>(r)] = scratch.palette[b][r];
        }
    }
    for (size_t w = 0; w < scratch.pose.morphWeights.size(); ++w) {
        scratch.texels[3 * model.binds.size() + w / 4][static_cast<int>(w % 4)] =
            scratch.pose.morphWeights[w];
    }
}

void requireHalves(const Model& model, size_t clip, const std::vector<glm::vec4>& texels) {
    for (size_t t = 0; t < texels.size(); ++t) {
        for (int c = 0; c < 4; ++c) {
            if (std::abs(texels[t][c]) <= kLargestHalf) continue;
            const bool matrix = t < 3 * model.binds.size();
            throw OutOfRange(fmt::format(
                "{}: clip '{}' has {} in {}, and the largest fp16 number is {}; bake fp32 texels",
                model.name, clip < model.clips.size() ? model.clips[clip].name : "rest pose",
                texels[t][c],
                matrix ? fmt::format("the palette entry of joint '{}'",
                                     model.skeleton.names[model.binds[t / 3].joint])
                       : std::string("its morph weights"),
                kLargestHalf));
        }
    }
}

size_t texelIndexOf(const BakedClips& clips, uint32_t frame, uint32_t texel) {
    const size_t column = frame / clips.rows;
    return (frame % clips.rows) * size_t{clips.width} + column * clips.texelsPerFrame + texel;
}

size_t clipOfFrame(const BakedClips& clips, uint32_t frame) {
    const auto after =
        std::upper_bound(clips.clips.begin(), clips.clips.end(), frame,
                         [](uint32_t f, const BakedClip& clip) { return f < clip.firstFrame; });
    return static_cast<size_t>(after - clips.clips.begin()) - 1;
}

struct FramePosition {
    uint32_t frame = 0;
    float mix = 0;
};

FramePosition framePositionOf(const BakedClips& clips, const ClipMoment& moment) {
    const BakedClip& baked =
        moment.clip == kRestPose ? clips.clips.back() : clips.clips[moment.clip];
    if (baked.durationSeconds <= 0) return {baked.firstFrame, 0.0f};
    const float steps = moment.seconds / baked.durationSeconds * static_cast<float>(baked.steps);
    const float step = std::min(std::floor(steps), static_cast<float>(baked.steps - 1));
    return {baked.firstFrame + static_cast<uint32_t>(step),
            clips.settings.interpolated ? std::clamp(steps - step, 0.0f, 1.0f) : 0.0f};
}

/// Returns a texel that is interpolated between `frame` and the next frame. The order of operations
/// is the same as in the shader.
glm::vec4 between(const BakedClips& clips, uint32_t frame, float mix, uint32_t texel) {
    const glm::vec4 value = clips.texel(frame, texel);
    return mix == 0 ? value : glm::mix(value, clips.texel(frame + 1, texel), mix);
}

glm::vec4 valueAt(const BakedClips& clips, const gpu::BakedState& state, uint32_t texel) {
    const glm::vec4 value = between(clips, state.frame, state.mix, texel);
    if (state.fade == 0) return value;
    return glm::mix(value, between(clips, state.otherFrame, state.otherMix, texel), state.fade);
}

}  // namespace

glm::vec4 BakedClips::texel(uint32_t frame, uint32_t texel) const {
    const size_t index = texelIndexOf(*this, frame, texel);
    if (!settings.halfTexels) return texels[index];
    const glm::u16vec4& half = halfTexels[index];
    return {glm::unpackHalf1x16(half.x), glm::unpackHalf1x16(half.y), glm::unpackHalf1x16(half.z),
            glm::unpackHalf1x16(half.w)};
}

BakedClips planBake(const Model& model, const BakeSettings& settings, uint32_t largestSide) {
    BakedClips plan;
    plan.settings = settings;
    plan.bindCount = static_cast<uint32_t>(model.binds.size());
    plan.weightCount = static_cast<uint32_t>(model.restMorphWeights.size());
    plan.texelsPerFrame = std::max(texelsOfFrame(model), 1u);
    uint64_t frames = 0;
    const auto refuse = [&](const std::string& what, const char* remedy = "a lower bake rate") {
        throw std::runtime_error(
            fmt::format("{}: the clips baked at {} frames a second {}; try {} or another method",
                        model.name, settings.framesPerSecond, what, remedy));
    };
    for (const Clip& clip : model.clips) {
        const double wanted = std::round(double{clip.durationSeconds} * settings.framesPerSecond);
        if (!(wanted < 1e9)) refuse(fmt::format("need {:.0f} frames for '{}'", wanted, clip.name));
        const auto steps =
            clip.durationSeconds > 0 ? std::max(static_cast<uint32_t>(wanted), 1u) : 0;
        plan.clips.push_back({static_cast<uint32_t>(frames), steps, clip.durationSeconds});
        frames += steps + 1;
        if (frames >= ~0u) refuse("need too many frames");
    }
    plan.clips.push_back({static_cast<uint32_t>(frames), 0, 0.0f});
    plan.frameCount = static_cast<uint32_t>(++frames);
    if (plan.texelsPerFrame > largestSide) {
        throw std::runtime_error(
            fmt::format("{}: a baked frame has {} texels and a texture's side has at most {}; try "
                        "another method or a larger side",
                        model.name, plan.texelsPerFrame, largestSide));
    }
    plan.rows = static_cast<uint32_t>(std::min<uint64_t>(frames, largestSide));
    const uint64_t columns = (frames + plan.rows - 1) / plan.rows;
    const uint64_t width = columns * plan.texelsPerFrame;
    if (width > largestSide) {
        refuse(fmt::format("need a texture of {} x {} texels and the largest side is {}", width,
                           plan.rows, largestSide));
    }
    plan.width = static_cast<uint32_t>(width);
    plan.height = plan.rows;
    if (bytesOf(plan) > kMostBytes) {
        refuse(fmt::format("need {} MiB, more than {}", bytesOf(plan) >> 20, kMostBytes >> 20),
               settings.halfTexels ? "a lower bake rate" : "a lower bake rate, fp16 texels");
    }
    return plan;
}

uint64_t bytesOf(const BakedClips& plan) {
    return uint64_t{plan.width} * plan.height *
           (plan.settings.halfTexels ? sizeof(glm::u16vec4) : sizeof(glm::vec4));
}

BakedClips bakeClips(const Model& model, const BakeSettings& settings, uint32_t largestSide,
                     BakeProgress* progress) {
    BakedClips baked = planBake(model, settings, largestSide);
    const size_t count = size_t{baked.width} * baked.height;
    if (settings.halfTexels) {
        baked.halfTexels.resize(count);
    } else {
        baked.texels.resize(count);
    }
    if (progress) progress->frameCount = baked.frameCount;
    const PoseRange poseRange(model, makeBindBoxes(model));
    const std::vector<ClipSampler> clips(model.clips.begin(), model.clips.end());
    const Source source{model, clips, baked, poseRange};
    tbb::enumerable_thread_specific<Scratch> threads;
    const auto bakeRange = [&](const tbb::blocked_range<uint32_t>& range) {
        Scratch& scratch = threads.local();
        for (uint32_t frame = range.begin(); frame < range.end(); ++frame) {
            if (progress && progress->cancelled) return;
            const size_t clip = clipOfFrame(baked, frame);
            sampleFrame(source, clip, frame - baked.clips[clip].firstFrame, scratch);
            const size_t first = texelIndexOf(baked, frame, 0);
            if (settings.halfTexels) {
                requireHalves(model, clip, scratch.texels);
                std::transform(scratch.texels.begin(), scratch.texels.end(),
                               baked.halfTexels.begin() + static_cast<ptrdiff_t>(first),
                               [](const glm::vec4& v) {
                                   return glm::u16vec4(
                                       glm::packHalf1x16(v.x), glm::packHalf1x16(v.y),
                                       glm::packHalf1x16(v.z), glm::packHalf1x16(v.w));
                               });
            } else {
                std::copy(scratch.texels.begin(), scratch.texels.end(),
                          baked.texels.begin() + static_cast<ptrdiff_t>(first));
            }
            if (progress) ++progress->framesDone;
        }
    };
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, baked.frameCount), bakeRange);
    return baked;
}

gpu::BakedState bakedStateAt(const BakedClips& clips, const PoseRequest& request) {
    const FramePosition now = framePositionOf(clips, baseOf(request));
    const FramePosition other =
        request.otherWeight > 0 ? framePositionOf(clips, otherOf(request)) : now;
    return {now.frame, now.mix, other.frame, other.mix, request.otherWeight};
}

void bakedPalette(const BakedClips& clips, const gpu::BakedState& state,
                  std::span<gpu::Affine> palette) {
    for (uint32_t b = 0; b < clips.bindCount; ++b) {
        for (uint32_t r = 0; r < 3; ++r) {
            palette[b][static_cast<int>(r)] = valueAt(clips, state, 3 * b + r);
        }
    }
}

void bakedMorphWeights(const BakedClips& clips, const gpu::BakedState& state,
                       std::span<float> weights) {
    for (uint32_t w = 0; w < clips.weightCount; ++w) {
        weights[w] = valueAt(clips, state, 3 * clips.bindCount + w / 4)[static_cast<int>(w % 4)];
    }
}

}  // namespace sinew
