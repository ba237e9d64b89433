// The loader's thread.
#include "app/demo/work/model_loader.h"

#include <exception>
#include <utility>

#include "app/demo/session/crowd_animator.h"
#include "skinning/fault_words.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

ModelLoader::Result load(const std::filesystem::path& file, const Holds& holds,
                         ImportProgress& progress) {
    ModelLoader::Result result{.file = file};
    const Stopwatch stopwatch;
    try {
        Model model = importHolding(file, holds, &progress);
        model.masks = masksBeside(model);
        result.model = std::make_shared<const Model>(std::move(model));
        result.importMs = stopwatch.ms();
    } catch (const std::exception& error) {  // bad_alloc too: a file may ask for anything
        result.error = faultWords(error);
    }
    return result;
}

}  // namespace

void ModelLoader::start(std::filesystem::path file, Holds holds) {
    if (busy()) {
        next_ = {std::move(file), std::move(holds)};
        return;
    }
    file_ = std::move(file);
    progress_ = std::make_shared<ImportProgress>();
    since_ = std::chrono::steady_clock::now();
    running_ = std::async(std::launch::async,
                          [file = file_, holds = std::move(holds), progress = progress_] {
                              return load(file, holds, *progress);
                          });
}

std::optional<ModelLoader::Result> ModelLoader::poll() {
    if (!busy() || running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    Result result = running_.get();
    if (next_) {
        auto [file, holds] = *std::exchange(next_, std::nullopt);
        start(std::move(file), std::move(holds));
        return std::nullopt;
    }
    return result;
}

double ModelLoader::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

bool ModelLoader::isThereWithin(double seconds) const {
    return running_.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
}

ModelLoader::Result ModelLoader::wait() {
    return running_.get();
}

}  // namespace sinew
