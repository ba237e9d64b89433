// The steps of a frame with their names, and the times of a finished frame.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace sinew {

enum class Step : uint8_t {
    file,
    import,
    animate,  // animators make the requests
    sample,
    cull,  // selects the visible instances of culled crowds
    pose,
    palette,
    skin,
    compared,  // palette and skin of the compared method
    trace,     // acceleration structures of the skinned vertices, for traced shadows
    shadow,
    prepass,
    forward,
    ui,
    report,
};
inline constexpr uint32_t kStepCount = 15;
inline constexpr std::array<const char*, kStepCount> kStepNames{
    "file",     "import", "animate", "sample",  "cull",    "pose", "palette", "skin",
    "compared", "trace",  "shadow",  "prepass", "forward", "ui",   "report"};

constexpr uint32_t indexOf(Step step) {
    return static_cast<uint32_t>(step);
}
constexpr const char* nameOf(Step step) {
    return kStepNames[indexOf(step)];
}

/// True if a frame has the step only when it is enabled. Older reports do not contain such steps.
constexpr bool isOptional(Step step) {
    return step == Step::animate || step == Step::cull || step == Step::compared ||
           step == Step::trace || step == Step::prepass;
}

/// The acceleration structures of a frame.
struct TraceWork {
    uint64_t structureBytes = 0;  // bottom and top level, with copied indices
    uint64_t scratchBytes = 0;
    uint32_t instances = 0;  // in the top-level structure, including those that rays ignore
    uint32_t refitted = 0;   // bottom-level structures
    uint32_t rebuilt = 0;
};

/// The times of a step. An empty time was not measured, which differs from 0.
struct StepTime {
    std::optional<double> gpuMs;
    std::optional<double> cpuMs;

    void addCpu(double ms) { cpuMs = cpuMs.value_or(0.0) + ms; }
};

/// Instances of a culled crowd that a frame processes.
struct ListedInstances {
    uint32_t any = 0;  // visible in any pass: skinned
    uint32_t camera = 0;
    std::array<uint32_t, 6> cascades{};  // SINEW_MAX_CASCADES
    std::array<uint32_t, 8> atLevels{};  // SINEW_MAX_LEVELS, full detail first
    // Instances posed in this frame: visible by clip bounds, without reuse of an older pose. With
    // GPU posing it can exceed `any`, because posed bounds cull again.
    uint32_t posed = 0;
    std::array<uint32_t, 4> atRates{};  // part of `any` posed every frame, every 2nd, 4th, 8th
    float mostOff = 0;                  // largest error of a reused pose, pixels
    uint32_t coarsened = 0;             // drawn coarser than requested: vertex budget exhausted
    uint64_t verticesRequested = 0;     // at the requested levels of detail
    uint64_t vertices = 0;              // drawn, within the vertex budget
    uint64_t verticesInView = 0;
    uint64_t verticesInShadows = 0;  // all cascades
};

/// Bytes of the skinned vertex buffers in all their copies.
struct VertexMemory {
    uint64_t allocated = 0;
    uint64_t requested = 0;  // required at the requested levels of detail
    uint64_t ofAll = 0;      // all instances in full detail

    uint64_t saved() const { return ofAll - (allocated < ofAll ? allocated : ofAll); }
};

struct FrameStatistics {
    uint64_t frameIndex = 0;  // from 1; 0: no frame has finished yet
    std::array<StepTime, kStepCount> steps;
    /// Steps of the compared method; `steps` has their sum in Step::compared.
    std::array<StepTime, kStepCount> compared;
    double cpuRecordMs = 0;  // recording, outside of steps
    /// Uploads outside of steps. Steps write poses, weights, boxes and CPU-skinned vertices.
    double cpuUploadMs = 0;
    double cpuSubmitMs = 0;
    /// Wall time of CPU work until submission, without waiting. Steps, upload, record and submit
    /// are disjoint parts.
    double cpuFrameMs = 0;
    /// CPU time of the render thread and its posing and skinning threads, without step animate.
    double cpuThreadsMs = 0;
    double cpuWorkersMs = 0;  // without the render thread
    uint32_t drawCalls = 0;   // without the UI
    uint32_t dispatches = 0;
    uint64_t verticesSkinned = 0;  // once, or once per pass if vertex stages skin
    uint32_t instances = 0;
    std::optional<ListedInstances> listed;
    std::optional<VertexMemory> vertexMemory;  // none if vertex stages skin
    std::optional<TraceWork> trace;            // with traced shadows
    /// True if culling is bypassed, because motion vectors or an overlay need every instance.
    bool cullingBypassed = false;
    /// From the start of the first step, or the end of the previous frame if that is later, to the
    /// end of the last step.
    std::optional<double> gpuSpanMs;
    /// Vertex shader invocations of shadow pass, prepass and forward pass, with overlays, ground
    /// and sky. Only if FrameSettings::countInvocations is set.
    std::optional<uint64_t> vertexInvocations;
    std::optional<uint64_t> forwardInvocations;

    double cpuOtherMs() const {
        double named = cpuUploadMs + cpuRecordMs + cpuSubmitMs;
        for (const StepTime& step : steps) named += step.cpuMs.value_or(0.0);
        return cpuFrameMs > named ? cpuFrameMs - named : 0.0;
    }

    const StepTime& operator[](Step step) const { return steps[indexOf(step)]; }
    StepTime& operator[](Step step) { return steps[indexOf(step)]; }
};

}  // namespace sinew
