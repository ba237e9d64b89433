// --hold: what the joints of a model hold, for both programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "skinning/gltf/import.h"

namespace sinew {

/// As they were typed, "PROP@JOINT" each.
using Holds = std::vector<std::string>;

void addHoldOption(Command& command, Holds& holds);

/// Every file that is read for them. Throws std::runtime_error for a text without prop or joint,
/// and for what is no glTF file.
std::vector<std::filesystem::path> filesHeld(const Holds& holds);

/// importGltf of the model, and of each prop, which is put into its joint's hand
/// (skinning/hold.h). Throws as they and filesHeld do.
Model importHolding(const std::filesystem::path& file, const Holds& holds,
                    ImportProgress* progress = nullptr);

}  // namespace sinew
