// The window during a benchmark, which uses the GPU while the window's scene pauses.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void listScenarios(Stage& stage);
void chooseScenario(Stage& stage, const std::filesystem::path& file);

/// Frees the shown crowd, which the first frame after the run creates again.
void startBenchmark(Stage& stage);

void advanceBenchmark(Stage& stage);

/// Ends the run without a notice. The finished blocks become an unsaved report.
void stopBenchmark(Stage& stage);

/// Draws the panel, then runs the next piece, unless there is mouse input.
void showBenchmark(Stage& stage);

void openReport(Stage& stage, const std::filesystem::path& file);

/// Returns measurements that closing the window would lose, also during a run.
std::shared_ptr<const Report> unsavedReport(const Stage& stage);

/// Handles requests that do not disturb the run. A dropped model is shown afterwards.
void carryOutBesideBenchmark(Stage& stage);

}  // namespace sinew
