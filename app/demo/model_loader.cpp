// The loader's thread.
#include "app/demo/model_loader.h"

#include <exception>
#include <utility>

#include "skinning/gpu/stopwatch.h"

namespace sinew {

ModelLoader::Result ModelLoader::load(const Wish& wish, ImportProgress& progress) {
    Result result{.file = wish.file, .influenceCap = wish.influenceCap};
    const Stopwatch stopwatch;
    try {
        result.authored = wish.authored
                              ? wish.authored
                              : std::make_shared<const Model>(importGltf(wish.file, &progress));
        result.model = result.authored;
        if (wish.influenceCap > 0) {
            auto capped = std::make_shared<Model>(*result.authored);
            result.droppedWeight = capInfluences(*capped, wish.influenceCap);
            result.model = std::move(capped);
        }
    } catch (const std::exception& error) {  // bad_alloc too: a file may ask for anything
        result.authored = nullptr;
        result.model = nullptr;
        result.error = error.what();
    }
    result.seconds = stopwatch.ms() / 1000.0;
    return result;
}

void ModelLoader::start(Wish wish) {
    if (busy()) {
        next_ = std::move(wish);
        return;
    }
    wish_ = std::move(wish);
    progress_ = std::make_shared<ImportProgress>();
    since_ = std::chrono::steady_clock::now();
    running_ = std::async(std::launch::async,
                          [wish = wish_, progress = progress_] { return load(wish, *progress); });
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
