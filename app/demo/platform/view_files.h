// Saves the view as an image, and as the command that renders it.
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

/// Returns the `sinew-cli render` command for `state`, without panels. `file` is drawnFile(),
/// `crowd` the box around all instances.
std::string renderCommand(const State& state, const std::string& file, const Box& crowd);

/// Returns the options of the first model, such as --clips, each with a space before it.
std::string optionsText(const ShownModel& shown);

/// Quotes text for a POSIX shell if necessary.
std::string shellWord(const std::string& text);

}  // namespace sinew
