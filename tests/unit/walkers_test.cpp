// Crowds that walk about: they keep apart and on their ground, whatever the steps are.
#include "skinning/animation/walkers.h"

#include <gtest/gtest.h>

#include "skinning/animation/animator_file.h"
#include "skinning/gltf/import.h"

namespace sinew {
namespace {

const Model& mannequin() {
    static const Model model =
        importGltf(std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / "mannequin.glb");
    return model;
}

std::shared_ptr<const AnimatorSpec> specOfWalkers() {
    static const auto spec = [] {
        AnimatorSpec described = animatorOf(mannequin());
        applyRootMotion(described, mannequin());
        described.walksAbout = true;
        return std::make_shared<const AnimatorSpec>(described);
    }();
    return spec;
}

/// All play one state for ever.
std::shared_ptr<const AnimatorSpec> specOf(const std::string& name) {
    AnimatorSpec alone = *specOfWalkers();
    alone.transitions.clear();
    while (alone.states[alone.start].name != name) ++alone.start;
    return std::make_shared<const AnimatorSpec>(alone);
}

struct Placed {
    Animators animators;
    std::vector<gpu::Affine> places;
    Box standing;
};

class Crowds {
public:
    explicit Crowds(std::vector<Placed> placed) : placed_(std::move(placed)) {
        for (Placed& crowd : placed_) {
            crowds_.push_back({.animators = &crowd.animators,
                               .places = crowd.places,
                               .standing = crowd.standing});
        }
        walkers_.place(crowds_);
    }

    void advance(float seconds) {
        walkers_.advance(crowds_, seconds, [&](float part) {
            for (Placed& crowd : placed_) crowd.animators.advance(part, events_);
            events_.clear();
        });
    }

    struct Body {
        glm::vec2 at;
        float width;
    };
    std::vector<Body> bodies() const {
        std::vector<Body> bodies;
        for (const Placed& crowd : placed_) {
            for (uint32_t i = 0; i < crowd.places.size(); ++i) {
                const glm::vec3 place = crowd.animators.goingOf(i).place;
                const glm::vec3 at = glm::vec4(place, 1.0f) * crowd.places[i];
                bodies.push_back({{at.x, at.z}, Walkers::widthOf(crowd.standing)});
            }
        }
        return bodies;
    }

    /// Between any two, of the sum of their widths.
    float nearest() const {
        const std::vector<Body> all = bodies();
        float nearest = 1e9f;
        for (size_t a = 0; a < all.size(); ++a) {
            for (size_t b = 0; b < a; ++b) {
                nearest = std::min(
                    nearest, glm::distance(all[a].at, all[b].at) / (all[a].width + all[b].width));
            }
        }
        return nearest;
    }

    void expectAllOnTheGround() const {
        const Box& ground = walkers_.ground();
        for (const Body& body : bodies()) {
            EXPECT_TRUE(body.at.x >= ground.low.x && body.at.x <= ground.high.x);
            EXPECT_TRUE(body.at.y >= ground.low.z && body.at.y <= ground.high.z);
        }
    }

