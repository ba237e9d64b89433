// Bakes clips in the background.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "skinning/packing/bake.h"

namespace sinew {

/// Bakes the clips of one model at a time, on all cores. The destructor and start() cancel a
/// running bake.
class ClipBaker {
public:
    struct Result {
        std::shared_ptr<const Model> model;
        BakeSettings settings;
        std::shared_ptr<const BakedClips> clips;  // null on an error
        std::string error;
    };

    ClipBaker() = default;
    ~ClipBaker();
    ClipBaker(const ClipBaker&) = delete;
    ClipBaker& operator=(const ClipBaker&) = delete;

    /// `largestSide` is the texture limit in texels.
    void start(std::shared_ptr<const Model> model, const BakeSettings& settings,
               uint32_t largestSide);
    bool busy() const { return running_.valid(); }
    const Model* model() const { return model_.get(); }
    const BakeSettings& settings() const { return settings_; }

    /// Returns the finished result once.
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
