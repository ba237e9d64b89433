// Panels: the GPU work of a frame, and the device.
#include <fmt/format.h>

#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/number_text.h"

namespace sinew {
namespace {

/// Draws the instance counts of a culled crowd.
void listedFacts(const State& state, const FrameStatistics& frame) {
    const ListedInstances& listed = *frame.listed;
    widgets::fact("instances", widgets::line("{} placed, {} posed, {} skinned", frame.instances,
                                             listed.posed, listed.any));
    const auto end = listed.cascades.begin() + state.settings.cascadeCount;
    widgets::fact("drawn", end == listed.cascades.begin()
                               ? widgets::line("{} in view", listed.camera)
                               : widgets::line("{} in view; per cascade {}", listed.camera,
                                               fmt::join(listed.cascades.begin(), end, ", ")));
    if (supported(state.settings.skinning).lod == Lod::none) return;
    const auto coarsest = std::find_if(listed.atLevels.rbegin(), listed.atLevels.rend(),
                                       [](uint32_t count) { return count > 0; });
    const auto levels = std::max(coarsest.base() - listed.atLevels.begin(), ptrdiff_t{1});
    widgets::fact(levels == 1 ? "LOD 0" : widgets::line("LOD 0-{}", levels - 1).text,
                  widgets::line("{}", fmt::join(listed.atLevels.begin(),
                                                listed.atLevels.begin() + levels, " / ")));
    widgets::fact("detail", widgets::line("{} of {} vertices at the chosen levels",
                                          widgets::grouped(listed.vertices).text,
                                          widgets::grouped(listed.verticesRequested).text));
    if (listed.coarsened > 0) {
        widgets::fact("", widgets::line("{} coarser than chosen: vertex budget exhausted",
                                        counted(listed.coarsened, "instance")));
    }
}

/// Draws the vertices and bytes per second of the step `skin`, from its median GPU time.
void skinningRate(const State& state, const FrameStatistics& frame) {
    const auto skin =
        state.history.summarise([](const FrameStatistics& one) { return one[Step::skin].gpuMs; });
    if (state.models.size() > 1) return;
    const CostCard& card = state.methods[static_cast<size_t>(state.settings.skinning.method)].cost;
    if (card.skin.total() == 0) return;
    const bool timed = skin && skin->medianMs > 0;
    const double perMs = timed ? static_cast<double>(frame.verticesSkinned) / skin->medianMs : 0.0;
    widgets::fact("", timed ? widgets::line("{:.3g} million/s, {:.3g} GB/s", 1e-3 * perMs,
                                            1e-6 * perMs * card.perVertex(card.skin.total()))
                            : widgets::line("\xe2\x80\x93"));
    widgets::tip("rate of the step skin on the GPU: vertices, and bytes before caches");
}

}  // namespace

void workSection(State& state) {
    const FrameStatistics& frame = state.history.newest();
    widgets::fact("skinned", widgets::line("{}", counted(frame.verticesSkinned, "vertex")));
    skinningRate(state, frame);
    if (frame.listed) listedFacts(state, frame);
    if (const std::optional<TraceWork>& trace = frame.trace) {
        widgets::fact("structures", widgets::line("{}", bytesText(trace->structureBytes)));
        widgets::fact("rebuilt",
                      widgets::line("{}, refitted: {}", trace->rebuilt, trace->refitted));
    }
    if (frame.vertexMemory) {
        const VertexMemory& memory = *frame.vertexMemory;
        widgets::fact("vertices", widgets::line("{} allocated, {} needed, {} saved",
                                                widgets::megabytes(memory.allocated).text,
                                                widgets::megabytes(memory.requested).text,
                                                widgets::megabytes(memory.saved()).text));
        widgets::tip(
            "memory of skinned vertices: allocated, needed at the chosen levels,\nand saved "
            "against full detail");
    }
    if (frame.listed && supported(state.settings.skinning).rate != Rate::everyFrame) {
        const ListedInstances& listed = *frame.listed;
        widgets::fact(
            "rates", widgets::line("every 1, 2, 4, 8 frames: {}", fmt::join(listed.atRates, ", ")));
        widgets::fact("", widgets::line("error of {:.2f} pixels at most", listed.mostOff));
    }
    widgets::fact("calls", widgets::line("{}, {}", counted(frame.drawCalls, "draw"),
                                         counted(frame.dispatches, "dispatch")));
    const MemoryReport& memory = state.memory;
    widgets::fact("memory", widgets::line("{} of {}", widgets::megabytes(memory.ours).text,
                                          widgets::megabytes(memory.budget).text));
    if (memory.used > 0) {
        widgets::fact(
            "", widgets::line("{} used by all programs", widgets::megabytes(memory.used).text));
    }
    const double share = memory.budget > 0
                             ? static_cast<double>(memory.ours) / static_cast<double>(memory.budget)
                             : 0.0;
    ImGui::ProgressBar(static_cast<float>(share), {-1, 0.4f * ImGui::GetFontSize()}, "");
}

namespace {

/// Draws the choice of the device for the next start. The running program keeps its device.
void deviceChoice(State& state) {
    std::string& chosen = state.settings.device;
    ImGui::SetNextItemWidth(-1);
    for_tests::caption("device");
    if (widgets::beginCombo("##device", state.deviceName.c_str())) {
        if (widgets::selectable("automatic", chosen.empty())) chosen.clear();
        for (const std::string& name : state.devices) {
            if (widgets::selectable(name.c_str(), name == chosen)) chosen = name;
        }
        ImGui::EndCombo();
    }
    if (!chosen.empty() && chosen != state.deviceName) {
        widgets::remark(widgets::line("At the next start: {}", chosen));
    }
}

}  // namespace

void deviceSection(State& state) {
    deviceChoice(state);
    widgets::remark(state.driver.c_str());
    widgets::remark(widgets::line("{} x {} pixels, {} sample{}, {}", state.extent.width,
                                  state.extent.height, state.samples, state.samples == 1 ? "" : "s",
                                  state.presentMode));
    if (state.deviceIsCpu) {
        widgets::colored(color::kNote,
                         "This device is a CPU. Its times do not predict the times of a GPU.");
    }
}

}  // namespace sinew
