// Opened files, and their removed models.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "skinning/model/scene_file.h"

namespace sinew {

struct Opened {
    std::vector<std::filesystem::path> files;  // models and scenes
    std::vector<uint32_t> removed;             // ascending indices over all models of the files
    std::vector<uint32_t> listed;              // models per file, set by readOpened()

    bool shows(const Opened& other) const {
        return files == other.files && removed == other.removed;
    }
    /// True if it equals `other` with more files at the end.
    bool addsTo(const Opened& other) const;
    /// Removes the shown model with this index, and its file if none of its models is left.
    /// Requires `listed` up to that file.
    void remove(uint32_t shown);
};

/// Returns the shown models and sets `listed`. Removed indices that no longer exist are dropped; if
/// no model would be left, all are shown. Throws like readScene() and requireDrawable().
std::vector<SceneEntry> readOpened(Opened& opened);

}  // namespace sinew
