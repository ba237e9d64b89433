// Step 10 of the walk: what was measured, as plain data. Files, pages, tables and comparisons are
// made from it, and from nothing else.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/machine.h"
#include "benchmarks/ratio.h"
#include "benchmarks/report_words.h"
#include "benchmarks/statistics.h"
#include "skinning/gpu/walk.h"
#include "skinning/settings.h"

namespace sinew {

inline constexpr int kReportVersion = 5;
/// Older versions are refused.
inline constexpr int kOldestReportVersion = 4;

/// Milliseconds over all measured frames, and the median of each block, in the order of measuring.
/// Blocks are measured at different times, so their medians show how the machine varies.
struct Timing {
    Summary all;
    std::vector<double> blockMedians;
};

struct StepTiming {
    std::optional<Timing> gpu;
    std::optional<Timing> cpu;
};

/// Largest errors of the vertices; infinite where one is not a number.
struct RowErrors {
    double position = 0;  // of the extent
    double normalDegrees = 0;
    double tangentDegrees = 0;
};
struct RowVerification {
    bool withinTolerance = false;
    RowErrors ofItself;  // from the same choice in double precision
    RowErrors ofTruth;   // from the file: all influences, the exact pose
    /// Instances of the crowd, where not all are verified: in full detail that many fit.
    std::optional<uint32_t> instances;
};

/// From the layouts and from what measured frames posed, skinned and drew (benchmarks/row_cost.h).
/// Bytes a vertex are means over the model's vertices, bytes an instance over those that are
/// placed.
struct RowCost {
    double uploadedPerInstance = 0;  // bytes a frame, by the CPU
    double movedPerInstance = 0;     // bytes a frame, by all that reads or writes, before caches
    double heldPerInstance = 0;      // bytes
    double heldPerModel = 0;         // bytes: static vertices, influences, baked clips
    double skinReadPerVertex = 0;    // the skin step on the GPU
    double skinWrittenPerVertex = 0;
    double forwardReadPerVertex = 0;  // the vertex stage of the forward pass reads them
    double depthReadPerVertex = 0;    // each cascade and the depth prepass read them
    uint64_t jointLimit = 0;          // 0: none
};

/// How many instances of a culled crowd a frame had work for; the others were placed alone.
struct RowListed {
    uint32_t skinned = 0;  // those that any pass may see
    uint32_t posed = 0;    // where the GPU poses, more than are skinned
    uint32_t inView = 0;   // drawn for the camera
    std::vector<uint32_t> inCascades;
    uint64_t verticesInView = 0;  // each instance counts at its level of detail
    uint64_t verticesInCascades = 0;
};

/// Levels of detail of those who are skinned.
struct RowDetail {
    std::vector<uint32_t> atLevels;  // instances; the full level first
    uint32_t coarsened = 0;  // drawn more coarsely than wanted, because there was too little room
    uint64_t verticesWanted = 0;
    uint64_t verticesOfAll = 0;  // if everybody who is placed were skinned in full detail
};

/// How often those are posed who are skinned.
struct RowRates {
    std::vector<uint32_t> atRates;  // instances: every frame, every 2nd, 4th and 8th
    uint32_t posed = 0;             // in one frame
    double mostPixelsOff = 0;       // of those who keep a pose, at the most
};

/// Bytes of vertices that are skinned before the passes.
struct RowVertexMemory {
    uint64_t held = 0;
    uint64_t wanted = 0;  // by those that there is work for, each at the level that it wants
    uint64_t saved = 0;   // against everybody who is placed, in full detail
};

/// One way of skinning at one crowd size and number of passes.
struct Row {
    SkinChoice choice;  // as asked for
    uint32_t instances = 1;
    uint32_t passes = 1;  // that draw the character: forward, cascades, a depth prepass
    std::string note;     // what was used instead of the choice, and why; empty: nothing
    RowState state = RowState::measured;
    std::string reason;  // why it was not measured
    RowCost cost;        // of what was measured
    std::optional<RowVerification> verification;

