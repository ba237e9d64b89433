// Culling by bounding boxes: the planes of the passes, the margins of the boxes, and the CPU test.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/bounds/bounds.h"
#include "skinning/bounds/clip_arcs.h"
#include "skinning/bounds/clip_boxes.h"
#include "skinning/settings.h"

namespace sinew {

/// Returns the planes that cull.comp tests boxes against. The camera has no far plane, because its
/// depth range is infinite. A cascade has only its four sides, because an instance in front of its
/// near plane also casts a shadow. `disableCulling`: list 0 has all instances. `pixels`: allowed
/// error of a level of detail; 0: full detail.
gpu::CullViews cullViewsOf(const gpu::ViewConstants& view, bool disableCulling, float pixels = 0);
/// Sets the error limit of update rates: an instance may be drawn with the pose of an earlier frame
/// if the error is at most `pixels`. 0: no error is allowed. `frame` counts from 1.
void rateBy(const gpu::ViewConstants& view, float pixels, uint32_t frame, gpu::CullViews& views);
/// Returns views without planes, so nothing is culled. For vertex capture.
gpu::CullViews cullViewsOfNone();

struct CullInput {
    std::span<const Box> boxes;  // from boxesToCullBy()
    std::span<const PoseRequest> requests;
    std::span<const gpu::Affine> worldFromObject;
    std::span<const Anchor> anchors;  // for moved() (animation/placement.h); may be empty
};
/// Sets `listed` to a superset of list 0 of cull.comp. CPU rounding differs from the shader's, so
/// the slack is doubled.
void listVisible(const gpu::CullViews& views, const CullInput& input,
                 std::vector<uint32_t>& listed);

/// Returns how far formats with coarse rounding may move a vertex out of its posed box, object
/// units.
double coarseBy(const Model& model, const BindBoxes& bindBoxes, const SkinSettings& settings);

/// Bounds of the vertex error that packed keys cause, object units.
struct PackedBounds {
    std::vector<double> clips;  // per clip
    double layered = 0;         // for blends and layers
};
/// Returns the boxes of a model's clips, then of the rest pose and of any pose. The boxes are grown
/// by the errors of the formats in `settings`. `arcs`: for dual quaternions, otherwise null.
/// `packed`: for packed keys, otherwise null.
std::vector<Box> boxesToCullBy(const ClipBoxes& boxes, const ClipArcs* arcs, const Model& model,
                               const BindBoxes& bindBoxes, const SkinSettings& settings,
                               const PackedBounds* packed);

}  // namespace sinew
