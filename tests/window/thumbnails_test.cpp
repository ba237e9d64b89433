// Tests thumbnails, the small copies of images.
#include "app/demo/work/thumbnails.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

std::array<int, 4> pixel(const Thumbnails& thumbnails, uint32_t x, uint32_t y) {
    const uint8_t* p = &thumbnails.rgba[4 * (size_t{y} * thumbnails.width + x)];
    return {p[0], p[1], p[2], p[3]};
}

TEST(ThumbnailsTest, AreOpaqueMeansInRowsOfAGrid) {
    // Red and blue columns alternate. A pixel of the thumbnail is the mean of four columns, two of
    // each colour.
    Image fine{.width = 256, .height = 1};
    for (int x = 0; x < 256; ++x) {
        const uint8_t red = x % 2 == 0 ? 200 : 0;
        fine.rgba.insert(fine.rgba.end(), {red, 0, static_cast<uint8_t>(200 - red), 0});
    }
    const Image halves{.width = 1, .height = 2, .rgba = {10, 0, 0, 255, 0, 20, 0, 255}};
    std::vector<Image> images(kThumbnailColumns, fine);
    images.push_back(halves);
    const Thumbnails made = thumbnailsOf(images);
    EXPECT_EQ(made.width, kThumbnailColumns * kThumbnailSide);
    EXPECT_EQ(made.height, 2 * kThumbnailSide);
    EXPECT_EQ(pixel(made, 5, 5), (std::array{100, 0, 100, 255}));
    const glm::uvec2 corner = Thumbnails::cornerOf(kThumbnailColumns);
    EXPECT_EQ(pixel(made, corner.x, corner.y), (std::array{10, 0, 0, 255}));
    EXPECT_EQ(pixel(made, corner.x, corner.y + kThumbnailSide - 1), (std::array{0, 20, 0, 255}));
}

TEST(ThumbnailsTest, AModelWithoutImagesHasNone) {
    EXPECT_EQ(thumbnailsOf({}).height, 0u);
}

}  // namespace
}  // namespace sinew
