// Bytes as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace sinew {

/// "512 B", "34.2 KiB", "1.5 MiB".
std::string bytesText(uint64_t bytes);

}  // namespace sinew
