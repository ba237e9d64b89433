// sinew-cli bench: measures skinning methods, step by step, over scenarios.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "app/assets_path.h"
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/ending.h"
#include "app/output.h"
#include "benchmarks/report/report_formats.h"
#include "benchmarks/report/report_json.h"
#include "benchmarks/run/suite.h"
#include "skinning/gltf/file/files.h"
#include "skinning/model/scene_file.h"

namespace sinew::cli {
namespace {

struct BenchOptions {
    std::vector<std::string> models;
    ModelOptions modelOptions;
    std::vector<std::string> scenarios;
    bool list = false;
    bool quick = false;
    bool details = false;
    std::string methods;
    ChoiceDefaults defaults;
    std::string instances;
    std::string passes;
    std::string clip;
    uint32_t frames = 0;
    double seconds = 0;
    double interval = -1;  // percent; negative: the default
    std::string size;
    std::string camera;
    std::string shadows;
    uint32_t samples = 0;  // 0: the default
    std::vector<std::string> outputs;
    std::string resume;
    DeviceOptions device;
};

constexpr const char* kDefaultScenario = "default";
constexpr const char* kQuickScenario = "quick";
constexpr const char* kMeasurement = "Measurement";

/// Saves and prints the results so far. The signal thread (app/ending.h) also calls printResults().
class Kept {
public:
    /// With `details`, printResults() prints a table of all steps; otherwise it prints the output
    /// of reportScreen().
    Kept(const std::vector<std::string>& outputs, bool details)
        : outputs_(outputs), details_(details) {}

    void keep(Report report) {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> texts;
        for (const std::string& file : outputs_) texts.push_back(reportFile(report, file));
        std::vector<OutputFile> files;
        for (size_t i = 0; i < texts.size(); ++i) files.push_back({outputs_[i], texts[i]});
        writeFiles(files);
        report_ = std::move(report);
    }

