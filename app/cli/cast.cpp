// Reading the models of a picture, and posing them.
#include "app/cli/cast.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/arguments.h"
#include "skinning/animation/walkers.h"
#include "skinning/gpu/bounds.h"

namespace sinew::cli {
namespace {

bool has(const Model& model, const std::string& clip) {
    return clip.empty() || hasClip(model, clip);
}

bool canWalkAbout(const Role& role) {
    if (role.played.animator.empty()) return false;
    try {
        return playedBy(role).walksAbout();
    } catch (const std::runtime_error&) {
        return false;
    }
}

/// Where one can, all others stand in its way.
void leaveWalkingToWhoCan(std::vector<Role>& cast) {
    if (std::none_of(cast.begin(), cast.end(), canWalkAbout)) return;  // Played tells why
    for (Role& role : cast) role.played.walkAbout &= canWalkAbout(role);
}

}  // namespace

std::vector<Role> castOf(const std::vector<SceneEntry>& scene, const PlayedOptions& options) {
    if (scene.size() > 1 && !options.animator.empty() && options.animator != kModelsOwn) {
        throw std::runtime_error(fmt::format(
            "--animator {}: one description cannot drive several models; use --animator "
            "model, or a scene file with one for each model (docs/scene.md)",
            options.animator));
    }
    std::vector<Role> cast;
    for (const SceneEntry& entry : scene) {
        PlayedOptions played = options;
        if (!entry.animator.empty() || !entry.clip.empty()) {
            played.animator = entry.animator;
            played.clip = entry.clip;
        }
        played.time += double{entry.seconds};
        cast.push_back({entry, std::move(played), nullptr});
    }
    const auto animated = [](const Role& role) { return !role.played.animator.empty(); };
    if (options.walkAbout && std::none_of(cast.begin(), cast.end(), animated)) {
        throw std::runtime_error("--walk-about: there is no animator; add --animator model");
    }
    return cast;
}

void importCast(std::vector<Role>& cast, const ModelOptions& modelOptions) {
    for (Role& role : cast) {
        const bool first = &role == cast.data();
        const auto same = std::find_if(cast.data(), &role, [&](const Role& before) {
            return before.entry.model == role.entry.model &&
                   before.played.animator == role.played.animator &&
                   (modelOptions.empty() || &before != cast.data());
        });
        role.model = same != &role
                         ? same->model
                         : importPlayed(role.entry.model, first ? modelOptions : ModelOptions{},
                                        role.played);
    }
    if (cast.size() == 1) return;
    leaveWalkingToWhoCan(cast);
    const auto asked = [](const Role& role) { return role.entry.clip.empty(); };
    const bool found = std::any_of(cast.begin(), cast.end(), [&](const Role& role) {
        return !asked(role) || has(*role.model, role.played.clip);
    });
    if (!found) return;  // Played tells it
    for (Role& role : cast) {
        if (asked(role) && !has(*role.model, role.played.clip)) role.played.clip.clear();
    }
}

Played playedBy(const Role& role) {
    return {role.played, *role.model, clipToShow(*role.model)};
}

namespace {

/// All animators of a cast at one moment, reached as animatorsAt() does, but together.
class WalkingCast {
public:
    WalkingCast(const std::vector<Role>& cast, const Frame& frame,
                std::span<const std::vector<gpu::Affine>> places, float secondsLater) {
        animators_.reserve(cast.size());
        for (size_t i = 0; i < cast.size(); ++i) {
            GroundCrowd crowd{.places = places[i], .standing = frame.bounds(i)};
            const Played played = playedBy(cast[i]);
            if (played.animated()) {
                animators_.push_back(played.animators(static_cast<uint32_t>(places[i].size())));
                crowd.animators = &animators_.back();
                crowd.first = played.instance();
                step(cast[i].entry.seconds, [&](float part) { advance(animators_.back(), part); });
            }
            crowds_.push_back(crowd);
        }
        walkers_.place(crowds_);
        const PlayedOptions& options = cast.front().played;
        step(options.time - double{cast.front().entry.seconds} + double{secondsLater},
             [&](float seconds) {
                 walkers_.advance(crowds_, seconds, [&](float part) {
                     for (Animators& animators : animators_) advance(animators, part);
                 });
             });
    }

    std::vector<PoseRequest> requests(size_t model) const {
        const GroundCrowd& crowd = crowds_[model];
        std::vector<PoseRequest> all(crowd.animators->count());
        crowd.animators->writeRequests(all);
        return {all.begin() + crowd.first, all.end()};
    }
    std::vector<Anchor> anchors(size_t model) const {
        const GroundCrowd& crowd = crowds_[model];
        const std::span<const Anchor> all = crowd.animators->anchors();
        return all.empty() ? std::vector<Anchor>()
                           : std::vector<Anchor>(all.begin() + crowd.first, all.end());
    }
    bool animates(size_t model) const { return crowds_[model].animators != nullptr; }
    const Box& around() const { return walkers_.around(); }

private:
    template <typename AdvanceBy>
    static void step(double seconds, const AdvanceBy& advanceBy) {
        constexpr double kLongest = 1.0 / 60;
        double left = std::max(seconds, 0.0);
        for (; left > kLongest; left -= kLongest) {
            advanceBy(static_cast<float>(kLongest));
        }
        if (left > 0) advanceBy(static_cast<float>(left));
    }

    void advance(Animators& animators, float seconds) {
        animators.advance(seconds, events_);
        events_.clear();
    }

    std::vector<Animators> animators_;
    std::vector<GroundCrowd> crowds_;
    Walkers walkers_;
    std::vector<AnimatorEvent> events_;
};

}  // namespace

CastPlays::CastPlays(const std::vector<Role>& cast, const Frame& frame,
                     std::span<const std::vector<gpu::Affine>> places, float secondsLater) {
    std::optional<WalkingCast> walking;
    if (std::any_of(cast.begin(), cast.end(),
                    [](const Role& role) { return playedBy(role).walksAbout(); })) {
        walking.emplace(cast, frame, places, secondsLater);
        around_ = walking->around();
    }
    for (size_t i = 0; i < cast.size(); ++i) {
        const auto count = static_cast<uint32_t>(places[i].size());
        if (walking && walking->animates(i)) {
            requests_.push_back(walking->requests(i));
            anchors_.push_back(walking->anchors(i));
        } else {
            const Played played = playedBy(cast[i]);
            requests_.push_back(played.requests(count, secondsLater));
            anchors_.push_back(played.anchors(count, secondsLater));
        }
        if (count == 0) continue;
        bounds_.include(crowdBoundsAt(*frame.scene(i), requests_[i], anchors_[i], places[i]));
    }
    for (size_t i = 0; i < cast.size(); ++i) inputs_.push_back({{}, requests_[i], anchors_[i]});
}

void CastPlays::putInto(FrameInput& input) const {
    input.requests = inputs_.front().requests;
    input.anchors = inputs_.front().anchors;
    input.others = std::span(inputs_).subspan(1);
    input.around = around_;
}

}  // namespace sinew::cli
