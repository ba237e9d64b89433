// Imports models on a thread.
#include "app/demo/work/model_loader.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "app/demo/session/crowd/crowd_animator.h"
#include "skinning/fault_words.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

ModelLoader::Read read(const SceneEntry& entry, const ModelOptions& options,
                       ImportProgress& progress) {
    const Stopwatch stopwatch;
    Model model = importWith(entry.model, options, &progress);
    addDescribedClips(model, entry.animator);
    addDescribedMasks(model, entry.animator);
    return {entry, std::make_shared<const Model>(std::move(model)), stopwatch.ms(), options};
}

ModelLoader::Result load(const ModelLoader::Request& request, ImportProgress& progress) {
    ModelLoader::Result result{.opened = request.opened};
    try {
        std::vector<ModelLoader::Read> models;
        for (const SceneEntry& entry : readOpened(result.opened)) {
            if (models.size() == request.optionsOf && !request.options.empty()) {
                models.push_back(read(entry, request.options, progress));
                continue;
            }
            const auto isIt = [&](const ModelLoader::Read& other) {
                return other.entry.model == entry.model && other.entry.animator == entry.animator;
            };
            // A file may be shown twice with different options, so the model of the same index is
            // tried first.
            const size_t i = models.size();
            const auto there =
                i < request.present.size() && isIt(request.present[i])
                    ? request.present.begin() + static_cast<ptrdiff_t>(i)
                    : std::find_if(request.present.begin(), request.present.end(), isIt);
            if (there != request.present.end()) {
                models.push_back({entry, there->model, there->importMs, there->options});
            } else {
                models.push_back(read(entry, {}, progress));
            }
        }
        result.models = std::move(models);
    } catch (
        const std::exception& error) {  // includes std::bad_alloc, because files are not trusted
        result.error = faultWords(error);
    }
    return result;
}

}  // namespace

void ModelLoader::start(Request request) {
    if (busy()) {
        next_ = std::move(request);
        return;
    }
    opened_ = request.opened;
    progress_ = std::make_shared<ImportProgress>();
    run([request = std::move(request), progress = progress_] { return load(request, *progress); });
}

std::optional<ModelLoader::Result> ModelLoader::poll() {
    std::optional<Result> result = Background::poll();
    if (!result || !next_) return result;
    Request request = *std::exchange(next_, std::nullopt);
    if (!request.present.empty()) {
        std::move(result->models.begin(), result->models.end(),
                  std::back_inserter(request.present));
    }
    start(std::move(request));
    return std::nullopt;
}

}  // namespace sinew
