// sinew-cli: characters, pictures, vertices and times without a window.
#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/progress.h"
#include "app/ending.h"
#include "app/standard_streams.h"
#include "renderer/vulkan.h"
#include "sinew_version.h"
#include "skinning/fault_words.h"
#include "skinning/plain_text.h"

namespace {

constexpr const char* kExamples = R"(Examples:
  sinew-cli render character.glb -o picture.png --clip walk --instances 12
  sinew-cli verify character.glb
  sinew-cli bench --quick
  sinew-cli COMMAND --help

Exit code 1: something is wrong, and one line on stderr says what. Ctrl-C and SIGTERM end every
command within 2 seconds, with exit code 130 or 143; nothing is left half-written.)";

void addCommands(CLI::App& program) {
    program.name("sinew-cli");
    program.set_version_flag("--version", "sinew-cli " SINEW_VERSION " (" SINEW_COMMIT ")",
                             "Print version and commit");
    program.set_help_flag("-h,--help", "Print this help");
    program.footer(kExamples);
    program.require_subcommand(1);
    program.get_formatter()->column_width(34);
    sinew::cli::addDevices(program);
    sinew::cli::addInspect(program);
    sinew::cli::addRender(program);
    sinew::cli::addDiff(program);
    sinew::cli::addExport(program);
    sinew::cli::addBake(program);
    sinew::cli::addVerify(program);
    sinew::cli::addBench(program);
    sinew::cli::addCompare(program);
}

std::vector<const CLI::App*> commandsOf(const CLI::App& program) {
    return program.get_subcommands([](const CLI::App*) { return true; });
}

/// Before parsing, so that `nonsense --help` is a fault too.
void requireKnownCommand(const CLI::App& program, int argc, char** argv) {
    if (argc > 1 && argv[1][0] == '-') return;
    std::string known;
    for (const CLI::App* command : commandsOf(program)) {
        if (argc > 1 && command->get_name() == argv[1]) return;
        known += (known.empty() ? "" : ", ") + command->get_name();
    }
    throw std::runtime_error(
        argc > 1 ? fmt::format("no command called '{}'; there is {}", argv[1], known)
                 : fmt::format("a command is needed: {}; see sinew-cli --help", known));
}

/// What is wrong with the arguments, and where to read on.
std::string usageFault(const CLI::App& program, const CLI::ParseError& error) {
    const auto used = program.get_subcommands();
    return fmt::format("{}; see sinew-cli {}--help", error.what(),
                       used.empty() ? "" : used[0]->get_name() + ' ');
}

int fail(const std::string& message) {
    const std::string line = sinew::messageLine("sinew-cli", message);
    (void)!std::fwrite(line.data(), 1, line.size(), stderr);
    return 1;
}

int run(int argc, char** argv) {
    CLI::App program(
        "Vulkan skinning lab: animate, draw, export, verify and time glTF characters.");
    try {
        addCommands(program);
        requireKnownCommand(program, argc, argv);
        program.parse(argc, argv);
        return 0;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
        return fail(usageFault(program, error));
    } catch (const sinew::DeviceLost& lost) {
        return fail(lost.what());
    } catch (const std::exception& fault) {
        return fail(sinew::faultWords(fault));
    }
}

}  // namespace

int main(int argc, char** argv) {
    sinew::holdStandardStreams();
    sinew::endOnSignals([](const std::string& message) {
        sinew::cli::ProgressBar::clear();
        fail(message);
    });
    int exitCode = run(argc, argv);
    if (const std::string lost = sinew::lostOutput(); !lost.empty()) exitCode = fail(lost);
    if (sinew::endingAsked()) sinew::endBySignal();
    return exitCode;
}
