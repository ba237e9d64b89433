// Selects default clips, and parses --poses and image sizes, for sinew and sinew-cli.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Returns the index of clip `wanted` if it exists, else of "dance", else of the first clip.
/// Returns kRestPose if the model has no clip.
uint32_t clipToShow(const Model& model, std::string_view wanted = {});

/// Parses the value of --poses. Throws std::runtime_error.
PosedBy parsePoses(const std::string& word);

/// Parses text such as "1280x720"; returns nothing if the format is wrong.
std::optional<std::pair<uint32_t, uint32_t>> parseSize(std::string_view text);

}  // namespace sinew
