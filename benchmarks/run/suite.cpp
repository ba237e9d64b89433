// Measures the sections in order, and assembles the report.
#include "benchmarks/run/suite.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "benchmarks/report/number_text.h"
#include "sinew_version.h"
#include "skinning/animator/animator_file.h"
#include "skinning/gltf/file/files.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/model/clips_from.h"

namespace sinew {
namespace {

// Maximum number of blocks. Blocks are short, so that slow changes of the machine affect all
// choices of a round equally, which makes choices easier to separate.
constexpr uint32_t kMostBlocks = 64;
constexpr uint32_t kManyBlocks = 24;
// Frames per block. Blocks have fewer frames if there would be fewer than kManyBlocks blocks.
constexpr uint32_t kFramesABlock = 6;

Conditions carriedOut(Conditions wanted, const Device& device, bool validated) {
    wanted.samples = device.sampleCount(wanted.samples);
    wanted.blocks = std::clamp(wanted.frames / kFramesABlock, std::min(wanted.frames, kManyBlocks),
                               kMostBlocks);
    wanted.pipelined = !device.isCpu();
    wanted.validated = validated;
    return wanted;
}

/// DeviceType has the values of VkPhysicalDeviceType.
DeviceType typeOf(VkPhysicalDeviceType type) {
    static_assert(int{VK_PHYSICAL_DEVICE_TYPE_CPU} == static_cast<int>(DeviceType::cpu));
    return type <= VK_PHYSICAL_DEVICE_TYPE_CPU ? static_cast<DeviceType>(type) : DeviceType::other;
}

DeviceFacts factsOf(const Device& device) {
    const VkPhysicalDeviceProperties& properties = device.info().properties;
    DeviceFacts facts{
        .name = properties.deviceName,
        .type = typeOf(properties.deviceType),
        .driver = device.info().driver,
        .vulkan = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(properties.apiVersion),
                              VK_API_VERSION_MINOR(properties.apiVersion),
                              VK_API_VERSION_PATCH(properties.apiVersion)),
        .timestamps = device.has().timestampBits > 0,
        .pipelineStatistics = device.has().pipelineStatistics,
        .vertexStores = device.has().vertexStores,
        .timestampTickMs = 1e-6 * static_cast<double>(properties.limits.timestampPeriod)};
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(device.physical(), &memory);
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
        facts.heaps.push_back(
            {.bytes = memory.memoryHeaps[i].size,
             .onDevice = (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0});
    }
    return facts;
}

auto identity(const Conditions& c) {
    return std::tuple(c.frames, c.seconds, c.blocks, c.interval, c.seed, c.width, c.height,
                      c.samples, c.pipelined, c.validated, c.assumedLimits, c.steps, c.camera);
}

void requireSame(const std::string& what, const std::string& then, const std::string& now) {
    if (then == now) return;
    throw std::runtime_error(fmt::format(
        "--resume: the {} was '{}' and is '{}'; resume with the same, or start a new run", what,
        then, now));
}

std::string playedText(const ModelFacts& m) {
    const std::string clip = "clip " + (m.clip.empty() ? "none" : m.clip);
    return m.animator.empty() ? clip : fmt::format("animator {}, {}", m.animator, clip);
}

std::string identityText(const ModelFacts& m) {
    return fmt::format(
        "{} ({}; {}; {} vertices, {} triangles, {} joints, {} palette entries, at most {} "
        "influences, {})",
        m.name, m.generated ? "generated" : "content " + m.contentHash, playedText(m), m.vertices,
        m.triangles, m.joints, m.paletteEntries, m.mostInfluences, counted(m.models, "model"));
}

/// Returns a hash of the files of the model and its attached models. Empty if the model has no
/// readable file.
std::string hashOf(const Model& model) {
    if (model.source.empty()) return {};
    try {
        std::string hash = contentHash(model.source);
        for (const AttachedProp& prop : model.props) {
            hash = bytesHash(fmt::format("{} {} {}", hash, contentHash(prop.source), prop.joint));
        }
        return hash;
    } catch (const std::runtime_error&) {
        return {};
    }
}

std::string hashOf(std::span<const MeasuredModel> models) {
    if (models.size() == 1) return hashOf(*models[0].model);
    std::string hashes;
    for (const MeasuredModel& each : models) hashes += hashOf(*each.model);
    return hashes.empty() ? hashes : bytesHash(hashes);
}

size_t rowsOf(const std::vector<Section>& sections) {
    size_t rows = 0;
    for (const Section& section : sections) rows += section.rows.size();
    return rows;
}

using Import = std::function<Model(const std::filesystem::path&)>;

Model timedImport(const std::filesystem::path& file, const Import& import, Measured& measured) {
    const Stopwatch stopwatch;
    Model model = import(file);
    measured.importMs = measured.importMs.value_or(0) + stopwatch.ms();
    return model;
}

/// Returns the model with its animator. `animator` is a file; empty: instances play a clip.
MeasuredModel played(Model model, const std::filesystem::path& animator) {
    MeasuredModel measured;
    if (!animator.empty()) {
        addClipsOfAnimator(animator, model);
        AnimatorSpec spec = readAnimator(animator, model);
        // Without root motion, characters stay in view.
        spec.rootMotion = nullptr;
        model.masks = spec.masks;
        measured.animator = std::make_shared<const AnimatorSpec>(std::move(spec));
        measured.animatorName = animator.filename().string();
    }
    measured.model = std::make_shared<const Model>(std::move(model));
    return measured;
}

}  // namespace

