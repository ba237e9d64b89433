// Data to write before the program ends, at any time and from any thread.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "app/demo/session/settings.h"
#include "benchmarks/report/report.h"

namespace sinew {

class Keeper {
public:
    /// Sets the data of keep(). `unsaved` is a benchmark's report, or null.
    void set(const Settings& settings, std::shared_ptr<const Report> unsaved);
    /// Writes the last data once. Errors are only printed to stderr.
    void keep();

private:
    std::mutex mutex_;
    std::optional<Settings> settings_;
    std::shared_ptr<const Report> unsaved_;
};

}  // namespace sinew
