// Turns, medians and the noise between them.
#include "app/demo/session/pose_trial.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// How far a time lies from the median, in the middle.
double deviationOf(std::vector<double> values, double median) {
    for (double& value : values) value = std::abs(value - median);
    return medianOf(std::move(values));
}

}  // namespace

PosedBy PoseTrial::next(const Work& work) {
    if (work_ != work) {
        forget();
        work_ = work;
    }
    return result_ ? result_->winner : now();
}

void PoseTrial::measured(PosedBy by, double ms) {
    if (!work_ || result_ || by != now()) return;
    times_[by == PosedBy::gpu ? 1 : 0].push_back(ms);
    if (++frames_ < kFrames) return;
    frames_ = 0;
    if (++turn_ == kTurns) conclude();
}

/// The GPU wins where its frames are shorter by more than what frames of one kind differ by.
void PoseTrial::conclude() {
    const double cpu = medianOf(times_[0]), gpu = medianOf(times_[1]);
    const double noise = std::max(deviationOf(times_[0], cpu), deviationOf(times_[1], gpu));
    result_ = {.winner = gpu < cpu - noise ? PosedBy::gpu : PosedBy::cpu,
               .draw = std::abs(gpu - cpu) <= noise,
               .cpuMs = cpu,
               .gpuMs = gpu};
}

}  // namespace sinew
