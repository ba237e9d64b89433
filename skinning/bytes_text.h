// Formats byte counts.
#pragma once

#include <cstdint>
#include <string>

namespace sinew {

/// "512 B", "34.2 KiB", "1.5 MiB".
std::string bytesText(uint64_t bytes);
/// In the unit of `like`, for columns of a table: "0.3 KiB".
std::string bytesText(uint64_t bytes, uint64_t like);

}  // namespace sinew
