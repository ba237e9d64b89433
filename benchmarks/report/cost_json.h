// Cost cards as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "skinning/gpu/skin/cost.h"

namespace sinew {

/// Bytes "PerVertex" are means over the model's vertices.
nlohmann::ordered_json costJson(const CostCard& card);

}  // namespace sinew
