// Section of the method panel: measures all methods and recommends one.
#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/chart.h"
#include "app/demo/panels/widgets/widgets.h"
#include "benchmarks/report/number_text.h"

namespace sinew {
namespace {

void drawProgress(State& state) {
    const RankingView& ranking = state.ranking;
    widgets::progressBar(ranking.fraction);
    widgets::remark(ranking.doing.c_str());
    if (widgets::button("Cancel", {-1, 0})) state.requests.cancelRanking = true;
}

void drawFindings(State& state, const Interface& interface) {
    const RankingView& ranking = state.ranking;
    const ImVec4& ink = ranking.outdated ? color::kMuted : color::kText;
    if (ranking.outdated)
        widgets::colored(color::kNote, "Outdated: the scene or the settings changed.");
    ImGui::PushFont(interface.heading());
    widgets::colored(ink, ranking.headline.c_str());
    ImGui::PopFont();
    for (const std::string& text : ranking.texts) widgets::colored(ink, text.c_str());
    const RankingInputs& inputs = ranking.inputs;
    const VkExtent2D extent = measuredExtent(inputs);
    widgets::remark(widgets::line("{} x {} pixels, {}, {}, {}", extent.width, extent.height,
                                  counted(ranking.report->conditions.samples, "sample"),
                                  counted(inputs.instanceCount, "instance"),
                                  counted(inputs.passes, "pass")));
}

void drawSweeps(State& state, const Interface& interface) {
    RankingView& ranking = state.ranking;
    ImGui::BeginDisabled(ranking.outdated);
    if (ranking.inputs.shadows.mode == ShadowMode::map) {
        const auto sweep = widgets::buttonPair("More instances?", "More passes?");
        if (sweep) {
            state.requests.rank = *sweep == 0 ? RankingSweep::instances : RankingSweep::passes;
        }
    } else if (widgets::button("More instances?", {-1, 0})) {
        state.requests.rank = RankingSweep::instances;  // traced shadows have one pass
    }
    ImGui::EndDisabled();
    if (ranking.chart) {
        for (const std::string& text : ranking.sweepTexts)
            widgets::colored(color::kText, text.c_str());
        drawChart(*ranking.chart, interface, ImGui::GetContentRegionAvail().x);
    }
    const auto kept = widgets::buttonPair("Copy command", "Save report");
    if (kept == 0u) state.requests.copyBench = true;
    if (kept == 1u) state.requests.saveRanking = true;
}

}  // namespace

void rankingPart(State& state, const Interface& interface) {
    const RankingView& ranking = state.ranking;
    if (ranking.running()) return drawProgress(state);
    if (widgets::mainButton("Measure all methods (M)")) state.requests.rank = RankingSweep::none;
    if (!ranking.report) return;
    drawFindings(state, interface);
    drawSweeps(state, interface);
}

}  // namespace sinew
