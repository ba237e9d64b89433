// Advances the playback of clips and animators.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Advances playback, animators and turntable by the time since the previous frame.
void advance(Stage& stage);

void startClip(Stage& stage, uint32_t clip, float fadeSeconds);
void setPlays(Stage& stage, Plays plays);

/// Pauses playback and steps by `frames`. A frame is 1/30 s or, with a pose rate, one period of
/// that rate. Animators only step forward.
void stepFrames(Stage& stage, int frames);

std::vector<PoseRequest> requestsOf(ShownModel& shown, uint32_t count);
/// Returns the root motion offsets of the last requestsOf(); empty for clips.
std::span<const Anchor> anchorsOf(const ShownModel& shown);

/// Returns the number of shown instances of the chosen model.
uint32_t chosenCount(const Stage& stage);
std::vector<PoseRequest> requestsNow(Stage& stage, uint32_t count);

/// Returns the root motion offsets of the last requestsNow().
std::span<const Anchor> anchorsNow(const Stage& stage);

}  // namespace sinew
