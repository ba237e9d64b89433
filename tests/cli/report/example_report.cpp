// Generates the example report: times of choices on a fictitious GPU, with noise.
#include "tests/cli/report/example_report.h"

#include <algorithm>
#include <cmath>

namespace sinew::test {
namespace {

/// Costs of a choice. Times without a unit are in milliseconds per million instances or vertices.
struct Costs {
    const char* choice;
    double fixedMs;
    double anInstance;
    double skin;          // per million vertices, once in a frame
    double aPass;         // per million vertices and pass
    double onCpu;         // per million instances
    double allocatedKib;  // per instance
    double error;         // position error against the file
    double degrees;
};
constexpr Costs kSweep[] = {
    {"compute", 0.05, 90, 0.32, 0.14, 700, 297, 2.1e-7, 0.004},
    {"compute:u8x4", 0.05, 90, 0.27, 0.14, 700, 297, 4.1e-4, 0.31},
    {"vertex", 0.02, 90, 0.0, 0.45, 700, 10, 2.4e-7, 0.004},
    {"texture:15hz", 0.02, 5, 0.0, 0.62, 40, 0.1, 3.0e-3, 1.9},
    {"cpu", 0.02, 5, 0.0, 0.14, 21000, 297, 1.2e-7, 0.003},
    {"feedback", 0.06, 90, 0.95, 0.14, 720, 297, 2.1e-7, 0.004},
};

class Maker {
public:
    explicit Maker(uint32_t seed) : random_(seed) {}

    Row row(const Costs& costs, uint32_t instances, uint32_t passes, uint32_t vertices) {
        const double crowd = instances * 1e-6;
        const double crowdVertices = crowd * vertices;
        Row row{.choice = parseChoice(costs.choice), .instances = instances, .passes = passes};
        const auto gpu = [&](Step step, double ms) {
            if (ms > 0) row.steps[indexOf(step)].gpu = timing(ms);
            return ms;
        };
        const auto cpu = [&](Step step, double ms) {
            if (ms > 0) row.steps[indexOf(step)].cpu = timing(ms);
            return ms;
        };
        const bool onCpu = row.choice.method == Method::cpu;
        double gpuMs = gpu(Step::palette, onCpu ? 0.0 : 0.01 + crowd * costs.anInstance);
        gpuMs += gpu(Step::skin, crowdVertices * costs.skin);
        gpuMs += gpu(Step::shadow, (passes - 1) * (0.004 + crowdVertices * costs.aPass));
        gpuMs += gpu(Step::forward, costs.fixedMs + 0.02 + crowdVertices * costs.aPass);
        double cpuMs = cpu(Step::sample, 0.004 + crowd * costs.onCpu * 0.4);
        cpuMs += cpu(Step::pose, 0.003 + crowd * costs.onCpu * 0.2);
        if (onCpu) cpuMs += cpu(Step::skin, crowdVertices * 5.5);
        const double record = 0.02 + 0.006 * passes;
        const double upload = 0.002 + crowd * (onCpu ? 500 : 30);
        row.cpuUpload = timing(upload);
        row.cpuRecord = timing(record);
        row.cpuOther = steadyTiming(0.25 * record);
        row.cpuSubmit = timing(0.012);
        row.gpuTotal = timing(gpuMs);
        row.gpuSpan = timing(gpuMs * 0.87);
        row.cpuTotal = timing(cpuMs + record + upload + 0.012);
        row.frame = timing(std::max(gpuMs * 0.88, cpuMs + record + upload + 0.012));
        row.warmUpFrames = 32;
        row.drawCalls = passes;
        row.dispatches = costs.skin > 0 ? 2 : 1;
        row.verticesSkinned = uint64_t{instances} * vertices * (costs.skin > 0 ? 1 : passes);
        if (passes > 1) row.listed = RowListed{instances, instances, instances - 1, {instances, 0}};
        if (passes > 2) row.detail = RowDetail{{instances - 1, 1}, 1, vertices, 2 * vertices};
        if (costs.skin > 0) row.vertexMemory = {vertices * 20, vertices * 10, vertices * 30};
        row.vertexInvocations = uint64_t{instances} * vertices * passes * 11 / 10;
        row.cost = {.uploadedPerInstance = 8544,
                    .movedPerInstance = vertices * (48.0 + 20.0 * passes),
                    .allocatedPerInstance = costs.allocatedKib * 1024,
                    .allocatedPerModel = vertices * 60.0,
                    .skinReadPerVertex = costs.skin > 0 ? 36.0 : 0.0,
                    .skinWrittenPerVertex = costs.skin > 0 ? 20.0 : 0.0,
                    .forwardReadPerVertex = costs.skin > 0 ? 20.0 : 36.0,
                    .depthReadPerVertex = costs.skin > 0 ? 12.0 : 28.0};
        row.verification =
            RowVerification{.withinTolerance = true,
                            .ofItself = {1.1e-7, 0.003, 0.005},
                            .ofTruth = {costs.error, costs.degrees, 1.4 * costs.degrees}};
        row.heapBytes = {static_cast<uint64_t>(80e6 + instances * costs.allocatedKib * 1024),
                         12 << 20};
        return row;
    }

