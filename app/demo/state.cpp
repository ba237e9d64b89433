// The functions of the state.
#include "app/demo/state.h"

#include <fmt/format.h>

#include "benchmarks/number_text.h"

namespace sinew {

uint32_t clipToShow(const Model& model, const std::string& wanted) {
    for (const std::string& name : {wanted, std::string("dance")}) {
        for (uint32_t i = 0; i < model.clips.size(); ++i) {
            if (!name.empty() && model.clips[i].name == name) return i;
        }
    }
    return model.clips.empty() ? kRestPose : 0;
}

void State::freezeTimes() {
    if (frozen) {
        frozen.reset();
        return;
    }
    if (history.size() == 0) return;
    std::string what = choiceText(heededChoice(settings.skinning));
    if (comparing()) what += " and " + choiceText(heededChoice(settings.compared));
    frozen = {history, fmt::format("{}: {}, {}, {}", modelName, what,
                                   counted(settings.instanceCount, "instance"),
                                   counted(settings.passes(), "pass"))};
}

}  // namespace sinew
