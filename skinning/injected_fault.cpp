// Reads the environment once.
#include "skinning/injected_fault.h"

#ifdef SINEW_CHECKED

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace sinew::injected {
namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

struct Slow {
    std::string step;
    std::chrono::milliseconds time{};
};

Slow readSlow() {
    const std::string text = variable("SINEW_TEST_SLOW");
    const size_t colon = text.find(':');
    if (colon == std::string::npos) return {};
    return {text.substr(0, colon),
            std::chrono::milliseconds(std::strtol(text.c_str() + colon + 1, nullptr, 10))};
}

}  // namespace

void slow(std::string_view step) {
    static const Slow asked = readSlow();
    if (step == asked.step) std::this_thread::sleep_for(asked.time);
}

bool wrong(std::string_view method) {
    static const std::string asked = variable("SINEW_TEST_WRONG");
    return method == asked;
}

}  // namespace sinew::injected

#endif
