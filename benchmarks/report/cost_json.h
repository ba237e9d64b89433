// Cost cards (the cost of a method for one model) as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "skinning/gpu/skin/cost.h"

namespace sinew {

/// Returns the card as JSON. The values of names that end with "PerVertex" are bytes, averaged over
/// the model's vertices.
nlohmann::ordered_json costJson(const CostCard& card);

}  // namespace sinew
