// Measured results as plain data. Files, pages, tables and comparisons are made from it alone.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/report/report_words.h"
#include "benchmarks/run/machine.h"
#include "benchmarks/verdict/ratio.h"
#include "benchmarks/verdict/statistics.h"
#include "skinning/gpu/frame/steps.h"
#include "skinning/settings.h"

namespace sinew {

inline constexpr int kReportVersion = 5;
inline constexpr int kOldestReportVersion = 4;

/// Milliseconds. The spread of the block medians shows how the machine varies.
struct Timing {
    Summary all;
    std::vector<double> blockMedians;
};

struct StepTiming {
    std::optional<Timing> gpu;
    std::optional<Timing> cpu;
};

/// Largest errors of the vertices; infinite if a component is not a number.
struct RowErrors {
    double position = 0;  // relative to the extent
    double normalDegrees = 0;
    double tangentDegrees = 0;
};
struct RowVerification {
    bool withinTolerance = false;
    RowErrors ofItself;  // against the same choice in double precision
    RowErrors ofTruth;   // against the file: all influences, the exact pose
    /// Verified instances, if fewer than all: the number that fits in full detail.
    std::optional<uint32_t> instances;
};

/// Means over the model's vertices, and over the placed instances (benchmarks/run/row_cost.h).
struct RowCost {
    double uploadedPerInstance = 0;   // bytes per frame, by the CPU
    double movedPerInstance = 0;      // bytes read and written per frame, before caches
    double allocatedPerInstance = 0;  // bytes
    double allocatedPerModel = 0;     // bytes: static vertices, influences, baked clips
    double skinReadPerVertex = 0;     // GPU skin step
    double skinWrittenPerVertex = 0;
    double forwardReadPerVertex = 0;  // vertex stage of the forward pass
    double depthReadPerVertex = 0;    // each cascade and the depth prepass
    uint64_t jointLimit = 0;          // 0: none
};

/// Instances of a culled crowd that a frame processes.
struct RowListed {
    uint32_t skinned = 0;  // visible in any pass
    uint32_t posed = 0;    // exceeds `skinned` with GPU posing
    uint32_t inView = 0;
    std::vector<uint32_t> inCascades;
    uint64_t verticesInView = 0;  // each instance at its level of detail
    uint64_t verticesInCascades = 0;
};

struct RowDetail {
    std::vector<uint32_t> atLevels;  // instances per level, full detail first
    uint32_t coarsened = 0;          // drawn coarser than requested: vertex budget exhausted
    uint64_t verticesRequested = 0;
    uint64_t verticesOfAll = 0;  // all placed instances in full detail
};

struct RowRates {
    std::vector<uint32_t> atRates;  // instances posed every frame, every 2nd, 4th and 8th
    uint32_t posed = 0;             // per frame
    double mostPixelsOff = 0;       // largest error of a reused pose, pixels
};

/// Memory of vertices that are skinned before the passes, bytes.
struct RowVertexMemory {
    uint64_t allocated = 0;
    uint64_t requested = 0;  // at the requested levels of detail
    uint64_t saved = 0;      // against all placed instances in full detail
};

/// Acceleration structures of traced shadows.
struct RowTrace {
    uint64_t structureBytes = 0;  // bottom and top level
    uint64_t scratchBytes = 0;
    uint32_t refitted = 0;  // bottom-level structures in the last frame
    uint32_t rebuilt = 0;
};

struct Row {
    SkinChoice choice;  // as requested
    uint32_t instances = 1;
    uint32_t passes = 1;  // forward, cascades, depth prepass
    std::string note;     // replacement of the choice, and the reason
    RowState state = RowState::measured;
    std::string reason;
    RowCost cost;
    std::optional<RowVerification> verification;