    /// Prints the results. Returns why the run is incomplete, or an empty string.
    std::string printResults() {
        const std::lock_guard lock(mutex_);
        if (!report_) return "interrupted before the first measurement";
        if (!std::exchange(printed_, true)) {
            say("{}", details_ ? reportTable(*report_) : reportScreen(*report_));
            if (!outputs_.empty()) {
                say("report: {}\n", plainText(fmt::format("{}", fmt::join(outputs_, ", "))));
            }
            std::fflush(stdout);  // so that the results precede the message on stderr
        }
        if (!report_->partial) return {};
        const auto resumable = std::find_if(outputs_.begin(), outputs_.end(), isReportJson);
        return resumable == outputs_.end()
                   ? "interrupted; use -o report.json to make a run resumable"
                   : fmt::format("interrupted; add --resume {} to the same command to continue",
                                 *resumable);
    }

private:
    const std::vector<std::string>& outputs_;
    bool details_;
    std::mutex mutex_;
    std::optional<Report> report_;
    bool printed_ = false;
};

std::vector<Scenario> scenariosFor(const BenchOptions& options) {
    std::vector<std::string> names = options.scenarios;
    if (names.empty()) names = {options.quick ? kQuickScenario : kDefaultScenario};
    if (names == std::vector<std::string>{"all"}) {
        names = scenarioNames(scenariosFolder());
        std::erase(names, kQuickScenario);
    }
    std::vector<Scenario> scenarios;
    for (const std::string& name : names)
        scenarios.push_back(findScenario(scenariosFolder(), name));
    for (Scenario& scenario : scenarios) {
        if (!options.methods.empty()) scenario.choices = parseChoices(options.methods);
        applyDefaults(options.defaults, scenario.choices);
        if (!options.instances.empty()) {
            scenario.instances = parseCounts("--instances", options.instances, kMostInstances);
            scenario.growth = 0;
        }
        if (!options.passes.empty()) {
            scenario.passes = parseCounts("--passes", options.passes, kMostPasses);
        }
        if (!options.shadows.empty()) {
            scenario.shadows = parseShadows(options.shadows);
            if (options.passes.empty() && scenario.shadows.mode == ShadowMode::traced) {
                scenario.passes = {1};
            }
        }
        requireOnePass(scenario);
        requireFewRows(scenario);
    }
    return scenarios;
}

Conditions conditionsFor(const BenchOptions& options) {
    Conditions conditions = options.quick ? kQuick : kThorough;
    if (options.frames > 0) conditions.frames = options.frames;
    if (options.seconds > 0) conditions.seconds = options.seconds;
    if (options.interval >= 0) conditions.interval = options.interval / 100;
    if (!options.size.empty()) {
        const VkExtent2D size = requireSize(options.size);
        conditions.width = size.width;
        conditions.height = size.height;
    }
    if (options.samples > 0) conditions.samples = options.samples;
    if (!options.camera.empty()) {
        conditions.camera = numbersOf(parseCamera(kCameraOption, options.camera));
    }
    conditions.validated = options.device.validate;
    conditions.assumedLimits = options.device.assumedText;
    return conditions;
}

Paths usersModels(const BenchOptions& options) {
    if (options.models.empty()) return {defaultModel()};
    return {options.models.begin(), options.models.end()};
}

void requireModels(const BenchOptions& options) {
    for (const std::string& model : options.models) requireModelFile(model);
    if (options.models.size() <= kMostSceneModels) return;
    throw std::runtime_error(fmt::format("MODEL: {} models are too many; use at most {}",
                                         options.models.size(), kMostSceneModels));
}

/// Sets the clip of each model: `clip` if the model has it, else its default clip. Throws
/// std::runtime_error if no model has `clip`.
void chooseClips(const std::string& clip, std::vector<MeasuredModel>& models) {
    bool found = clip.empty();
    for (MeasuredModel& each : models) {
        const bool has = !clip.empty() && hasClip(*each.model, clip);
        each.clip = has ? parseClip(*each.model, clip) : clipToShow(*each.model);
        found |= has;
    }
    if (!found) (void)parseClip(*models.front().model, clip);  // throws; its message lists clips
}

Measured load(const BenchOptions& options, const Subject& subject) {
    ModelOptions firstModelOptions = subject.isUsers() ? options.modelOptions : ModelOptions{};
    Measured measured = loadSubject(
        subject, usersModels(options), assetsFolder(), [&](const std::filesystem::path& file) {
            return importWithProgress(file, std::exchange(firstModelOptions, {}));
        });
    chooseClips(subject.isUsers() ? options.clip : "", measured.models);
    return measured;
}

void requireUse(const BenchOptions& options, const std::vector<Scenario>& scenarios) {
    if (options.models.empty() && options.modelOptions.empty()) return;
    for (const Scenario& scenario : scenarios) {
        if (std::any_of(scenario.subjects.begin(), scenario.subjects.end(),
                        [](const Subject& subject) { return subject.isUsers(); })) {
            return;
        }
    }
    throw std::runtime_error(fmt::format(
        "{} would not be measured, because the scenario has its own models; remove one of the two",
        options.models.empty() ? "what --hold, --clips or --scene names"
                               : fmt::format("{}", fmt::join(options.models, " and "))));
}

/// Returns the scenario and model files that the run reads. The report of --resume is excluded,
/// because it is also an output.
Paths filesRead(const BenchOptions& options, const std::vector<Scenario>& scenarios) {
    Paths read;
    const auto add = [&](const Paths& files) {
        read.insert(read.end(), files.begin(), files.end());
    };
    for (const std::string& name : options.scenarios) {
        if (std::filesystem::path(name).extension() == ".json") read.emplace_back(name);
    }
    const auto addShipped = [&](const Subject& subject) {
        if (!subject.file.empty()) add(filesOf(assetsFolder() / subject.file));
    };
    for (const Scenario& scenario : scenarios) {
        for (const Subject& subject : scenario.subjects) {
            addShipped(subject);
            for (const Subject& part : subject.together) addShipped(part);
            if (!subject.isUsers()) continue;
            add(filesOfOptions(options.modelOptions));
            for (const std::filesystem::path& model : usersModels(options)) add(filesOf(model));
        }
    }
    return read;
}

void measure(const Device& device, const SuitePlan& plan, std::optional<Report> done, Kept& kept) {
    Suite suite(device, plan, std::move(done));
    const ProgressBar bar;
    size_t rows = 0;
    while (suite.advance() && !endingRequested()) {
        bar.show(suite.fractionDone(), suite.doing());
        if (suite.rowsDone() == rows) continue;
        rows = suite.rowsDone();
        kept.keep(suite.report());
    }
    if (suite.rowsDone() > 0 || !endingRequested()) kept.keep(suite.report());
}

void listScenarios() {
    for (const std::string& name : scenarioNames(scenariosFolder())) {
        const Scenario scenario = findScenario(scenariosFolder(), name);
        say("{:<18}{}\n", name, scenario.about);
    }
}

void bench(BenchOptions options) {
    if (options.list) return listScenarios();
    if (!options.resume.empty() && options.outputs.empty()) options.outputs = {options.resume};
    for (const std::string& file : options.outputs) requireReportName(file);
    const Paths outputs(options.outputs.begin(), options.outputs.end());
    requireWritable(outputs);
    const SuitePlan plan{.scenarios = scenariosFor(options),
                         .conditions = conditionsFor(options),
                         .load = [&](const Subject& subject) { return load(options, subject); }};
    requireModels(options);
    requireUse(options, plan.scenarios);
    requireNotRead(outputs, filesRead(options, plan.scenarios));

    std::optional<Report> done;
    if (!options.resume.empty()) done = readReport(options.resume);
    Kept kept(options.outputs, options.details);
    const LastAct lastAct([&kept] { return kept.printResults(); });
    withDevice(options.device,
               [&](const Device& device) { measure(device, plan, std::move(done), kept); });
    if (const std::string why = kept.printResults(); !why.empty()) throw std::runtime_error(why);
}

}  // namespace

void addBench(Program& program) {
    Command command =
        program.command("bench", "Time each step of each skinning method on the GPU and the CPU");
    const auto options = std::make_shared<BenchOptions>();
    command.example("sinew-cli bench hero.glb --instances 1,10,100 -o hero.html");
    command.option("MODEL", options->models,
                   "glTF files, measured as one mixed crowd; default: mannequin.glb");
    addModelOptions(command, options->modelOptions);
    command
        .option("--clip", options->clip,
                "Clip to play; none: rest pose; default: clip \"dance\", else the first")
        .form("NAME|#INDEX|none");
    command.group(group::kModel);
    command.option("--instances", options->instances, "Crowd sizes; default: those of the scenario")
        .form("N,...");
    command.group(group::kCamera);
    command
        .option("--passes", options->passes,
                "1: forward; 2-5: adds 1-4 cascades; 6-8: adds prepass, 4-6 cascades")
        .form("N,...");
    command
        .option("--size", options->size,
                fmt::format("Image size in pixels; default: {}x{}, --quick: {}x{}", kThorough.width,
                            kThorough.height, kQuick.width, kQuick.height))
        .form("WxH");
    command
        .option("--shadows", options->shadows,
                "As render --shadows; default: scenario's; traced needs --passes 1")
        .form("SHADOWS");
    command
        .option(kCameraOption, options->camera,
                "As render --camera; default: the whole crowd is in view")
        .form(kCameraForm);
    command
        .option("--samples", options->samples,
                fmt::format("Samples per pixel (MSAA), 1 to 8; default: {}", kThorough.samples))
        .within(1u, 8u)
        .form("N");
    command.group(group::kSkinning);
    command
        .option("--methods", options->methods,
                "METHOD[:SETTING...] list, or all; default: those of the scenario")
        .form("METHOD,...");
    addPoses(command, options->defaults);
    addDeviceOptions(command, options->device);
    command.group(kMeasurement);
    command
        .option("--scenario", options->scenarios,
                "Names or files, or all; default: \"default\", with --quick: \"quick\"")
        .form("NAME|FILE,...")
        .separatedBy(',');
    command.flag("--list", options->list, "List the shipped scenarios and exit");
    command.flag("--quick", options->quick, "Few frames of a small image: about a minute");
    command
        .option("--frames", options->frames,
                fmt::format("Frame limit per row and timer mode; default: {}, --quick: {}",
                            kThorough.frames, kQuick.frames))
        .within(1u, 100'000u)
        .form("N");
    command
        .option("--seconds", options->seconds,
                fmt::format("Limit of seconds per row and timer mode; default: {:g}, --quick: {:g}",
                            kThorough.seconds, kQuick.seconds))
        .within(0.01, 3600.0)
        .form("N");
    command
        .option("--interval", options->interval,
                fmt::format("End a row when its 95 % interval is narrower; 0: never; default: {:g}",
                            kThorough.interval * 100))
        .within(0.0, 100.0)
        .form("PERCENT");
    command.group(group::kOutput);
    command.flag("--details", options->details, "Print every step, ratio and cost model");
    command
        .option("-o,--output", options->outputs,
                "Report to write: .json, .csv or .html; may be repeated")
        .form("FILE");
    command
        .option("--resume", options->resume,
                "Continue the interrupted run of this report, with the same options")
        .form("FILE.json");
    command.run([options] { bench(*options); });
}

}  // namespace sinew::cli
