// Independent tasks of an import, run on all cores.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "skinning/gltf/import.h"

namespace sinew::gltf {

struct Task {
    uint64_t cost = 0;  // bytes touched, approximately; for the progress bar
    std::function<void()> run;
};

/// Starts tasks in order, and rethrows the error of the first failed one, so that a file always
/// fails with the same message. `progress` may be null.
void runTasks(const std::vector<Task>& tasks, ImportProgress* progress);

}  // namespace sinew::gltf
