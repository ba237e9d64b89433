// Parsing of --assume-limits.
#include "app/assumed_limits.h"

#include <gmock/gmock.h>

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(AssumedLimitsTest, AreReadFromWords) {
    const AssumedLimits limits = parseAssumedLimits(
        "uniform-range=16384,no-transform-feedback,storage-buffers=16,texel-buffer=65536,"
        "memory=512");
    EXPECT_EQ(limits.uniformBytes, 16384u);
    EXPECT_EQ(limits.storageBuffers, 16u);
    EXPECT_EQ(limits.texels, 65536u);
    EXPECT_EQ(limits.memoryMiB, 512u);
    EXPECT_TRUE(limits.noTransformFeedback);
    EXPECT_FALSE(limits.noVertexStores);
    EXPECT_EQ(limits.storageBytes, 0u);
}

TEST(AssumedLimitsTest, AnUnknownWordOrNumberIsReportedWithTheValidOnes) {
    for (const char* wrong : {"uniform-range=", "uniform-range=x", "uniform-range=0", "magic"}) {
        EXPECT_THAT([&] { parseAssumedLimits(wrong); },
                    ThrowsMessage<std::runtime_error>(
                        AllOf(HasSubstr(wrong), HasSubstr("image-side=PIXELS"))));
    }
}

}  // namespace
}  // namespace sinew
