// Import beside the running window.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/demo/work/opened.h"
#include "app/model_options.h"

namespace sinew {

/// Reads files on a thread of its own. A new wish replaces one that waits. The destructor waits for
/// the file that is being read.
class ModelLoader {
public:
    struct Read {
        SceneEntry entry;
        std::shared_ptr<const Model> model;
        double importMs = 0;
        ModelOptions options = {};
    };
    /// Models and scenes that are shown together.
    struct Wish {
        Opened opened;
        ModelOptions options;       // for the model `optionsOf`
        uint32_t optionsOf = 0;     // index of a shown model
        std::vector<Read> present;  // are not read again, nor are those of the wish before
    };
    struct Result {
        Opened opened;
        std::vector<Read> models;  // none when something failed
        std::string error;
        std::optional<uint32_t> chosen = {};  // none: the settings decide
    };

    void start(Wish wish);
    bool busy() const { return running_.valid(); }
    /// Of the newest wish.
    const Opened& wanted() const { return next_ ? next_->opened : opened_; }
    /// The last of those that are being read.
    const std::filesystem::path& file() const { return opened_.files.back(); }
    /// The result when it is ready, of the newest wish only. Each result is returned once.
    std::optional<Result> poll();
    /// How far the file is that is being read, and for how long it has been.
    float fraction() const { return progress_->fraction(); }
    double seconds() const;
    /// Waits up to `seconds` for the result. Returns whether it is ready.
    bool isThereWithin(double seconds) const;
    /// Waits for the result. Needs a wish that was started.
    Result wait();

private:
    Opened opened_;
    std::shared_ptr<ImportProgress> progress_ = std::make_shared<ImportProgress>();
    std::chrono::steady_clock::time_point since_;
    std::optional<Wish> next_;
    std::future<Result> running_;
};

}  // namespace sinew
