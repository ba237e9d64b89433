// Independent pieces of an import, run on all cores.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "skinning/gltf/import.h"

namespace sinew::gltf {

struct Task {
    uint64_t cost = 0;  // about bytes touched; for the progress bar
    std::function<void()> run;
};

/// Runs all tasks, started in their order. When some throw, rethrows what the first of them threw,
/// so that a file with two faults has the same message each time. `progress` may be null.
void runTasks(const std::vector<Task>& tasks, ImportProgress* progress);

}  // namespace sinew::gltf
