// Creates the skinning kernels, compares their vertices with the reference, and times them.
#include "benchmarks/peers/kernel_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "benchmarks/peers/copy_pass.h"
#include "benchmarks/peers/kernel_errors.h"
#include "benchmarks/peers/peer_pass.h"
#include "benchmarks/peers/plain_pass.h"
#include "renderer/gpu_timer.h"
#include "shaders/shared/vertex.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/packing/quantized_mesh.h"

namespace sinew {
namespace {

using Variant = PosedCrowd::Variant;

constexpr uint32_t kScopes = 16;  // maximum repetitions per submission
// Target duration of one submission, in milliseconds. A block's time limit is checked only between
// submissions.
constexpr double kSubmissionMs = 50.0;
constexpr std::array kOurs{Variant::full, Variant::compact, Variant::quantized};

/// Bytes per vertex that a copy reads (first) and writes (second); multiples of 4, as a kernel's.
using CopyBytes = std::pair<uint32_t, uint32_t>;
uint32_t wordBytes(double bytes) {
    return std::max(static_cast<uint32_t>(std::lround(bytes / 4)), 1u) * 4;
}
CopyBytes copyBytesOf(const KernelRow& row) {
    return {wordBytes(row.bytesRead), wordBytes(row.bytesWritten)};
}

double influencesAVertex(const Geometry& geometry) {
    return static_cast<double>(geometry.influences.size()) / std::max(geometry.vertexCount(), 1u);
}

std::string layoutOf(Variant variant, const Model& model) {
    const auto compactIn = [](const char* box) {
        return fmt::format("unorm16x3 in the {}'s box and directions of 24 bits", box);
    };
    const std::string read =
        variant == Variant::quantized
            ? compactIn("mesh") + ", the heaviest 4 influences in 8 bytes"
            : fmt::format(
                  "fp32x3 position, octahedral normal and tangent of 2 x 16 bits, every "
                  "influence ({:.2f} a vertex) in 4 bytes",
                  influencesAVertex(model.geometry));
    return fmt::format(
        "{} whose split follows the model; writes {}; palette 3x4, {} for normals; a "
        "dispatch a crowd and number of influences, up to 8 instances a thread, 64 threads",
        read, variant == Variant::full ? "the vertex in the same format" : compactIn("instance"),
        hasNormals(model) ? "cofactors" : "a constant");
}

KernelRow rowOf(Variant variant, const Model& model, uint32_t instances) {
    const SkinSettings settings = supported(PosedCrowd::choiceOf(variant));
    const InfluenceSums influences =
        influenceSums(model.geometry, settings.influences, settings.influenceLimit);
    const auto vertices = static_cast<double>(std::max(model.geometry.vertexCount(), 1u));
    std::string name = "sinew";
    if (variant == Variant::compact) name += " compact";
    if (variant == Variant::quantized) name += " quantized";
    return {.name = std::move(name),
            .layout = layoutOf(variant, model),
            .kind = KernelKind::own,
            .instances = instances,
            .bytesRead =
                meshVertexBytes(settings.mesh) + static_cast<double>(influences.bytes) / vertices,
            .bytesWritten = static_cast<double>(skinnedVertexBytes(settings.output))};
}

KernelRow plainRow(const Model& model, uint32_t instances) {
    const double influences = influencesAVertex(model.geometry);
    return {
        .name = "plain",
        .layout = fmt::format(
            "shaders/skin/skin_plain.comp.glsl: fp32x3 position, octahedral normal and tangent of "
            "2 x "
            "16 bits, 4 bytes of offset and every influence ({:.2f} a vertex) in 4 bytes; writes "
            "the vertex in the same format; palette 3x4, cofactors for normals; one dispatch, "
            "64 threads, vertices in the order of the file",
            influences),
        .kind = KernelKind::own,
        .instances = instances,
        .bytesRead = sizeof(gpu::PackedVertex) + sizeof(uint32_t) * (1 + influences),
        .bytesWritten = PlainPass::kWritten};
}

KernelRow rowOf(const PeerKernel& kernel, uint32_t instances) {
    return {.name = std::string(kernel.name),
            .layout = std::string(kernel.layout),
            .instances = instances,
            .bytesRead = static_cast<double>(kernel.bytesRead()),
            .bytesWritten = static_cast<double>(kernel.bytesWritten())};
}

KernelRow rowOf(const CopyBytes& bytes, uint32_t instances) {
    return {
        .name = fmt::format("copy kernel {}+{}", bytes.first, bytes.second),
        .layout = fmt::format("reads {} bytes per vertex, shared by all instances, and writes {}, "
                              "coalesced; one dispatch, up to 8 instances per thread, 64 threads",
                              bytes.first, bytes.second),
        .kind = KernelKind::copyKernel,
        .instances = instances,
        .bytesRead = static_cast<double>(bytes.first),
        .bytesWritten = static_cast<double>(bytes.second)};
}

KernelRow bufferCopyRow(uint32_t bytesAVertex, uint32_t instances) {
    return {
        .name = "vkCmdCopyBuffer",
        .layout = fmt::format("{} bytes per vertex and instance, from one device buffer to another",
                              bytesAVertex),
        .kind = KernelKind::copyCommand,
        .instances = instances,
        .bytesRead = static_cast<double>(bytesAVertex),
        .bytesWritten = static_cast<double>(bytesAVertex)};
}

struct Contender {
    KernelRow row;
    std::function<uint32_t(Commands&)> record;  // returns the number of dispatches
    std::vector<double> ms;
    std::vector<double> blockMedians;
};

/// Marks the row as not measured because of `reason`. An empty reason changes nothing.
void leaveOut(KernelRow& row, const std::string& reason) {
    if (!reason.empty()) row.state = RowState::notMeasured;
    row.reason = reason;
}

void condemn(KernelRow& row, const std::string& fault) {
    row.state = RowState::wrong;
    row.reason = fault;
}

class Truth {
public:
    Truth(const PosedCrowd& crowd)
        : model_(&crowd.model()), usesNormals_(verticesWithNormals(*model_)) {
        const uint32_t last = crowd.instances() - 1;
        for (const uint32_t instance : std::set<uint32_t>{0, last / 2, last}) {
            Moment& moment = moments_.emplace_back();
            moment.instance = instance;
            moment.pose = crowd.referencePose(instance);
            moment.vertices = referenceVertices(*model_, moment.pose, {});
        }
    }

