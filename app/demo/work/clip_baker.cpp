// Bakes clips on a thread.
#include "app/demo/work/clip_baker.h"

#include <exception>
#include <utility>

#include "skinning/fault_words.h"

namespace sinew {

ClipBaker::~ClipBaker() {
    stop();
}

void ClipBaker::stop() {
    if (!busy()) return;
    progress_->cancelled = true;
    (void)wait();
}

void ClipBaker::start(std::shared_ptr<const Model> model, const BakeSettings& settings,
                      uint32_t largestSide) {
    stop();
    model_ = std::move(model);
    settings_ = settings;
    progress_ = std::make_shared<BakeProgress>();
    run([model = model_, settings, largestSide, progress = progress_] {
        Result result{.model = model, .settings = settings};
        try {
            result.clips = std::make_shared<const BakedClips>(
                bakeClips(*model, settings, largestSide, progress.get()));
        } catch (const std::exception& error) {  // includes std::bad_alloc
            result.error = faultWords(error);
        }
        return result;
    });
}

}  // namespace sinew