    uint32_t warmUpFrames = 0;  // until frames were stable, the most before any block
    /// GPU times serialised: a full barrier around each step. By Step.
    std::array<StepTiming, kStepCount> steps;
    std::optional<Timing> gpuTotal;  // all GPU steps, serialised
    std::optional<Timing> gpuSpan;   // overlapped, as in a game: from the first stamp to the last
    std::optional<Timing> cpuUpload;
    std::optional<Timing> cpuRecord;
    std::optional<Timing> cpuSubmit;
    std::optional<Timing> cpuOther;    // the rest of cpuTotal: parts add up to it, frame by frame
    std::optional<Timing> cpuTotal;    // all that the CPU does for a frame, waiting excluded
    std::optional<Timing> cpuThreads;  // CPU time of the threads that work for it, meanwhile
    std::optional<Timing>
        frame;  // overlapped: what bounds the frame rate, see Conditions::pipelined

    uint32_t drawCalls = 0;  // a frame
    uint32_t dispatches = 0;
    uint64_t verticesSkinned = 0;
    std::optional<RowListed> listed;              // where the crowd is culled
    std::optional<RowDetail> detail;              // where it has levels of detail
    std::optional<RowRates> rates;                // where poses are not made in every frame
    std::optional<RowVertexMemory> vertexMemory;  // where the passes do not skin
    std::optional<uint64_t> vertexInvocations;    // of the passes' vertex stage, as the GPU counted
    std::optional<uint64_t> forwardInvocations;   // the part of the forward pass
    /// Blocks in which other programs were busy: part of the figures, because too few others
    /// remain.
    uint32_t disturbedBlocks = 0;
    std::optional<RowEnd> end;        // nothing: not measured, or by an older program
    uint32_t leftOutBlocks = 0;       // likewise, and not part of the figures
    std::vector<uint64_t> heapBytes;  // allocated by the program while it ran, by heap

    bool measured() const { return state == RowState::measured; }
};

/// A choice at one point, beside the fastest of that point.
struct RankedChoice {
    SkinChoice choice;
    double medianMs = 0;
    std::optional<Ratio> ratio;  // nothing: the choice is the fastest, or blocks are too few
    bool slower = false;         // than the fastest, surely (benchmarks/verdict.h)
    uint32_t group = 1;          // 1 is the fastest; choices of one group are not told apart
};

/// The choices of one point by one measure, the fastest first.
struct Verdict {
    uint32_t instances = 1;
    uint32_t passes = 1;
    Measure measure = Measure::frame;
    uint32_t blocks = 0;        // the fewest of any choice
    uint32_t neededBlocks = 0;  // with fewer there is no verdict
    std::vector<RankedChoice> ranking;
    std::optional<SkinChoice> winner;  // all others are slower
    std::string words;

    bool hasEnoughBlocks() const { return blocks >= neededBlocks; }
};

/// Another choice becomes the fastest between two neighbouring points of a sweep.
struct Crossover {
    using Axis = SweepAxis;
    Measure measure = Measure::frame;  // or gpu
    Axis axis = Axis::instances;
    uint32_t fixed = 1;  // the other axis's value
    SkinChoice below;    // leads up to `from`
    SkinChoice above;    // leads from `to` on
    uint32_t from = 1;
    uint32_t to = 1;
    double at = 1;  // where straight lines between the points (logarithmic on both axes) meet
};

/// ms = fixed + instances * (perInstance + vertices * (perVertex + passes * perVertexAndPass)),
/// none below 0, fitted to the rows of a section with relative errors.
struct CostModel {
    SkinChoice choice;
    Measure measure = Measure::frame;
    // Nothing: the rows cannot separate the term from one before it, which has it (cost_model.h).
    std::optional<double> fixedMs;
    std::optional<double> perInstanceUs;
    std::optional<double> perVertexNs;
    std::optional<double> perVertexAndPassNs;
    double residual = 0;  // root mean square of (fit - measured) / measured
    double worst = 0;     // the largest of those
    uint32_t rows = 0;
};

/// One skinning kernel, alone, of ours or after another engine's layouts (benchmarks/peers).
struct KernelRow {
    std::string name;    // "sinew", "wicked", ..., "copy kernel", "vkCmdCopyBuffer"
    std::string layout;  // in words: what a vertex is read from and written to
    KernelKind kind = KernelKind::engine;
    RowState state = RowState::measured;
    std::string reason;  // why it was not measured
    uint32_t instances = 1;
    uint32_t dispatches = 0;
    double bytesRead = 0;  // a vertex, palette excluded
    double bytesWritten = 0;
    std::optional<RowErrors> errors;  // from the file; nothing for copies
    std::optional<Timing> gpu;        // ms for all instances
    double verticesPerSecond = 0;     // millions
    double gigabytesPerSecond = 0;    // 1e9 bytes, read and written
    std::optional<Ratio> ratio;       // its time / that of the kernel "sinew"; see conclude()

