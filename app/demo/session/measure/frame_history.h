// Times of recent frames: for the graph, and as medians and 95th percentiles.
#pragma once

#include <array>
#include <optional>

#include "skinning/gpu/frame/steps.h"

namespace sinew {

/// Steps that the panels show, in the order of a frame.
inline constexpr std::array kShownSteps{Step::animate, Step::sample,  Step::cull,     Step::pose,
                                        Step::palette, Step::skin,    Step::compared, Step::trace,
                                        Step::shadow,  Step::prepass, Step::forward,  Step::ui};

struct ShownFrame : FrameStatistics {
    std::optional<double> wallMs;  // since the previous frame
};

/// A ring buffer of finished frames. Never allocates.
class FrameHistory {
public:
    static constexpr uint32_t kLength = 240;         // frames in the graph
    static constexpr uint32_t kSummaryFrames = 120;  // frames in a median

    void add(const ShownFrame& frame);
    /// Excludes frames up to `frameIndex` from summarise(), so that a summary does not mix
    /// settings.
    void summariseAfter(uint64_t frameIndex) { summaryAfter_ = frameIndex; }

    uint32_t size() const { return size_; }
    /// Returns a frame by its age: 0 is the newest frame; age < size().
    const ShownFrame& at(uint32_t age) const {
        return ring_[(next_ + kLength - 1 - age) % kLength];
    }
    /// Returns the newest frame. Before the first frame, returns a frame without times.
    const ShownFrame& newest() const { return size_ > 0 ? at(0) : none_; }

    struct Summary {
        double medianMs = 0;
        double p95Ms = 0;  // nearest rank
        double leastMs = 0;
        double meanMs = 0;
        double mostMs = 0;
    };
    /// Summarises the frames for which `value(statistics)` is not empty. Returns nothing if there
    /// are none.
    template <typename Value>
    std::optional<Summary> summarise(Value&& value) const {
        std::array<double, kSummaryFrames> values;
        uint32_t count = 0;
        for (uint32_t age = 0; age < size_ && count < kSummaryFrames; ++age) {
            if (at(age).frameIndex <= summaryAfter_) break;
            const std::optional<double> ms = value(at(age));
            if (ms) values[count++] = *ms;
        }
        return summariseValues(values, count);
    }

private:
    static std::optional<Summary> summariseValues(std::array<double, kSummaryFrames>& values,
                                                  uint32_t count);

    std::array<ShownFrame, kLength> ring_{};
    uint32_t next_ = 0;
    uint32_t size_ = 0;
    uint64_t summaryAfter_ = 0;
    ShownFrame none_;
};

}  // namespace sinew
