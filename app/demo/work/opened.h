// Opened files, and the models of these files that the user removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "skinning/model/scene_file.h"

namespace sinew {

struct Opened {
    std::vector<std::filesystem::path> files;  // models and scenes
    std::vector<uint32_t> removed;             // ascending indices into the models of all files
    std::vector<uint32_t> listed;              // models per file, set by readOpened()

    bool shows(const Opened& other) const {
        return files == other.files && removed == other.removed;
    }
    /// Returns true if this is `other` with more files at the end.
    bool addsTo(const Opened& other) const;
    /// Removes a model by its index among the shown models. Also removes its file if all models of
    /// the file are removed. Requires entries in `listed` up to that file.
    void remove(uint32_t shown);
};

/// Returns the models to show and sets `listed`. Erases indices without a model from `removed`. If
/// all models are removed, shows all of them. Throws like readScene() and requireDrawable().
std::vector<SceneEntry> readOpened(Opened& opened);

}  // namespace sinew
