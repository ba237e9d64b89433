// Measures all methods with the window's scene, between its frames.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// `sweep`: none measures the methods; a sweep needs their current figures.
void startRanking(Stage& stage, RankingSweep sweep);
/// Marks outdated figures, and runs pieces for up to half a second: a block of frames, or the
/// verification of a method.
void advanceRanking(Stage& stage);
/// Ends the run early and keeps finished blocks.
void cancelRanking(Stage& stage);
void copyBenchCommand(Stage& stage);
void saveRanking(Stage& stage);

}  // namespace sinew
