// Compares the medians of consecutive groups of frames.
#include "benchmarks/run/warm_up.h"

#include <cmath>

#include "benchmarks/verdict/statistics.h"

namespace sinew {
namespace {

constexpr uint32_t kWindow = 4;
constexpr uint32_t kMostWindows = 10;
constexpr double kStable = 0.05;

}  // namespace

void WarmUp::add(double frameMs) {
    ++frames_;
    window_.push_back(frameMs);
    if (window_.size() < kWindow) return;
    const double median = summarize(window_)->median;
    const bool stable = before_ && std::abs(median - *before_) <= kStable * *before_;
    done_ = stable || frames_ >= kMostWindows * kWindow;
    before_ = median;
    window_.clear();
}

}  // namespace sinew
