// sinew-cli bench: times ways of skinning, step by step.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/assets_path.h"
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/session.h"
#include "benchmarks/report_two.h"

namespace sinew::cli {
namespace {

struct Options {
    std::string model;
    std::string output;
    std::string methods;
    std::string instances;
    std::string cascades;
    std::string clip;
    uint32_t frames = 0;
    std::string size;
    bool quick = false;
    DeviceOptions device;
};

/// What is measured unless options say otherwise.
struct Preset {
    const char* instances;
    const char* cascades;
    uint32_t frames;
    const char* size;
};
constexpr Preset kFull{"1,10,100", "1,4", 120, "1280x720"};
constexpr Preset kQuick{"1,16", "2", 24, "640x360"};

/// The definition's single thread would take most of the run, and nobody ships it.
std::vector<SkinChoice> choicesToTime(const std::string& list) {
    std::vector<SkinChoice> choices = parseChoices(list);
    if (list.empty()) {
        std::erase_if(choices, [](const SkinChoice& choice) {
            return choice.method == Method::cpuReference;
        });
    }
    return choices;
}

BenchmarkOptions benchmarkOptions(const Options& options, const Preset& preset) {
    const auto orPreset = [](const std::string& given, const char* otherwise) {
        return given.empty() ? std::string(otherwise) : given;
    };
    return {.choices = choicesToTime(options.methods),
            .instances = parseCounts("--instances", orPreset(options.instances, preset.instances),
                                     kMostInstances),
            .cascades = parseCounts("--cascades", orPreset(options.cascades, preset.cascades),
                                    SINEW_MAX_CASCADES),
            .frames = options.frames ? options.frames : preset.frames,
            .size = parseSize(orPreset(options.size, preset.size))};
}

void bench(const Options& options) {
    BenchmarkOptions benchmark = benchmarkOptions(options, options.quick ? kQuick : kFull);
    if (!options.output.empty()) requireWritable(options.output);
    const Clock::time_point importStart = Clock::now();
    const auto model = std::make_shared<const Model>(importWithProgress(
        options.model.empty() ? defaultModel() : std::filesystem::path(options.model)));
    const double importMs = secondsSince(importStart) * 1e3;
    benchmark.clip = options.clip.empty() ? clipToShow(*model) : parseClip(*model, options.clip);

    BenchmarkReport report;
    withDevice(options.device, [&](const Device& device) {
        const ProgressBar bar;
        BenchmarkRun run = runBenchmark(
            device, model, benchmark,
            [&](double fraction, const std::string& what) { bar.show(fraction, what); });
        report = makeReport(std::move(run), device, *model, importMs, options.device.validate);
    });
    fmt::print("{}", reportTable(report));
    if (options.output.empty()) return;
    writeFile(
        options.output,
        reportJson(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
    fmt::print("report: {}\n", options.output);
}

}  // namespace

void addBench(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "bench", "Time each step of each method, on the GPU and on the CPU, side by side");
    const auto options = std::make_shared<Options>();
    command->add_option("MODEL", options->model,
                        "A .glb or .gltf file; without it: the mannequin that ships");
    command->add_flag("--quick", options->quick, "A minute or less instead of a thorough run");
    command->add_option("--methods", options->methods,
                        "METHOD[:SETTING...], separated by commas, or all; without it: every "
                        "method but cpu-reference, whose one thread would take most of the time");
    command->add_option(
        "--instances", options->instances,
        fmt::format("Crowd sizes; without it: {}, quick: {}", kFull.instances, kQuick.instances));
    command->add_option(
        "--cascades", options->cascades,
        fmt::format("Shadow cascades; without it: {}, quick: {}", kFull.cascades, kQuick.cascades));
    command->add_option("--clip", options->clip,
                        "Name or index, or 'rest'; without it: dance, else the first clip");
    command
        ->add_option("--frames", options->frames,
                     fmt::format("Measured frames for every combination; without it: {}, quick: {}",
                                 kFull.frames, kQuick.frames))
        ->check(inRange(1u, 100'000u));
    command->add_option("--size", options->size,
                        fmt::format("Pixels; without it: {}, quick: {}", kFull.size, kQuick.size));
    command->add_option("-o,--output", options->output, "Write the report as JSON");
    addDeviceOptions(*command, options->device);
    command->footer(
        "Every combination of method, crowd size and cascades is measured; methods take turns. "
        "What "
        "the device or the\nmodel rules out is left unmeasured, with the reason.\n\n"
        "Examples:\n  sinew-cli bench --quick\n"
        "  sinew-cli bench character.glb --methods compute,compute:u8x4 --instances 1,10 -o "
        "report.json");
    command->callback([options] { bench(*options); });
}

}  // namespace sinew::cli
