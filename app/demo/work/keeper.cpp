// Saves the settings and an unsaved report.
#include "app/demo/work/keeper.h"

#include <cstdio>
#include <utility>

#include "app/demo/session/fault.h"
#include "app/demo/work/benchmark.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

template <typename Save>
void saveOrPrint(Save&& save) {
    const std::string fault = faultOf(save);
    if (!fault.empty()) std::fputs(messageLine("sinew", fault).c_str(), stderr);
}

}  // namespace

void Keeper::set(const Settings& settings, std::shared_ptr<const Report> unsaved) {
    const std::lock_guard lock(mutex_);
    settings_ = settings;
    unsaved_ = std::move(unsaved);
}

void Keeper::keep() {
    const std::lock_guard lock(mutex_);
    if (const auto settings = std::exchange(settings_, std::nullopt)) {
        saveOrPrint([&] { saveSettings(*settings); });
    }
    if (const auto report = std::exchange(unsaved_, nullptr); report && !report->sections.empty()) {
        saveOrPrint([&] {
            std::printf("Report saved: %s.json, .html and .csv\n",
                        plainText(saveReport(*report).string()).c_str());
            std::fflush(stdout);
        });
    }
}

}  // namespace sinew
