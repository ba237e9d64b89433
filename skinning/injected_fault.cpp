// Reads the environment variables that inject faults.
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
    static const Slow configured = readSlow();
    if (step != configured.step) return;
    [[maybe_unused]] static const int said =
        std::fprintf(stderr, "%s sleeps\n", configured.step.c_str());
    std::this_thread::sleep_for(configured.time);
}

void failFrom(float timeSeconds) {
    static const std::string configured = variable("SINEW_TEST_FAILS");
    if (configured.empty() || timeSeconds < std::strtof(configured.c_str(), nullptr)) return;
    throw std::runtime_error("the pose at " + std::to_string(timeSeconds) + " s was made to fail");
}

bool noMemory(uint32_t instanceCount) {
    const std::string configured = variable("SINEW_TEST_NO_MEMORY");
    return !configured.empty() && instanceCount >= std::strtoul(configured.c_str(), nullptr, 10);
}

bool wrong(std::string_view method) {
    static const std::string configured = variable("SINEW_TEST_WRONG");
    return method == configured;
}

bool without(std::string_view hazard) {
    const char* configured = std::getenv("SINEW_TEST_WITHOUT_HAZARD");
    return configured != nullptr && hazard == configured;
}

}  // namespace sinew::injected

#endif
