// Converts Shadows to text and back.
#include "skinning/gpu/frame/shadows.h"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace sinew {

std::string shadowsText(const Shadows& shadows) {
    const std::string mode = namesOf(shadows.mode)[static_cast<size_t>(shadows.mode)];
    if (shadows.mode == ShadowMode::map || shadows.sunAngle == 0) return mode;
    return fmt::format("{}:{}", mode, shadows.sunAngle);
}

Shadows parseShadows(const std::string& text) {
    constexpr std::string_view kTraced = "traced";
    if (text == "map") return {};
    if (text == kTraced) return {ShadowMode::traced, 0};
    Shadows shadows{ShadowMode::traced, 0};
    const std::string prefix = std::string(kTraced) + ':';
    if (text.starts_with(prefix)) {
        const char* end = text.data() + text.size();
        const auto [rest, error] =
            std::from_chars(text.data() + prefix.size(), end, shadows.sunAngle);
        const bool isNumber = error == std::errc() && rest == end;
        if (isNumber && shadows.sunAngle >= 0 && shadows.sunAngle <= Shadows::kLargestSunAngle) {
            return shadows;
        }
    }
    throw std::runtime_error(fmt::format(
        "unknown shadows '{}'; choose map, traced, or traced:DEGREES with a sun of 0 to {:g} "
        "degrees",
        text, Shadows::kLargestSunAngle));
}

}  // namespace sinew
