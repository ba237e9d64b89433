// What both programs choose for the user, and what they both read.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "skinning/model.h"

namespace sinew {

/// The clip of the name that is wanted, where the model has it; else "dance", else the first, else
/// the rest pose.
uint32_t clipToShow(const Model& model, std::string_view wanted = {});

/// "1280x720" to its two numbers; nothing where it is anything else.
std::optional<std::pair<uint32_t, uint32_t>> parseSize(std::string_view text);

}  // namespace sinew