Measured loadSubject(const Subject& subject, std::span<const std::filesystem::path> users,
                     const std::filesystem::path& characters, const Import& import) {
    Measured measured;
    const auto add = [&](const Subject& part) {
        Model model = part.figure ? makeFigure(*part.figure)
                                  : timedImport(characters / part.file, import, measured);
        measured.models.push_back(played(std::move(model), part.animator.empty()
                                                               ? std::filesystem::path()
                                                               : characters / part.animator));
    };
    if (subject.isUsers()) {
        for (const std::filesystem::path& file : users) {
            measured.models.push_back(played(timedImport(file, import, measured), {}));
        }
    } else if (subject.together.empty()) {
        add(subject);
    } else {
        for (const Subject& part : subject.together) add(part);
    }
    measured.name = subject.name;
    return measured;
}

Suite::Suite(const Device& device, SuitePlan plan, std::optional<Report> done)
    : device_(device), plan_(std::move(plan)) {
    for (const Scenario& scenario : plan_.scenarios) {
        for (const Subject& subject : scenario.subjects) parts_.push_back({&scenario, &subject});
    }
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    report_ = {.programVersion = SINEW_VERSION,
               .commit = SINEW_COMMIT,
               .timeUtc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)),
               .machine = describeMachine(),
               .device = factsOf(device),
               .conditions = carriedOut(plan_.conditions, device, plan_.conditions.validated),
               .partial = true};
    if (!done) return;
    requireSame("program", done->commit, report_.commit);
    requireSame("device", done->device.name, report_.device.name);
    requireSame("driver", done->device.driver, report_.device.driver);
    requireSame("processor", done->machine.cpu, report_.machine.cpu);
    if (identity(done->conditions) != identity(report_.conditions)) {
        throw std::runtime_error(
            "--resume: frames, seconds, interval, seed, size, samples, camera, GPU steps, assumed "
            "limits "
            "or validation differ from the interrupted run; use the same options, or start a new "
            "run");
    }
    for (const Section& section : done->sections) requirePart(section);
    report_.timeUtc = done->timeUtc;
    begun_ = std::move(done->sections);
}

Suite::~Suite() = default;

/// Throws if the plan requests other measurements than `section` has, because rows of one report
/// must be comparable.
void Suite::requirePart(const Section& section) const {
    std::string requested;
    for (const Part& part : parts_) {
        if (part.scenario->name != section.scenario) continue;
        requested = planText(*part.scenario, *part.subject);
        if (requested == section.requested) return;
    }
    requireSame("scenario " + section.scenario, section.requested, requested);
}

void Suite::startPart() {
    const Part& part = parts_[part_];
    Measured measured = plan_.load(*part.subject);
    measured.contentHash = hashOf(measured.models);
    const ModelFacts facts = factsOf(measured);
    Section begun{.requested = planText(*part.scenario, *part.subject)};
    for (Section& section : begun_) {
        if (section.scenario != part.scenario->name || section.requested != begun.requested ||
            section.rows.empty()) {
            continue;
        }
        requireSame("model", identityText(section.model), identityText(facts));
        begun = std::exchange(section, {});
        break;
    }
    runner_ = std::make_unique<SectionRunner>(device_, measured, *part.scenario, report_.conditions,
                                              std::move(begun));
}

bool Suite::advance() {
    if (part_ == parts_.size()) return false;
    if (!runner_) {
        startPart();
        return true;
    }
    if (runner_->advance()) return true;
    report_.sections.push_back(runner_->section());
    conclude(report_.sections.back(), report_.device.timestampTickMs);
    runner_.reset();
    if (++part_ < parts_.size()) return true;
    report_.partial = false;
    return false;
}

void Suite::stop(RowEnd end) {
    if (runner_) runner_->stop(end);
    part_ = parts_.size();
}

size_t Suite::rowsDone() const {
    return rowsOf(report_.sections) + (runner_ ? runner_->section().rows.size() : 0) +
           rowsOf(begun_);
}

Report Suite::report() const {
    Report report = report_;
    if (runner_ && !runner_->section().rows.empty()) {
        report.sections.push_back(runner_->section());
        conclude(report.sections.back(), report_.device.timestampTickMs);
    }
    for (const Section& section : begun_) {
        if (!section.rows.empty()) report.sections.push_back(section);
    }
    report.notes = notesFor(report);
    return report;
}

double Suite::fractionDone() const {
    const double within = runner_ ? runner_->fractionDone() : 0.0;
    return (static_cast<double>(part_) + within) /
           static_cast<double>(std::max<size_t>(parts_.size(), 1));
}

std::string Suite::doing() const {
    if (part_ == parts_.size()) return "done";
    const std::string& scenario = parts_[part_].scenario->name;
    if (!runner_) return scenario;
    return fmt::format("{}: {}: {}", scenario, runner_->section().model.name, runner_->doing());
}

}  // namespace sinew
