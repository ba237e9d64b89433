// The command line, with CLI11.
#include "app/demo/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/assumed_limits.h"
#include "shaders/shared/layout.h"
#include "sinew_version.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

/// "1280x720" to its two numbers.
std::pair<uint32_t, uint32_t> parseSize(const std::string& text) {
    const size_t cross = text.find('x');
    try {
        size_t usedWidth = 0;
        size_t usedHeight = 0;
        const unsigned long width = std::stoul(text.substr(0, cross), &usedWidth);
        const unsigned long height = std::stoul(text.substr(cross + 1), &usedHeight);
        const bool whole = cross != std::string::npos && usedWidth == cross &&
                           usedHeight == text.size() - cross - 1;
        if (whole && width >= 320 && height >= 240 && width <= 16384 && height <= 16384) {
            return {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
        }
    } catch (const std::logic_error&) {  // not a number, or too large for one
    }
    throw CLI::ValidationError("--size",
                               "'" + text + "' is not WIDTHxHEIGHT from 320x240 to 16384x16384");
}

}  // namespace

std::optional<Options> parseOptions(int argc, char** argv, int& exitCode) {
    Options options;
    CLI::App app{
        "Sinew animates glTF characters with every skinning method, side by side, in a window.\n"
        "Options that are not given are as they were when the window was last closed.",
        "sinew"};
    std::string method;
    std::string compared;
    std::string assumed;
    std::string clip;
    std::string size;
    uint32_t instances = 1;
    uint32_t cascades = 2;
    app.add_option("MODEL", options.model, "a .glb or .gltf file (default: the mannequin)");
    const CLI::Option* methodOption =
        app.add_option("--method", method,
                       "who skins, and how: METHOD[:WORD...], such as compute or vertex:u8x4")
            ->type_name("CHOICE");
    const CLI::Option* comparedOption =
        app.add_option("--compare", compared, "the same, to show beside it")->type_name("CHOICE");
    const CLI::Option* clipOption =
        app.add_option("--clip", clip, "the clip to play, by name or index")->type_name("CLIP");
    const CLI::Option* instancesOption =
        app.add_option("--instances", instances, "how many characters")
            ->check(CLI::Range(1u, 1'000'000u))
            ->type_name("N");
    const CLI::Option* cascadesOption =
        app.add_option("--cascades", cascades, "shadow cascades, 0 to 6")
            ->check(CLI::Range(0u, uint32_t{SINEW_MAX_CASCADES}))
            ->type_name("N");
    const CLI::Option* sizeOption =
        app.add_option("--size", size, "size of the window")->type_name("WIDTHxHEIGHT");
    app.add_option("--device", options.device,
                   "which GPU: a part of its name or its index in `sinew-cli devices`")
        ->type_name("DEVICE");
    app.add_option("--assume-limits", assumed,
                   "behave like a lesser device: uniform-range=16384, no-transform-feedback ...")
        ->type_name("LIST");
    app.add_flag("--validate", options.validate,
                 "run the Vulkan validation layer; any message makes the exit code 1");
    app.add_option("--shader-dir", options.shaderRoot,
                   "folder that holds shaders/, compiled again on F5")
        ->check(CLI::ExistingDirectory)
        ->type_name("FOLDER");
    app.add_option("--frames", options.frames, "leave after so many frames")->type_name("N");
    app.set_version_flag("--version", "sinew " SINEW_VERSION " (" SINEW_COMMIT ")");
    app.footer("In the window, F1 lists the keys. Without a display: sinew-cli --help.");
    app.failure_message([](const CLI::App*, const CLI::Error& error) {
        return messageLine("sinew",
                           fmt::format("{}; sinew --help lists the options", error.what()));
    });
    try {
        app.parse(argc, argv);
        if (*sizeOption) options.size = parseSize(size);
    } catch (const CLI::ParseError& error) {
        exitCode = app.exit(error) == 0 ? 0 : 1;
        return std::nullopt;
    }
    if (*methodOption) options.skinning = parseChoice(method);
    if (*comparedOption) options.compared = parseChoice(compared);
    options.assumed = parseAssumedLimits(assumed);
    if (*clipOption) options.clip = clip;
    if (*instancesOption) options.instances = instances;
    if (*cascadesOption) options.cascades = cascades;
    return options;
}

}  // namespace sinew
