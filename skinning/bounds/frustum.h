// Culling by bounding boxes: the planes of the passes, the margins of boxes, and the test on the
// CPU.
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

/// The planes that cull.comp tests boxes against: those of the camera without the far one, which is
/// at infinity, and the four sides of each cascade. An instance in front of a cascade's near plane
/// casts its shadow too. `disableCulling`: list 0 has all instances. `pixels`: allowed error of a
/// level of detail; 0: full detail.
gpu::CullViews cullViewsOf(const gpu::ViewConstants& view, bool disableCulling, float pixels = 0);
/// Sets the allowed error of poses of earlier frames; 0: none. Frames count from 1.
void rateBy(const gpu::ViewConstants& view, float pixels, uint32_t frame, gpu::CullViews& views);
/// No views, no culling. For vertex capture.
gpu::CullViews cullViewsOfNone();

struct CullInput {
    std::span<const Box> boxes;  // from boxesToCullBy()
    std::span<const PoseRequest> requests;
    std::span<const gpu::Affine> worldFromObject;
    std::span<const Anchor> anchors;  // as moved() takes them; or none
};
/// Returns a superset of list 0 of cull.comp: CPU rounding differs from the shader's, so the slack
/// is doubled.
void listVisible(const gpu::CullViews& views, const CullInput& input,
                 std::vector<uint32_t>& listed);

/// The largest distance of vertices from the box of their pose that coarse formats cause, object
/// units.
double coarseBy(const Model& model, const BindBoxes& bindBoxes, const SkinSettings& settings);

/// The error bounds of packed keys, object units.
struct PackedBounds {
    std::vector<double> clips;
    double layered = 0;  // for blends and layers
};
/// The boxes of a model's clips, of the rest pose and of any pose, grown by the errors of the
/// settings' formats. `arcs`: of dual quaternions, else null. `packed`: of packed keys, else null.
std::vector<Box> boxesToCullBy(const ClipBoxes& boxes, const ClipArcs* arcs, const Model& model,
                               const BindBoxes& bindBoxes, const SkinSettings& settings,
                               const PackedBounds* packed);

}  // namespace sinew
