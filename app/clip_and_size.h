// Default clips and image sizes of sinew and sinew-cli.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "skinning/model.h"

namespace sinew {

/// Returns clip `wanted` if it exists; else "dance", the first clip, or the rest pose.
uint32_t clipToShow(const Model& model, std::string_view wanted = {});

/// Parses text such as "1280x720"; returns nothing if the format is wrong.
std::optional<std::pair<uint32_t, uint32_t>> parseSize(std::string_view text);

}  // namespace sinew
