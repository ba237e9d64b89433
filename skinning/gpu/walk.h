// The walk: its steps by the names that code, debug labels, window and reports share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace sinew {

enum class Step : uint8_t {
    file,
    import,
    animate,  // where animators make the requests
    sample,
    cull,  // which instances passes may see, where those alone are skinned
    pose,
    palette,
    skin,
    compared,  // palette and skin of the compared method
    shadow,
    prepass,
    forward,
    ui,
    report,
};
inline constexpr uint32_t kStepCount = 14;
inline constexpr std::array<const char*, kStepCount> kStepNames{
    "file", "import",   "animate", "sample",  "cull",    "pose", "palette",
    "skin", "compared", "shadow",  "prepass", "forward", "ui",   "report"};

constexpr uint32_t indexOf(Step step) {
    return static_cast<uint32_t>(step);
}
constexpr const char* nameOf(Step step) {
    return kStepNames[indexOf(step)];
}

/// A frame takes the step only where it is asked for; older reports know nothing of it.
constexpr bool isOptional(Step step) {
    return step == Step::animate || step == Step::cull || step == Step::compared ||
           step == Step::prepass;
}

/// Nothing stands where nothing was measured; that is not the same as 0.
struct StepTime {
    std::optional<double> gpuMs;
    std::optional<double> cpuMs;

    void addCpu(double ms) { cpuMs = cpuMs.value_or(0.0) + ms; }
};

/// How many instances of a culled crowd a frame had work for.
struct ListedInstances {
    uint32_t any = 0;  // drawn by any pass, and skinned
    uint32_t camera = 0;
    std::array<uint32_t, 6> cascades{};  // SINEW_MAX_CASCADES
    // By level of detail, the full one first, as far as there are such: of those in `any`.
    std::array<uint32_t, 8> atLevels{};  // SINEW_MAX_LEVELS
    // In this frame: those whom a pass may see by the boxes of their clips, but for those that keep
    // a pose of a frame before. Where poses of the GPU have boxes, not all of them are in `any`.
    uint32_t posed = 0;
    std::array<uint32_t, 4> atRates{};  // of `any`: posed every frame, every 2nd, 4th and 8th
    float mostOff = 0;                  // those that keep a pose, at the most; pixels
    uint32_t coarsened = 0;  // are drawn more coarsely than they want, because there is no room
    uint64_t verticesWanted = 0;  // of `any`
    uint64_t vertices = 0;        // as far as they fit
    uint64_t verticesInView = 0;
    uint64_t verticesInShadows = 0;  // of all cascades
};

/// Bytes of vertices that are skinned before the passes, in all copies.
struct VertexMemory {
    uint64_t held = 0;    // whoever is seen
    uint64_t wanted = 0;  // by those that there is work for, each at the level that it wants
    uint64_t ofAll = 0;   // everybody's in full detail

    uint64_t saved() const { return ofAll - (held < ofAll ? held : ofAll); }
};

/// What one finished frame took.
struct FrameStatistics {
    uint64_t frameIndex = 0;  // counts from 1; 0: no frame has finished yet
    std::array<StepTime, kStepCount> steps;
    /// The same steps of the compared method, as far as they are its own:
    /// Step::compared has them together, and what is captured for a difference.
    std::array<StepTime, kStepCount> compared;
    double cpuRecordMs = 0;  // writing the command buffer, outside of steps
    /// Copying to where the GPU reads. Poses, weights, boxes and vertices skinned on the CPU are
    /// not in it: those steps write straight there.
    double cpuUploadMs = 0;
    double cpuSubmitMs = 0;  // handing the command buffer to the driver
    /// All that the CPU does for the frame, from its first memory to the submission; without
    /// waiting for the GPU. Steps, upload, record and submit are disjoint parts of it.
    double cpuFrameMs = 0;
    /// CPU time, in the same span, of the thread that renders and of those that pose and skin for
    /// it, without step animate; a driver's threads are not among them.
    double cpuThreadsMs = 0;
    double cpuWorkersMs = 0;  // the part of threads that do not render
    uint32_t drawCalls = 0;   // shadow, forward; without the ui's
    uint32_t dispatches = 0;
    uint64_t verticesSkinned = 0;              // in the frame: once, or once in each of passesOf()
    uint32_t instances = 0;                    // placed
    std::optional<ListedInstances> listed;     // where they are culled
    std::optional<VertexMemory> vertexMemory;  // where not all are skinned by the passes
    /// Everybody is posed and skinned all the same: a next frame or an overlay is of anybody.
    bool keepsAll = false;
    /// From the first step's opening stamp, or the end of the frame before if that is later, to the
    /// last one's closing: what the GPU needed for the frame if its steps overlapped.
    std::optional<double> gpuSpanMs;
    /// Of the vertex stages of shadow, prepass and forward, the seven of ground and sky and those
    /// of overlays included; counted where FrameSettings::countInvocations asks for it.
    std::optional<uint64_t> vertexInvocations;
    std::optional<uint64_t> forwardInvocations;  // the part of the forward pass

    /// What no part of cpuFrameMs names.
    double cpuOtherMs() const {
        double named = cpuUploadMs + cpuRecordMs + cpuSubmitMs;
        for (const StepTime& step : steps) named += step.cpuMs.value_or(0.0);
        return cpuFrameMs > named ? cpuFrameMs - named : 0.0;
    }

    const StepTime& operator[](Step step) const { return steps[indexOf(step)]; }
    StepTime& operator[](Step step) { return steps[indexOf(step)]; }
};

}  // namespace sinew
