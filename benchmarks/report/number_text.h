// Formats numbers for tables, charts and pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// At least three digits: "0.0712", "45.6", "1,234,567"; below 0.001 "2.1e-7"; or "unbounded".
std::string numberText(double value);

/// Round values along an axis: "0.05", "20", "1,000", "1e-5".
std::string tickText(double value);

std::string countText(uint64_t value);

/// "12, 3,400, 0"; "-" for an empty list.
std::string countsText(std::span<const uint32_t> values);

/// "3312 B", "65.8 KiB".
std::string meanBytesText(double bytes);

/// "1 pass", "4 passes", "2 dispatches".
std::string counted(uint64_t count, std::string_view what);

/// "+12.3 %" for a ratio of 1.123.
std::string changeText(double ratio);

}  // namespace sinew
