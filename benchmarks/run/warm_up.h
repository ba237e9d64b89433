// Detects when frame times are stable.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sinew {

/// Warm-up is done when the medians of two consecutive groups of four frames differ by at most 5 %,
/// or after ten groups.
class WarmUp {
public:
    void add(double frameMs);
    bool done() const { return done_; }
    uint32_t frames() const { return frames_; }

private:
    std::vector<double> window_;
    std::optional<double> before_;  // median of the previous group of frames
    uint32_t frames_ = 0;
    bool done_ = false;
};

}  // namespace sinew
