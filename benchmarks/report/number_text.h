// Formats numbers for tables, charts and pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// Formats at least three digits: "0.0712", "45.6", "1,234,567". Below 0.001: "2.1e-7". Infinity:
/// "unbounded".
std::string numberText(double value);

/// Formats a round value on an axis: "0.05", "20", "1,000", "1e-5".
std::string tickText(double value);

std::string countText(uint64_t value);

/// Formats a list: "12, 3,400, 0". An empty list is "-".
std::string countsText(std::span<const uint32_t> values);

/// Formats bytes, rounded to integers: "3312 B", "65.8 KiB".
std::string meanBytesText(double bytes);

/// Formats a count and its noun: "1 pass", "4 passes", "2 dispatches".
std::string counted(uint64_t count, std::string_view what);

/// Formats a ratio as a change: 1.123 becomes "+12.3 %".
std::string changeText(double ratio);

}  // namespace sinew
