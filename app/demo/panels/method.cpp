// Panel: the seven methods with their cost and error.
#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/column_titles.h"
#include "benchmarks/report/number_text.h"

namespace sinew {
namespace {

constexpr size_t kFigures = 3;        // numbers per line of a method
constexpr float kNumberWidth = 1.2f;  // width of the column of method numbers, in font sizes

struct Figures {
    widgets::Line times[kFigures];  // frame, GPU, CPU
    widgets::Line costs[kFigures];  // traffic, memory, max error
};

const char* const kNone = "\xe2\x80\x93";

/// Returns the distance from the right edge of a row to the right end of column `figure`; nothing
/// if the row has no such column. Narrow rows omit columns. Without a report, only figure 0
/// (traffic) and kError have a column.
std::optional<float> endOf(const RankingView& ranking, size_t figure) {
    constexpr float kTime = 3.6f, kTimeColumn = 4.2f, kCostColumn = 5.2f;  // widths, in font sizes
    constexpr size_t kError = kFigures - 1;
    const float size = ImGui::GetFontSize();
    float name = 0;
    for (const Method method : allMethods()) {
        name = std::max(name, ImGui::CalcTextSize(methodName(method).data()).x / size);
    }
    const float room = ImGui::GetContentRegionAvail().x / size - kNumberWidth - name;
    if (ranking.report) {
        const int columns = std::min(int{kFigures}, 1 + int((room - kTime) / kTimeColumn));
        const int after = columns - 1 - static_cast<int>(figure);
        if (after < 0 || room < kTime) return std::nullopt;
        return static_cast<float>(after) * kTimeColumn * size;
    }
    const bool both = room >= 2 * kCostColumn;
    if (figure == 0 && room >= kCostColumn) return both ? kCostColumn * size : 0.0f;
    if (figure == kError && both) return 0.0f;
    return std::nullopt;
}

void textEndingAt(float x, float y, const ImVec4& textColor, const char* text) {
    ImGui::GetWindowDrawList()->AddText({x - ImGui::CalcTextSize(text).x, y},
                                        ImGui::GetColorU32(textColor), text);
}

/// Returns the vertical offset of the line with traffic, memory and error. It is the second line of
/// a row with measured times, else the only line.
float costsBelow(const RankingView& ranking) {
    return ranking.report ? ImGui::GetFontSize() : 0.0f;
}

void drawHead(const RankingView& ranking) {
    static constexpr const char* kTimes[kFigures] = {"frame ms", "GPU ms", "CPU ms"};
    static constexpr const char* kCosts[kFigures] = {titles::kTraffic, "memory", titles::kMaxError};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    const float below = costsBelow(ranking);
    for (size_t i = 0; i < kFigures; ++i) {
        const std::optional<float> end = endOf(ranking, i);
        if (!end) continue;
        if (ranking.report) textEndingAt(right - *end, at.y, color::kMuted, kTimes[i]);
        textEndingAt(right - *end, at.y + below, color::kMuted, kCosts[i]);
    }
    ImGui::Dummy({ImGui::GetContentRegionAvail().x, below + ImGui::GetFontSize()});
    widgets::tip(
        "frame, GPU and CPU: median times; Measure all methods (M) measures them\n"
        "traffic/frame: bytes per instance, read and written before caches\n"
        "memory: bytes per instance\n"
        "max error: largest distance from the double-precision reference of the file,\n"
        "divided by the model's extent; X and M measure it");
}

widgets::Line timeText(const std::optional<Timing>& timing) {
    return timing ? widgets::line("{}", numberText(timing->all.median))
                  : widgets::line("{}", kNone);
}

Figures figuresOf(const State& state, Method method, const Verification* errors,
                  uint64_t mostBytes) {
    const MethodState& made = state.editedMethods()[static_cast<size_t>(method)];
    Figures figures;
    for (widgets::Line& line : figures.times) line = widgets::line("{}", kNone);
    figures.costs[0] = widgets::line("{}", bytesText(made.cost.perFrame(), mostBytes));
    figures.costs[1] = widgets::line("{}", bytesText(made.cost.memoryPerInstance));
    figures.costs[2] = figures.times[0];
    const Row* row = state.ranking.rowOf(method);
    if (row && row->note.empty()) {  // a note says that the times are of another choice
        figures.times[0] = timeText(row->frame);
        figures.times[1] = timeText(row->gpuSpan);
        figures.times[2] = timeText(row->cpuTotal);
        if (row->verification && !state.ranking.outdated) {
            figures.costs[2] = widgets::scientific(row->verification->ofTruth.position);
        }
    }
    if (errors) figures.costs[2] = widgets::scientific(errors->ofTruth.position);
    return figures;
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

/// Returns true if the method is significantly faster than all others.
bool isFastest(const RankingView& ranking, Method method) {
    const Verdict* verdict = ranking.verdict();
    return verdict && verdict->winner && verdict->winner->method == method;
}

void drawFigures(const State& state, Method method, const Figures& figures, ImVec2 at,
                 const Interface& interface) {
    const auto index = static_cast<size_t>(method);
    const float size = ImGui::GetFontSize();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    const bool chosen = state.edited().method == method;
    const ImVec4& quiet =
        chosen ? color::kText : color::kMuted;  // readable on the selection colour
    const bool usable = state.editedMethods()[index].problem.empty();
    const ImVec4& text = usable ? color::kText : quiet;
    const ImVec4& timesColor = state.ranking.outdated ? color::kMuted : text;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddText(at, ImGui::GetColorU32(quiet), widgets::line("{}", index + 1).text);
    const bool best = isFastest(state.ranking, method) && !state.ranking.outdated;
    ImFont* font = best ? interface.heading() : interface.regular();
    draw.AddText(font, size, {at.x + kNumberWidth * size, at.y}, ImGui::GetColorU32(text),
                 methodName(method).data());
    if (!usable) return textEndingAt(right, at.y, quiet, "unsupported");
    const Verification* errors = state.survey.find({method, state.edited().settings});
    const bool good = !errors || errors->ofItself.withinTolerance();
    for (size_t i = 0; i < kFigures; ++i) {
        const std::optional<float> end = endOf(state.ranking, i);
        if (!end) continue;
        if (state.ranking.report) {
            textEndingAt(right - *end, at.y, timesColor, figures.times[i].text);
        }
        const bool isError = i + 1 == kFigures;
        textEndingAt(right - *end, at.y + costsBelow(state.ranking),
                     isError && !good ? color::kBad : quiet, figures.costs[i].text);
    }
}

void drawMethod(State& state, Method method, uint64_t mostBytes, const Interface& interface) {
    const auto index = static_cast<size_t>(method);
    const MethodState& made = state.editedMethods()[index];
    const Verification* errors = state.survey.find({method, state.edited().settings});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool usable = made.problem.empty();
    ImGui::PushID(static_cast<int>(index));
    if (ImGui::Selectable("##method", state.edited().method == method, 0,
                          {0, costsBelow(state.ranking) + ImGui::GetFontSize()})) {
        state.edited().method = method;
    }
    ImGui::PopID();
    const Figures figures = figuresOf(state, method, errors, mostBytes);
    const char* name = methodName(method).data();
    for_tests::widget(name, usable ? figures.costs[2].text : "unsupported");
    if (usable) for_tests::text(name, figures.costs[0].text);
    if (state.ranking.report)
        for_tests::text("times", widgets::line("{} {}", name, figures.times[0].text).text);
    if (ImGui::IsItemHovered()) describe(made, method, errors);
    drawFigures(state, method, figures, at, interface);
}

/// Returns all methods: first the measured ones, in the order of their frame times.
std::vector<Method> methodsInOrder(const RankingView& ranking) {
    std::vector<Method> methods;
    if (const Verdict* verdict = ranking.verdict()) {
        for (const RankedChoice& ranked : verdict->ranking) methods.push_back(ranked.choice.method);
    }
    for (const Method method : allMethods()) {
        if (std::find(methods.begin(), methods.end(), method) == methods.end()) {
            methods.push_back(method);
        }
    }
    return methods;
}

}  // namespace

void methodSection(State& state, const Interface& interface) {
    if (state.comparing()) {
        static constexpr const char* kEdited[] = {"A", "B"};
        uint32_t edited = state.editsB ? 1 : 0;
        if (widgets::choice("method", kEdited, edited)) state.editsB = edited == 1;
    }
    for (const std::string& caveat : state.ranking.caveats) {
        widgets::colored(color::kNote, caveat.c_str());
    }
    drawHead(state.ranking);
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(spacing.x, 5.0f));
    uint64_t most = 0;
    for (const MethodState& method : state.editedMethods()) {
        if (method.problem.empty()) most = std::max(most, method.cost.perFrame());
    }
    for (const Method method : methodsInOrder(state.ranking)) {
        drawMethod(state, method, most, interface);
    }
    ImGui::PopStyleVar();
    rankingPart(state, interface);
    const Method method = state.edited().method;
    widgets::remark(widgets::line("{}.", skinningMethod(method).facts.summary));
    const std::string& note = state.editedMethods()[static_cast<size_t>(method)].note;
    if (!note.empty()) widgets::colored(color::kNote, note.c_str());
}

}  // namespace sinew
