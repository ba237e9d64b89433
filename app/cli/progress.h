// A progress bar on the terminal, and the import of models with a progress bar.
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

/// A progress bar with the remaining time, shown if stderr is a terminal.
class ProgressBar {
public:
    void show(double fraction, const std::string& what) const;
    ~ProgressBar();

    static void clear();

private:
    Clock::time_point start_ = Clock::now();
};

/// Checks output files before the model is read. Throws std::runtime_error if a file cannot be
/// written, or is the model, a file that the options read, or one of `alsoRead`.
void requireOutputs(const Paths& files, const std::filesystem::path& model,
                    const ModelOptions& modelOptions = {}, const Paths& alsoRead = {});

/// Throws std::runtime_error if `file` is a scene file.
void requireModelFile(const std::filesystem::path& file);
Model importWithProgress(const std::filesystem::path& file, const ModelOptions& modelOptions = {});

}  // namespace sinew::cli
