// The measured results as plain data. Files, HTML pages, tables and comparisons are made from this
// data only.
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

/// Times in milliseconds. The spread of the block medians shows how much the machine varies.
struct Timing {
    Summary all;
    std::vector<double> blockMedians;
};

struct StepTiming {
    std::optional<Timing> gpu;
    std::optional<Timing> cpu;
};

/// Largest errors of the vertices; infinite if a component of a vertex is not a number.
struct RowErrors {
    double position = 0;  // relative to the model's size
    double normalDegrees = 0;
    double tangentDegrees = 0;
};
struct RowVerification {
    bool withinTolerance = false;
    // Errors against the same choice (method and settings), computed in double precision.
    RowErrors ofItself;
    // Errors against the model as its glTF file defines it: skinned with all influences and the
    // exact pose, in double precision.
    RowErrors ofTruth;
    /// Number of verified instances; nothing if all were verified.
    std::optional<uint32_t> instances;
};

/// Costs per instance are means over the placed instances; costs per vertex are means over the
/// vertices (benchmarks/run/row_cost.h).
struct RowCost {
    double uploadedPerInstance = 0;   // bytes per frame, written by the CPU
    double movedPerInstance = 0;      // bytes read and written per frame, ignoring caches
    double allocatedPerInstance = 0;  // bytes
    double allocatedPerModel = 0;     // bytes: static vertices, influences, baked clips
    double skinReadPerVertex = 0;     // bytes, GPU skin step
    double skinWrittenPerVertex = 0;  // bytes, GPU skin step
    double forwardReadPerVertex = 0;  // bytes, forward pass
    // Bytes that a vertex stage reads in each cascade and in the depth prepass.
    double depthReadPerVertex = 0;
    uint64_t paletteLimit = 0;  // palette entries; 0: no limit
};

/// Numbers of instances and vertices of a culled crowd that a frame processes.
struct RowListed {
    uint32_t skinned = 0;  // visible in any pass
    // With GPU posing, it may exceed `skinned`, because culling after posing is stricter.
    uint32_t posed = 0;
    uint32_t inView = 0;               // visible to the camera
    std::vector<uint32_t> inCascades;  // visible to each shadow cascade
    // Vertices are counted at the level of detail of each instance.
    uint64_t verticesInView = 0;
    uint64_t verticesInCascades = 0;
};

struct RowDetail {
    std::vector<uint32_t> atLevels;  // instances per level, full detail first
    uint32_t coarsened = 0;          // made coarser by the vertex budget
    uint64_t verticesRequested = 0;
    uint64_t verticesOfAll = 0;  // all placed instances in full detail
};

struct RowRates {
    std::vector<uint32_t> atRates;  // instances posed every frame, every 2nd, 4th and 8th
    uint32_t posed = 0;             // instances per frame
    double mostPixelsOff = 0;       // largest error of a reused pose
};

/// Memory of vertices that are skinned before the passes, in bytes.
struct RowVertexMemory {
    uint64_t allocated = 0;
    uint64_t requested = 0;  // at the requested levels of detail
    uint64_t saved = 0;      // compared with all instances in full detail
};

/// Sizes and work of the acceleration structures of traced shadows.
struct RowTrace {
    uint64_t structureBytes = 0;  // bottom and top level, with copied indices
    uint64_t scratchBytes = 0;
    uint32_t refitted = 0;  // bottom-level structures, in the last frame
    uint32_t rebuilt = 0;   // bottom-level structures, in the last frame
};

struct Row {
    SkinChoice choice;  // as requested by the scenario
    uint32_t instances = 1;
    uint32_t passes = 1;  // forward, cascades, depth prepass
    std::string note;     // if the choice was replaced: the replacement and the reason
    RowState state = RowState::measured;
    std::string reason;
    RowCost cost;
    std::optional<RowVerification> verification;

