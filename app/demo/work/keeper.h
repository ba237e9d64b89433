// Stores the settings and the report that are saved when the program ends, on any thread.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "app/demo/session/settings.h"
#include "benchmarks/report/report.h"

namespace sinew {

class Keeper {
public:
    /// Sets the data that keep() saves. `unsaved` is the report of a benchmark, or null.
    void set(const Settings& settings, std::shared_ptr<const Report> unsaved);
    /// Saves the data of the last set(), once. Prints errors to stderr and does not throw them.
    void keep();

private:
    std::mutex mutex_;
    std::optional<Settings> settings_;
    std::shared_ptr<const Report> unsaved_;
};

}  // namespace sinew
