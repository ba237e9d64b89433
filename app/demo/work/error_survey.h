// Measures the error of each method and setting against the double-precision reference.
#pragma once

#include <optional>
#include <vector>

#include "skinning/gpu/verify/capture.h"
#include "skinning/gpu/verify/verify.h"

namespace sinew {

/// Measures one choice per step, so that the window can draw between steps.
class ErrorSurvey {
public:
    struct Entry {
        SkinChoice choice;                   // a result of supportedChoice()
        std::optional<Verification> errors;  // empty: not measured
    };

    /// Starts a new survey: every method with the settings of `choice`, then `choice` with every
    /// value of each setting. `requests` are the poses.
    void start(const SkinChoice& choice, std::vector<PoseRequest> requests);
    void clear();

    bool running() const { return next_ < entries_.size(); }
    float fraction() const;
    /// Measures the next choice. Waits for the GPU. The scene must not change after start().
    void step(const std::shared_ptr<Scene>& scene);

    bool empty() const { return entries_.empty(); }
    /// Returns the errors of a choice; null if it was not measured. Ignores unsupported settings.
    const Verification* find(const SkinChoice& choice) const;
    /// Returns true if all measured errors are within the tolerance of their formats.
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
