// Bytes as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace sinew {

/// "512 B", "34.2 KiB", "1.5 MiB".
std::string bytesText(uint64_t bytes);
/// In the unit that `like` has, so that the figures of a column can be compared: "0.3 KiB".
std::string bytesText(uint64_t bytes, uint64_t like);

}  // namespace sinew