    /// Marks the row as wrong if its vertices differ by more than `boundsOf` from the reference
    /// with `settings`.
    template <typename Read, typename Bounds>
    void checkRow(KernelRow& row, const SkinSettings& settings, const Read& read,
                  const Bounds& boundsOf) const {
        VertexErrors ofItself, ofTruth;
        for (const Moment& moment : moments_) {
            const CapturedVertices vertices = read(moment.instance);
            const ReferenceVertices meant = referenceVertices(*model_, moment.pose, settings);
            const std::vector<VertexBound> bounds = boundsOf(moment.pose, meant, moment.instance);
            for (uint32_t v = 0; v < bounds.size(); ++v) {
                VertexErrors errors = errorsOf(vertices, meant, bounds[v], v, usesNormals_[v]);
                errors.instance = moment.instance;
                include(ofItself, errors);
                include(ofTruth, errorsOf(vertices, moment.vertices, {}, v, usesNormals_[v]));
            }
        }
        row.errors = rowErrorsOf(ofTruth);
        if (ofItself.withinTolerance()) return;
        condemn(row, fmt::format(
                         "{}; the error of vertex {}, instance {}, is {:.2g} times the allowed one",
                         errorText(rowErrorsOf(ofItself)), ofItself.vertex, ofItself.instance,
                         ofItself.share));
    }

private:
    struct Moment {
        uint32_t instance = 0;
        ReferencePose pose;
        ReferenceVertices vertices;
    };
    const Model* model_;
    std::vector<bool> usesNormals_;  // per vertex
    std::vector<Moment> moments_;
};

/// Returns the reason why the kernel cannot skin the model; empty if it can.
std::string missing(const PeerKernel& kernel, const Model& model) {
    if (model.binds.size() <= kernel.paletteLimit) return {};
    return fmt::format("the model has {} palette entries, and joint indices allow {}",
                       model.binds.size(), kernel.paletteLimit);
}

}  // namespace

struct KernelBench::State {
    const Device& device;
    std::shared_ptr<const Model> model;  // result of skinOnly()
    Model fourInfluences;
    uint32_t instances = 1;
    std::vector<PeerKernel> kernels;
    std::mt19937 random;
    std::vector<Contender> contenders;  // in the order of rows()

    std::unique_ptr<PosedCrowd> crowd;
    SharedOutput output;
    PlainPass plain;
    std::vector<PeerPass> peers;
    std::vector<CopyPass> copies;
    BufferCopyPass bufferCopy;
    GpuTimer timer;

