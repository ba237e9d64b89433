// The command line of the window.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "renderer/device.h"
#include "skinning/settings.h"

namespace sinew {

/// What was asked for at the start; nothing stands where the settings of the last run count.
struct Options {
    std::string model;
    std::optional<SkinChoice> skinning;
    std::optional<SkinChoice> compared;  // beside it
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

/// Nothing, and `exitCode` set, when the program has nothing more to do (--help, a wrong option:
/// said already). Throws std::runtime_error for a way of skinning, or a
/// limit, that is not known.
std::optional<Options> parseOptions(int argc, char** argv, int& exitCode);

}  // namespace sinew
