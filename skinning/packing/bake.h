// Bakes clips: the palettes of every frame become RGBA texels, for Method::texture.
#pragma once

#include <atomic>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "shaders/shared/instance.h"
#include "skinning/animation/pose_request.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// A clip of n steps has n + 1 frames. The last frame is the pose at the end of the clip. So no
/// step interpolates from the end of the clip to its start.
struct BakedClip {
    uint32_t firstFrame = 0;
    uint32_t steps = 0;
    float durationSeconds = 0;
};

/// All baked clips of a model, in one texture. A frame has 3 texels per palette entry (the rows of
/// its 3x4 matrix), then the morph weights, four per texel. Texel t of frame f is at (f / rows *
/// texelsPerFrame + t, f % rows).
struct BakedClips {
    BakeSettings settings;
    uint32_t bindCount = 0;
    uint32_t weightCount = 0;
    uint32_t texelsPerFrame = 0;
    uint32_t frameCount = 0;
    uint32_t rows = 0;
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<BakedClip> clips;  // as in the model, then the rest pose
    // Only one of the following vectors is used. It has width * height texels, rows from the top.
    std::vector<glm::vec4> texels;
    std::vector<glm::u16vec4> halfTexels;  // IEEE binary16

    std::span<const std::byte> bytes() const {
        return settings.halfTexels ? std::as_bytes(std::span(halfTexels))
                                   : std::as_bytes(std::span(texels));
    }
    glm::vec4 texel(uint32_t frame, uint32_t texel) const;
};

struct BakeProgress {
    std::atomic<uint32_t> framesDone{0};
    std::atomic<uint32_t> frameCount{0};
    std::atomic<bool> cancelled{false};

    float fraction() const {
        const uint32_t count = frameCount.load();
        return count > 0 ? static_cast<float>(framesDone.load()) / static_cast<float>(count) : 0.0f;
    }
};

/// Computes frame counts, sizes and offsets without sampling. Throws std::runtime_error if the
/// texels do not fit a texture with sides up to `largestSide`, or exceed 2 GiB.
BakedClips planBake(const Model& model, const BakeSettings& settings, uint32_t largestSide);
uint64_t bytesOf(const BakedClips& plan);

/// Samples every frame on all cores. Throws as planBake(), and OutOfRange if a pose exceeds its
/// limits or a value does not fit a half. After a cancellation, only some frames of the result are
/// written.
BakedClips bakeClips(const Model& model, const BakeSettings& settings, uint32_t largestSide,
                     BakeProgress* progress = nullptr);

/// Returns the frames that the shader mixes for `request`, and their weights. Ignores layers and
/// additive clips: baked matrices are in object space, so children of a layer's joints would not
/// follow them.
gpu::BakedState bakedStateAt(const BakedClips& clips, const PoseRequest& request);

/// Both functions compute the values as the shader does. `palette` has bindCount entries, `weights`
/// has weightCount.
void bakedPalette(const BakedClips& clips, const gpu::BakedState& state,
                  std::span<gpu::Affine> palette);
void bakedMorphWeights(const BakedClips& clips, const gpu::BakedState& state,
                       std::span<float> weights);

}  // namespace sinew
