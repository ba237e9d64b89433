// A view that leaves the window: as a picture, and as the command that draws it.
#pragma once

#include <filesystem>
#include <string>

#include "app/demo/session/state.h"
#include "renderer/picture.h"

namespace sinew {

/// Writes a .png named after the time into the folder of the user's pictures, beside that of the
/// reports. Throws std::runtime_error.
std::filesystem::path savePicture(const Picture& picture);

/// The file that holds what `state` shows: the model's own or, for what a model and options cannot
/// say, a scene that is written beside the pictures. `counts`: Frame::countsOf(). Throws
/// std::runtime_error.
std::string drawnFile(const State& state, std::span<const uint32_t> counts);

/// The `sinew-cli render` that draws what `state` shows, without its panels. `file`: drawnFile();
/// `crowd`: the box around all characters.
std::string renderCommand(const State& state, const std::string& file, const Box& crowd);

/// For a POSIX shell: in quotes where it needs them.
std::string shellWord(const std::string& text);

}  // namespace sinew
