// Import beside the running window.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/held.h"

namespace sinew {

/// Reads files on a thread of its own. A new file replaces one that waits. The destructor waits for
/// the file that is being read.
class ModelLoader {
public:
    struct Result {
        std::filesystem::path file;
        std::shared_ptr<const Model> model;  // nothing when the import failed
        double importMs = 0;
        std::string error;
    };

    void start(std::filesystem::path file, Holds holds = {});
    bool busy() const { return running_.valid(); }
    const std::filesystem::path& file() const { return file_; }
    /// The result when it is ready, of the newest file only. Each result is returned once.
    std::optional<Result> poll();
    /// How far the file is that is being read, and for how long it has been.
    float fraction() const { return progress_->fraction(); }
    double seconds() const;
    /// Waits up to `seconds` for the result. Returns whether it is ready.
    bool isThereWithin(double seconds) const;
    /// Waits for the result. Needs a file that was started.
    Result wait();

private:
    std::filesystem::path file_;
    std::shared_ptr<ImportProgress> progress_ = std::make_shared<ImportProgress>();
    std::chrono::steady_clock::time_point since_;
    std::optional<std::pair<std::filesystem::path, Holds>> next_;
    std::future<Result> running_;
};

}  // namespace sinew
