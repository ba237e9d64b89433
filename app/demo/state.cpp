// The functions of the state.
#include "app/demo/state.h"

#include <fmt/format.h>

#include "benchmarks/number_text.h"

namespace sinew {

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
