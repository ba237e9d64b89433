// Small text, dashes, marks, ticks.
#include "app/demo/panels/chart_pen.h"

#include <algorithm>
#include <cmath>

#include "benchmarks/number_text.h"

namespace sinew::chart {
namespace {

constexpr float kSmall = 0.87f;  // of the window's text
// Opacity; blending is linear, which lets bright lines through.
constexpr float kGrid = 0.02f;

/// As many as have room beside each other.
std::vector<double> bottomTicks(const Pen& pen, const Area& area, const Axis& axis) {
    const float room = std::max(pen.measure(tickText(axis.high)).x, 2.0f * pen.em());
    return ticksOf(axis, std::max(2u, static_cast<uint32_t>(area.width() / (room + 2 * pen.em()))));
}
std::vector<double> leftTicks(const Pen& pen, const Area& area, const Axis& axis) {
    return ticksOf(axis, std::max(2u, static_cast<uint32_t>(area.height() / (2.2f * pen.em()))));
}

}  // namespace

ImU32 ink(const ImVec4& color, float alpha) {
    return ImGui::GetColorU32({color.x, color.y, color.z, color.w * alpha});
}
ImU32 ink(const Paint& paint, float alpha) {
    const Rgb rgb = colorOf(paint, true);
    return IM_COL32(rgb.r, rgb.g, rgb.b, static_cast<int>(255.0f * alpha));
}

float Area::x(const Axis& axis, double value) const {
    return left + width() * static_cast<float>(placeOn(axis, value));
}
float Area::y(const Axis& axis, double value) const {
    return bottom - height() * static_cast<float>(placeOn(axis, value));
}

Pen::Pen(const Interface& interface)
    : draw_(*ImGui::GetWindowDrawList()),
      font_(interface.regular()),
      size_(std::round(kSmall * ImGui::GetFontSize())) {}

ImVec2 Pen::measure(const std::string& text) const {
    return font_->CalcTextSizeA(size_, 1e6f, 0.0f, text.c_str());
}

void Pen::text(ImVec2 at, const std::string& text, ImU32 color, float anchor) const {
    if (anchor > 0) at.x -= anchor * measure(text).x;
    draw_.AddText(font_, size_, {std::round(at.x), std::round(at.y)}, color, text.c_str());
}

void Pen::label(ImVec2 at, const std::string& words, ImU32 color, float anchor) const {
    const ImVec2 size = measure(words);
    at.x -= anchor * size.x;
    const float edge = 0.2f * size_;
    draw_.AddRectFilled({at.x - edge, at.y}, {at.x + size.x + edge, at.y + size.y},
                        ink(ImGui::GetStyle().Colors[ImGuiCol_WindowBg], 0.85f), 0.25f * size_);
    text(at, words, color);
}

void Pen::dashes(ImVec2 from, ImVec2 to, ImU32 color, float thickness, float dash) const {
    const ImVec2 way{to.x - from.x, to.y - from.y};
    const float length = std::hypot(way.x, way.y);
    const auto at = [&](float along) {
        const float share = std::min(along / length, 1.0f);
        return ImVec2{from.x + way.x * share, from.y + way.y * share};
    };
    for (float along = 0; along < length; along += 1.8f * dash) {
        draw_.AddLine(at(along), at(along + dash), color, thickness);
    }
}

void Pen::curve(ImVec2 from, ImVec2 to, const Paint& paint) const {
    const float thickness = 0.14f * size_;
    if (paint.variant == 0) {
        draw_.AddLine(from, to, ink(paint), thickness);
    } else {
        dashes(from, to, ink(paint), thickness,
               0.8f * size_ / static_cast<float>(std::min(paint.variant, 4u)));
    }
}

void Pen::point(ImVec2 at, const Paint& paint, float radius) const {
    if (paint.variant == 0) {
        draw_.AddCircleFilled(at, radius, ink(paint));
        return;
    }
    draw_.AddCircleFilled(at, radius, ink(ImGui::GetStyle().Colors[ImGuiCol_WindowBg]));
    draw_.AddCircle(at, radius, ink(paint), 0, 0.12f * size_);
}

void Pen::swatch(ImVec2 at, const Paint& paint, bool asCurve) const {
    const float middle = at.y + 0.55f * size_;
    if (asCurve) {
        curve({at.x, middle}, {at.x + 2.24f * size_, middle}, paint);
        point({at.x + 1.12f * size_, middle}, paint, 0.24f * size_);
        return;
    }
    const float half = 0.32f * size_;
    draw_.AddRectFilled({at.x, middle - half}, {at.x + 2 * half, middle + half}, ink(paint),
                        0.15f * size_);
}

float Pen::bottomAxisHeight(const Axis& axis) const {
    return (axis.label.empty() ? 1.0f : 2.1f) * line() + 0.3f * size_;
}

void Pen::bottomAxis(const Area& area, const Axis& axis) const {
    for (const double tick : bottomTicks(*this, area, axis)) {
        const float x = std::round(area.x(axis, tick));
        draw_.AddLine({x, area.top}, {x, area.bottom}, ink(color::kText, kGrid));
        text({x, area.bottom + 0.3f * size_}, tickText(tick), ink(color::kMuted), 0.5f);
    }
    text({0.5f * (area.left + area.right), area.bottom + 0.3f * size_ + line()}, axis.label,
         ink(color::kMuted), 0.5f);
}

float Pen::leftAxisWidth(const Area& area, const Axis& axis) const {
    float width = 0;
    for (const double tick : leftTicks(*this, area, axis)) {
        width = std::max(width, measure(tickText(tick)).x);
    }
    return width + 0.5f * size_;
}

void Pen::leftAxis(const Area& area, const Axis& axis) const {
    for (const double tick : leftTicks(*this, area, axis)) {
        const float y = std::round(area.y(axis, tick));
        draw_.AddLine({area.left, y}, {area.right, y}, ink(color::kText, kGrid));
        text({area.left - 0.5f * size_, y - 0.55f * size_}, tickText(tick), ink(color::kMuted),
             1.0f);
    }
}

std::string valueText(double value, double low, double high) {
    if (low == high) return numberText(value);
    return numberText(value) + "  (" + numberText(low) + "\xe2\x80\x93" + numberText(high) + ")";
}

void tooltipLine(const Paint& paint, const std::string& name, const std::string& value) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, at.y + 0.28f * em}, {at.x + 0.55f * em, at.y + 0.83f * em}, ink(paint), 0.15f * em);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.95f * em);
    ImGui::TextUnformatted(name.c_str());
    ImGui::SameLine(15.0f * em);
    ImGui::TextUnformatted(value.c_str());
}

}  // namespace sinew::chart
