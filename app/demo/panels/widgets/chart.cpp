// Draws a chart, whose layout is computed by benchmarks/charts/chart_layout.h.
#include "app/demo/panels/widgets/chart.h"

#include <algorithm>
#include <cmath>

#include "benchmarks/charts/chart_layout.h"

namespace sinew {
namespace {

constexpr float kSmall = 0.87f;  // font size, relative to the window's text
// Opacities. They are low, because linear blending makes bright lines stand out.
constexpr float kGrid = 0.02f;
constexpr float kBand = 0.06f;

ImU32 ink(const ImVec4& color, float alpha = 1.0f) {
    return ImGui::GetColorU32({color.x, color.y, color.z, color.w * alpha});
}
/// Returns the colour that the HTML report uses on a dark background.
ImU32 ink(const Paint& paint, float alpha = 1.0f) {
    const Rgb rgb = colorOf(paint, true);
    return IM_COL32(rgb.r, rgb.g, rgb.b, static_cast<int>(255.0f * alpha));
}

class Pen {
public:
    explicit Pen(const Interface& interface)
        : draw_(*ImGui::GetWindowDrawList()),
          font_(interface.regular()),
          size_(std::round(kSmall * ImGui::GetFontSize())) {}

    chart::Letters letters() const {
        return {size_, [this](const std::string& text) { return widthOf(text); }};
    }
    void moveTo(ImVec2 corner) { corner_ = corner; }
    ImVec2 at(const chart::Point& p) const {
        return {corner_.x + static_cast<float>(p.x), corner_.y + static_cast<float>(p.y)};
    }

    void operator()(const chart::Rectangle& r) const {
        draw_.AddRectFilled(at(r.box.low), at(r.box.high), ink(r.paint));
    }
    void operator()(const chart::Line& line) const {
        const auto width = static_cast<float>(line.width);
        ImVec2 from = at(line.from);
        ImVec2 to = at(line.to);
        // Pixel alignment keeps vertical and horizontal lines sharp.
        if (from.x == to.x) from.x = to.x = std::round(from.x);
        if (from.y == to.y) from.y = to.y = std::round(from.y);
        const ImU32 color = colorOf(line.ink);
        if (line.dash <= 0) return draw_.AddLine(from, to, color, width);
        const ImVec2 delta{to.x - from.x, to.y - from.y};
        const float length = std::hypot(delta.x, delta.y);
        const auto dash = static_cast<float>(line.dash);
        const auto along = [&](float far) {
            const float share = std::min(far / length, 1.0f);
            return ImVec2{from.x + delta.x * share, from.y + delta.y * share};
        };
        for (float far = 0; far < length; far += 1.8f * dash) {
            draw_.AddLine(along(far), along(far + dash), color, width);
        }
    }
    void operator()(const chart::Dot& dot) const {
        const auto radius = static_cast<float>(dot.radius);
        if (dot.paint.variant == 0) {
            return draw_.AddCircleFilled(at(dot.at), radius, ink(dot.paint));
        }
        draw_.AddCircleFilled(at(dot.at), radius, ink(ImGui::GetStyle().Colors[ImGuiCol_WindowBg]));
        draw_.AddCircle(at(dot.at), radius, ink(dot.paint), 0, 0.12f * size_);
    }
    void operator()(const chart::Band& band) const {
        const ImDrawListFlags flags = draw_.Flags;
        draw_.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // avoids seams between quads
        for (size_t i = 1; i < band.above.size(); ++i) {
            draw_.AddQuadFilled(at(band.below[i - 1]), at(band.above[i - 1]), at(band.above[i]),
                                at(band.below[i]), ink(band.paint, kBand));
        }
        draw_.Flags = flags;
    }
    void operator()(const chart::Text& text) const {
        ImVec2 position = at(text.at);
        position.x -= 0.5f * static_cast<float>(text.anchor) * widthOf(text.words);
        position.y -= 0.55f * size_;
        draw_.AddText(font_, size_, {std::round(position.x), std::round(position.y)},
                      colorOf(text.ink), text.words.c_str());
    }

    void drawTip(const chart::Tip& tip) const {
        draw_.AddRectFilled(at(tip.box.low), at(tip.box.high), ink(color::kText, 0.05f),
                            0.25f * size_);
        ImGui::BeginTooltip();
        ImGui::TextUnformatted(tip.title.c_str());
        const float em = ImGui::GetFontSize();
        for (const chart::Tip::Entry& entry : tip.entries) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.28f * em},
                                                      {at.x + 0.55f * em, at.y + 0.83f * em},
                                                      ink(entry.paint), 0.15f * em);
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.95f * em);
            ImGui::TextUnformatted(entry.name.c_str());
            ImGui::SameLine(15.0f * em);
            ImGui::TextUnformatted(entry.value.c_str());
        }
        ImGui::EndTooltip();
    }

private:
    float widthOf(const std::string& text) const {
        return font_->CalcTextSizeA(size_, 1e6f, 0.0f, text.c_str()).x;
    }
    static ImU32 colorOf(const chart::Ink& of) {
        switch (of.role) {
            case chart::Ink::Role::text:
                return ink(color::kText, 0.9f);
            case chart::Ink::Role::muted:
                return ink(color::kMuted);
            case chart::Ink::Role::grid:
                return ink(color::kText, kGrid);
            default:
                return ink(of.paint);
        }
    }

    ImDrawList& draw_;
    ImFont* font_;
    float size_;
    ImVec2 corner_;
};

/// Draws text at the cursor, wrapped at `width`.
void words(const std::string& text, const ImVec4& color, float width) {
    if (text.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

}  // namespace

void drawChart(const Chart& chart, const Interface& interface, float width) {
    ImGui::BeginGroup();
    ImGui::PushFont(interface.heading());
    words(chart.title, color::kText, width);
    ImGui::PopFont();
    words(chart.subtitle, color::kMuted, width);
    ImGui::Dummy({0, 0.3f * ImGui::GetFontSize()});

    Pen pen(interface);
    pen.moveTo(ImGui::GetCursorScreenPos());
    const chart::Layout layout = chart::layoutOf(chart, width, pen.letters());
    ImGui::Dummy({width, static_cast<float>(layout.height)});
    if (ImGui::IsItemVisible()) {
        for (const chart::Shape& shape : layout.shapes) std::visit(pen, shape);
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto tip =
            std::find_if(layout.tips.begin(), layout.tips.end(), [&](const chart::Tip& one) {
                const ImVec2 low = pen.at(one.box.low);
                const ImVec2 high = pen.at(one.box.high);
                return mouse.x >= low.x && mouse.x < high.x && mouse.y >= low.y && mouse.y < high.y;
            });
        if (ImGui::IsItemHovered() && tip != layout.tips.end()) pen.drawTip(*tip);
    }
    words(chart.remark, color::kMuted, width);
    ImGui::EndGroup();
}

}  // namespace sinew
