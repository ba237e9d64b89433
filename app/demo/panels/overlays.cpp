// Overlays: shortcuts, notices and shader errors.
#include <imgui_internal.h>  // BringWindowToDisplayFront()

#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "app/demo/session/shortcuts.h"

namespace sinew {
namespace {

constexpr ImGuiWindowFlags kOverlay = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_AlwaysAutoResize;
constexpr ImGuiWindowFlags kMessage =
    kOverlay | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

constexpr float kOpaque = 1.0f;
/// Length of a notice, in lines of text. A longer notice, such as a command line, is shortened in
/// the middle. The value is less than 2, because a line break leaves part of a line empty.
constexpr float kNoticeLines = 1.8f;

struct Line {
    const char* how;
    const char* what;  // null: a heading
};

constexpr Line kMouse[] = {
    {"Mouse and focus", nullptr},
    {"click", "pick a character or a joint"},
    {"double-click", "move the camera to the character"},
    {"left drag", "orbit"},
    {"right drag", "pan"},
    {"Shift left drag", "pan"},
    {"wheel", "zoom"},
    {"drop a file", "show the model, or choose the scenario"},
    {"arrows", "move between controls"},
    {"Space", "press the focused control"},
    {"Enter", "edit the focused control"},
    {"Ctrl Tab", "move to the next panel"},
};

std::vector<Line> keyLines() {
    std::vector<Line> lines;
    const char* group = nullptr;
    for (const Shortcut& shortcut : shortcuts()) {
        if (shortcut.group != group) lines.push_back({shortcut.group, nullptr});
        group = shortcut.group;
        lines.push_back({shortcut.keys, shortcut.what});
    }
    lines.insert(lines.end(), std::begin(kMouse), std::end(kMouse));
    return lines;
}

/// Draws the list of keyboard shortcuts and mouse controls, in two columns if they fit into
/// `width`.
void drawKeys(const Interface& interface, float width) {
    const std::vector<Line> lines = keyLines();
    float how = 0, what = 0;
    for (const Line& line : lines) {
        if (!line.what) continue;
        how = std::max(how, ImGui::CalcTextSize(line.how).x);
        what = std::max(what, ImGui::CalcTextSize(line.what).x);
    }
    const ImGuiStyle& style = ImGui::GetStyle();
    const float between = 2 * ImGui::GetFontSize();
    const float column = how + what + 4 * style.CellPadding.x + between;
    const float margins = 2 * style.WindowPadding.x + style.ScrollbarSize;
    const size_t columns = 2 * column + margins < width ? 2 : 1;
    const auto tableColumns = static_cast<int>(2 * columns);
    if (!ImGui::BeginTable("keys", tableColumns, ImGuiTableFlags_SizingFixedFit)) return;
    const size_t rows = (lines.size() + columns - 1) / columns;
    for (size_t row = 0; row < rows; ++row) {
        for (size_t i = row; i < lines.size(); i += rows) {
            ImGui::TableNextColumn();
            if (!lines[i].what) {
                ImGui::TableNextColumn();
                ImGui::PushFont(interface.heading());
                ImGui::TextUnformatted(lines[i].how);
                ImGui::PopFont();
                continue;
            }
            ImGui::TextColored(color::kAccent, "%s", lines[i].how);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(lines[i].what);
            for_tests::widget(lines[i].what);
            ImGui::SameLine(0, 0);
            ImGui::Dummy({between, 0});
        }
    }
    ImGui::EndTable();
}

widgets::Line secondsText(double seconds) {
    if (seconds < 10) return widgets::line("{:.1f} s", seconds);
    return seconds < 120 ? widgets::line("{:.0f} s", seconds)
                         : widgets::line("{:.0f} min", seconds / 60);
}

}  // namespace

float messagesTop(const State& state) {
    const bool buttons = state.settings.panels && !state.benchmark.shown &&
                         (state.columns.left == 0 || state.columns.right == 0);
    return buttons ? 66.0f : 14.0f;
}

void helpOverlay(State& state, const Interface& interface) {
    if (!state.helpShown) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
    const float margin = 14.0f * interface.scale();
    ImGui::SetNextWindowSizeConstraints({0, 0}, {display.x - margin, display.y - margin});
    ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowBgAlpha(kOpaque);
    ImGui::Begin("keys", nullptr, kOverlay & ~ImGuiWindowFlags_NoScrollbar);
    ImGui::PushFont(interface.title());
    ImGui::TextUnformatted("Keys");
    ImGui::PopFont();
    drawKeys(interface, display.x - margin);
    ImGui::End();
}

void progressOverlay(const State& state, float scale) {
    constexpr double kPatienceSeconds = 0.5;  // shorter work shows no message
    const auto isLong = [](const TaskProgress& task) {
        return !task.what.empty() && task.seconds >= kPatienceSeconds;
    };
    const TaskProgress& shaders = state.compilingShaders;  // shown without delay
    const bool anyLong =
        isLong(state.importing) || isLong(state.baking) || isLong(state.simplifying);
    if (!anyLong && shaders.what.empty()) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float free = display.x - state.columns.left - state.columns.right;
    const float width = std::min(420.0f * scale, free - 24.0f * scale);
    ImGui::SetNextWindowPos({state.columns.left + 0.5f * free, messagesTop(state) * scale},
                            ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y});
    ImGui::SetNextWindowBgAlpha(kOpaque);
    ImGui::Begin("work", nullptr, kMessage);
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, color::kAccent);
    for (const TaskProgress* task : {&state.importing, &state.baking, &shaders}) {
        if (!isLong(*task) && (task != &shaders || shaders.what.empty())) continue;
        widgets::colored(color::kText, task->what.c_str());
        ImGui::ProgressBar(task->fraction, {-1, 0});
    }
    ImGui::PopStyleColor();
    if (isLong(state.simplifying)) {
        widgets::colored(color::kText, widgets::line("{} ...", state.simplifying.what));
    }
    ImGui::End();
}