    bool measured() const { return state == RowState::measured; }
    bool isCopy() const {
        return kind == KernelKind::copyKernel || kind == KernelKind::copyCommand;
    }
};

struct ModelFacts {
    std::string name;
    std::string contentHash;  // skinning/gltf/files.h; empty: generated, or not told
    bool generated = false;   // to exact counts, by benchmarks/figure.h
    std::string clip;         // empty: rest pose
    std::string animator;     // each instance plays what it says; empty: all play the clip
    uint32_t models = 1;      // drawn in one frame; what follows is their sum
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    uint32_t joints = 0;
    uint32_t paletteEntries = 0;
    uint32_t mostInfluences = 0;     // of any vertex
    std::optional<double> importMs;  // CPU, steps 1 and 2, once; nothing for generated ones

    /// On average; each model has as many instances as the others.
    double verticesAnInstance() const { return static_cast<double>(vertices) / models; }
};

/// One model of one scenario.
struct Section {
    std::string scenario;
    std::string about;
    std::string asked;  // planText(), benchmarks/scenario.h
    ModelFacts model;
    SystemState before;
    SystemState after;
    std::vector<Row> rows;           // by instances, then passes, then choice
    std::vector<KernelRow> kernels;  // by instances
    // From the rows: conclude().
    std::vector<Verdict> verdicts;
    std::vector<Crossover> crossovers;
    std::vector<CostModel> costModels;
};

/// How everything was measured.
struct Conditions {
    uint32_t frames = 384;  // measured for every row and timer mode, unless something ends it
    double seconds = 5;     // a row and timer mode have so many on average
    uint32_t blocks = 64;   // that the frames are cut into
    /// A choice takes no more turns once the 95 % interval of its frame's ratio to the fastest is
    /// narrower than this share of the ratio; 0: it takes all.
    double interval = 0.03;
    uint32_t seed = 1;  // of the order that choices take turns in
    uint32_t width = 1280;
    uint32_t height = 720;
    uint32_t samples = 4;  // MSAA that was taken
    /// True: CPU and GPU worked on neighbouring frames at the same time, and a frame counts as the
    /// slower of the two. False, on devices that are CPUs, where both compete for the same cores:
    /// each frame was finished before the next began, and counts from its first step to its end.
    bool pipelined = true;
    bool validated = false;
    std::string assumedLimits;  // of the lesser device that it was taken for; empty: for itself
};

struct DeviceFacts {
    std::string name;
    DeviceType type = DeviceType::other;
    std::string driver;
    std::string vulkan;
    bool timestamps = false;
    bool pipelineStatistics = false;
    bool vertexStores = false;   // vertices can be captured, and so verified
    double timestampTickMs = 0;  // GPU timestamps differ by at least this; 0: unknown
    struct Heap {
        uint64_t bytes = 0;
        bool onDevice = false;
    };
    std::vector<Heap> heaps;
};

struct Report {
    std::string programVersion;
    std::string commit;
    std::string timeUtc;  // ISO 8601, when the run began
    Machine machine;
    DeviceFacts device;
    Conditions conditions;
    bool partial = false;  // interrupted; each row here is complete
    std::vector<Section> sections;
    std::vector<std::string> notes;  // notesFor()
};

/// Writes Section::verdicts, crossovers and costModels. `tickMs`: DeviceFacts::timestampTickMs.
void conclude(Section& section, double tickMs = 0);

/// "power limit, heat".
std::string slowdownsText(const std::vector<Slowdown>& reasons);

/// Reasons not to trust or not to generalize the figures, one line of at most 100 characters each
/// unless a name is long.
std::vector<std::string> caveatsFor(const Report& report);

/// The caveats, then what the times mean.
std::vector<std::string> notesFor(const Report& report);

}  // namespace sinew
