// Toggles panels, frozen times and the frozen culling camera.
#include "app/demo/session/state.h"

#include <fmt/format.h>

#include "benchmarks/report/number_text.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

const char* State::busyWith() const {
    if (!importing.what.empty()) return "A model is being read.";
    if (!baking.what.empty()) return "Clips are being baked.";
    if (!simplifying.what.empty()) return "Levels of detail are being made.";
    if (!compilingShaders.what.empty()) return "Shaders are being compiled.";
    if (survey.running()) return "Errors are being measured.";
    return "";
}

void State::toggleControls() {
    if (columns.left > 0) {
        settings.controls = false;
        return;
    }
    if (!settings.panels) settings.measurements = false;
    settings.panels = settings.controls = true;
    settings.measurementsFirst = false;
}

void State::toggleMeasurements() {
    if (columns.right > 0) {
        settings.measurements = false;
        return;
    }
    if (!settings.panels) settings.controls = false;
    settings.panels = settings.measurements = settings.measurementsFirst = true;
}

void State::togglePanels() {
    const bool any = settings.panels && (settings.controls || settings.measurements);
    settings.panels = !any;
    if (!any && !settings.controls && !settings.measurements) {
        settings.controls = settings.measurements = true;
    }
}

void State::freezeTimes() {
    if (frozen) {
        frozen.reset();
        return;
    }
    if (history.size() == 0) return;
    std::string what = choiceText(supportedChoice(settings.skinning));
    if (comparing()) what += " and " + choiceText(supportedChoice(settings.compared));
    frozen = {history, fmt::format("{}: {}, {}, {}", chosen().name(), what,
                                   counted(settings.instanceCount, "instance"),
                                   counted(passes(), "pass"))};
}

bool State::culls() const {
    return supported(settings.skinning).cull != Cull::none;
}

void State::freezeCulling() {
    if (frozenCamera) {
        frozenCamera.reset();
    } else if (culls()) {
        frozenCamera = camera;
    } else {
        notify(kCullingIsOff);
    }
}

}  // namespace sinew
