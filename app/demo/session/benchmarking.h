// The window while a benchmark has the GPU: its own scene waits meanwhile.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void listScenarios(Stage& stage);
void chooseScenario(Stage& stage, const std::filesystem::path& file);

/// Frees the memory of the shown crowd, which is made again with the first frame after the run.
void startBenchmark(Stage& stage);

void advanceBenchmark(Stage& stage);

/// Draws the panel once, then does a piece of the run, unless somebody clicks or drags.
void showBenchmark(Stage& stage);

void openReport(Stage& stage, const std::filesystem::path& file);

/// Measurements that would be lost when the window is closed, also during a run.
std::shared_ptr<const Report> unsavedReport(const Stage& stage);

/// Handles the requests that do not disturb the run. A dropped model is shown afterwards.
void carryOutBesideBenchmark(Stage& stage);

}  // namespace sinew
