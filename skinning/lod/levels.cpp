// Simplifies models to levels of detail, and measures the levels' errors in poses of all clips.
#include "skinning/lod/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "shaders/shared/vertex.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/cpu/naive.h"
#include "skinning/lod/simplify.h"
#include "skinning/lod/surface_match.h"
#include "skinning/model/alike.h"
#include "skinning/model/gather.h"

namespace sinew {
namespace {

constexpr size_t kFewestTriangles = 64;
constexpr float kMostError = 0.05f;  // relative to the model's size
// Distances below this are ignored, relative to the model's size.
constexpr float kNothing = 1e-4f;
constexpr size_t kMostPoses = 64;
constexpr size_t kPosedVertices = 4'000'000;  // sum over all poses: 48 MB
constexpr size_t kKeyPoses = 6;

/// Vertex positions in the rest pose, and at several times of the clips.
class PosedPositions {
public:
    explicit PosedPositions(const Model& model) : model_(model) {
        const size_t vertices = std::max<size_t>(model.geometry.vertexCount(), 1);
        const size_t most = std::clamp<size_t>(kPosedVertices / vertices, 8, kMostPoses);
        add(restPose(model));
        const size_t clips = std::max<size_t>(model.clips.size(), 1);
        const size_t moments = std::max<size_t>((most - 1) / clips, 1);
        for (const Clip& clip : model.clips) {
            const ClipSampler sampler(clip);
            for (size_t i = 0; i < moments; ++i) {
                const float share = (static_cast<float>(i) + 0.5f) / static_cast<float>(moments);
                Pose pose = restPose(model);
                sampler.sample(share * clip.durationSeconds, pose);
                add(pose);
            }
        }
    }

    std::vector<Positions> take() { return std::move(all_); }

private:
    void add(const Pose& pose) {
        const auto objectFromJoint = objectFromJointOf(model_.skeleton, pose);
        const Box box;
        const CpuCrowd crowd{.count = 1,
                             .objectFromJoint = objectFromJoint,
                             .morphWeights = pose.morphWeights,
                             .boxes = {&box, 1}};
        vertices_.resize(model_.geometry.vertexCount());
        // Scalar skinning computes identical positions for vertices on both sides of a seam.
        skinNaively(model_, {}, crowd, {}, std::as_writable_bytes(std::span(vertices_)));
        Positions positions;
        positions.reserve(vertices_.size());
        for (const gpu::PackedVertex& vertex : vertices_) {
            positions.emplace_back(vertex.x, vertex.y, vertex.z);
            const glm::vec3& p = positions.back();
            if (std::isfinite(glm::dot(p, p))) continue;
            throw std::runtime_error(fmt::format(
                "{}: a pose is too large for levels of detail; try smaller translations and scales",
                model_.name));
        }
        all_.push_back(std::move(positions));
    }

