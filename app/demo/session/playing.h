// What is played, and from when on.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// By the time since the frame before.
void advance(Stage& stage);

void startClip(Stage& stage, uint32_t clip, float fadeSeconds);
void letPlay(Stage& stage, Plays plays);

/// Of frames as films have them or, where poses come at a rate, from one of them to the next.
/// Animators go only on.
void stepFrames(Stage& stage, int frames);

/// What the first `count` characters of a model play.
std::vector<PoseRequest> requestsOf(ShownModel& shown, uint32_t count);
/// Where root motion has brought those of the last requestsOf(); empty while a clip plays.
std::span<const Anchor> anchorsOf(const ShownModel& shown);

/// How many characters of the chosen model are shown.
uint32_t chosenCount(const Stage& stage);
/// Of its first `count` characters.
std::vector<PoseRequest> requestsNow(Stage& stage, uint32_t count);

/// Of those of the last requestsNow().
std::span<const Anchor> anchorsNow(const Stage& stage);

}  // namespace sinew
