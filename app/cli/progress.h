// A progress bar on the terminal.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "skinning/model.h"

namespace sinew::cli {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A bar with the time left, on stderr and only when a person looks at it.
class ProgressBar {
public:
    void show(double fraction, const std::string& what) const;
    ~ProgressBar();

private:
    Clock::time_point start_ = Clock::now();
};

/// importGltf with a bar for whatever takes more than half a second.
Model importWithProgress(const std::filesystem::path& file);

}  // namespace sinew::cli
