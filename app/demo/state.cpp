// What the state does by itself.
#include "app/demo/state.h"

#include <fmt/format.h>

namespace sinew {

void State::freezeTimes() {
    if (frozen) {
        frozen.reset();
        return;
    }
    if (history.size() == 0) return;
    const auto counted = [](uint32_t count, const char* what, const char* plural) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : plural);
    };
    std::string what = choiceText(heededChoice(settings.skinning));
    if (comparing()) what += " and " + choiceText(heededChoice(settings.compared));
    frozen = {history, fmt::format("{}: {}, {}, {}", modelName, what,
                                   counted(settings.instanceCount, "instance", "s"),
                                   counted(settings.passes(), "pass", "es"))};
}

}  // namespace sinew
