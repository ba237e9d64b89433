// Computes palettes on the CPU, as palette.comp does on the GPU.
#include "skinning/animation/palette.h"

#include "skinning/animation/affine.h"
#include "skinning/animation/pose.h"

namespace sinew {

void computePalette(std::span<const Bind> binds, std::span<const gpu::Affine> objectFromJoint,
                    std::span<gpu::Affine> palette) {
    for (size_t b = 0; b < binds.size(); ++b) {
        palette[b] = multiply(objectFromJoint[binds[b].joint], affineFrom(binds[b].jointFromBind));
    }
}

std::vector<gpu::Affine> paletteOf(const Model& model, const Pose& pose) {
    std::vector<gpu::Affine> palette(model.binds.size());
    computePalette(model.binds, objectFromJointOf(model.skeleton, pose), palette);
    return palette;
}

}  // namespace sinew
