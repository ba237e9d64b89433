// Formats numbers with thousands separators, and nouns in the plural.
#include "benchmarks/report/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "skinning/bytes_text.h"

namespace sinew {
namespace {

/// Removes the leading zero of the exponent: "2.1e-07" becomes "2.1e-7".
std::string withShortExponent(std::string text) {
    const size_t exponent = text.find("e-0");
    return exponent == std::string::npos ? text : text.erase(exponent + 2, 1);
}

}  // namespace

std::string tickText(double value) {
    if (value >= 1000 && value < 1e15) return countText(static_cast<uint64_t>(std::llround(value)));
    return withShortExponent(fmt::format("{:.6g}", value));
}

std::string countText(uint64_t value) {
    std::string digits = std::to_string(value);
    for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
    return digits;
}

std::string countsText(std::span<const uint32_t> values) {
    std::string text;
    for (const uint32_t value : values) text += (text.empty() ? "" : ", ") + countText(value);
    return text.empty() ? "-" : text;
}

std::string numberText(double value) {
    if (std::isnan(value)) return "not a number";
    if (std::isinf(value)) return "unbounded";
    if (value == 0) return "0";
    if (value < 0) return "-" + numberText(-value);
    if (value >= 1e15) return fmt::format("{:.1e}", value);
    if (value >= 99.95) return countText(static_cast<uint64_t>(std::llround(value)));
    if (value < 0.9995e-3) return withShortExponent(fmt::format("{:.1e}", value));
    // The number of decimals depends on the value after rounding to three digits: 9.999 becomes
    // 10.0.
    const double rounded = std::stod(fmt::format("{:.2e}", value));
    return fmt::format("{:.{}f}", value, 2 - static_cast<int>(std::floor(std::log10(rounded))));
}

std::string meanBytesText(double bytes) {
    constexpr double kMost = 1e18;  // fits into uint64_t
    return bytesText(bytes > 0 ? static_cast<uint64_t>(std::min(bytes, kMost) + 0.5) : 0);
}

std::string counted(uint64_t count, std::string_view what) {
    if (count == 1) return fmt::format("1 {}", what);
    if (what == "vertex") return countText(count) + " vertices";
    return fmt::format("{} {}{}", countText(count), what,
                       what.ends_with('s') || what.ends_with("ch") ? "es" : "s");
}

std::string changeText(double ratio) {
    return fmt::format("{:+.1f} %", (ratio - 1.0) * 100.0);
}

}  // namespace sinew
