// Runs a benchmark in the window. During the run, the scene of the window is paused.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void listScenarios(Stage& stage);
void chooseScenario(Stage& stage, const std::filesystem::path& file);

/// Starts the chosen scenario. Frees the shown crowd; the first frame after the run creates it
/// again.
void startBenchmark(Stage& stage);

void advanceBenchmark(Stage& stage);

/// Ends the run without a notice. The finished blocks of frames become an unsaved report.
void stopBenchmark(Stage& stage);

/// Draws the panel, then runs the next piece of the benchmark, unless the user uses mouse or
/// keyboard.
void showBenchmark(Stage& stage);

void openReport(Stage& stage, const std::filesystem::path& file);

/// Returns the report that is not saved yet, also during a run; null if there is none.
std::shared_ptr<const Report> unsavedReport(const Stage& stage);

/// Executes the requests that do not disturb the run. A dropped model is shown after the run.
void carryOutBesideBenchmark(Stage& stage);

}  // namespace sinew
