// sinew-cli bench: times ways of skinning, step by step, over scenarios.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "app/assets_path.h"
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/ending.h"
#include "app/output.h"
#include "benchmarks/report_file.h"
#include "benchmarks/report_json.h"
#include "benchmarks/report_screen.h"
#include "benchmarks/report_table.h"
#include "benchmarks/suite.h"
#include "skinning/gltf/files.h"
#include "skinning/scene_file.h"

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
    std::vector<std::string> outputs;
    std::string resume;
    DeviceOptions device;
};

constexpr const char* kDefaultScenario = "default";
constexpr const char* kQuickScenario = "quick";

/// What was measured so far, in its files and for the end of the run, which another thread may
/// bring (app/ending.h).
class Kept {
public:
    /// `details`: the table of steps is printed instead of one screen per point.
    Kept(const std::vector<std::string>& outputs, bool details)
        : outputs_(outputs), details_(details) {}

    /// Writes each output in the format that its name asks for.
    void keep(Report report) {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> texts;
        for (const std::string& file : outputs_) texts.push_back(reportFile(report, file));
        std::vector<OutputFile> files;
        for (size_t i = 0; i < texts.size(); ++i) files.push_back({outputs_[i], texts[i]});
        writeFiles(files);
        report_ = std::move(report);
    }

    /// Prints what was measured. Returns why something was not measured; empty: all was.
    std::string tell() {
        const std::lock_guard lock(mutex_);
        if (!report_) return "interrupted before anything was measured";
        if (!std::exchange(told_, true)) {
            say("{}", details_ ? reportTable(*report_) : reportScreen(*report_));
            if (!outputs_.empty()) {
                say("report: {}\n", plainText(fmt::format("{}", fmt::join(outputs_, ", "))));
            }
            std::fflush(stdout);  // before the message about it
        }
        if (!report_->partial) return {};
        const auto resumable = std::find_if(outputs_.begin(), outputs_.end(), isReportJson);
        return resumable == outputs_.end()
                   ? "interrupted; with -o report.json a run can be continued"
                   : fmt::format("interrupted; the same command with --resume {} continues",
                                 *resumable);
    }

private:
    const std::vector<std::string>& outputs_;
    bool details_;
    std::mutex mutex_;
    std::optional<Report> report_;
    bool told_ = false;
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
    conditions.validated = options.device.validate;
    conditions.assumedLimits = options.device.assumedText;
    return conditions;
}

Paths usersModels(const BenchOptions& options) {
    if (options.models.empty()) return {defaultModel()};
    return {options.models.begin(), options.models.end()};
}

/// Of the models that the command line names.
void requireModels(const BenchOptions& options) {
    if (options.models.size() <= kMostSceneModels) return;
    throw std::runtime_error(fmt::format("{} models are named; at most {} are drawn in one frame",
                                         options.models.size(), kMostSceneModels));
}

/// Models that lack the clip of --clip play what they play without it, unless all do. Throws
/// std::runtime_error.
void chooseClips(const std::string& clip, std::vector<MeasuredModel>& models) {
    bool found = clip.empty();
    for (MeasuredModel& each : models) {
        const bool has = !clip.empty() && hasClip(*each.model, clip);
        each.clip = has ? parseClip(*each.model, clip) : clipToShow(*each.model);
        found |= has;
    }
    if (!found) (void)parseClip(*models.front().model, clip);  // tells which there are
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
        "{} would not be measured: the scenario has models of its own; leave one of the two out",
        options.models.empty() ? "what --hold, --clips or --scene names"
                               : fmt::format("{}", fmt::join(options.models, " and "))));
}

/// Scenarios and models; the report of --resume is there to be written over.
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