    const Animators& animators() const { return placed_.front().animators; }

private:
    std::vector<Placed> placed_;
    std::vector<GroundCrowd> crowds_;
    Walkers walkers_;
    std::vector<AnimatorEvent> events_;
};

Placed placedCrowd(uint32_t count, uint32_t seed,
                   std::shared_ptr<const AnimatorSpec> spec = specOfWalkers()) {
    const Box standing = spec->rootMotion->standing;
    std::vector<gpu::Affine> places(count);
    placeCrowd(standing, places, seed);
    return {Animators(std::move(spec), {.seed = seed, .secondsBetweenWishes = 4}, count),
            std::move(places), standing};
}

Crowds crowdOf(uint32_t count, uint32_t seed,
               std::shared_ptr<const AnimatorSpec> spec = specOfWalkers()) {
    std::vector<Placed> placed;
    placed.push_back(placedCrowd(count, seed, std::move(spec)));
    return Crowds(std::move(placed));
}

std::vector<float> turnsOf(const Animators& animators) {
    std::vector<float> turns;
    for (const Anchor& anchor : animators.anchors()) turns.push_back(anchor.turned);
    return turns;
}

TEST(LongWalkers, KeepApartAndOnTheirGroundForMinutesFromAPackedGrid) {
    for (const uint32_t seed : {1u, 2u, 3u}) {
        Crowds crowd = crowdOf(60, seed);
        float nearest = crowd.nearest();
        for (int step = 0; step < 180 * 10; ++step) {
            crowd.advance(0.1f);
            nearest = std::min(nearest, crowd.nearest());
            crowd.expectAllOnTheGround();
        }
        EXPECT_GT(nearest, Walkers::kApart) << seed;
        int about = 0;
        for (const float turned : turnsOf(crowd.animators())) about += std::abs(turned) > 1;
        EXPECT_GT(about, 20) << "they look everywhere";
    }
}

TEST(Walkers, WithoutSteeringWouldHaveLeftAndMet) {
    Crowds crowd = crowdOf(60, 1, [] {
        AnimatorSpec straight = *specOfWalkers();
        straight.walksAbout = false;
        return std::make_shared<const AnimatorSpec>(straight);
    }());
    float nearest = 1;
    for (int step = 0; step < 60 * 10; ++step) {
        crowd.advance(0.1f);
        nearest = std::min(nearest, crowd.nearest());
    }
    EXPECT_LT(nearest, 0.5f * Walkers::kApart);
    float farthest = 0;
    for (const Crowds::Body& body : crowd.bodies()) farthest = std::max(farthest, body.at.y);
    EXPECT_GT(farthest, 50);
}

TEST(Walkers, GoOnAlthoughTheyGiveWay) {
    Crowds crowd = crowdOf(100, 1, specOf("walk"));
    for (int step = 0; step < 60 * 10; ++step) crowd.advance(0.1f);
    float way = 0;
    std::vector<Crowds::Body> before = crowd.bodies();
    for (int second = 0; second < 60; ++second) {
        crowd.advance(1);
        const std::vector<Crowds::Body> now = crowd.bodies();
        for (size_t i = 0; i < now.size(); ++i) way += glm::distance(now[i].at, before[i].at);
        before = now;
    }
    EXPECT_GT(way / 100 / 60, 0.5f) << "metres a second, of 0.97";
}

TEST(LongWalkers, DoNotRunThroughEachOtherInStepsOfAnyLength) {
    for (const float step : {1.0f / 240, 0.25f, 2.0f}) {
        Crowds crowd = crowdOf(60, 4);
        float nearest = crowd.nearest();
        for (float seconds = 0; seconds < 60; seconds += step) {
            crowd.advance(step);
            nearest = std::min(nearest, crowd.nearest());
        }
        EXPECT_GT(nearest, Walkers::kApart) << step;
        crowd.expectAllOnTheGround();
    }
}

TEST(Walkers, OfOneSeedGoTheSameWays) {
    const auto anchorsOf = [](uint32_t seed) {
        Crowds crowd = crowdOf(40, seed);
        for (int step = 0; step < 600; ++step) crowd.advance(1.0f / 60);
        const std::span<const Anchor> anchors = crowd.animators().anchors();
        return std::vector<Anchor>(anchors.begin(), anchors.end());
    };
    EXPECT_EQ(anchorsOf(1), anchorsOf(1));
    EXPECT_NE(anchorsOf(1), anchorsOf(2));
}

TEST(Walkers, WhoStandsKeepsItsHeading) {
    for (const char* name : {"idle", "dance"}) {
        Crowds crowd = crowdOf(20, 1, specOf(name));
        for (int step = 0; step < 300; ++step) crowd.advance(0.05f);
        for (const Anchor& anchor : crowd.animators().anchors()) EXPECT_EQ(anchor, Anchor{});
    }
}

TEST(Walkers, TurnGradually) {
    Crowds crowd = crowdOf(60, 5);
    constexpr float kStep = 1.0f / 60;
    std::vector<float> before = turnsOf(crowd.animators());
    float most = 0;
    for (int step = 0; step < 1200; ++step) {
        crowd.advance(kStep);
        const std::vector<float> now = turnsOf(crowd.animators());
        for (size_t i = 0; i < now.size(); ++i) {
            most = std::max(most, std::abs(std::remainder(now[i] - before[i], 6.2831853f)));
        }
        before = now;
    }
    EXPECT_LT(most, 1.01f * Walkers::kTurnsFastest * kStep);
    EXPECT_GT(most, 0.5f * Walkers::kTurnsFastest * kStep);
}

// Of one model half as large as the other.
TEST(Walkers, OfSeveralModelsKeepOutOfEachOthersWay) {
    Placed large = placedCrowd(30, 1);
    AnimatorSpec smaller = *specOf("walk");
    RootMotion motion = *smaller.rootMotion;
    motion.standing.low *= 0.5f;
    motion.standing.high *= 0.5f;
    smaller.rootMotion = std::make_shared<const RootMotion>(motion);
    Placed small = placedCrowd(30, 2, std::make_shared<const AnimatorSpec>(smaller));
    const Standing standing[] = {{large.standing, 30, {}}, {small.standing, 30, {}}};
    std::vector<std::vector<gpu::Affine>> places = placeTogether(standing, 1);
    large.places = std::move(places[0]);
    small.places = std::move(places[1]);
    std::vector<Placed> placed;
    placed.push_back(std::move(large));
    placed.push_back(std::move(small));
    Crowds crowds(std::move(placed));
    float nearest = crowds.nearest();
    for (int step = 0; step < 120 * 10; ++step) {
        crowds.advance(0.1f);
        nearest = std::min(nearest, crowds.nearest());
    }
    EXPECT_GT(nearest, Walkers::kApart);
    crowds.expectAllOnTheGround();
}

TEST(Walkers, OneAloneWalksAboutToo) {
    Crowds crowd = crowdOf(1, 1, specOf("walk"));
    float farthest = 0;
    for (int step = 0; step < 600; ++step) {
        crowd.advance(0.1f);
        crowd.expectAllOnTheGround();
        farthest = std::max(farthest, glm::length(crowd.bodies()[0].at));
    }
    EXPECT_GT(farthest, 1.5f);
}

}  // namespace
}  // namespace sinew
