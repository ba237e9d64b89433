// Parses the options of the window.
#include "app/demo/platform/options.h"

#include <cstdio>

#include "app/assumed_limits.h"
#include "app/clip_and_size.h"
#include "app/command_line.h"
#include "shaders/shared/view.h"
#include "sinew_version.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

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
    Program program("sinew",
                    "Show glTF models with every skinning method, side by side, in a window.\n"
                    "Without an option, its setting of the last run applies. F1 lists the keys.",
                    SINEW_VERSION " (" SINEW_COMMIT ")");
    std::string method;
    std::string compared;
    std::string poses;
    std::string assumed;
    std::string clip;
    std::string size;
    uint32_t instances = 1;
    uint32_t cascades = 2;
    Command command = program.root();
    command.example("sinew hero.glb --instances 100 --method vertex:dual-quaternion");
    std::vector<std::string> models;
    command.option(
        "MODEL", models,
        "glTF or .json scene files; default: those of the last run,\nat first the mannequin");
    addModelOptions(command, options.firstModelOptions);
    const Option clipOption = command.option("--clip", clip, "Clip to play, or none: the rest pose")
                                  .form("NAME|#INDEX|none");
    command.group(group::kModel);
    const Option instancesOption =
        command.option("--instances", instances, "Number of instances, up to a million")
            .within(1u, kMostInstances)
            .form("N");
    command.group(group::kCamera);
    const Option sizeOption = command.option("--size", size, "Size of the window").form("WxH");
    const Option cascadesOption =
        command.option("--cascades", cascades, "Shadow map cascades, 0 to 6")
            .within(0u, uint32_t{SINEW_MAX_CASCADES})
            .form("N");
    command.group(group::kSkinning);
    const Option methodOption =
        command
            .option("--method", method,
                    "METHOD[:SETTING...], such as vertex:u8x4; see sinew-cli settings")
            .form("METHOD");
    const Option comparedOption =
        command.option("--compare", compared, "Second method, drawn right of the divider")
            .form("METHOD");
    const Option posesOption =
        command.option("--poses", poses, "Processor that computes poses").form("cpu|gpu");
    command.group(group::kDevice);
    command
        .option("--device", options.device,
                "Vulkan device: index or part of a name from 'sinew-cli devices'")
        .form("INDEX|NAME");
    command.flag("--validate", options.validate,
                 "Enable the validation layer; any message is exit code 1");
    command
        .option("--assume-limits", assumed,
                "Emulate lower device limits, such as uniform-range=16384")
        .form("LIMIT,...");
    command
        .option("--shader-dir", options.shaderRoot,
                "Folder that contains shaders/, recompiled by F5")
        .folderThatExists()
        .form("FOLDER");
    command.group("Program");
    command.option("--frames", options.frames, "Close the window after this number of frames")
        .form("N");
    try {
        if (!program.parse(argc, argv)) {
            exitCode = 0;
            return std::nullopt;
        }
        if (sizeOption.isSet()) options.size = requireSize(size);
    } catch (const UsageFault& fault) {
        std::fputs(messageLine("sinew", fault.what()).c_str(), stderr);
        exitCode = 1;
        return std::nullopt;
    }
    if (methodOption.isSet()) options.skinning = parseChoice(method);
    if (comparedOption.isSet()) options.compared = parseChoice(compared);
    if (posesOption.isSet()) {
        if (poses == "auto") {
            throw std::runtime_error(
                "--poses auto was removed after version 0.1.0; use --poses cpu or gpu");
        }
        if (poses != "cpu" && poses != "gpu") {
            throw std::runtime_error("--poses: unknown value '" + poses +
                                     "'; choose one of: cpu, gpu");
        }
        options.poses = poses == "gpu" ? PosedBy::gpu : PosedBy::cpu;
    }
    options.models.assign(models.begin(), models.end());
    options.assumed = parseAssumedLimits(assumed);
    if (clipOption.isSet()) options.clip = clip;
    if (instancesOption.isSet()) options.instances = instances;
    if (cascadesOption.isSet()) options.cascades = cascades;
    return options;
}

}  // namespace sinew
