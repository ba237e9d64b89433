// Faults for tests: a step that takes longer, a method that is wrong, a barrier that is missing.
// Environment variables switch them on, in checked builds only; in other builds none of it is
// compiled.
#pragma once

#include <string_view>

namespace sinew::injected {

#ifdef SINEW_CHECKED

/// SINEW_TEST_SLOW=STEP:MS sleeps so long where the CPU time of that step is taken: sample, pose,
/// palette, skin, shadow, forward, upload or submit; for each character that is posed to find its
/// bounds; or before the window makes levels of detail. Prints a line about it on stderr, once.
void slow(std::string_view step);

/// SINEW_TEST_FAILS=SECONDS: from that time of a clip on, posing throws.
void failFrom(float timeSeconds);

/// SINEW_TEST_WRONG=METHOD: that method writes wrong vertices.
bool wrong(std::string_view method);

/// SINEW_TEST_WITHOUT_HAZARD=NAME: the barrier of that name (skinning/gpu/hazards.h) is left out.
/// The variable is read at each call.
bool without(std::string_view hazard);

#else

inline void slow(std::string_view) {}
inline void failFrom(float) {}
inline bool wrong(std::string_view) {
    return false;
}
inline bool without(std::string_view) {
    return false;
}

#endif

}  // namespace sinew::injected
