// Draws the progress bar, and imports models with a progress bar.
#include "app/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>

#include "skinning/gltf/file/files.h"
#include "skinning/model/scene_file.h"
#include "skinning/plain_text.h"

namespace sinew::cli {
namespace {

bool stderrIsTerminal() {
    return isatty(STDERR_FILENO) == 1;
}

}  // namespace

void ProgressBar::show(double fraction, const std::string& what) const {
    if (!stderrIsTerminal()) return;
    constexpr int kWidth = 30;
    const int full = static_cast<int>(fraction * kWidth);
    const double elapsed = secondsSince(start_);
    const std::string left =
        fraction > 0.02 ? fmt::format("{:.0f} s left", elapsed * (1 - fraction) / fraction) : "";
    const std::string line = fmt::format("\r\033[K[{:#<{}}{:.<{}}] {:3.0f} % {:>12}  {}", "", full,
                                         "", kWidth - full, fraction * 100, left, plainText(what));
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
}

void ProgressBar::clear() {
    if (stderrIsTerminal()) std::fputs("\r\033[K", stderr);
}

ProgressBar::~ProgressBar() {
    clear();
}

void requireOutputs(const Paths& files, const std::filesystem::path& model,
                    const ModelOptions& modelOptions, const Paths& alsoRead) {
    requireWritable(files);
    requireNotRead(files, filesOf(model));
    requireNotRead(files, filesOfOptions(modelOptions));
    requireNotRead(files, alsoRead);
}

void requireModelFile(const std::filesystem::path& file) {
    if (!isSceneFile(file)) return;
    throw std::runtime_error(
        fmt::format("{}: this command takes .glb and .gltf files; use render or the window for "
                    "scene files",
                    file.string()));
}

Model importWithProgress(const std::filesystem::path& file, const ModelOptions& modelOptions) {
    requireModelFile(file);
    if (!stderrIsTerminal()) return importWith(file, modelOptions);
    return withProgress<ImportProgress>(
        fmt::format("reading {}", file.filename().string()),
        [&](ImportProgress& progress) { return importWith(file, modelOptions, &progress); });
}

}  // namespace sinew::cli
