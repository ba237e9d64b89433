// Ring buffer and order statistics of frame times.
#include "app/demo/session/measure/frame_history.h"

#include <algorithm>
#include <numeric>

namespace sinew {

void FrameHistory::add(const ShownFrame& frame) {
    if (frame.frameIndex == 0) return;
    if (size_ > 0 && frame.frameIndex == at(0).frameIndex) return;
    ring_[next_] = frame;
    next_ = (next_ + 1) % kLength;
    size_ = std::min(size_ + 1, kLength);
}

std::optional<FrameHistory::Summary> FrameHistory::summariseValues(
    std::array<double, kSummaryFrames>& values, uint32_t count) {
    if (count == 0) return std::nullopt;
    std::sort(values.begin(), values.begin() + count);
    const uint32_t middle = count / 2;
    const double median = count % 2 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
    return Summary{.medianMs = median,
                   .p95Ms = values[(count * 95 + 99) / 100 - 1],
                   .leastMs = values[0],
                   .meanMs = std::accumulate(values.begin(), values.begin() + count, 0.0) / count,
                   .mostMs = values[count - 1]};
}

}  // namespace sinew
