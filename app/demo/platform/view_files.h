// Saves the view as an image, and its models as a scene.
#pragma once

#include <filesystem>
#include <string>

#include "app/demo/session/state.h"
#include "renderer/picture.h"

namespace sinew {

/// Writes a .png named by the time, next to the folder of reports. Throws std::runtime_error.
std::filesystem::path savePicture(const Picture& picture);

/// Returns the file that describes `state`: the model, or a scene written next to the images if
/// model and options do not suffice. `counts` is Frame::countsOf(). Throws std::runtime_error.
std::string drawnFile(const State& state, std::span<const uint32_t> counts);

}  // namespace sinew
