// Reports as they were written before version 4.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sinew {

/// A report of version 3 with the names and words of version 4. `old` is not trusted: what is not
/// understood stays, and the reader of version 4 refuses it.
nlohmann::json reportOfVersion3(const nlohmann::json& old);

}  // namespace sinew