    const Model& model_;
    std::vector<gpu::PackedVertex> vertices_;
    std::vector<Positions> all_;
};

/// Returns the sum of the squared distances of vertices between two poses, without the mean
/// translation.
double apart(const Positions& a, const Positions& b) {
    glm::dvec3 sum(0);
    double squares = 0;
    for (size_t v = 0; v < a.size(); ++v) {
        const glm::dvec3 off = glm::dvec3(b[v]) - glm::dvec3(a[v]);
        sum += off;
        squares += glm::dot(off, off);
    }
    return squares - glm::dot(sum, sum) / static_cast<double>(a.size());
}

/// Selects poses that differ: the first pose, then repeatedly the pose that is farthest from the
/// selected ones.
std::vector<Positions> keyPoses(const std::vector<Positions>& poses) {
    std::vector<Positions> keys{poses.front()};
    std::vector<double> nearest(poses.size(), std::numeric_limits<double>::infinity());
    while (keys.size() < std::min(kKeyPoses, poses.size())) {
        for (size_t i = 0; i < poses.size(); ++i) {
            nearest[i] = std::min(nearest[i], apart(keys.back(), poses[i]));
        }
        const auto farthest = std::max_element(nearest.begin(), nearest.end());
        keys.push_back(poses[static_cast<size_t>(farthest - nearest.begin())]);
    }
    return keys;
}

float sizeOf(const Positions& rest) {
    Box box = Box::nothing();
    for (const glm::vec3& position : rest) box.include(position);
    return 2.0f * box.radius();
}

/// Measures the distance in both directions, because either surface may lack regions of the other.
void measure(Level& level, const Geometry& geometry, const std::vector<Positions>& keys,
             const std::vector<Positions>& poses) {
    const float nothing = kNothing * sizeOf(keys.front());
    const auto lost = matchSurfaces(geometry.indices, level.indices, keys, nothing);
    // The level's error is the larger distance of both directions. It cannot be smaller than the
    // distance of `lost`, so matching `added` more closely than that is useless.
    float tolerance = nothing;
    for (const Positions& key : keys) {
        tolerance = std::max(tolerance, farthestMatch(lost, geometry.indices, level.indices, key));
    }
    const auto added = matchSurfaces(level.indices, geometry.indices, keys, tolerance);
    for (const Positions& pose : poses) {
        const float error = std::max(farthestMatch(lost, geometry.indices, level.indices, pose),
                                     farthestMatch(added, level.indices, geometry.indices, pose));
        if (&pose == &poses.front()) level.restError = error;
        level.error = std::max(level.error, error);
    }
}

/// Counts triangles and vertices of the level, sets `lastOf`, and replaces indices into `entries`
/// by vertices.
void count(Level& level, const PrimitiveVertices& entries, uint8_t number,
           std::vector<uint8_t>& lastOf) {
    level.indexCount.assign(entries.firstOf.size() - 1, 0);
    size_t primitive = 0;
    for (uint32_t& index : level.indices) {
        while (index >= entries.firstOf[primitive + 1]) ++primitive;
        ++level.indexCount[primitive];
        index = entries.vertices[index];
        level.vertexCount += lastOf[index] != number;
        lastOf[index] = number;
    }
}

}  // namespace

Levels makeLevels(const Model& model) {
    const Geometry& geometry = model.geometry;
    Levels levels;
    levels.lastOf.resize(geometry.vertexCount());
    if (geometry.indices.empty()) return levels;
    const std::vector<Positions> poses = PosedPositions(model).take();
    const std::vector<Positions> keys = keyPoses(poses);
    levels.poseCount = static_cast<uint32_t>(poses.size());
    std::vector<size_t> targets;
    for (size_t left = geometry.indices.size() / 6; left >= kFewestTriangles; left /= 2) {
        if (targets.size() < kMostLevels) targets.push_back(left);
    }
    // Entries of primitives that share vertices are separate, so edges between materials stay.
    // Vertices with equal attributes are welded (alike.h). Otherwise levels would have as many
    // vertices per triangle as the file.
    const PrimitiveVertices entries = primitiveVertices(model);
    const std::vector<uint32_t> alike = firstAlike(model, entries);
    const std::vector<uint32_t> wedges = firstOfWedge(model, entries);
    const std::vector<glm::vec3> normals = gathered(geometry.normals, entries.vertices);
    std::vector<Positions> keysOfEntries;
    for (const Positions& key : keys) keysOfEntries.push_back(gathered(key, entries.vertices));
    std::vector<uint32_t> welded = entries.indices;
    for (uint32_t& entry : welded) entry = alike[entry];
    for (std::vector<uint32_t>& indices :
         simplify(welded, wedges, normals, keysOfEntries, targets)) {
        Level level{.indices = std::move(indices)};
        const auto number = static_cast<uint8_t>(levels.coarser.size() + 1);
        std::vector<uint8_t> lastOf = levels.lastOf;
        count(level, entries, number, lastOf);
        measure(level, geometry, keys, poses);
        if (level.error > kMostError * sizeOf(poses.front())) break;
        levels.lastOf = std::move(lastOf);
        levels.coarser.push_back(std::move(level));
    }
    return levels;
}

}  // namespace sinew
