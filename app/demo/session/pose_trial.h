// Who makes poses faster here: measured on the frames that are shown, with either in turn.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

class PoseTrial {
public:
    /// What is measured. For another work it is measured again.
    struct Work {
        const Model* model = nullptr;
        SkinChoice choice;  // with poses of the CPU
        uint32_t instances = 0;
        uint32_t passes = 0;
        bool animating = false;
        bool operator==(const Work&) const = default;
    };
    struct Result {
        PosedBy winner = PosedBy::cpu;  // of a draw, too
        bool draw = false;              // the difference is not beyond the noise
        double cpuMs = 0;               // of a frame, median
        double gpuMs = 0;
    };

    /// Who is to make the poses of the next frame of this work.
    PosedBy next(const Work& work);
    /// What a frame cost whose poses were made so; several were alike before it.
    void measured(PosedBy by, double ms);
    /// Nothing while it measures.
    const std::optional<Result>& result() const { return result_; }
    void forget() { *this = {}; }

private:
    static constexpr uint32_t kTurns = 6;    // of both together
    static constexpr uint32_t kFrames = 12;  // of a turn

    PosedBy now() const { return turn_ % 2 == 0 ? PosedBy::cpu : PosedBy::gpu; }
    void conclude();

    std::optional<Work> work_;
    uint32_t turn_ = 0;
    uint32_t frames_ = 0;                         // of this turn
    std::array<std::vector<double>, 2> times_{};  // CPU, GPU
    std::optional<Result> result_;
};

}  // namespace sinew