    uint32_t warmUpFrames = 0;  // until times were stable, maximum over all blocks
    /// By Step. GPU times are serialised: a full barrier around each step.
    std::array<StepTiming, kStepCount> steps;
    std::optional<Timing> gpuTotal;
    std::optional<Timing> gpuSpan;  // overlapped: from the first timestamp to the last
    std::optional<Timing> cpuUpload;
    std::optional<Timing> cpuRecord;
    std::optional<Timing> cpuSubmit;
    std::optional<Timing> cpuOther;  // cpuTotal minus all named parts, per frame
    std::optional<Timing> cpuTotal;  // CPU work of a frame, without waiting
    std::optional<Timing>
        cpuThreads;  // CPU time of the render thread and its posing and skinning threads
    std::optional<Timing> frame;  // overlapped; limits the frame rate, see Conditions::pipelined

    uint32_t drawCalls = 0;  // per frame
    uint32_t dispatches = 0;
    uint64_t verticesSkinned = 0;
    std::optional<RowListed> listed;
    std::optional<RowDetail> detail;
    std::optional<RowRates> rates;
    std::optional<RowVertexMemory> vertexMemory;  // unless the passes skin
    std::optional<RowTrace> trace;                // with traced shadows
    std::optional<uint64_t> vertexInvocations;    // vertex stage of all passes
    std::optional<uint64_t> forwardInvocations;   // vertex stage of the forward pass
    /// Blocks that other programs disturbed, included in the figures.
    uint32_t disturbedBlocks = 0;
    std::optional<RowEnd> end;   // nothing: not measured, or an older report
    uint32_t leftOutBlocks = 0;  // blocks that other programs disturbed, excluded from the figures
    std::vector<uint64_t> heapBytes;  // allocated while the program ran, per heap

    bool measured() const { return state == RowState::measured; }
};

struct RankedChoice {
    SkinChoice choice;
    double medianMs = 0;
    std::optional<Ratio> ratio;  // nothing: this is the fastest, or blocks are too few
    bool slower = false;         // significantly (benchmarks/verdict/verdict.h)
    uint32_t group = 1;          // 1: the fastest; choices of one group are equal within noise
};

struct Verdict {
    uint32_t instances = 1;
    uint32_t passes = 1;
    Measure measure = Measure::frame;
    uint32_t blocks = 0;        // minimum over the choices
    uint32_t neededBlocks = 0;  // fewer blocks give no verdict
    std::vector<RankedChoice> ranking;
    std::optional<SkinChoice> winner;  // nothing: no choice is faster than all others
    std::string words;

    bool hasEnoughBlocks() const { return blocks >= neededBlocks; }
};

/// The fastest choice changes between two neighbouring points of a sweep.
struct Crossover {
    using Axis = SweepAxis;
    Measure measure = Measure::frame;  // frame or gpu
    Axis axis = Axis::instances;
    uint32_t fixed = 1;  // value of the other axis
    SkinChoice below;    // fastest up to `from`
    SkinChoice above;    // fastest from `to` on
    uint32_t from = 1;
    uint32_t to = 1;
    double at = 1;  // intersection of the lines between the points, both axes logarithmic
};

/// ms = fixed + instances * (perInstance + vertices * (perVertex + passes * perVertexAndPass)).
/// Terms are not negative.
struct CostModel {
    SkinChoice choice;
    Measure measure = Measure::frame;
    // Nothing: the rows cannot separate the term, and a preceding term includes it (cost_model.h).
    std::optional<double> fixedMs;
    std::optional<double> perInstanceUs;
    std::optional<double> perVertexNs;
    std::optional<double> perVertexAndPassNs;
    double residual = 0;  // root mean square of (fit - measured) / measured
    double worst = 0;     // largest absolute value of the same quotient
    uint32_t rows = 0;
};

/// A skinning kernel of this project or with an engine's layouts (benchmarks/peers).
struct KernelRow {
    std::string name;  // "sinew", "wicked", ..., "copy kernel", "vkCmdCopyBuffer"
    std::string layout;
    KernelKind kind = KernelKind::engine;
    RowState state = RowState::measured;
    std::string reason;
    uint32_t instances = 1;
    uint32_t dispatches = 0;
    double bytesRead = 0;  // per vertex, palette excluded
    double bytesWritten = 0;
    std::optional<RowErrors> errors;  // against the file; nothing for copies
    std::optional<Timing> gpu;
    double verticesPerSecond = 0;   // millions
    double gigabytesPerSecond = 0;  // 1e9 bytes, read and written
    std::optional<Ratio> ratio;     // its time / the time of kernel "sinew"; see conclude()

