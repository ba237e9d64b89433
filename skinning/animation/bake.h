// Clips that are sampled once: the palettes of every frame as RGBA texels, for Method::texture.
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

/// One clip's place among the frames. A clip of n steps has n + 1 frames. The last one is the end,
/// not the start: no frame is interpolated between the end of a clip and its start.
struct BakedClip {
    uint32_t firstFrame = 0;
    uint32_t steps = 0;
    float durationSeconds = 0;
};

/// A frame is 3 texels a palette entry, the rows of its 3x4 matrix, then the instance's morph
/// weights, four a texel. Texel t of frame f lies at (f / rows * texelsPerFrame + t, f % rows).
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
    // One of the two, width * height texels, rows from the top.
    std::vector<glm::vec4> texels;
    std::vector<glm::u16vec4> halfTexels;  // IEEE binary16

    std::span<const std::byte> bytes() const {
        return settings.halfTexels ? std::as_bytes(std::span(halfTexels))
                                   : std::as_bytes(std::span(texels));
    }
    /// In the layout that the shader reads.
    glm::vec4 texel(uint32_t frame, uint32_t texel) const;
};

/// Shared with another thread: the progress, and a request to stop.
struct BakeProgress {
    std::atomic<uint32_t> framesDone{0};
    std::atomic<uint32_t> frameCount{0};
    std::atomic<bool> cancelled{false};

    float fraction() const {
        const uint32_t count = frameCount.load();
        return count > 0 ? static_cast<float>(framesDone.load()) / static_cast<float>(count) : 0.0f;
    }
};

/// Frames, sizes and places alone; nothing is sampled and no texel allocated. Throws
/// std::runtime_error when no texture with sides of at most `largestSide` holds them, or when they
/// take more than 2 GiB.
BakedClips planBake(const Model& model, const BakeSettings& settings, uint32_t largestSide);
uint64_t bytesOf(const BakedClips& plan);

/// Samples every frame on all cores. Throws what planBake throws, and OutOfRange naming clip and
/// joint where a pose leaves its range or a value does not fit a half. When cancelled, returns the
/// frames that are done.
BakedClips bakeClips(const Model& model, const BakeSettings& settings, uint32_t largestSide,
                     BakeProgress* progress = nullptr);

/// Where in the clips an instance is that plays what `request` says. Layers are left out: a matrix
/// of one clip is wrong below the joints of another.
gpu::BakedState bakedStateAt(const BakedClips& clips, const PoseRequest& request);

/// The pose that the shader makes of a state; `palette` has bindCount entries, `weights`
/// weightCount.
void bakedPalette(const BakedClips& clips, const gpu::BakedState& state,
                  std::span<gpu::Affine> palette);
void bakedMorphWeights(const BakedClips& clips, const gpu::BakedState& state,
                       std::span<float> weights);

}  // namespace sinew
