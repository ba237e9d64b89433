// Formats numbers of bytes.
#include "skinning/bytes_text.h"

#include <fmt/format.h>

namespace sinew {

std::string bytesText(uint64_t bytes) {
    return bytesText(bytes, bytes);
}

std::string bytesText(uint64_t bytes, uint64_t like) {
    if (like < 10'000) return fmt::format("{} B", bytes);
    if (like < 10'000'000) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024);
    return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024 * 1024));
}

}  // namespace sinew
