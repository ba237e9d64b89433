// Cost cards as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "skinning/gpu/cost.h"

namespace sinew {

/// Bytes, dispatches, draws and limits by name. Bytes "PerVertex" are means over the model's
/// vertices.
nlohmann::ordered_json costJson(const CostCard& card);

}  // namespace sinew
