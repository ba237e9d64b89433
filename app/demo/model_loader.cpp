// The loader's thread.
#include "app/demo/model_loader.h"

#include <exception>
#include <utility>

#include "skinning/gltf/import.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {

ModelLoader::Result ModelLoader::load(const Wish& wish) {
    Result result{.file = wish.file, .influenceCap = wish.influenceCap};
    const Stopwatch stopwatch;
    try {
        result.authored =
            wish.authored ? wish.authored : std::make_shared<const Model>(importGltf(wish.file));
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
    running_ = std::async(std::launch::async, [wish = wish_] { return load(wish); });
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

ModelLoader::Result ModelLoader::wait() {
    return running_.get();
}

}  // namespace sinew