void measure(const Device& device, const BenchOptions& options, const SuitePlan& plan, Kept& kept) {
    std::optional<Report> done;
    if (!options.resume.empty()) done = readReport(options.resume);
    Suite suite(device, plan, std::move(done));
    const ProgressBar bar;
    size_t rows = 0;
    while (suite.advance() && !endingAsked()) {
        bar.show(suite.fractionDone(), suite.doing());
        if (suite.rowsDone() == rows) continue;
        rows = suite.rowsDone();
        kept.keep(suite.report());
    }
    if (suite.rowsDone() > 0 || !endingAsked()) kept.keep(suite.report());
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

    Kept kept(options.outputs, options.details);
    const LastAct lastAct([&kept] { return kept.tell(); });
    withDevice(options.device, [&](const Device& device) { measure(device, options, plan, kept); });
    if (const std::string why = kept.tell(); !why.empty()) throw std::runtime_error(why);
}

}  // namespace

void addBench(Program& program) {
    Command command = program.command(
        "bench", "Time each step of each method, on the GPU and on the CPU, side by side");
    const auto options = std::make_shared<BenchOptions>();
    command.option(
        "MODEL", options->models,
        ".glb and .gltf files, whose characters stand mixed; without them: the mannequin "
        "that ships");
    addModelOptions(command, options->modelOptions);
    command
        .option("--scenario", options->scenarios,
                "Names, files, or all; without it: default, with --quick: quick")
        .separatedBy(',');
    command.flag("--list", options->list, "List the scenarios that ship and do nothing else");
    command.flag("--quick", options->quick,
                 "Few frames of a small picture: a minute or so instead of a thorough run");
    command.option("--methods", options->methods,
                   "METHOD[:SETTING...], separated by commas, or all, in place of the "
                   "scenario's");
    addPoses(command, options->defaults);
    command.option("--instances", options->instances,
                   "Crowd sizes in place of the scenario's, such as 1,10,100");
    command.option("--passes", options->passes,
                   "Passes that draw the character in place of the scenario's: 1 is the "
                   "forward pass alone, 2 to 5 add as many shadow cascades, 6 to 8 a depth "
                   "prepass and up to 6 cascades");
    command.option("--clip", options->clip,
                   "Name or index, or 'rest'; without it: dance, else the first clip");
    command
        .option(
            "--frames", options->frames,
            fmt::format("Measured frames for every row and timer mode, at most; without it: {}, "
                        "quick: {}",
                        kThorough.frames, kQuick.frames))
        .within(1u, 100'000u);
    command
        .option(
            "--seconds", options->seconds,
            fmt::format("Seconds for the same, on average over the rows of a point; without it: "
                        "{:g}, quick: {:g}",
                        kThorough.seconds, kQuick.seconds))
        .within(0.01, 3600.0);
    command
        .option(
            "--interval", options->interval,
            fmt::format("Percent: a method is measured until the 95 % interval of its frame "
                        "against the fastest is narrower, or frames or seconds end it; 0: until "
                        "these end it; without it: {:g}",
                        kThorough.interval * 100))
        .within(0.0, 100.0);
    command.option("--size", options->size,
                   fmt::format("Pixels; without it: {}x{}, quick: {}x{}", kThorough.width,
                               kThorough.height, kQuick.width, kQuick.height));
    command.option("-o,--output", options->outputs,
                   "Write the report: .json, .csv, .html or .md; may be given several times");
    command.flag("--details", options->details, "Print every step, ratio and cost model");
    command.option("--resume", options->resume,
                   "Go on with an interrupted run: its .json, and the options it had");
    addDeviceOptions(command, options->device);
    command.footer(
        "Every combination of method, crowd size and number of passes is verified, then measured; "
        "methods take turns.\nWhat is impossible with the device or the model is not measured; the "
        "report says why. Ctrl-C and SIGTERM keep what was measured.\n\n"
        "Examples:\n  sinew-cli bench --quick\n"
        "  sinew-cli bench character.glb -o report.html -o report.json\n"
        "  sinew-cli bench character.glb --methods compute,compute:u8x4 --instances 1,10\n"
        "  sinew-cli bench hero.glb wolf.glb horse.glb --instances 60\n"
        "  sinew-cli bench --scenario mmo-dungeon,crowded-screen -o mmo.json");
    command.run([options] { bench(*options); });
}

}  // namespace sinew::cli
