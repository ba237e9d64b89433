// Computes the centers of blended surfaces.
#include "skinning/gpu/frame/blended.h"

#include "skinning/animation/crowd.h"
#include "skinning/animation/palette.h"

namespace sinew {

BlendedSurfaces::BlendedSurfaces(const Model& model) {
    for (uint32_t p = 0; p < model.primitives.size(); ++p) {
        const Primitive& primitive = model.primitives[p];
        if (model.materials[primitive.material].alpha != Material::Alpha::blend) continue;
        primitives_.push_back(p);
        boxes_.push_back(makeBindBoxes(model, &primitive));
    }
}

std::span<const glm::vec3> BlendedSurfaces::middles(Crowd& crowd,
                                                    std::span<const PoseRequest> requests,
                                                    std::span<const gpu::Affine> worldFromObject,
                                                    std::span<const Anchor> anchors,
                                                    double& workersMs) {
    const Model& model = crowd.model();
    const size_t joints = model.skeleton.size(), weights = model.restMorphWeights.size();
    objectFromJoint_.resize(requests.size() * joints);
    weights_.resize(requests.size() * weights);
    palette_.resize(model.binds.size());
    middles_.clear();
    workersMs += crowd.pose(requests, objectFromJoint_, weights_).workersMs;
    for (size_t i = 0; i < requests.size(); ++i) {
        computePalette(model.binds, std::span(objectFromJoint_).subspan(i * joints, joints),
                       palette_);
        const gpu::Affine world =
            anchors.empty() ? worldFromObject[i] : moved(worldFromObject[i], anchors[i]);
        for (const BindBoxes& boxes : boxes_) {
            const Box box =
                posedBounds(boxes, palette_, std::span(weights_).subspan(i * weights, weights));
            middles_.push_back(glm::vec4(box.center(), 1.0f) * world);
        }
    }
    return middles_;
}

}  // namespace sinew
