// sinew-cli diff: the figures, and that the picture says the same.
#include "tests/cli/commands.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

Json runDiff(const std::string& arguments, const TemporaryFolder& folder) {
    succeed("diff " + kLowMannequin + " " + arguments + " -o " + folder.at("diff.png") +
            " --json " + folder.at("diff.json"));
    return readJson(folder / "diff.json");
}

struct Views : images::Pixels {
    explicit Views(const std::filesystem::path& file) : Pixels(readImage(file)) {}
    bool same(uint32_t x, uint32_t y, uint32_t otherX) const {
        const uint8_t* row = &rgba[size_t{4} * width * y];
        return std::equal(row + 4 * x, row + 4 * x + 4, row + 4 * otherX);
    }
};

TEST(GpuCliDiff, OfMethodsThatAgreeIsZeroAndTheirViewsAreTheSame) {
    const TemporaryFolder folder;
    const Json figures = runDiff("--a compute --b vertex --size 120x160", folder);
    EXPECT_EQ(figures["positionOfExtent"]["largest"], 0.0);
    EXPECT_EQ(figures["verticesByDecade"]["equal"], figures["vertices"]);
    const Views pixels(folder / "diff.png");
    ASSERT_EQ(pixels.width, 360u);
    ASSERT_GT(pixels.height, 160u);
    constexpr uint32_t kHeader = 40;
    size_t differing = 0, shown = 0;
    for (uint32_t y = kHeader; y < kHeader + 160; ++y) {
        for (uint32_t x = 0; x < 120; ++x) {
            differing += !pixels.same(x, y, x + 120);
            shown += !pixels.same(x, y, x + 240);  // the difference view is dark where nothing is
        }
    }
    EXPECT_LE(differing, 20u);  // dither and edges
    EXPECT_GT(shown, 500u);
}

TEST(GpuCliDiff, OfEightBitWeightsIsWithinTheirStepAndSaysWhere) {
    const TemporaryFolder folder;
    const Json figures = runDiff("--a compute --b compute:u8x4 --clip walk --time 0.3", folder);
    const double largest = figures["positionOfExtent"]["largest"];
    EXPECT_GT(largest, 1e-6);
    EXPECT_LT(largest, 1.0 / 255);
    EXPECT_GT(largest, double{figures["positionOfExtent"]["mean"]});
    EXPECT_NE(std::string(figures["furthest"]["place"]).find("mannequin"), std::string::npos);
    size_t counted = 0;
    for (const auto& [decade, vertices] : figures["verticesByDecade"].items()) {
        counted += size_t{vertices};
    }
    EXPECT_EQ(counted, size_t{figures["vertices"]});
}

TEST(GpuCliDiff, NamesWhatStandsInAndTellsBakedFramesFromWhatIsBetweenThem) {
    const TemporaryFolder folder;
    const Json standIn = runDiff("--a cpu --b vertex-uniform:joints4 --size 64x64", folder);
    EXPECT_EQ(standIn["b"], "vertex-uniform:joints4 (by cpu)");
    EXPECT_EQ(standIn["positionOfExtent"]["largest"], 0.0);
    const Json baked =
        runDiff("--a texture --b texture:floor --clip run --time 0.25 --size 64x64", folder);
    EXPECT_GT(baked["positionOfExtent"]["largest"], 1e-3);
}

}  // namespace
}  // namespace sinew::test
