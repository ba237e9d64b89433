// Making levels of detail beside the running window.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "skinning/levels.h"

namespace sinew {

/// Makes them on a thread of its own, of one model at a time. The destructor and start() wait for
/// the thread, which takes seconds for a large model.
class LevelMaker {
public:
    struct Result {
        std::shared_ptr<const Model> model;
        std::optional<Levels> levels;  // nothing when they cannot be made
        std::string error;
    };

    LevelMaker() = default;
    LevelMaker(const LevelMaker&) = delete;
    LevelMaker& operator=(const LevelMaker&) = delete;

    void start(std::shared_ptr<const Model> model);
    bool busy() const { return running_.valid(); }
    /// The argument of the last start().
    const Model* model() const { return model_.get(); }

    /// The result when it is ready. Each result is returned once.
    std::optional<Result> poll();
    double seconds() const;

private:
    std::shared_ptr<const Model> model_;
    std::chrono::steady_clock::time_point since_;
    std::future<Result> running_;
};

}  // namespace sinew
