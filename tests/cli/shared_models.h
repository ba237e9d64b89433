// The shared models for tests of commands. tests/gpu compares every shared model with the
// reference; tests of commands only check that a command uses the given model.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <vector>

#include "tests/model_files.h"

namespace sinew::test {

/// A morphed mesh with cubic keys, two skins, and a skin with quantized vertices. Throws
/// std::runtime_error if SINEW_MODELS lacks one.
inline std::vector<std::filesystem::path> fewSharedModels() {
    std::vector<std::filesystem::path> files;
    for (const char* name : {"CubicMorph/CubicMorph.gltf", "OzzMultipleRoots/OzzMultipleRoots.gltf",
                             "D_FoxQuantizedGT/D_FoxQuantizedGT.glb"}) {
        files.push_back(sharedFolder() / name);
        if (!std::filesystem::is_regular_file(files.back())) {
            throw std::runtime_error(files.back().string() +
                                     " is missing; SINEW_MODELS names a folder that has it");
        }
    }
    return files;
}

}  // namespace sinew::test
