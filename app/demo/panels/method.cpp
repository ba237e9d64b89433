// Panel: the seven methods with their cost and error.
#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/column_titles.h"

namespace sinew {
namespace {

/// Right ends of the columns of figures, from the right of the row.
float bytesEnd() {
    return 5.2f * ImGui::GetFontSize();
}

void textEndingAt(float x, float y, const ImVec4& textColor, const char* text) {
    ImGui::GetWindowDrawList()->AddText({x - ImGui::CalcTextSize(text).x, y},
                                        ImGui::GetColorU32(textColor), text);
}

void drawHead() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    textEndingAt(right - bytesEnd(), at.y, color::kMuted, titles::kTraffic);
    textEndingAt(right, at.y, color::kMuted, titles::kMaxError);
    ImGui::Dummy({ImGui::GetContentRegionAvail().x, ImGui::GetFontSize()});
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip(
            "traffic/frame: bytes per instance, read and written before caches\nmax error: largest "
            "distance from the "
            "double-precision reference of the file,\ndivided by the model's extent; X measures "
            "it");
    }
}

void describe(const MethodState& method, Method which, const Verification* errors) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(28.0f * ImGui::GetFontSize());
    ImGui::TextUnformatted(skinningMethod(which).facts.summary.data());
    if (!method.problem.empty()) widgets::colored(color::kBad, method.problem.c_str());
    if (!method.note.empty()) widgets::colored(color::kNote, method.note.c_str());
    if (errors) {
        const VertexErrors& own = errors->ofItself;
        widgets::remark(widgets::line(
            "Error against the file: {} of the extent, normals {:.4f}\xc2\xb0",
            widgets::scientific(errors->ofTruth.position).text, errors->ofTruth.normalDegrees));
        widgets::colored(own.withinTolerance() ? color::kGood : color::kBad,
                         widgets::line("Error against its own reference: {} ({} tolerance)",
                                       widgets::scientific(own.position).text,
                                       own.withinTolerance() ? "within" : "above"));
        if (!errors->noBound.empty()) widgets::colored(color::kNote, errors->noBound.c_str());
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void drawMethod(State& state, Method method, uint64_t mostBytes) {
    const auto index = static_cast<size_t>(method);
    const MethodState& made = state.editedMethods()[index];
    const Verification* errors = state.survey.find({method, state.edited().settings});
    const float size = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    const bool usable = made.problem.empty();
    const bool chosen = state.edited().method == method;
    const ImVec4& quiet =
        chosen ? color::kText : color::kMuted;  // readable on the selection colour
    ImGui::PushID(static_cast<int>(index));
    if (ImGui::Selectable("##method", chosen, 0, {0, size})) {
        state.edited().method = method;
    }
    ImGui::PopID();
    const widgets::Line error =
        errors ? widgets::scientific(errors->ofTruth.position) : widgets::line("\xe2\x80\x93");
    const std::string bytes = bytesText(made.cost.perFrame(), mostBytes);
    for_tests::widget(methodName(method).data(), usable ? error.text : "unsupported");
    if (usable) for_tests::text(methodName(method).data(), bytes.c_str());
    if (ImGui::IsItemHovered()) describe(made, method, errors);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddText(at, ImGui::GetColorU32(quiet), widgets::line("{}", index + 1).text);
    draw.AddText({at.x + 1.2f * size, at.y}, ImGui::GetColorU32(usable ? color::kText : quiet),
                 methodName(method).data());
    if (!usable) {
        textEndingAt(right, at.y, quiet, "unsupported");
        return;
    }
    textEndingAt(right - bytesEnd(), at.y, quiet, bytes.c_str());
    const bool good = !errors || errors->ofItself.withinTolerance();
    textEndingAt(right, at.y, good ? quiet : color::kBad, error.text);
}

}  // namespace

void methodSection(State& state) {
    if (state.comparing()) {
        static constexpr const char* kEdited[] = {"A", "B"};
        uint32_t edited = state.editsB ? 1 : 0;
        if (widgets::choice("way", kEdited, edited)) state.editsB = edited == 1;
    }
    drawHead();
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(spacing.x, 5.0f));
    uint64_t most = 0;
    for (const MethodState& method : state.editedMethods()) {
        if (method.problem.empty()) most = std::max(most, method.cost.perFrame());
    }
    for (const Method method : allMethods()) drawMethod(state, method, most);
    ImGui::PopStyleVar();
    const Method method = state.edited().method;
    widgets::remark(widgets::line("{}.", skinningMethod(method).facts.summary));
    const std::string& note = state.editedMethods()[static_cast<size_t>(method)].note;
    if (!note.empty()) widgets::colored(color::kNote, note.c_str());
}

}  // namespace sinew
