// The command line of the window.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model_options.h"
#include "renderer/device.h"
#include "skinning/settings.h"

namespace sinew {

/// The options of the start. An empty one leaves the setting of the last run.
struct Options {
    std::vector<std::filesystem::path> models;  // and scenes
    ModelOptions firstModelOptions;
    std::optional<SkinChoice> skinning;
    std::optional<SkinChoice> compared;  // beside it
    std::optional<PosedBy> poses;
    std::optional<std::string> clip;
    std::optional<uint32_t> instances;
    std::optional<uint32_t> cascades;
    std::optional<std::pair<uint32_t, uint32_t>> size;  // of the window, screen units
    std::string device;
    AssumedLimits assumed;
    bool validate = false;
    std::filesystem::path shaderRoot;  // holds shaders/; empty: the tree this was built from
    uint64_t frames = 0;               // leave after so many; 0: when the user does
};

/// Nothing, and `exitCode` set, when the program has nothing more to do (after --help, or a wrong
/// option, whose message is already printed). Throws std::runtime_error for an unknown way of
/// skinning or limit.
std::optional<Options> parseOptions(int argc, char** argv, int& exitCode);

}  // namespace sinew
