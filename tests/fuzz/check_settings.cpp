// Checks that the values of the settings file are within their ranges.
#include "tests/fuzz/checks.h"

#include "app/demo/session/settings.h"
#include "shaders/shared/view.h"
#include "skinning/plain_text.h"

namespace sinew::test {

std::string brokenSettings() {
    std::vector<std::string> problems;
    const Settings settings = loadSettings(problems);
    for (const std::string& problem : problems) {
        if (plainText(problem) != problem) return "a problem of the settings is not plain";
    }
    const bool bounded = settings.instanceCount >= 1 && settings.instanceCount <= 1'000'000 &&
                         settings.divider >= 0 && settings.divider <= 1 &&
                         settings.cascadeCount <= SINEW_MAX_CASCADES && settings.samples <= 8 &&
                         settings.speed >= -4 && settings.speed <= 4 && settings.lodPixels >= 0 &&
                         settings.lodPixels <= 100 && settings.ratePixels >= 0 &&
                         settings.ratePixels <= 100 && settings.windowWidth >= 320 &&
                         settings.windowWidth <= 16384 &&
                         settings.moreModels.size() <= Settings::kMoreModels &&
                         settings.removedModels.size() <= Settings::kListedModels &&
                         settings.droppedModels.size() <= Settings::kDroppedModels;
    return bounded ? "" : "a setting is out of its range";
}

}  // namespace sinew::test