void noticesOverlay(State& state, float scale) {
    std::erase_if(state.notices,
                  [&](const Notice& notice) { return notice.untilSeconds < state.nowSeconds; });
    if (state.notices.empty()) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float free = display.x - state.columns.left - state.columns.right;
    const float width = std::min(560.0f * scale, free - 24.0f * scale);
    float top = messagesTop(state) * scale;
    if (const ImGuiWindow* work = ImGui::FindWindowByName("work"); work && work->WasActive) {
        top = work->Rect().Max.y + 8.0f * scale;
    }
    ImGui::SetNextWindowPos({state.columns.left + 0.5f * free, top}, ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y - top});
    ImGui::SetNextWindowBgAlpha(kOpaque);
    ImGui::Begin("notices", nullptr, kMessage);
    ImGui::BeginGroup();
    const float lines = kNoticeLines * ImGui::GetContentRegionAvail().x;
    for (const Notice& notice : state.notices) {
        if (notice.isFault) {
            widgets::colored(color::kBad, notice.text.c_str());
            continue;
        }
        for_tests::text(notice.text.c_str());
        std::string shown = widgets::elided(notice.text.c_str(), lines).text;
        if (shown != notice.text) shown.replace(shown.find("..."), 3, " ... ");  // can wrap here
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(shown.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::EndGroup();
    for_tests::widget("messages");
    // A click removes notices early.
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        state.notices.clear();
    }
    ImGui::End();
}

namespace {

void askToQuit(State& state) {
    const auto answer = widgets::buttonPair("Quit (Enter)", "Stay (Esc)");
    if (answer == 0u) state.requests.quit = true;
    if (answer == 1u) state.quitAsked = false;
}

void askForCrowd(State& state, const CrowdQuestion& question) {
    widgets::remark("The window does not react during a frame.");
    const auto answer = widgets::buttonPair(
        "Show them (Enter)",
        widgets::line("Keep {} (Esc)", widgets::grouped(question.shown).text).text);
    if (answer == 0u) state.requests.showCrowd = true;
    if (answer == 1u) state.requests.keepCrowd = true;
}

}  // namespace

void questionOverlay(State& state, const Interface& interface) {
    if (!state.asks()) return;
    const float scale = interface.scale();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float width = std::min(460.0f * scale, display.x - 40.0f * scale);
    ImGui::SetNextWindowPos({0.5f * display.x, 0.4f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y});
    ImGui::SetNextWindowBgAlpha(kOpaque);
    ImGui::Begin("question", nullptr, kOverlay | ImGuiWindowFlags_NoFocusOnAppearing);
    // Brings the window to the front but does not focus it, because a dragged slider needs the
    // focus.
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::PushFont(interface.heading());
    widgets::colored(color::kText,
                     state.quitAsked
                         ? widgets::line("Quit?")
                         : widgets::line("{} instances would take about {} per frame.",
                                         widgets::grouped(state.question->instances).text,
                                         secondsText(state.question->seconds).text));
    ImGui::PopFont();
    if (state.quitAsked) {
        askToQuit(state);
    } else {
        askForCrowd(state, *state.question);
    }
    ImGui::End();
}

void shaderErrorsOverlay(State& state, const Interface& interface) {
    if (state.shaderErrors.empty()) return;
    const float scale = interface.scale();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float width = std::min(760.0f * scale, display.x - 40.0f * scale);
    ImGui::SetNextWindowPos({0.5f * display.x, 0.4f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, 0.7f * display.y});
    ImGui::SetNextWindowBgAlpha(kOpaque);
    ImGui::Begin("shader errors", nullptr, kOverlay & ~ImGuiWindowFlags_NoScrollbar);
    ImGui::PushFont(interface.heading());
    ImGui::TextColored(color::kBad,
                       "The shaders do not compile. The previous shaders remain in use.");
    ImGui::PopFont();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(state.shaderErrors.c_str());
    ImGui::PopTextWrapPos();
    if (widgets::button("Copy")) ImGui::SetClipboardText(state.shaderErrors.c_str());
    ImGui::SameLine();
    if (widgets::button("Compile again (F5)")) state.requests.reloadShaders = true;
    ImGui::SameLine();
    if (widgets::button("Close")) state.shaderErrors.clear();
    ImGui::End();
}

}  // namespace sinew
