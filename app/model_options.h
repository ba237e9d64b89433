// Import options of both programs: --hold, --clips, --scene, --morph and --allow-outside.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "skinning/gltf/import.h"

namespace sinew {

struct ModelOptions {
    std::vector<std::string> holds;
    std::vector<std::string> clips;   // files or folders
    std::string scene;                // index or name; empty: the default scene
    std::vector<std::string> morphs;  // "NAME=WEIGHT"

    bool allowOutside = false;

    bool empty() const {
        return holds.empty() && clips.empty() && scene.empty() && morphs.empty() && !allowOutside;
    }
};

void addModelOptions(Command& command, ModelOptions& options);

/// Returns all files that the options read. Throws std::runtime_error for a --hold without prop or
/// joint, a folder without models, or a file that is not glTF.
std::vector<std::filesystem::path> filesOfOptions(const ModelOptions& options);

/// Imports a model, adds clips of other files (skinning/model/clips_from.h), fixes morph weights
/// (skinning/model/morph_weight.h) and attaches props (skinning/model/hold.h). Throws like these
/// functions and filesOfOptions(), and for a --morph that is not NAME=WEIGHT.
Model importWith(const std::filesystem::path& file, const ModelOptions& options,
                 ImportProgress* progress = nullptr);

}  // namespace sinew
