// Measures all methods with the window's scene, between the frames of the window.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Starts a run. RankingSweep::none measures all methods; a sweep requires results of such a run
/// that are not outdated.
void startRanking(Stage& stage, RankingSweep sweep);
/// Marks results as outdated if their inputs changed. Runs pieces for up to half a second; a piece
/// is a block of frames, or the verification of a method.
void advanceRanking(Stage& stage);
/// Ends the run early. Finished blocks are kept.
void cancelRanking(Stage& stage);
void copyBenchCommand(Stage& stage);
void saveRanking(Stage& stage);

}  // namespace sinew
