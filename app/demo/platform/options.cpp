// The options of the window.
#include "app/demo/platform/options.h"

#include <cstdio>

#include "app/assumed_limits.h"
#include "app/clip_and_size.h"
#include "app/command_line.h"
#include "shaders/shared/layout.h"
#include "sinew_version.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

/// Of the window.
std::pair<uint32_t, uint32_t> requireSize(const std::string& text) {
    const auto size = parseSize(text);
    if (size && size->first >= 320 && size->second >= 240 && size->first <= 16384 &&
        size->second <= 16384) {
        return *size;
    }
    throw UsageFault("--size: '" + text +
                     "' is not WIDTHxHEIGHT from 320x240 to 16384x16384; see sinew --help");
}

}  // namespace

std::optional<Options> parseOptions(int argc, char** argv, int& exitCode) {
    Options options;
    Program program(
        "sinew",
        "Sinew animates glTF characters with every skinning method, side by side, in a window.\n"
        "Options that are not set keep the values of the last session.",
        SINEW_VERSION " (" SINEW_COMMIT ")");
    program.footer("In the window, F1 lists the keys. Without a display: sinew-cli --help.");
    std::string method;
    std::string compared;
    std::string poses;
    std::string assumed;
    std::string clip;
    std::string size;
    uint32_t instances = 1;
    uint32_t cascades = 2;
    Command command = program.whole();
    std::vector<std::string> models;
    command.option("MODEL", models,
                   ".glb and .gltf files, and .json scenes of them (default: the mannequin)");
    addModelOptions(command, options.firstModelOptions);
    const Option methodOption =
        command
            .option(
                "--method", method,
                "skinning method and settings: METHOD[:SETTING...], such as compute or vertex:u8x4")
            .form("CHOICE");
    const Option comparedOption =
        command.option("--compare", compared, "second method and settings, shown side by side")
            .form("CHOICE");
    const Option posesOption =
        command
            .option("--poses", poses,
                    "where poses are computed: cpu, gpu, or auto (measures both, uses the faster)")
            .form("cpu|gpu|auto");
    const Option clipOption =
        command.option("--clip", clip, "the clip to play, by name or index").form("CLIP");
    const Option instancesOption =
        command.option("--instances", instances, "number of instances, up to a million")
            .within(1u, kMostInstances)
            .form("N");
    const Option cascadesOption = command.option("--cascades", cascades, "shadow cascades, 0 to 6")
                                      .within(0u, uint32_t{SINEW_MAX_CASCADES})
                                      .form("N");
    const Option sizeOption =
        command.option("--size", size, "size of the window").form("WIDTHxHEIGHT");
    command
        .option("--device", options.device,
                "GPU: part of its name, or its index in `sinew-cli devices`")
        .form("DEVICE");
    command
        .option("--assume-limits", assumed,
                "assume lower device limits: uniform-range=16384, no-transform-feedback ...")
        .form("LIST");
    command.flag("--validate", options.validate,
                 "enable the Vulkan validation layer; any message makes the exit code 1");
    command
        .option("--shader-dir", options.shaderRoot,
                "folder that holds shaders/, compiled again on F5")
        .folderThatExists()
        .form("FOLDER");
    command.option("--frames", options.frames, "exit after this number of frames").form("N");
    try {
        if (!program.parse(argc, argv)) {
            exitCode = 0;
            return std::nullopt;
        }
        if (sizeOption.given()) options.size = requireSize(size);
    } catch (const UsageFault& fault) {
        std::fputs(messageLine("sinew", fault.what()).c_str(), stderr);
        exitCode = 1;
        return std::nullopt;
    }
    if (methodOption.given()) options.skinning = parseChoice(method);
    if (comparedOption.given()) options.compared = parseChoice(compared);
    if (posesOption.given()) {
        if (poses != "cpu" && poses != "gpu" && poses != "auto") {
            throw std::runtime_error("--poses: unknown value '" + poses +
                                     "'; choose one of: cpu, gpu, auto");
        }
        options.poses = poses;
    }
    options.models.assign(models.begin(), models.end());
    options.assumed = parseAssumedLimits(assumed);
    if (clipOption.given()) options.clip = clip;
    if (instancesOption.given()) options.instances = instances;
    if (cascadesOption.given()) options.cascades = cascades;
    return options;
}

}  // namespace sinew
