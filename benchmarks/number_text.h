// Numbers as people read them in tables, charts and pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// Three significant digits, thousands separated: "0.0712", "1.23", "45.6", "1,234,567"; below a
/// thousandth "2.1e-7"; "unbounded" for infinity, "0" for none.
std::string numberText(double value);

/// Round values beside an axis: "0.05", "20", "1,000", "1e-5".
std::string tickText(double value);

/// "1,234,567".
std::string countText(uint64_t value);

/// "12, 3,400, 0"; "-" for none.
std::string countsText(std::span<const uint32_t> values);

/// "3312 B", "65.8 KiB" for a mean of counts; a report may state any number.
std::string meanBytesText(double bytes);

/// "1 pass", "4 passes", "2 dispatches".
std::string counted(uint64_t count, std::string_view what);

/// "+12.3 %" for a ratio of 1.123.
std::string changeText(double ratio);

}  // namespace sinew
