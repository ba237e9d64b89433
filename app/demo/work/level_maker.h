// Builds LODs in the background.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/demo/work/background.h"
#include "skinning/lod/levels.h"

namespace sinew {

struct MadeLevels {
    std::shared_ptr<const Model> model;
    std::optional<Levels> levels;  // empty on an error
    std::string error;
};

class LevelMaker : public Background<MadeLevels> {
public:
    /// Waits for running work, which takes seconds for a large model.
    void start(std::shared_ptr<const Model> model);
};

}  // namespace sinew
