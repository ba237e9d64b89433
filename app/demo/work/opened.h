// The files whose models are shown, and which of their models were removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "skinning/scene_file.h"

namespace sinew {

struct Opened {
    std::vector<std::filesystem::path> files;  // models and scenes
    std::vector<uint32_t> removed;             // of all models of the files, counted on; ascending
    std::vector<uint32_t> listed;              // models of each file; known once it is read

    /// The same models are shown, whatever is known of the files.
    bool shows(const Opened& other) const {
        return files == other.files && removed == other.removed;
    }
    /// What `other` shows, and files behind it.
    bool addsTo(const Opened& other) const;
    /// Removes one of those that are shown, counted on; a file of which none is left goes too.
    /// Needs `listed` of the files up to that one.
    void remove(uint32_t shown);
};

/// What is shown of the files, with `listed`. A model that a scene lists no more was not removed;
/// and where none would be left, all are shown. Throws as readScene() and requireDrawable() do.
std::vector<SceneEntry> readOpened(Opened& opened);

}  // namespace sinew
