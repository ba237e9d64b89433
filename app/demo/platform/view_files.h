// Saves the view as an image, and its models as a scene.
#pragma once

#include <filesystem>
#include <string>

#include "app/demo/session/state.h"
#include "renderer/passes/picture.h"

namespace sinew {

/// Writes a .png, named by the time, to pictures/ in dataFolder(), and returns its path. Throws
/// std::runtime_error.
std::filesystem::path savePicture(const Picture& picture);

/// Returns the file for `sinew-cli render`: the model or, if a model and options cannot describe
/// `state`, a new scene file in dataFolder(). `counts`: instances per model. Throws
/// std::runtime_error.
std::string drawnFile(const State& state, std::span<const uint32_t> counts);

}  // namespace sinew
