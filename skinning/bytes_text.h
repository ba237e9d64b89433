// Formats numbers of bytes.
#pragma once

#include <cstdint>
#include <string>

namespace sinew {

/// Returns "512 B", "34.2 KiB" or "1.5 MiB", for example.
std::string bytesText(uint64_t bytes);
/// Uses the unit that bytesText(like) has, for columns of a table: "0.3 KiB".
std::string bytesText(uint64_t bytes, uint64_t like);

}  // namespace sinew
