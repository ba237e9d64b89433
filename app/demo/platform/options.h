// The command line of the window.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/assumed_limits.h"
#include "app/model_options.h"
#include "skinning/settings.h"

namespace sinew {

/// Options of the command line. An option that is not set keeps the setting of the last run.
struct Options {
    std::vector<std::filesystem::path> models;  // models and scenes
    ModelOptions firstModelOptions;
    std::optional<SkinChoice> skinning;
    std::optional<SkinChoice> compared;  // second method
    std::optional<PosedBy> poses;
    std::optional<std::string> clip;
    std::optional<uint32_t> instances;
    std::optional<uint32_t> cascades;
    std::optional<std::pair<uint32_t, uint32_t>> size;  // window size, screen units
    DeviceOptions device;
    std::filesystem::path shaderRoot;  // contains shaders/; empty: the parent of assets/
    uint64_t frames = 0;               // exit after this many frames; 0: no limit
};

/// Returns nothing after --help or --version. Throws std::runtime_error for an invalid option.
std::optional<Options> parseOptions(int argc, char** argv);

}  // namespace sinew