    // Frames until times were stable; the maximum of all blocks.
    uint32_t warmUpFrames = 0;
    /// Times of each step, indexed by Step. GPU times are serialised, with a full barrier around
    /// each step.
    std::array<StepTiming, kStepCount> steps;
    std::optional<Timing> gpuTotal;
    // GPU time of a frame whose steps may overlap, from the first timestamp to the last.
    std::optional<Timing> gpuSpan;
    std::optional<Timing> cpuUpload;
    std::optional<Timing> cpuRecord;
    std::optional<Timing> cpuSubmit;
    std::optional<Timing> cpuOther;  // remaining part of cpuTotal, computed for each frame
    std::optional<Timing> cpuTotal;  // CPU work of a frame, without waiting
    // CPU time of the render thread plus its threads for posing and skinning.
    std::optional<Timing> cpuThreads;
    // Frame time with overlapping steps. It limits the frame rate; see Conditions::pipelined.
    std::optional<Timing> frame;

    uint32_t drawCalls = 0;  // per frame
    uint32_t dispatches = 0;
    uint64_t verticesSkinned = 0;
    std::optional<RowListed> listed;
    std::optional<RowDetail> detail;
    std::optional<RowRates> rates;
    // Nothing if the vertex stages of the passes skin, because no skinned vertices are stored then.
    std::optional<RowVertexMemory> vertexMemory;
    std::optional<RowTrace> trace;               // nothing without traced shadows
    std::optional<uint64_t> vertexInvocations;   // vertex stage of all passes
    std::optional<uint64_t> forwardInvocations;  // vertex stage of the forward pass
    /// Number of blocks in which other programs were busy, if these blocks are included in the
    /// times.
    uint32_t disturbedBlocks = 0;
    // Reason why the measurement ended. Nothing if the row was not measured or the report is older.
    std::optional<RowEnd> end;
    // Number of blocks in which other programs were busy and which are excluded from the times.
    uint32_t leftOutBlocks = 0;
    // Bytes of each memory heap that were allocated while the program ran.
    std::vector<uint64_t> heapBytes;

    bool measured() const { return state == RowState::measured; }
};

struct RankedChoice {
    SkinChoice choice;
    double medianMs = 0;
    // Time / time of the fastest choice. Nothing for the fastest choice, or if blocks are too few.
    std::optional<Ratio> ratio;
    // True if significantly slower than the fastest (benchmarks/verdict/verdict.h).
    bool slower = false;
    // Number of the choice's group. Group 1 has the fastest choice; the choices of one group are
    // equal within noise.
    uint32_t group = 1;
};

struct Verdict {
    uint32_t instances = 1;
    uint32_t passes = 1;
    Measure measure = Measure::frame;
    uint32_t blocks = 0;        // minimum of all choices
    uint32_t neededBlocks = 0;  // minimum for a verdict
    std::vector<RankedChoice> ranking;
    // Nothing if no choice is faster than all others.
    std::optional<SkinChoice> winner;
    std::string words;

    bool hasEnoughBlocks() const { return blocks >= neededBlocks; }
};

/// Two neighbouring points of a sweep between which the fastest choice changes.
struct Crossover {
    using Axis = SweepAxis;
    Measure measure = Measure::frame;  // frame or gpu
    Axis axis = Axis::instances;
    uint32_t fixed = 1;  // value on the other axis
    SkinChoice below;    // fastest at `from` and before
    SkinChoice above;    // fastest at `to` and after
    uint32_t from = 1;
    uint32_t to = 1;
    // The value on `axis` where both times are equal. Between the points, times are assumed to be
    // straight lines on logarithmic axes.
    double at = 1;
};

/// A formula for times: ms = fixed + instances * (perInstance + vertices * (perVertex + passes *
/// perVertexAndPass)). Terms are not negative.
struct CostModel {
    SkinChoice choice;
    Measure measure = Measure::frame;
    // A term is nothing if the rows cannot separate it from a preceding term, which then includes
    // it (cost_model.h).
    std::optional<double> fixedMs;
    std::optional<double> perInstanceUs;
    std::optional<double> perVertexNs;
    std::optional<double> perVertexAndPassNs;
    double residual = 0;  // root mean square of (fit - measured) / measured
    double worst = 0;     // largest absolute value of (fit - measured) / measured
    uint32_t rows = 0;
};

