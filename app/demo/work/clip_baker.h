// Bakes clips in the background.
#pragma once

#include <memory>
#include <string>

#include "app/demo/work/background.h"
#include "skinning/packing/bake.h"

namespace sinew {

struct ClipBake {
    std::shared_ptr<const Model> model;
    BakeSettings settings;
    std::shared_ptr<const BakedClips> clips;  // null on an error
    std::string error;
};

/// Bakes the clips of one model at a time, on all cores. The destructor and start() cancel a
/// running bake.
class ClipBaker : public Background<ClipBake> {
public:
    ClipBaker() = default;
    ~ClipBaker();
    ClipBaker(const ClipBaker&) = delete;
    ClipBaker& operator=(const ClipBaker&) = delete;

    /// `largestSide` is the texture limit in texels.
    void start(std::shared_ptr<const Model> model, const BakeSettings& settings,
               uint32_t largestSide);
    const Model* model() const { return model_.get(); }
    const BakeSettings& settings() const { return settings_; }
    float fraction() const { return progress_ ? progress_->fraction() : 0.0f; }

private:
    void stop();

    std::shared_ptr<const Model> model_;
    BakeSettings settings_;
    std::shared_ptr<BakeProgress> progress_;
};

}  // namespace sinew
