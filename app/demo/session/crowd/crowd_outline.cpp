// Collects the corners of the bounding boxes of instances and of binds.
#include "app/demo/session/steps.h"

#include "app/demo/session/fault.h"
#include "skinning/animation/palette.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/gpu/verify/picking.h"

namespace sinew {
namespace {

using Points = std::vector<glm::vec3>;

void addCorners(const Box& box, Points& points) {
    const std::array corners = cornersOf(box);
    points.insert(points.end(), corners.begin(), corners.end());
}

/// Adds the corners of the boxes of all binds of one instance, which are tighter than the box of
/// the instance. Uses the morph weights of the file.
void addBinds(Scene& scene, const PoseRequest& request, const gpu::Affine& placement,
              Points& points) {
    const Model& model = scene.model();
    const BindBoxes& boxes = scene.crowd().bindBoxes();
    const PosedJoints posed = posedJoints(scene, request, placement);
    std::vector<gpu::Affine> palette(model.binds.size());
    computePalette(model.binds, posed.objectFromJoint, palette);
    for (const BindBoxes::Entry& entry : boxes.entries) {
        const Box box = posedBox(boxes, entry, palette[entry.bind], model.restMorphWeights);
        addCorners(transformed(box, placement), points);
    }
}

/// Adds the boxes of all instances of one model. The first kPosed instances get their posed boxes;
/// each other instance gets the union of these boxes.
void addInstances(Scene& scene, std::span<const PoseRequest> requests,
                  std::span<const Anchor> anchors, std::span<const gpu::Affine> placements,
                  Points& points) {
    constexpr size_t kPosed = 1024;
    std::vector<Box> boxes(std::min(requests.size(), kPosed));
    scene.crowd().bounds(requests.first(boxes.size()), boxes);
    Box any = Box::nothing();
    for (const Box& box : boxes) any.include(box);
    for (size_t i = 0; i < requests.size(); ++i) {
        const gpu::Affine there =
            anchors.empty() ? placements[i] : moved(placements[i], anchors[i]);
        addCorners(transformed(i < boxes.size() ? boxes[i] : any, there), points);
    }
}

void addClip(Stage& stage, const Clip& clip, std::span<const gpu::Affine> placements,
             Points& points) {
    constexpr uint32_t kMoments = 24;
    constexpr size_t kFewest = 4;
    State& state = stage.state;
    Scene& scene = *stage.frame->scene();
    Playback playback{.clip = state.chosen().playback.clip, .staggered = state.settings.staggered};
    for (uint32_t moment = 0; moment < kMoments; ++moment) {
        playback.timeSeconds = clip.durationSeconds * static_cast<float>(moment) / kMoments;
        const std::vector<PoseRequest> requests =
            requestsOf(*state.chosen().model(), playback, static_cast<uint32_t>(placements.size()));
        if (placements.size() > kFewest) {
            addInstances(scene, requests, {}, placements, points);
            continue;
        }
        for (size_t i = 0; i < placements.size(); ++i) {
            addBinds(scene, requests[i], placements[i], points);
        }
    }
}

}  // namespace

std::array<glm::vec3, 8> cornersOf(const Box& box) {
    std::array<glm::vec3, 8> corners;
    for (size_t i = 0; i < corners.size(); ++i) {
        corners[i] = {(i & 1) != 0 ? box.high.x : box.low.x, (i & 2) != 0 ? box.high.y : box.low.y,
                      (i & 4) != 0 ? box.high.z : box.low.z};
    }
    return corners;
}

std::vector<glm::vec3> crowdOutline(Stage& stage) {
    State& state = stage.state;
    constexpr uint32_t kFew = 64;         // largest crowd that is posed over its clip
    constexpr uint32_t kMany = 1u << 14;  // a larger crowd gets one common box
    const uint32_t count = stage.shown.crowd, scatter = state.settings.seed;
    Points points;
    // An out-of-range pose throws here; the error is shown when the frame is rendered.
    (void)faultOf([&] {
        if (count > kMany) return;
        const auto placements = stage.frame->crowds().placements(count, scatter);
        const Clip* clip = state.clip();
        if (state.models.size() == 1 && !state.chosen().animating && clip && count <= kFew) {
            return addClip(stage, *clip, placements[0], points);
        }
        for (size_t i = 0; i < placements.size(); ++i) {
            if (placements[i].empty()) continue;
            ShownModel& shown = state.models[i];
            const auto requests = requestsOf(shown, static_cast<uint32_t>(placements[i].size()));
            addInstances(*stage.frame->scene(i), requests, anchorsOf(shown), placements[i], points);
        }
    });
    if (points.empty()) addCorners(stage.frame->crowds().bounds(count, scatter), points);
    return points;
}

}  // namespace sinew
