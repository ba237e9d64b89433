// The loader's thread.
#include "app/demo/model_loader.h"

#include <exception>
#include <utility>

#include "skinning/fault_words.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

ModelLoader::Result load(const std::filesystem::path& file, ImportProgress& progress) {
    ModelLoader::Result result{.file = file};
    const Stopwatch stopwatch;
    try {
        result.model = std::make_shared<const Model>(importGltf(file, &progress));
        result.importMs = stopwatch.ms();
    } catch (const std::exception& error) {  // bad_alloc too: a file may ask for anything
        result.error = faultWords(error);
    }
    return result;
}

}  // namespace

void ModelLoader::start(std::filesystem::path file) {
    if (busy()) {
        next_ = std::move(file);
        return;
    }
    file_ = std::move(file);
    progress_ = std::make_shared<ImportProgress>();
    since_ = std::chrono::steady_clock::now();
    running_ = std::async(std::launch::async,
                          [file = file_, progress = progress_] { return load(file, *progress); });
}

std::optional<ModelLoader::Result> ModelLoader::poll() {
    if (!busy() || running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    Result result = running_.get();
    if (next_) {
        start(*std::exchange(next_, std::nullopt));
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
