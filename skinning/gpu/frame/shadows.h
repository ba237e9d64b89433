// Settings of the sun's shadows: a shadow map, or rays through the skinned vertices.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace sinew {

enum class ShadowMode : uint8_t { map, traced };
constexpr auto namesOf(ShadowMode) {
    return std::array{"map", "traced"};
}

struct Shadows {
    static constexpr float kLargestSunAngle = 20;  // degrees

    ShadowMode mode = ShadowMode::map;
    /// The angle that the sun's disc covers for traced shadows, degrees; 0: hard shadows.
    float sunAngle = 0;

    auto operator<=>(const Shadows&) const = default;
};

/// Returns "map", "traced", or "traced:DEGREES" with the sun's angle.
std::string shadowsText(const Shadows& shadows);
/// Parses a text of shadowsText(). Throws std::runtime_error with the text and the accepted values.
Shadows parseShadows(const std::string& text);

}  // namespace sinew
