// Faults for tests: slow steps, failing poses, wrong methods, missing barriers. Environment
// variables enable them in checked builds; other builds have none of this code.
#pragma once

#include <string_view>

namespace sinew::injected {

#ifdef SINEW_CHECKED

/// SINEW_TEST_SLOW=STEP:MS sleeps in the CPU timing of a step: sample, pose, palette, skin, shadow,
/// forward, upload or submit; also when bounds are posed, or before the window makes levels of
/// detail. Prints a line on stderr, once.
void slow(std::string_view step);

/// SINEW_TEST_FAILS=SECONDS: posing throws from that clip time on.
void failFrom(float timeSeconds);

/// SINEW_TEST_WRONG=METHOD: that method writes wrong vertices.
bool wrong(std::string_view method);

/// SINEW_TEST_WITHOUT_HAZARD=NAME: omits that barrier (skinning/gpu/frame/hazards.h), or with
/// "refit" the refits of acceleration structures. Read at each call.
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
