// The program `sinew`, which opens the window. An error becomes one line on stderr and an exit
// code.
#include <cstdio>
#include <exception>

#include "app/assets_path.h"
#include "app/demo/session/steps.h"
#include "app/ending.h"
#include "app/standard_streams.h"
#include "renderer/device/instance.h"
#include "skinning/fault_words.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

/// The command line overrides the settings of the last run.
void applyOptions(Settings& settings, const Options& options) {
    if (!options.models.empty() || options.instances) settings.camera.clear();
    if (!options.models.empty()) {
        settings.model = std::filesystem::absolute(options.models.front());
        settings.moreModels.clear();
        settings.removedModels.clear();
        for (size_t i = 1; i < options.models.size(); ++i) {
            settings.moreModels.push_back(std::filesystem::absolute(options.models[i]));
        }
    }
    if (options.skinning) settings.skinning = *options.skinning;
    if (options.compared) {
        settings.compared = *options.compared;
        if (settings.comparison == Comparison::off) settings.comparison = Comparison::sideBySide;
    }
    if (options.poses) settings.skinning.settings.poses = *options.poses;
    if (options.instances) settings.instanceCount = *options.instances;
    if (options.cascades) settings.cascadeCount = *options.cascades;
    if (options.size) std::tie(settings.windowWidth, settings.windowHeight) = *options.size;
}

int run(const Options& options, Clock::time_point start) {
    Keeper keeper;
    const LastAct lastAct([&] {
        keeper.keep();
        return "interrupted; the settings are saved";
    });
    std::vector<std::string> problems;
    Settings settings = loadSettings(problems);
    applyOptions(settings, options);
    ModelLoader loader;  // reads while the window opens
    loader.start({.opened = wantedModels(settings), .options = options.firstModelOptions});
    Window window(settings.windowWidth, settings.windowHeight);
    const Instance instance = Instance::create(
        {.validation = options.device.validate, .extensions = window.vulkanExtensions()});
    try {
        Stage stage({window, instance, loader, keeper, start}, options, settings);
        for (const std::string& problem : problems) stage.state.complain(problem);
        runWindow(stage);
    } catch (...) {  // for example DeviceLost
        keeper.keep();
        throw;
    }
    // Reads the count after all objects are destroyed, so that it includes leaks.
    const uint32_t messages = instance.validationMessages();
    if (messages > 0) {
        std::fprintf(stderr, "sinew: the validation layer reported %u message%s, printed above\n",
                     messages, messages == 1 ? "" : "s");
    }
    return messages > 0 ? 1 : 0;
}

void complain(const std::string& message) {
    std::fputs(messageLine("sinew", message).c_str(), stderr);
}

int run(int argc, char** argv, Clock::time_point start) {
    try {
        const auto options = parseOptions(argc, argv);
        const int exitCode = options ? run(*options, start) : 0;
        if (const std::string lost = lostOutput(); !lost.empty()) {
            throw std::runtime_error(lost);  // lost output of --help or --version
        }
        return exitCode;
    } catch (const DeviceLost& lost) {
        complain(lost.what());
        return 1;
    } catch (const std::exception& fault) {
        complain(faultWords(fault));
        return 1;
    }
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
    const auto start = sinew::Clock::now();
    sinew::holdStandardStreams();
    sinew::endOnSignals(sinew::complain);
    const int exitCode = sinew::run(argc, argv, start);
    if (exitCode == 0 && sinew::endingRequested()) sinew::endBySignal();
    return exitCode;
}
