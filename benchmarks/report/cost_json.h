// Cost cards (the cost of a method for one model) as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "skinning/gpu/skin/cost.h"

namespace sinew {

/// Returns the card as JSON. Names that end with "PerVertex" have bytes, as means over the model's
/// vertices.
nlohmann::ordered_json costJson(const CostCard& card);

}  // namespace sinew
