// Error of each method and setting against the double-precision reference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "skinning/gpu/verify/verify.h"

namespace sinew {

/// Measures one choice per step, so that the window can draw between steps.
class ErrorSurvey {
public:
    struct Entry {
        SkinChoice choice;  // a result of supportedChoice()
        std::optional<Verification> errors;
        std::string problem;  // measurement error
    };

    /// Restarts with every method with the settings of `choice`, and every value of each setting
    /// that its method supports, for the crowd's `requests`.
    void start(const SkinChoice& choice, std::vector<PoseRequest> requests);
    void clear();

    bool running() const { return next_ < entries_.size(); }
    float fraction() const;
    /// Measures the next choice. Waits for the GPU. The scene must not change after start().
    void step(const std::shared_ptr<Scene>& scene);

    bool empty() const { return entries_.empty(); }
    /// Null if not measured. Also accepts unsupported choices.
    const Verification* find(const SkinChoice& choice) const;
    /// True if all errors are within the tolerance of their formats.
    bool good() const;

private:
    void add(const SkinChoice& choice);

    std::vector<Entry> entries_;
    size_t next_ = 0;
    std::vector<PoseRequest> requests_;
    std::optional<Capture> capture_;
    std::optional<Verifier> verifier_;
};

}  // namespace sinew
