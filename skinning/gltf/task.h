// Runs the independent tasks of an import on all cores.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "skinning/gltf/import.h"

namespace sinew::gltf {

struct Task {
    uint64_t cost = 0;  // approximate bytes touched, for the progress bar
    std::function<void()> run;
};

/// Runs tasks in parallel and starts them in order. Rethrows the error of the first failed task in
/// this order, so that a file always fails with the same message. `progress` may be null.
void runTasks(const std::vector<Task>& tasks, ImportProgress* progress);

}  // namespace sinew::gltf
