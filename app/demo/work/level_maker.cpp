// Builds LODs on a thread.
#include "app/demo/work/level_maker.h"

#include <exception>
#include <utility>

#include "skinning/fault_words.h"
#include "skinning/injected_fault.h"

namespace sinew {

void LevelMaker::start(std::shared_ptr<const Model> model) {
    if (busy()) running_.get();
    model_ = std::move(model);
    since_ = std::chrono::steady_clock::now();
    running_ = std::async(std::launch::async, [model = model_] {
        Result result{.model = model, .levels = {}, .error = {}};
        try {
            injected::slow("levels");
            result.levels = makeLevels(*model);
        } catch (const std::exception& error) {  // includes std::bad_alloc
            result.error = faultWords(error);
        }
        return result;
    });
}

std::optional<LevelMaker::Result> LevelMaker::poll() {
    if (!busy() || running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    return running_.get();
}

double LevelMaker::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

}  // namespace sinew
