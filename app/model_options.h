// --hold, --clips, --scene, --morph and --allow-outside: how a model is imported, for both
// programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "skinning/gltf/import.h"

namespace sinew {

/// As they were typed.
struct ModelOptions {
    std::vector<std::string> holds;   // "PROP@JOINT" or "PROP@JOINT*FACTOR"
    std::vector<std::string> clips;   // files, and folders of files
    std::string scene;                // index or name; empty: the default scene
    std::vector<std::string> morphs;  // "NAME=WEIGHT" each

    bool allowOutside = false;

    bool empty() const {
        return holds.empty() && clips.empty() && scene.empty() && morphs.empty() && !allowOutside;
    }
};

void addModelOptions(Command& command, ModelOptions& options);

/// Every file that is read for them. Throws std::runtime_error for a text without prop or joint, a
/// folder without models, and for what is no glTF file.
std::vector<std::filesystem::path> filesOfOptions(const ModelOptions& options);

/// importGltf of the model, with the clips of other files (skinning/clips_from.h), fixed morph
/// weights (skinning/morph_weight.h), and each prop in its joint's hand (skinning/hold.h). Throws
/// as they and filesOfOptions do, and for a text that is not NAME=WEIGHT.
Model importWith(const std::filesystem::path& file, const ModelOptions& options,
                 ImportProgress* progress = nullptr);

}  // namespace sinew
