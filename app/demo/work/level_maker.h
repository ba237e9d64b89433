// Builds LODs in the background.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "skinning/lod/levels.h"

namespace sinew {

/// Processes one model at a time. The destructor and start() wait for running work, which takes
/// seconds for a large model.
class LevelMaker {
public:
    struct Result {
        std::shared_ptr<const Model> model;
        std::optional<Levels> levels;  // empty on an error
        std::string error;
    };

    LevelMaker() = default;
    LevelMaker(const LevelMaker&) = delete;
    LevelMaker& operator=(const LevelMaker&) = delete;

    void start(std::shared_ptr<const Model> model);
    bool busy() const { return running_.valid(); }
    const Model* model() const { return model_.get(); }

    /// Returns the finished result once.
    std::optional<Result> poll();
    double seconds() const;

private:
    std::shared_ptr<const Model> model_;
    std::chrono::steady_clock::time_point since_;
    std::future<Result> running_;
};

}  // namespace sinew
