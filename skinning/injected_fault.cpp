// Reads the environment variables of injected faults.
#include "skinning/injected_fault.h"

#ifdef SINEW_CHECKED

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
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
    if (step != asked.step) return;
    [[maybe_unused]] static const int said =
        std::fprintf(stderr, "%s sleeps\n", asked.step.c_str());
    std::this_thread::sleep_for(asked.time);
}

void failFrom(float timeSeconds) {
    static const std::string asked = variable("SINEW_TEST_FAILS");
    if (asked.empty() || timeSeconds < std::strtof(asked.c_str(), nullptr)) return;
    throw std::runtime_error("the pose at " + std::to_string(timeSeconds) + " s was made to fail");
}

bool wrong(std::string_view method) {
    static const std::string asked = variable("SINEW_TEST_WRONG");
    return method == asked;
}

bool without(std::string_view hazard) {
    const char* asked = std::getenv("SINEW_TEST_WITHOUT_HAZARD");
    return asked != nullptr && hazard == asked;
}

}  // namespace sinew::injected

#endif
