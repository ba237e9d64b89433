// sinew-cli: inspects, renders, exports, verifies and measures without a window.
#include <cstdio>
#include <string>

#include "app/cli/commands/commands.h"
#include "app/cli/progress.h"
#include "app/ending.h"
#include "app/standard_streams.h"
#include "renderer/device/vulkan.h"
#include "sinew_version.h"
#include "skinning/fault_words.h"
#include "skinning/plain_text.h"

namespace {

constexpr const char* kFooter = R"(Examples:
  sinew-cli render hero.glb --clip walk --instances 12 -o crowd.png
  sinew-cli verify hero.glb
  sinew-cli bench --quick
  sinew-cli COMMAND --help

An error prints one line to stderr and sets exit code 1. Ctrl-C and SIGTERM end every command within
2 seconds, with exit code 130 or 143, and leave no partial file.)";

int fail(const std::string& message) {
    const std::string line = sinew::messageLine("sinew-cli", message);
    (void)!std::fwrite(line.data(), 1, line.size(), stderr);
    return 1;
}

int run(int argc, char** argv) {
    try {
        sinew::Program program(
            "sinew-cli",
            "Vulkan skinning lab: render, export, verify and benchmark skinned glTF models.",
            SINEW_VERSION " (" SINEW_COMMIT ")");
        program.footer(kFooter);
        sinew::cli::addDevices(program);
        sinew::cli::addInspect(program);
        sinew::cli::addRender(program);
        sinew::cli::addDiff(program);
        sinew::cli::addExport(program);
        sinew::cli::addBake(program);
        sinew::cli::addVerify(program);
        sinew::cli::addBench(program);
        sinew::cli::addCompare(program);
        sinew::cli::addSettings(program);
        program.parse(argc, argv);
        return 0;
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
    if (sinew::endingRequested()) sinew::endBySignal();
    return exitCode;
}
