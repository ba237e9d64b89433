// Runs tasks on worker threads, which take them in order.
#include "skinning/gltf/task.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <exception>

namespace sinew::gltf {

void runTasks(const std::vector<Task>& tasks, ImportProgress* progress) {
    std::vector<std::exception_ptr> faults(tasks.size());
    std::atomic<size_t> next{0};
    // The first index that need not run, because a task before it failed or there is none.
    std::atomic<size_t> end{tasks.size()};
    uint64_t total = 1;
    for (const Task& task : tasks) total += task.cost;
    std::atomic<uint64_t> done{0};
    const auto runNext = [&](size_t) {
        for (size_t i = next++; i < end; i = next++) {
            try {
                tasks[i].run();
            } catch (...) {
                faults[i] = std::current_exception();
                size_t previous = end;
                while (i < previous && !end.compare_exchange_weak(previous, i)) {
                }
            }
            done += tasks[i].cost;
            if (progress) progress->set(static_cast<float>(done) / static_cast<float>(total));
        }
    };
    const auto threads = static_cast<size_t>(std::max(tbb::info::default_concurrency(), 1));
    tbb::parallel_for(size_t{0}, std::min(threads, tasks.size()), runNext,
                      tbb::simple_partitioner());
    for (const std::exception_ptr& fault : faults) {
        if (fault) std::rethrow_exception(fault);
    }
}

}  // namespace sinew::gltf
