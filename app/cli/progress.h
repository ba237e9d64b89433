// A progress bar on the terminal, and the import of models with it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "app/model_options.h"
#include "app/output.h"
#include "skinning/model.h"

namespace sinew::cli {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A bar with the time left, on stderr and only where that is a terminal.
class ProgressBar {
public:
    void show(double fraction, const std::string& what) const;
    ~ProgressBar();

    /// Removes the bar that is shown, if there is one.
    static void clear();

private:
    Clock::time_point start_ = Clock::now();
};

/// What a command writes, before it reads its model: throws std::runtime_error where a file cannot
/// be written, or is the model, a file of its options, a file that these name or one of `alsoRead`.
void requireOutputs(const Paths& files, const std::filesystem::path& model,
                    const ModelOptions& modelOptions = {}, const Paths& alsoRead = {});

/// importWith, with a bar when it takes more than half a second.
Model importWithProgress(const std::filesystem::path& file, const ModelOptions& modelOptions = {});

}  // namespace sinew::cli
