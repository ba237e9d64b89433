// Import beside the running window.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "skinning/gltf/import.h"

namespace sinew {

/// Reads files and caps influences on a thread of its own; the newest wish wins. Leaving waits for
/// the file that is being read.
class ModelLoader {
public:
    struct Wish {
        std::filesystem::path file;
        uint32_t influenceCap = 0;              // 0: as authored
        std::shared_ptr<const Model> authored;  // the file's content where it is known already
    };
    struct Result {
        std::filesystem::path file;
        uint32_t influenceCap = 0;
        std::shared_ptr<const Model> authored;  // nothing when the import failed
        std::shared_ptr<const Model> model;     // with the cap applied
        float droppedWeight = 0;                // the largest that the cap dropped
        double seconds = 0;
        std::string error;
    };

    void start(Wish wish);
    bool busy() const { return running_.valid(); }
    const std::filesystem::path& file() const { return wish_.file; }
    /// The result once it is there, each once. Only of the newest wish.
    std::optional<Result> poll();
    /// How far the file is that is being read, and for how long it has been.
    float fraction() const { return progress_->fraction(); }
    double seconds() const;
    /// Waits up to `seconds` for the result; whether it is there.
    bool isThereWithin(double seconds) const;
    /// Waits for it. Something must have been started.
    Result wait();

private:
    static Result load(const Wish& wish, ImportProgress& progress);

    Wish wish_;
    std::shared_ptr<ImportProgress> progress_ = std::make_shared<ImportProgress>();
    std::chrono::steady_clock::time_point since_;
    std::optional<Wish> next_;
    std::future<Result> running_;
};

}  // namespace sinew
