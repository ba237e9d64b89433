// Imports models in the background.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/demo/work/background.h"
#include "app/demo/work/opened.h"
#include "app/model_options.h"

namespace sinew {

struct ReadModel {
    SceneEntry entry;
    std::shared_ptr<const Model> model;
    double importMs = 0;
    ModelOptions options = {};
};
struct ReadModels {
    Opened opened;
    std::vector<ReadModel> models;  // empty on an error
    std::string error;
    std::optional<uint32_t> chosen = {};  // model to choose; none: the settings decide
};

/// Reads the models of one request at a time; a new request replaces a waiting one. The destructor
/// waits for the current file.
class ModelLoader : public Background<ReadModels> {
public:
    using Read = ReadModel;
    struct Request {
        Opened opened;
        ModelOptions options;       // for model `optionsOf`
        uint32_t optionsOf = 0;     // index of a shown model
        std::vector<Read> present;  // shown models, which are not read again
    };

    void start(Request request);
    const Opened& wanted() const { return next_ ? next_->opened : opened_; }
    const std::filesystem::path& file() const { return opened_.files.back(); }
    /// Returns the finished result of the newest request once.
    std::optional<Result> poll();
    float fraction() const { return progress_->fraction(); }

private:
    Opened opened_;
    std::shared_ptr<ImportProgress> progress_ = std::make_shared<ImportProgress>();
    std::optional<Request> next_;
};

}  // namespace sinew
