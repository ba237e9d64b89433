// Overlay: shows the texture of baked clips, with zoom.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"

namespace sinew {
namespace {

constexpr float kMostZoom = 512.0f;

/// A rectangle in texture coordinates; the texture is [0, 1].
struct Part {
    ImVec2 low;
    ImVec2 high;
};

/// Returns the visible rectangle. At zoom 1 the entire texture fits into `area`.
Part partOf(const BakedView& view, ImVec2 area) {
    // Texels are square at every zoom.
    const float pixelsATexel = view.zoom * std::min(area.x / view.size.x, area.y / view.size.y);
    const ImVec2 half{0.5f * area.x / (pixelsATexel * view.size.x),
                      0.5f * area.y / (pixelsATexel * view.size.y)};
    return {{view.center.x - half.x, view.center.y - half.y},
            {view.center.x + half.x, view.center.y + half.y}};
}

/// Zooms with the mouse wheel, and moves the texture by dragging. The last ImGui item must fill
/// `area`.
void steer(BakedView& view, ImVec2 at, ImVec2 area) {
    const ImGuiIO& io = ImGui::GetIO();
    Part part = partOf(view, area);
    const auto pictureAt = [&](ImVec2 pixel) {
        return ImVec2{part.low.x + (pixel.x - at.x) / area.x * (part.high.x - part.low.x),
                      part.low.y + (pixel.y - at.y) / area.y * (part.high.y - part.low.y)};
    };
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
        const ImVec2 kept = pictureAt(io.MousePos);
        view.zoom = std::clamp(view.zoom * std::pow(1.25f, io.MouseWheel), 1.0f, kMostZoom);
        part = partOf(view, area);
        const ImVec2 moved = pictureAt(io.MousePos);
        view.center.x += kept.x - moved.x;
        view.center.y += kept.y - moved.y;
    }
    if (ImGui::IsItemActive()) {
        view.center.x -= io.MouseDelta.x / area.x * (part.high.x - part.low.x);
        view.center.y -= io.MouseDelta.y / area.y * (part.high.y - part.low.y);
    }
    view.center.x = std::clamp(view.center.x, 0.0f, 1.0f);
    view.center.y = std::clamp(view.center.y, 0.0f, 1.0f);
}

void drawPicture(const BakedView& view, ImVec2 at, ImVec2 area) {
    const Part part = partOf(view, area);
    const ImVec2 low{std::max(part.low.x, 0.0f), std::max(part.low.y, 0.0f)};
    const ImVec2 high{std::min(part.high.x, 1.0f), std::min(part.high.y, 1.0f)};
    const auto pixelAt = [&](ImVec2 p) {
        return ImVec2{at.x + (p.x - part.low.x) / (part.high.x - part.low.x) * area.x,
                      at.y + (p.y - part.low.y) / (part.high.y - part.low.y) * area.y};
    };
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(at, {at.x + area.x, at.y + area.y}, IM_COL32(0, 0, 0, 110), 5.0f);
    if (high.x > low.x && high.y > low.y) {
        draw.AddImage(view.picture, pixelAt(low), pixelAt(high), low, high);
    }
}

widgets::Line texelUnderMouse(const State& state, ImVec2 at, ImVec2 area) {
    const BakedView& view = state.bakedView;
    const BakedClips& baked = *state.baked;
    const Part part = partOf(view, area);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float u = part.low.x + (mouse.x - at.x) / area.x * (part.high.x - part.low.x);
    const float v = part.low.y + (mouse.y - at.y) / area.y * (part.high.y - part.low.y);
    if (!ImGui::IsItemHovered() || u < 0 || v < 0 || u >= 1 || v >= 1) {
        return widgets::line("Upper half: x, y, z as red, green, blue. Lower half: w.");
    }
    const auto x = static_cast<uint32_t>(u * view.size.x);
    const uint32_t y = static_cast<uint32_t>(v * view.size.y) % baked.height;
    const uint32_t frame = x / baked.texelsPerFrame * baked.rows + y;
    const uint32_t texel = x % baked.texelsPerFrame;
    if (frame >= baked.frameCount) return widgets::line("unused");
    size_t clip = 0;
    while (clip + 1 < baked.clips.size() && baked.clips[clip + 1].firstFrame <= frame) ++clip;
    const Model& model = *state.chosen().model();
    const std::string& clipName = clip < model.clips.size() ? model.clips[clip].name : "rest pose";
    const uint32_t step = frame - baked.clips[clip].firstFrame;
    const glm::vec4 value = baked.texel(frame, texel);
    if (texel >= 3 * baked.bindCount) {
        return widgets::line("{}, frame {}: morph weights from {}: {:.4g} {:.4g} {:.4g} {:.4g}",
                             clipName, step, 4 * (texel - 3 * baked.bindCount), value.x, value.y,
                             value.z, value.w);
    }
    return widgets::line("{}, frame {}: {}, row {}: {:.4g} {:.4g} {:.4g} {:.4g}", clipName, step,
                         model.skeleton.names[model.binds[texel / 3].joint], texel % 3, value.x,
                         value.y, value.z, value.w);
}

}  // namespace

void bakedOverlay(State& state, const Interface& interface) {
    BakedView& view = state.bakedView;
    if (!skinningMethod(state.settings.skinning.method).facts.bakes) view.shown = false;
    if (!view.shown || !state.baked || !view.picture) return;
    const float scale = interface.scale();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const Columns& columns = state.columns;
    const float free = display.x - columns.left - columns.right;
    const ImVec2 size{std::max(free - 20.0f * scale, 300.0f * scale),
                      std::max(0.6f * display.y, 240.0f * scale)};
    ImGui::SetNextWindowPos({columns.left + 0.5f * free, 0.5f * display.y}, ImGuiCond_Always,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowBgAlpha(1.0f);
    ImGui::Begin(
        "baked clips", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::AlignTextToFramePadding();
    ImGui::PushFont(interface.heading());
    ImGui::TextUnformatted("Baked clips");
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("Close").x -
                    2 * ImGui::GetStyle().FramePadding.x);
    if (widgets::button("Close")) view.shown = false;
    widgets::remark(widgets::line("{} x {} texels, {}; wheel and drag", state.baked->width,
                                  state.baked->height, bytesText(state.baked->bytes().size())));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    constexpr float kLines = 3.4f;  // lines of text below the texture
    const ImVec2 area{ImGui::GetContentRegionAvail().x,
                      ImGui::GetContentRegionAvail().y - kLines * ImGui::GetFontSize()};
    ImGui::InvisibleButton("picture", area);
    for_tests::widget("picture");
    steer(view, at, area);
    drawPicture(view, at, area);
    const widgets::Line text = texelUnderMouse(state, at, area);
    widgets::colored(color::kText, text);
    ImGui::End();
}

}  // namespace sinew
