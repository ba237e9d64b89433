// Posing a clip, and looking which of its vertices touch the ground.
#include "skinning/animation/footing.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"

namespace sinew {
namespace {

constexpr float kLooksASecond = 60.0f;
constexpr size_t kMostLooks = 256;
/// Of a clip, in all of its moments together; of more, some.
constexpr size_t kMostVertices = 1 << 20;
// Of the character's radius.
constexpr float kTouches = 0.0025f;  // so near to the ground
constexpr float kFoot = 0.07f;       // how far what touches lies from its middle, root mean square
constexpr float kFeet = 0.09f;       // more is two feet

/// Skins single vertices of a model in one pose of a clip after another.
class Posed {
public:
    Posed(const Model& model, const Clip& clip)
        : model_(model),
          clip_(clip),
          pose_(restPose(model)),
          joints_(model.skeleton.size()),
          palette_(model.binds.size()) {}

    void sample(float seconds) {
        clip_.sample(seconds, pose_);
        poseSkeleton(model_.skeleton, pose_, joints_);
        computePalette(model_.binds, joints_, palette_);
    }

    glm::vec3 at(uint32_t vertex) const {
        const Geometry& geometry = model_.geometry;
        glm::vec3 sum(0.0f);
        for (uint32_t i = geometry.influenceOffsets[vertex];
             i < geometry.influenceOffsets[vertex + 1]; ++i) {
            const Influence& influence = geometry.influences[i];
            sum += influence.weight *
                   (glm::vec4(geometry.positions[vertex], 1.0f) * palette_[influence.bind]);
        }
        return sum;
    }

    Box box(const BindBoxes& boxes, const BindBoxes::Entry& entry) const {
        return posedBox(boxes, entry, palette_[entry.bind], pose_.morphWeights);
    }

private:
    const Model& model_;
    ClipSampler clip_;
    Pose pose_;
    std::vector<gpu::Affine> joints_, palette_;
};

/// The vertices of each bind, by the heaviest influence.
std::vector<std::vector<uint32_t>> verticesOfBinds(const Model& model) {
    const Geometry& geometry = model.geometry;
    std::vector<std::vector<uint32_t>> vertices(model.binds.size());
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        const auto first = geometry.influences.begin() + geometry.influenceOffsets[v];
        const auto end = geometry.influences.begin() + geometry.influenceOffsets[v + 1];
        const auto heaviest = std::max_element(
            first, end, [](const auto& a, const auto& b) { return a.weight < b.weight; });
        if (heaviest != end) vertices[heaviest->bind].push_back(v);
    }
    return vertices;
}

/// Of points on the ground.
Footing::Moment momentOf(std::span<const glm::vec3> touching, float radius) {
    if (touching.empty()) return {.grip = 1};  // in the air
    glm::vec3 sum(0.0f);
    for (const glm::vec3& point : touching) sum += glm::vec3(point.x, 0.0f, point.z);
    const glm::vec3 middle = sum / static_cast<float>(touching.size());
    float squares = 0;
    for (const glm::vec3& point : touching) {
        const glm::vec2 aside(point.x - middle.x, point.z - middle.z);
        squares += glm::dot(aside, aside);
    }
    const float spread = std::sqrt(squares / static_cast<float>(touching.size())) / radius;
    if (!(spread < kFeet)) return {};
    return {middle, std::min((kFeet - spread) / (kFeet - kFoot), 1.0f)};
}

}  // namespace

Footing::Moment Footing::at(float seconds) const {
    const auto last = static_cast<float>(moments.size() - 1);
    const float place = std::clamp(seconds / durationSeconds * last, 0.0f, last);
    const auto before = std::min(static_cast<size_t>(place), moments.size() - 2);
    const float share = place - static_cast<float>(before);
    const Moment &a = moments[before], &b = moments[before + 1];
    // Where one end of a span may not turn, none of it may.
    return {glm::mix(a.pivot, b.pivot, share), std::min(a.grip, b.grip)};
}

Footing findFooting(const Model& model, const BindBoxes& boxes, const Box& standing,
                    const Clip& clip) {
    const float duration = clip.durationSeconds;
    if (!(duration > 0) || model.geometry.vertexCount() == 0) return {};
    const std::vector<std::vector<uint32_t>> vertices = verticesOfBinds(model);
    Posed posed(model, clip);
    const float ground = standing.low.y + kTouches * standing.radius();
    const auto last =
        std::clamp(static_cast<size_t>(std::ceil(duration * kLooksASecond)), size_t{1}, kMostLooks);
    const size_t stride = 1 + model.geometry.vertexCount() * last / kMostVertices;
    Footing footing{.durationSeconds = duration};
    std::vector<glm::vec3> touching;
    bool stands = false;
    for (size_t m = 0; m <= last; ++m) {
        posed.sample(duration * static_cast<float>(m) / static_cast<float>(last));
        touching.clear();
        for (const BindBoxes::Entry& entry : boxes.entries) {
            if (posed.box(boxes, entry).low.y > ground) continue;
            for (size_t v = 0; v < vertices[entry.bind].size(); v += stride) {
                const glm::vec3 point = posed.at(vertices[entry.bind][v]);
                if (point.y <= ground) touching.push_back(point);
            }
        }
        footing.moments.push_back(momentOf(touching, standing.radius()));
        stands |= !touching.empty() && footing.moments.back().grip == 1;
    }
    return stands ? footing : Footing{};
}

}  // namespace sinew
