// Imports models in the background.
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

/// Reads the models of one request at a time; a new request replaces a waiting one. The destructor
/// waits for the current file.
class ModelLoader {
public:
    struct Read {
        SceneEntry entry;
        std::shared_ptr<const Model> model;
        double importMs = 0;
        ModelOptions options = {};
    };
    struct Request {
        Opened opened;
        ModelOptions options;       // for model `optionsOf`
        uint32_t optionsOf = 0;     // index of a shown model
        std::vector<Read> present;  // shown models, which are not read again
    };
    struct Result {
        Opened opened;
        std::vector<Read> models;  // empty on an error
        std::string error;
        std::optional<uint32_t> chosen = {};  // model to choose; none: the settings decide
    };

    void start(Request request);
    bool busy() const { return running_.valid(); }
    const Opened& wanted() const { return next_ ? next_->opened : opened_; }
    const std::filesystem::path& file() const { return opened_.files.back(); }
    /// Returns the finished result of the newest request once.
    std::optional<Result> poll();
    /// Return progress and duration of the current request.
    float fraction() const { return progress_->fraction(); }
    double seconds() const;
    /// Waits up to `seconds`. Returns true if the result is ready.
    bool isThereWithin(double seconds) const;
    /// Waits for the result. Requires a started request.
    Result wait();

private:
    Opened opened_;
    std::shared_ptr<ImportProgress> progress_ = std::make_shared<ImportProgress>();
    std::chrono::steady_clock::time_point since_;
    std::optional<Request> next_;
    std::future<Result> running_;
};

}  // namespace sinew