    State(const Device& onDevice, const Model& of, uint32_t count, uint32_t seed,
          std::span<const PeerKernel> wanted)
        : device(onDevice),
          model(std::make_shared<const Model>(skinOnly(of))),
          fourInfluences(*model),
          instances(std::max(count, 1u)),
          kernels(wanted.begin(), wanted.end()),
          random(seed) {
        capInfluences(fourInfluences, kPeerInfluences);
    }

    void listRows();
    void create(uint32_t clip);
    void requireMemory() const;
    void planOutput(const std::vector<const PeerKernel*>& usable);
    void verifyOurs(const Truth& truth, Contender& contender, const SkinSettings& settings,
                    const std::function<CapturedVertices(uint32_t)>& read);
    void verifyPeer(const Truth& truth, Contender& contender, const PeerKernel& kernel,
                    const PeerPass& pass);
    CopyPass fasterCopy(const ShaderLibrary& shaders, const CopyBytes& bytes);
    void verifyCopy(Contender& contender, const CopyPass& copy);
    uint32_t runOnceWith(Contender& contender) const;
    void endAll(const std::string& why);
    void measure(Contender& contender, uint32_t repetitions, double seconds);
    double submit(const Contender& contender, uint32_t repetitions, std::vector<double>* ms);
};

void KernelBench::State::listRows() {
    const auto add = [&](KernelRow row) { contenders.push_back({.row = std::move(row)}); };
    for (const Variant variant : kOurs) {
        add(rowOf(variant, *model, instances));
        leaveOut(contenders.back().row, PosedCrowd::missing(variant, *model));
    }
    add(plainRow(*model, instances));
    leaveOut(contenders.back().row, PlainPass::missing(device, *model));
    for (const PeerKernel& kernel : kernels) {
        add(rowOf(kernel, instances));
        leaveOut(contenders.back().row, missing(kernel, *model));
    }
    std::vector<CopyBytes> pairs;
    for (const Contender& contender : contenders) {
        const CopyBytes bytes = copyBytesOf(contender.row);
        if (std::find(pairs.begin(), pairs.end(), bytes) == pairs.end()) pairs.push_back(bytes);
    }
    for (const CopyBytes& bytes : pairs) add(rowOf(bytes, instances));
    add(bufferCopyRow((pairs[0].first + pairs[0].second) / 2, instances));
}

/// Must be called before any allocation, because some systems grant more memory than they have.
void KernelBench::State::requireMemory() const {
    double written = 0, read = 0;
    for (const Contender& contender : contenders) {
        const KernelRow& row = contender.row;
        const bool both = row.kind == KernelKind::copyCommand;
        written = std::max(written, row.bytesWritten + (both ? row.bytesRead : 0));
        read += row.bytesRead;
    }
    const double vertices = model->geometry.vertexCount();
    const double bytes = static_cast<double>(posedCrowdBytes(device, *model, instances)) +
                         vertices * (read + written * instances);
    const MemoryReport memory = device.memory();
    const uint64_t inUse = std::max(memory.used, memory.ours);
    // The limit is 90 % of the free memory, as in maxInstances().
    const double free = 0.9 * static_cast<double>(memory.budget - std::min(memory.budget, inUse));
    if (bytes <= free) return;
    throw std::runtime_error(fmt::format(
        "{} instances of {} take {:.0f} MiB with all kernels and {:.0f} MiB are free; try fewer "
        "instances",
        instances, model->name, bytes / (1 << 20), free / (1 << 20)));
}

void KernelBench::State::planOutput(const std::vector<const PeerKernel*>& usable) {
    const uint32_t vertexCount = model->geometry.vertexCount();
    output.plan(PlainPass::runsOf(device, *crowd), {&PlainPass::kWritten, 1}, vertexCount);
    for (const PeerKernel* kernel : usable) {
        output.plan(PeerPass::runsOf(device, *kernel, *crowd), kernel->written, vertexCount);
    }
    for (const Contender& contender : contenders) {
        const KernelRow& row = contender.row;
        if (!row.isCopy()) continue;
        std::vector<uint32_t> written{static_cast<uint32_t>(row.bytesWritten)};
        uint32_t copied = CopyPass::copiedVertices(vertexCount);
        if (row.kind == KernelKind::copyCommand) {
            written.push_back(written[0]);
            copied = vertexCount;
        }
        output.plan(outputRuns(device, written, copied, {&instances, 1}), written, copied);
    }
    output.create(device);
}

void KernelBench::State::create(uint32_t clip) {
    if (model->geometry.vertexCount() == 0) throw std::runtime_error("no vertices");
    requireMemory();
    const ShaderLibrary shaders = ShaderLibrary::embedded();
    const uint32_t vertexCount = model->geometry.vertexCount();
    crowd = std::make_unique<PosedCrowd>(device, shaders, model, clip, instances);
    timer = GpuTimer::create(device, kScopes);
    std::vector<const PeerKernel*> usable;
    for (const PeerKernel& kernel : kernels) {
        if (missing(kernel, *model).empty()) usable.push_back(&kernel);
    }
    planOutput(usable);

    const Truth truth(*crowd);
    auto contender = contenders.begin();
    for (const Variant variant : kOurs) {
        if (!contender->row.measured()) {
            ++contender;
            continue;
        }
        contender->record = [this, variant](Commands& commands) {
            return crowd->recordSkin(commands, variant);
        };
        verifyOurs(truth, *contender++, supported(PosedCrowd::choiceOf(variant)),
                   [&](uint32_t instance) { return crowd->read(device, variant, instance); });
    }
    if (contender->row.measured()) {
        plain = PlainPass::create(device, shaders, *crowd, output);
        contender->record = [this](Commands& commands) { return plain.record(commands); };
        verifyOurs(truth, *contender, {},
                   [&](uint32_t instance) { return plain.read(device, instance); });
    }
    ++contender;
    // The record functions of contenders refer to elements of `peers`, which must not move.
    peers.reserve(kernels.size());
    for (const PeerKernel& kernel : kernels) {
        Contender& peer = *contender++;
        if (!peer.row.measured()) continue;
        peers.push_back(PeerPass::create(device, shaders, kernel, fourInfluences, *crowd, output));
        verifyPeer(truth, peer, kernel, peers.back());
    }
    copies.reserve(contenders.size());
    for (; contender + 1 != contenders.end(); ++contender) {
        copies.push_back(fasterCopy(shaders, copyBytesOf(contender->row)));
        verifyCopy(*contender, copies.back());
    }
    bufferCopy = BufferCopyPass::create(device, static_cast<uint32_t>(contender->row.bytesRead),
                                        vertexCount, instances, output);
    contender->record = [this](Commands& commands) { return bufferCopy.record(commands); };
    contender->row.dispatches = 0;
    if (!timer.available()) endAll("no timestamps");
}

/// Runs the kernel once, so that its vertices can be verified. Returns the number of dispatches.
uint32_t KernelBench::State::runOnceWith(Contender& contender) const {
    uint32_t dispatches = 0;
    runCommands(device, [&](Commands& commands) { dispatches = contender.record(commands); });
    return dispatches;
}

void KernelBench::State::verifyOurs(const Truth& truth, Contender& contender,
                                    const SkinSettings& settings,
                                    const std::function<CapturedVertices(uint32_t)>& read) {
    contender.row.dispatches = runOnceWith(contender);
    truth.checkRow(
        contender.row, settings, read,
        [&](const ReferencePose& pose, const ReferenceVertices& meant, uint32_t instance) {
            const Box& box = crowd->box(instance);
            return formatBounds(*model, pose, meant, settings, {}, box.high - box.low);
        });
}

void KernelBench::State::verifyPeer(const Truth& truth, Contender& contender,
                                    const PeerKernel& kernel, const PeerPass& pass) {
    contender.record = [&pass](Commands& commands) { return pass.record(commands); };
    contender.row.dispatches = runOnceWith(contender);
    const SkinSettings settings{.normals = kernel.normals, .influenceLimit = kPeerInfluences};
    const std::vector<PeerRange> meshes = peerRanges(*model, PeerDispatch::mesh);
    truth.checkRow(
        contender.row, settings, [&](uint32_t instance) { return pass.read(device, instance); },
        [&](const ReferencePose& pose, const ReferenceVertices& meant, uint32_t) {
            return peerBounds(*model, pose, meant, settings, kernel.steps, meshes);
        });
}

/// Times a copy with each Width (bytes that a thread copies at once) in turn. Returns the pass with
/// the smaller minimum time.
CopyPass KernelBench::State::fasterCopy(const ShaderLibrary& shaders, const CopyBytes& bytes) {
    constexpr int kTurns = 3;
    constexpr uint32_t kRuns = 4;
    std::array<CopyPass, 2> widths;
    std::array<double, 2> least{HUGE_VAL, HUGE_VAL};
    for (const size_t i : {0u, 1u}) {
        widths[i] = CopyPass::create(
            device, shaders, i == 0 ? CopyPass::Width::word : CopyPass::Width::fourWords,
            bytes.first, bytes.second, model->geometry.vertexCount(), instances, output);
    }
    for (int turn = 0; turn < kTurns && timer.available(); ++turn) {
        for (const size_t i : {0u, 1u}) {
            std::vector<double> ms;
            submit({.record = [&](Commands& c) { return widths[i].record(c); }}, kRuns, &ms);
            for (const double value : ms) least[i] = std::min(least[i], value);
        }
    }
    return std::move(widths[least[1] < least[0] ? 1 : 0]);
}

void KernelBench::State::verifyCopy(Contender& contender, const CopyPass& copy) {
    contender.record = [&copy](Commands& commands) { return copy.record(commands); };
    contender.row.layout += fmt::format(", {} bytes at once", static_cast<uint32_t>(copy.width()));
    contender.row.dispatches = runOnceWith(contender);
    for (const uint32_t instance : {0u, instances - 1}) {
        if (contender.row.measured() && !copy.right(device, instance)) {
            condemn(contender.row, fmt::format("its bytes differ, instance {}", instance));
        }
    }
}

void KernelBench::State::endAll(const std::string& why) {
    for (Contender& contender : contenders) {
        if (contender.row.measured()) leaveOut(contender.row, why);
    }
}

/// Records, submits and waits. Returns the wall time in milliseconds, and appends the GPU time of
/// each repetition to `ms`.
double KernelBench::State::submit(const Contender& contender, uint32_t repetitions,
                                  std::vector<double>* ms) {
    const Stopwatch stopwatch;
    runCommands(device, [&](Commands& commands) {
        timer.reset(commands, TimerMode::serialised);
        for (uint32_t i = 0; i < repetitions; ++i) {
            const GpuTimer::Scope scope(timer, commands, i, contender.row.name.c_str());
            contender.record(commands);
        }
    });
    for (uint32_t i = 0; ms && i < repetitions; ++i) {
        if (const auto measured = timer.resultMs(i)) ms->push_back(*measured);
    }
    return stopwatch.ms();
}

void KernelBench::State::measure(Contender& contender, uint32_t repetitions, double seconds) {
    // The first submission only warms up caches and clocks. Its duration determines the number of
    // repetitions in the next submission.
    double each = submit(contender, 1, nullptr);
    const Stopwatch stopwatch;
    std::vector<double> ms;
    uint32_t done = 0;
    while (done == 0 || (done < repetitions && stopwatch.ms() < 1000 * seconds)) {
        const double fitting =
            std::clamp(kSubmissionMs / std::max(each, 1e-3), 1.0, double{kScopes});
        const uint32_t count =
            std::min(static_cast<uint32_t>(fitting), std::max(repetitions, 1u) - done);
        each = submit(contender, count, &ms) / count;
        done += count;
    }
    if (const auto block = summarize(ms)) contender.blockMedians.push_back(block->median);
    contender.ms.insert(contender.ms.end(), ms.begin(), ms.end());
}

KernelBench::KernelBench(const Device& device, const Model& model, uint32_t clip,
                         uint32_t instances, uint32_t seed, std::span<const PeerKernel> kernels)
    : state_(std::make_unique<State>(device, model, instances, seed, kernels)) {
    state_->listRows();
    try {
        state_->create(clip);
    } catch (const std::runtime_error& error) {
        state_->endAll(error.what());
    }
}

KernelBench::~KernelBench() = default;

void KernelBench::measureBlock(uint32_t repetitions, double seconds) {
    std::vector<Contender*> order;
    for (Contender& contender : state_->contenders) {
        if (contender.row.measured()) order.push_back(&contender);
    }
    std::shuffle(order.begin(), order.end(), state_->random);
    for (Contender* contender : order) state_->measure(*contender, repetitions, seconds);
}

std::vector<KernelRow> KernelBench::rows() const {
    std::vector<KernelRow> rows;
    const double vertices =
        static_cast<double>(state_->model->geometry.vertexCount()) * state_->instances;
    for (const Contender& contender : state_->contenders) {
        KernelRow& row = rows.emplace_back(contender.row);
        if (!row.measured()) continue;
        const std::optional<Summary> all = summarize(contender.ms);
        if (!all) continue;
        row.gpu = Timing{.all = *all, .blockMedians = contender.blockMedians};
        const double aSecond = vertices / (1e-3 * all->median);
        row.verticesPerSecond = 1e-6 * aSecond;
        row.gigabytesPerSecond = 1e-9 * aSecond * (row.bytesRead + row.bytesWritten);
    }
    return rows;
}

}  // namespace sinew
