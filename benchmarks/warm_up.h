// When frames are stable enough to be measured.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sinew {

/// The frames before the first block: until the medians of two neighbouring windows of four frames
/// differ by at most 5 %, at most ten windows.
class WarmUp {
public:
    void add(double frameMs);
    bool done() const { return done_; }
    uint32_t frames() const { return frames_; }

private:
    std::vector<double> window_;
    std::optional<double> before_;  // the median of the window before
    uint32_t frames_ = 0;
    bool done_ = false;
};

}  // namespace sinew
