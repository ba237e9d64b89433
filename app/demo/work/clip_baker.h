// Baking clips beside the running window.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "skinning/animation/bake.h"

namespace sinew {

/// Bakes on a thread of its own (which uses all cores), one set of clips at a time. The destructor
/// and start() stop the bake that runs.
class ClipBaker {
public:
    struct Result {
        std::shared_ptr<const Model> model;
        BakeSettings settings;
        std::shared_ptr<const BakedClips> clips;  // nothing when they cannot be baked
        std::string error;
    };

    ClipBaker() = default;
    ~ClipBaker();
    ClipBaker(const ClipBaker&) = delete;
    ClipBaker& operator=(const ClipBaker&) = delete;

    /// `largestSide` of a texture, texels.
    void start(std::shared_ptr<const Model> model, const BakeSettings& settings,
               uint32_t largestSide);
    bool busy() const { return running_.valid(); }
    /// The arguments of the last start().
    const Model* model() const { return model_.get(); }
    const BakeSettings& settings() const { return settings_; }

    /// The result when it is ready. Each result is returned once.
    std::optional<Result> poll();
    float fraction() const { return progress_ ? progress_->fraction() : 0.0f; }
    double seconds() const;

private:
    void stop();

    std::shared_ptr<const Model> model_;
    BakeSettings settings_;
    std::shared_ptr<BakeProgress> progress_;
    std::chrono::steady_clock::time_point since_;
    std::future<Result> running_;
};

}  // namespace sinew
