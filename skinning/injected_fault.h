// Injects faults for tests: slow steps, failing poses, wrong methods, missing barriers. Environment
// variables enable them in checked builds; other builds do not contain this code.
#pragma once

#include <cstdint>
#include <string_view>

namespace sinew::injected {

#ifdef SINEW_CHECKED

/// SINEW_TEST_SLOW=STEP:MS: sleeps if `step` is STEP, within the CPU timing of that step: sample,
/// pose, palette, skin, shadow, forward, upload or submit. It also sleeps when bounds are posed,
/// and before the window makes levels of detail. Prints a line on stderr, once.
void slow(std::string_view step);

/// SINEW_TEST_FAILS=SECONDS: throws for clip times from SECONDS on, so posing fails.
void failFrom(float timeSeconds);

/// SINEW_TEST_NO_MEMORY=INSTANCES: returns true for crowds of at least INSTANCES, whose creation
/// then fails. The variable is read at each call.
bool noMemory(uint32_t instanceCount);

/// SINEW_TEST_WRONG=METHOD: returns true for METHOD, which then writes wrong vertices.
bool wrong(std::string_view method);

/// SINEW_TEST_WITHOUT_HAZARD=NAME: returns true for NAME, and that barrier is omitted
/// (skinning/gpu/frame/hazards.h). NAME "refit" omits the refits of acceleration structures, and
/// "indices" the kernel that writes indices for their builds. The variable is read at each call.
bool without(std::string_view hazard);

#else

inline void slow(std::string_view) {}
inline void failFrom(float) {}
inline bool noMemory(uint32_t) {
    return false;
}
inline bool wrong(std::string_view) {
    return false;
}
inline bool without(std::string_view) {
    return false;
}

#endif

}  // namespace sinew::injected
