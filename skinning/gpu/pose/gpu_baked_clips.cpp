// Uploads baked clips.
#include "skinning/gpu/pose/gpu_baked_clips.h"

namespace sinew {

GpuBakedClips GpuBakedClips::create(const Device& device, std::shared_ptr<const BakedClips> clips) {
    GpuBakedClips result;
    Uploader uploader(device);
    result.texture_ = uploader.image(
        "baked clips", {clips->width, clips->height}, clips->bytes(),
        clips->settings.halfTexels ? VK_FORMAT_R16G16B16A16_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT);
    uploader.finish();
    result.clips_ = std::move(clips);
    // Texels are fetched without filtering: not all devices filter 32-bit floats.
    result.sampler_ = createSampler(device, {.name = "baked clips",
                                             .magFilter = VK_FILTER_NEAREST,
                                             .minFilter = VK_FILTER_NEAREST,
                                             .addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                             .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                             .mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                             .mipmapped = false});
    return result;
}

}  // namespace sinew