    bool measured() const { return state == RowState::measured; }
    bool isCopy() const {
        return kind == KernelKind::copyKernel || kind == KernelKind::copyCommand;
    }
};

struct ModelFacts {
    std::string name;
    std::string contentHash;  // skinning/gltf/file/files.h; empty: generated, or unknown
    bool generated = false;   // with exact counts, benchmarks/charts/figure.h
    std::string clip;         // empty: rest pose
    std::string animator;     // state machine of each instance; empty: all play the clip
    uint32_t models = 1;      // drawn in one frame; the following counts are sums over them
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    uint32_t joints = 0;
    uint32_t paletteEntries = 0;
    uint32_t mostInfluences = 0;     // the largest number per vertex
    std::optional<double> importMs;  // CPU time of file and import, once; nothing if generated

    double verticesAnInstance() const { return static_cast<double>(vertices) / models; }
};

struct Section {
    std::string scenario;
    std::string about;
    std::string requested;  // planText(), benchmarks/run/scenario.h
    ModelFacts model;
    SystemState before;
    SystemState after;
    std::vector<Row> rows;           // by instances, then passes, then choice
    std::vector<KernelRow> kernels;  // by instances
    // Computed by conclude().
    std::vector<Verdict> verdicts;
    std::vector<Crossover> crossovers;
    std::vector<CostModel> costModels;
};

struct Conditions {
    uint32_t frames = 384;  // per row and timer mode, unless another limit ends it
    double seconds = 5;     // mean time per row and timer mode
    uint32_t blocks = 64;   // maximum per row
    /// A choice ends when its 95 % interval is narrower than this share of the ratio. 0: never.
    double interval = 0.03;
    uint32_t seed = 1;  // for the block order
    uint32_t width = 1280;
    uint32_t height = 720;
    uint32_t samples = 4;  // MSAA samples in use
    /// True: CPU and GPU frames overlap, and the slower of the two is the frame time. False on
    /// devices that are CPUs: without overlap, the frame time is the sum.
    bool pipelined = true;
    bool validated = false;
    std::string assumedLimits;  // lower device limits that were assumed; empty: none
    /// False: GPU steps, which need a serialised frame each, are not measured, few instances of a
    /// large crowd are verified, and `seconds` is exceeded until a ranking is possible.
    bool steps = true;
    /// The numbers of CameraAngles. Empty: the crowd is framed.
    std::vector<double> camera;
};

struct DeviceFacts {
    std::string name;
    DeviceType type = DeviceType::other;
    std::string driver;
    std::string vulkan;
    bool timestamps = false;
    bool pipelineStatistics = false;
    bool vertexStores = false;   // false: vertices cannot be verified
    double timestampTickMs = 0;  // timestamp resolution; 0: unknown
    struct Heap {
        uint64_t bytes = 0;
        bool onDevice = false;
    };
    std::vector<Heap> heaps;
};

struct Report {
    std::string programVersion;
    std::string commit;
    std::string timeUtc;  // ISO 8601, start of the run
    Machine machine;
    DeviceFacts device;
    Conditions conditions;
    bool partial = false;  // interrupted; each row is complete
    std::vector<Section> sections;
    std::vector<std::string> notes;  // notesFor()
};

/// Writes Section::verdicts, crossovers and costModels. `tickMs`: DeviceFacts::timestampTickMs.
void conclude(Section& section, double tickMs = 0);

std::string slowdownsText(const std::vector<Slowdown>& reasons);

/// Reasons not to trust or generalize the figures, about 100 characters each.
std::vector<std::string> caveatsFor(const Report& report);

/// The caveats, then the meaning of the times.
std::vector<std::string> notesFor(const Report& report);

}  // namespace sinew
