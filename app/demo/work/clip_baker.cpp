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
    running_.get();
}

void ClipBaker::start(std::shared_ptr<const Model> model, const BakeSettings& settings,
                      uint32_t largestSide) {
    stop();
    model_ = std::move(model);
    settings_ = settings;
    progress_ = std::make_shared<BakeProgress>();
    since_ = std::chrono::steady_clock::now();
    running_ = std::async(std::launch::async,
                          [model = model_, settings, largestSide, progress = progress_] {
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

std::optional<ClipBaker::Result> ClipBaker::poll() {
    if (!busy() || running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    return running_.get();
}

double ClipBaker::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

}  // namespace sinew