    KernelRow kernel(const char* name, const char* layout, double read, double written,
                     double gigabytes, KernelKind kind) {
        KernelRow row{.name = name,
                      .layout = layout,
                      .kind = kind,
                      .instances = 100,
                      .dispatches = 1,
                      .bytesRead = read,
                      .bytesWritten = written};
        const double vertices = 15172.0 * row.instances;
        row.gpu = timing(vertices * (read + written) / (gigabytes * 1e6));
        row.verticesPerSecond = vertices / row.gpu->all.median * 1e-3;
        row.gigabytesPerSecond = row.verticesPerSecond * (read + written) * 1e-3;
        if (!row.isCopy()) row.errors = RowErrors{3e-7, 0.02, 0.03};
        return row;
    }

private:
    Timing timing(double ms) { return timingAround(ms, {}, random_); }

    std::mt19937 random_;
};

Section sweep(Maker& maker) {
    Section section{.scenario = "crowded-screen",
                    .about =
                        "The engine comparison's \"crowded screen\": what a whole screen of "
                        "characters costs.",
                    .model = {.name = "mmo-character",
                              .generated = true,
                              .clip = "walk",
                              .vertices = 15172,
                              .triangles = 21488,
                              .joints = 212,
                              .paletteEntries = 212,
                              .mostInfluences = 4},
                    .before = {.cpuMhz = 3400, .gpuMhz = 1980, .gpuCelsius = 41},
                    .after = {.cpuMhz = 3390, .gpuMhz = 1965, .gpuCelsius = 58}};
    for (const uint32_t instances : {1, 3, 10, 30, 100, 300, 1000}) {
        for (const uint32_t passes : {1, 2, 4, 6, 8}) {
            for (const Costs& costs : kSweep) {
                section.rows.push_back(maker.row(costs, instances, passes, 15172));
            }
            Row& feedback = section.rows.back();
            if (instances < 1000) continue;
            feedback = {.choice = feedback.choice, .instances = instances, .passes = passes};
            feedback.state = RowState::notMeasured;
            feedback.reason = "out of device memory: 1000 instances need 290.1 MiB";
        }
    }
    return section;
}

Section soldiers(Maker& maker) {
    Section section{.scenario = "baked-soldiers",
                    .about = "Baked-texture soldiers, the classic of crowds.",
                    .model = {.name = "soldier",
                              .generated = true,
                              .clip = "march",
                              .vertices = 1186,
                              .triangles = 1732,
                              .joints = 24,
                              .paletteEntries = 24,
                              .mostInfluences = 2}};
    for (const uint32_t instances : {50, 300}) {
        for (const uint32_t passes : {1, 5}) {
            for (const Costs& costs : kSweep) {
                section.rows.push_back(maker.row(costs, instances, passes, 1186));
                section.rows.back().note =
                    costs.choice == std::string("cpu")
                        ? "skinned by cpu instead: the joint limit is 8, the model has 24"
                        : "";
            }
            Row& wrong = section.rows[section.rows.size() - 3];
            wrong = {.choice = wrong.choice, .instances = instances, .passes = passes};
            wrong.state = RowState::wrong;
            wrong.reason = "its vertices are wrong: vertex 17 lies 0.0312 of the extent off";
            wrong.verification =
                RowVerification{.ofItself = {0.0312, 41.0, 38.0}, .ofTruth = {0.0312, 41.0, 38.0}};
        }
    }
    return section;
}

void addKernels(Maker& maker, Section& section) {
    section.kernels = {
        maker.kernel("sinew", "28 in, 20 out: split influences, octahedral frame", 36, 20, 2100,
                     KernelKind::own),
        maker.kernel("wicked", "u16x4 position, s8x4 normal and tangent; writes fp32x4", 32, 24,
                     1850, KernelKind::engine),
        maker.kernel("godot", "fp32x3, octahedral 16, u16 joints, unorm16 weights", 36, 20, 1690,
                     KernelKind::engine),
        maker.kernel("o3de", "fp32 throughout, history copied", 88, 64, 2350, KernelKind::engine),
        maker.kernel("unity", "fp32 throughout, i32 joints, 4x4 palette", 72, 40, 2010,
                     KernelKind::engine),
        maker.kernel("copy kernel", "48 bytes a thread", 24, 24, 2900, KernelKind::copyKernel),
        maker.kernel("vkCmdCopyBuffer", "the driver's own copy", 24, 24, 3100,
                     KernelKind::copyCommand)};
    section.kernels.push_back({.name = "unreal",
                               .layout = "not known",
                               .state = RowState::wrong,
                               .reason = "its vertices are wrong",
                               .instances = 100});
}

}  // namespace

Timing timingAround(double ms, const Noise& noise, std::mt19937& random, uint32_t frames,
                    uint32_t blocks) {
    std::normal_distribution<> normal;
    std::uniform_real_distribution<> uniform;
    std::vector<double> all;
    Timing timing;
    double drift = 0;
    for (uint32_t block = 0; block < blocks; ++block) {
        drift += normal(random) * noise.drift;
        const double level = ms * std::exp(normal(random) * noise.blocks + drift);
        std::vector<double> inBlock;
        for (uint32_t frame = 0; frame < frames / blocks; ++frame) {
            const bool outlier = uniform(random) < noise.outliers;
            inBlock.push_back(level * std::exp(normal(random) * noise.frames) * (outlier ? 3 : 1));
        }
        all.insert(all.end(), inBlock.begin(), inBlock.end());
        timing.blockMedians.push_back(summarize(std::move(inBlock))->median);
    }
    timing.all = *summarize(std::move(all));
    return timing;
}

void slowDown(Timing& timing, double by) {
    for (double* ms : {&timing.all.median, &timing.all.p5, &timing.all.p95}) *ms *= by;
    for (double& ms : timing.blockMedians) ms *= by;
}

Timing steadyTiming(double ms, uint32_t blocks) {
    return {.all = {.median = ms, .p5 = ms, .p95 = ms, .count = 200},
            .blockMedians = std::vector<double>(blocks, ms)};
}

Row steadyRow(std::string_view choice, uint32_t instances, uint32_t passes, double ms) {
    Row row{.choice = parseChoice(choice), .instances = instances, .passes = passes};
    row.frame = steadyTiming(ms);
    return row;
}

const Report& exampleReport() {
    static const Report report = exampleReport(1);
    return report;
}

Report exampleReport(uint32_t seed) {
    Maker maker(seed);
    Report report{.programVersion = "0.1.0",
                  .commit = "0123456789ab",
                  .timeUtc = "2025-06-01T12:00:00Z",
                  .machine = {.os = "Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64",
                              .cpu = "An Eight-Core Processor",
                              .threads = 16},
                  .device = {.name = "Example GPU 4080",
                             .type = DeviceType::discreteGpu,
                             .driver = "example 550.1",
                             .vulkan = "1.3.277",
                             .timestamps = true,
                             .pipelineStatistics = true,
                             .vertexStores = true,
                             .heaps = {{16ull << 30, true}, {32ull << 30, false}}}};
    report.sections = {sweep(maker), soldiers(maker)};
    addKernels(maker, report.sections[0]);
    for (Section& section : report.sections) conclude(section);
    report.notes = notesFor(report);
    return report;
}

}  // namespace sinew::test
