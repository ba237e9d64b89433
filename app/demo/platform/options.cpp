// Parses the options of the window.
#include "app/demo/platform/options.h"

#include "app/clip_and_size.h"
#include "shaders/shared/view.h"
#include "sinew_version.h"

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

std::optional<Options> parseOptions(int argc, char** argv) {
    Options options;
    Program program("sinew",
                    "Show glTF models with every skinning method, side by side, in a window.\n"
                    "Without an option, its setting of the last run applies. F1 lists the keys.",
                    SINEW_VERSION " (" SINEW_COMMIT ")");
    Command command = program.root();
    command.example("sinew hero.glb --instances 100 --method vertex:dual-quaternion");
    std::vector<std::string> models;
    command.option(
        "MODEL", models,
        "glTF or .json scene files; default: those of the last run,\nat first the mannequin");
    addModelOptions(command, options.firstModelOptions);
    command.option("--clip", options.clip, "Clip to play, or none: the rest pose")
        .form("NAME|#INDEX|none");
    command.group(group::kModel);
    command.option("--instances", options.instances, "Number of instances, up to a million")
        .within(1u, kMostInstances)
        .form("N");
    command.group(group::kCamera);
    command
        .option(
            "--size", [&](const std::string& text) { options.size = requireSize(text); },
            "Size of the window")
        .form("WxH");
    command.option("--cascades", options.cascades, "Shadow map cascades, 0 to 6")
        .within(0u, uint32_t{SINEW_MAX_CASCADES})
        .form("N");
    command.group(group::kSkinning);
    command
        .option(
            "--method", [&](const std::string& text) { options.skinning = parseChoice(text); },
            "METHOD[:SETTING...], such as vertex:u8x4; see sinew-cli settings")
        .form("METHOD");
    command
        .option(
            "--compare", [&](const std::string& text) { options.compared = parseChoice(text); },
            "Second method, drawn right of the divider")
        .form("METHOD");
    command
        .option(
            "--poses", [&](const std::string& word) { options.poses = parsePoses(word); },
            "Processor that computes poses")
        .form("cpu|gpu");
    addDeviceOptions(command, options.device);
    command
        .option("--shader-dir", options.shaderRoot,
                "Folder that contains shaders/, recompiled by F5")
        .folderThatExists()
        .form("FOLDER");
    command.group("Program");
    command.option("--frames", options.frames, "Close the window after this number of frames")
        .form("N");
    if (!program.parse(argc, argv)) return std::nullopt;
    options.models.assign(models.begin(), models.end());
    return options;
}

}  // namespace sinew
