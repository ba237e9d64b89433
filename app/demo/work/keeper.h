// What must be written before the program ends, at any moment and from any thread.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "app/demo/session/settings.h"
#include "benchmarks/report.h"

namespace sinew {

class Keeper {
public:
    /// What keep() is to write. `unsaved` is a benchmark's report, or null.
    void note(const Settings& settings, std::shared_ptr<const Report> unsaved);
    /// Writes what was noted last, once. A file that cannot be written gives a line on stderr only.
    void keep();

private:
    std::mutex mutex_;
    std::optional<Settings> settings_;
    std::shared_ptr<const Report> unsaved_;
};

}  // namespace sinew
