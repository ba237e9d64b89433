// Panel: the cost card of the edited skinning method.
#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "benchmarks/report/column_titles.h"
#include "benchmarks/report/number_text.h"

namespace sinew {
void costSection(State& state) {
    const CostCard& card = state.editedMethods()[static_cast<size_t>(state.edited().method)].cost;
    widgets::remark(choiceText(card.choice).c_str());
    widgets::fact(titles::kUploaded, widgets::line("{} per instance", bytesText(card.uploaded)));
    if (card.palette.total() > 0) {
        widgets::fact("palette",
                      widgets::line("{} in, {} out per instance", bytesText(card.palette.read),
                                    bytesText(card.palette.written)));
    }
    if (card.skin.total() > 0) {
        widgets::fact("skin", widgets::line("{:.1f} B in, {:.1f} B out per vertex",
                                            card.perVertex(card.skin.read),
                                            card.perVertex(card.skin.written)));
    }
    if (card.cpu.total() > 0) {
        widgets::fact("on the CPU",
                      widgets::line("{} in, {} out per instance", bytesText(card.cpu.read),
                                    bytesText(card.cpu.written)));
    }
    widgets::fact("passes", widgets::line("per vertex: forward {:.1f} B, depth {:.1f} B",
                                          card.perVertex(card.readForward),
                                          card.perVertex(card.readForDepth)));
    if (card.readWhileFading != card.readForward) {
        widgets::fact(
            "", widgets::line("{:.1f} B during a crossfade", card.perVertex(card.readWhileFading)));
    }
    if (card.readForMotion > 0) {
        widgets::fact("motion", widgets::line("{:.1f} B more per vertex",
                                              card.perVertex(card.readForMotion)));
    }
    widgets::fact(titles::kTraffic, widgets::line("{} per instance, {}", bytesText(card.perFrame()),
                                                  counted(card.passes, "pass")));
    widgets::fact(titles::kMemory,
                  widgets::line("{} per instance", bytesText(card.memoryPerInstance)));
    widgets::fact("", widgets::line("{} per model", bytesText(card.memoryOfModel)));
    if (card.bakedBytes > 0) {
        widgets::fact("", widgets::line("{} of baked clips", bytesText(card.bakedBytes)));
    }
    const FrameStatistics& frame = state.history.newest();
    if (frame.trace) {
        widgets::fact("structures", widgets::line("{} per instance, to trace shadows",
                                                  bytesText(frame.trace->structureBytes /
                                                            std::max(frame.instances, 1u))));
    }
    widgets::fact("calls", widgets::line("{}, {} per pass", counted(card.dispatches, "dispatch"),
                                         counted(card.drawsPerPass, "draw")));
    widgets::fact("joints",
                  card.paletteLimit.entries > 0
                      ? widgets::line("{}: {}", widgets::grouped(card.paletteLimit.entries).text,
                                      card.paletteLimit.because)
                      : widgets::line("no limit"));
    for (const std::string& sentence : card.cannot) widgets::remark(sentence.c_str());
}

}  // namespace sinew
