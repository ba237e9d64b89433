// How far off each method, and each value of each setting, is from the double-precision reference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "skinning/gpu/verify.h"

namespace sinew {

/// Measures one way of skinning in each step, so that the window can draw in between.
class ErrorSurvey {
public:
    struct Entry {
        SkinChoice choice;  // as supportedChoice()
        std::optional<Verification> errors;
        std::string problem;  // why there are no errors, once it was tried
    };

    /// Forgets what was measured. Then every method with the settings of `choice`, and every value
    /// of every setting that its method supports, where the crowd plays this.
    void start(const SkinChoice& choice, std::vector<PoseRequest> requests);
    void clear();

    bool running() const { return next_ < entries_.size(); }
    float fraction() const;
    /// Measures the next; waits for the GPU. The scene is the same from start() to the end.
    void step(const std::shared_ptr<Scene>& scene);

    bool empty() const { return entries_.empty(); }
    /// Nothing unless it was measured. `choice` need not be supportedChoice().
    const Verification* find(const SkinChoice& choice) const;
    /// Whether every measured way is within what its formats imply.
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
