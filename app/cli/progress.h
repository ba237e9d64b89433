// A progress bar on the terminal, and the import of models with a progress bar.
#pragma once

#include <chrono>
#include <filesystem>
#include <future>
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

/// Returns work(progress). Shows a bar with `words` after half a second.
template <typename Progress>
auto withProgress(const std::string& words, const auto& work) {
    constexpr std::chrono::milliseconds kPatience(500), kRefresh(50);
    Progress progress;
    auto result = std::async(std::launch::async, [&] { return work(progress); });
    if (result.wait_for(kPatience) != std::future_status::ready) {
        const ProgressBar bar;
        while (result.wait_for(kRefresh) != std::future_status::ready) {
            bar.show(progress.fraction(), words);
        }
    }
    return result.get();
}

/// Checks output files before the model is read. Throws std::runtime_error if a file cannot be
/// written, or is the model, a file that the options read, or one of `alsoRead`.
void requireOutputs(const Paths& files, const std::filesystem::path& model,
                    const ModelOptions& modelOptions = {}, const Paths& alsoRead = {});

/// Throws std::runtime_error if `file` is a scene file.
void requireModelFile(const std::filesystem::path& file);
Model importWithProgress(const std::filesystem::path& file, const ModelOptions& modelOptions = {});

}  // namespace sinew::cli
