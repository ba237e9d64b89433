// Measures all methods with the window's scene, between its frames.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// `sweep`: none measures the methods; a sweep needs their current figures.
void startRanking(Stage& stage, RankingSweep sweep);
/// Runs pieces for a short time, so that the scene keeps moving, and marks outdated figures.
void advanceRanking(Stage& stage);
/// Ends the run early and keeps finished blocks.
void cancelRanking(Stage& stage);
void copyBenchCommand(Stage& stage);
void saveRanking(Stage& stage);

}  // namespace sinew
