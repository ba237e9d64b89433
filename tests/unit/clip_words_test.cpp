// Clips as words: as many as were counted before, and with what shaders have to sample.
#include "skinning/packing/clip_words.h"

#include <gtest/gtest.h>

#include "shaders/shared/variant.h"
#include "tests/unit/chain_model.h"

namespace sinew {
namespace {

TEST(ClipWords, TakeTheBytesThatWereCounted) {
    for (const uint32_t joints : {3u, 40u}) {
        Model model = test::chainModel(joints, 1.0f);
        EXPECT_EQ(layClips(model).size() * sizeof(uint32_t), clipBytes(model));
        // Two channels share their times: these are there once.
        Clip& clip = model.clips[0];
        const Channel first = clip.channels[0];
        for (Channel& channel : clip.channels) {
            if (channel.keyCount >= first.keyCount) channel.firstKey = first.firstKey;
            channel.keyCount = std::min(channel.keyCount, first.keyCount);
        }
        EXPECT_EQ(layClips(model).size() * sizeof(uint32_t), clipBytes(model));
    }
}

TEST(ClipWords, NameWhatShadersHaveToSample) {
    Model model = test::chainModel(8, 1.0f);
    EXPECT_EQ(clipFeatures(model), SINEW_CLIPS_CUBIC | SINEW_CLIPS_SCALE);
    for (Clip& clip : model.clips) {
        std::erase_if(clip.channels, [](const Channel& channel) {
            return channel.interpolation == Channel::Interpolation::cubicSpline;
        });
    }
    EXPECT_EQ(clipFeatures(model), SINEW_CLIPS_SCALE);
    model.clips.clear();
    EXPECT_EQ(clipFeatures(model), 0u);
}

}  // namespace
}  // namespace sinew
