// With root motion, feet that stand on the ground stay where they are.
#include <gtest/gtest.h>

#include <algorithm>

#include "skinning/animation/animator.h"
#include "skinning/animation/animator_file.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/placement.h"
#include "skinning/gltf/import.h"

namespace sinew {
namespace {

constexpr float kStep = 1.0f / 240;
constexpr float kNear = 0.004f;     // to the ground, which is at 0
constexpr float kSole = 1.0f / 12;  // so much of a foot's vertices near the ground: it stands
constexpr float kMostSlide = 0.01f;

/// The vertices of one foot, and the way that its sole slid since it stood. Toes that push off,
/// behind a heel that is up, do not stand.
class Foot {
public:
    Foot(const Model& model, const std::string& side) : model_(model) {
        const Geometry& geometry = model.geometry;
        for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
            const Influence& heaviest = geometry.influences[geometry.influenceOffsets[v]];
            const std::string& joint = model.skeleton.names[model.binds[heaviest.bind].joint];
            if (joint == "foot_" + side || joint == "toes_" + side) vertices_.push_back(v);
        }
        points_.resize(vertices_.size());
    }

    void stand(std::span<const gpu::Affine> palette, const gpu::Affine& worldFromObject) {
        const std::vector<glm::vec3> before = points_;
        for (size_t i = 0; i < vertices_.size(); ++i) {
            points_[i] = glm::vec4(skinned(vertices_[i], palette), 1.0f) * worldFromObject;
        }
        glm::vec3 way(0.0f);
        size_t pressed = 0;
        for (size_t i = 0; i < points_.size(); ++i) {
            if (points_[i].y > kNear) continue;
            way += points_[i] - before[i];
            ++pressed;
        }
        const bool stood = stands_;
        stands_ = pressed >= kSole * static_cast<float>(points_.size());
        if (!stands_) return;
        if (!stood) {
            ++contacts;
            ways_.clear();
            slid_ = glm::vec2(0.0f);
        } else {
            slid_ += glm::vec2(way.x, way.z) / static_cast<float>(pressed);
        }
        for (const glm::vec2& earlier : ways_) {
            longest = std::max(longest, glm::length(slid_ - earlier));
        }
        ways_.push_back(slid_);
    }

    size_t size() const { return vertices_.size(); }

    uint32_t contacts = 0;
    float longest = 0;  // between any two moments of one contact

private:
    glm::vec3 skinned(uint32_t vertex, std::span<const gpu::Affine> palette) const {
        const Geometry& geometry = model_.geometry;
        glm::vec3 sum(0.0f);
        for (uint32_t i = geometry.influenceOffsets[vertex];
             i < geometry.influenceOffsets[vertex + 1]; ++i) {
            const Influence& influence = geometry.influences[i];
            sum += influence.weight *
                   (glm::vec4(geometry.positions[vertex], 1.0f) * palette[influence.bind]);
        }
        return sum;
    }

    const Model& model_;
    std::vector<uint32_t> vertices_;
    std::vector<glm::vec3> points_;
    std::vector<glm::vec2> ways_;
    glm::vec2 slid_{0.0f};
    bool stands_ = false;
};

class PlantedFeet : public ::testing::Test {
protected:
    /// Both feet of one character after five seconds.
    std::vector<Foot> feetAfter(const AnimatorSpec& played) {
        const auto spec = std::make_shared<const AnimatorSpec>(played);
        Animators animators(spec, {.speedSpread = 0}, 1);
        std::vector<Foot> feet{{model_, "left"}, {model_, "right"}};
        std::vector<gpu::Affine> joints(model_.skeleton.size()), palette(model_.binds.size());
        std::vector<float> weights(model_.restMorphWeights.size());
        std::vector<AnimatorEvent> events;
        Crowd poses(model_);
        for (float seconds = 0; seconds < 5; seconds += kStep) {
            PoseRequest request;
            animators.writeRequests({&request, 1});
            poses.pose({&request, 1}, joints, weights);
            computePalette(model_.binds, joints, palette);
            gpu::Affine world{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
            if (!animators.anchors().empty()) world = moved(world, animators.anchors()[0]);
            for (Foot& foot : feet) foot.stand(palette, world);
            animators.advance(kStep, events);
        }
        return feet;
    }

    Model model_ = importGltf(std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / "mannequin.glb");
};

TEST_F(PlantedFeet, OfClipsThatGoStayWhereTheyStand) {
    AnimatorSpec spec = animatorOf(model_);
    model_.masks = spec.masks;
    applyRootMotion(spec, model_);
    uint32_t going = 0;
    for (uint32_t s = 0; s < spec.states.size(); ++s) {
        if (spec.states[s].goes == 0) continue;
        ++going;
        AnimatorSpec alone = spec;
        alone.transitions.clear();
        alone.start = s;
        for (const Foot& foot : feetAfter(alone)) {
            ASSERT_GT(foot.size(), 100u);
            EXPECT_GT(foot.contacts, 3u) << spec.states[s].name;
            EXPECT_LT(foot.longest, kMostSlide) << spec.states[s].name;
        }
        alone.states[s].goes = 0;
        for (const Foot& foot : feetAfter(alone)) {
            EXPECT_GT(foot.longest, 10 * kMostSlide) << spec.states[s].name << " on the spot";
        }
    }
    EXPECT_EQ(going, 2u) << "walk and run";
}

}  // namespace
}  // namespace sinew