/// Results of a skinning kernel: this project's, or one with the layouts of an engine
/// (benchmarks/peers).
struct KernelRow {
    std::string name;  // "sinew", "wicked", ..., "copy kernel", "vkCmdCopyBuffer"
    std::string layout;
    KernelKind kind = KernelKind::engine;
    RowState state = RowState::measured;
    std::string reason;
    uint32_t instances = 1;
    uint32_t dispatches = 0;
    double bytesRead = 0;     // per vertex, without palettes
    double bytesWritten = 0;  // per vertex
    // Errors against the file; nothing for copies.
    std::optional<RowErrors> errors;
    std::optional<Timing> gpu;
    double verticesPerSecond = 0;   // in millions
    double gigabytesPerSecond = 0;  // 1e9 bytes, read and written
    // Time / time of kernel "sinew"; see conclude().
    std::optional<Ratio> ratio;

    bool measured() const { return state == RowState::measured; }
    bool isCopy() const {
        return kind == KernelKind::copyKernel || kind == KernelKind::copyCommand;
    }
};

struct ModelFacts {
    std::string name;
    // Hash of the file (skinning/gltf/file/files.h). Empty if the model was generated or its file
    // is unknown.
    std::string contentHash;
    // True if the model was generated with exact counts (benchmarks/charts/figure.h).
    bool generated = false;
    std::string clip;      // empty: rest pose
    std::string animator;  // state machine; empty: all instances play the clip
    // Models that are drawn in one frame. The following counts are sums over these models.
    uint32_t models = 1;
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    uint32_t joints = 0;
    uint32_t paletteEntries = 0;
    uint32_t mostInfluences = 0;  // per vertex
    // CPU time to read and import the files, measured once. Nothing if all models were generated.
    std::optional<double> importMs;

    double verticesAnInstance() const { return static_cast<double>(vertices) / models; }
};

struct Section {
    std::string scenario;
    std::string about;
    // The requested measurements: planText() in benchmarks/run/scenario.h.
    std::string requested;
    ModelFacts model;
    SystemState before;
    SystemState after;
    std::vector<Row> rows;           // ordered by instances, passes, choice
    std::vector<KernelRow> kernels;  // ordered by instances
    // conclude() computes the following members.
    std::vector<Verdict> verdicts;
    std::vector<Crossover> crossovers;
    std::vector<CostModel> costModels;
};

struct Conditions {
    // Frames per row and timer mode. Another limit may end the measurement earlier.
    uint32_t frames = 384;
    // Time limit per row and timer mode. The rows of a point share the sum of their limits.
    double seconds = 5;
    uint32_t blocks = 64;  // maximum per row
    /// A choice is measured until its 95 % interval is narrower than this fraction of the ratio. 0:
    /// no such limit.
    double interval = 0.03;
    uint32_t seed = 1;  // shuffles the order of blocks
    uint32_t width = 1280;
    uint32_t height = 720;
    uint32_t samples = 4;  // MSAA samples
    /// True if the CPU and the GPU work on different frames at a time; then the frame time is the
    /// slower of the two times. False on devices that are CPUs; then it is the sum.
    bool pipelined = true;
    bool validated = false;
    // Device limits that the run lowered; empty: none.
    std::string assumedLimits;
    /// False: GPU steps are not measured, because each needs a serialised frame. The run then
    /// verifies only few instances of a large crowd, and may exceed `seconds` until a ranking is
    /// possible.
    bool steps = true;
    /// The members of CameraAngles. Empty: SectionRunner chooses a camera that shows the crowd.
    std::vector<double> camera;
};

struct DeviceFacts {
    std::string name;
    DeviceType type = DeviceType::other;
    std::string driver;
    std::string vulkan;
    bool timestamps = false;
    bool pipelineStatistics = false;
    // False: the device cannot store from vertex stages, so vertices cannot be verified.
    bool vertexStores = false;
    double timestampTickMs = 0;  // 0: unknown
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
    bool partial = false;  // interrupted; complete rows only
    std::vector<Section> sections;
    std::vector<std::string> notes;  // result of notesFor()
};

/// Computes verdicts, crossovers and costModels of the section. `tickMs`:
/// DeviceFacts::timestampTickMs.
void conclude(Section& section, double tickMs = 0);

std::string slowdownsText(const std::vector<Slowdown>& reasons);

/// Returns reasons not to trust or generalize the numbers, each of about 100 characters.
std::vector<std::string> caveatsFor(const Report& report);

/// Returns the caveats, then sentences on the meaning of the times.
std::vector<std::string> notesFor(const Report& report);

}  // namespace sinew
