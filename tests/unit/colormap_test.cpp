// The ramp of the difference view.
#include "shaders/shared/colormap.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

float luminance(const glm::vec3& linear) {
    return glm::dot(linear, glm::vec3(0.2126f, 0.7152f, 0.0722f));
}

TEST(Colormap, GetsLighterAllTheWaySoThatItReadsInGrey) {
    float before = -1;
    for (int i = 0; i <= 1000; ++i) {
        const float now = luminance(gpu::differenceColor(static_cast<float>(i) / 1000));
        EXPECT_GT(now, before) << i;
        before = now;
    }
}

TEST(Colormap, StaysWithinWhatAScreenShows) {
    for (int i = -10; i <= 1010; ++i) {
        const glm::vec3 color = gpu::differenceColor(static_cast<float>(i) / 1000);
        for (int c = 0; c < 3; ++c) {
            EXPECT_GE(color[c], 0.0f);
            EXPECT_LE(color[c], 1.0f);
        }
    }
}

TEST(Colormap, GivesEveryDecadeTheSameLength) {
    EXPECT_FLOAT_EQ(gpu::differenceScale(0.0f), 0.0f);
    EXPECT_FLOAT_EQ(gpu::differenceScale(SINEW_DIFFERENCE_LEAST), 0.0f);
    EXPECT_NEAR(gpu::differenceScale(1e-7f), 1.0f / 6, 1e-6f);
    EXPECT_NEAR(gpu::differenceScale(1e-5f), 0.5f, 1e-6f);
    EXPECT_NEAR(gpu::differenceScale(SINEW_DIFFERENCE_MOST), 1.0f, 1e-6f);
    EXPECT_FLOAT_EQ(gpu::differenceScale(7.0f), 1.0f);
}

}  // namespace
}  // namespace sinew
