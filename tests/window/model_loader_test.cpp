// Of several wishes the newest wins: models that are read, clips that are baked.
#include "app/demo/work/model_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "app/assets_path.h"
#include "app/demo/work/clip_baker.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// All results until nothing is busy any more.
template <typename Work>
auto resultsOf(Work& work) {
    std::vector<typename Work::Result> results;
    while (work.busy()) {
        if (auto result = work.poll()) results.push_back(std::move(*result));
        std::this_thread::yield();
    }
    return results;
}

std::filesystem::path shipped(const char* name) {
    return assetsFolder() / name;
}

TEST(ModelLoaderTest, TheNewestOfSeveralFilesIsShownAndNoOther) {
    ModelLoader loader;
    loader.start(shipped("mannequin.glb"));
    loader.start(shipped("nowhere.glb"));  // never read: another one is wished for before
    loader.start(shipped("serpent.glb"));
    EXPECT_EQ(loader.file().filename(), "mannequin.glb") << "it is being read";
    const auto results = resultsOf(loader);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].file.filename(), "serpent.glb");
    EXPECT_TRUE(results[0].model);
    EXPECT_THAT(results[0].error, IsEmpty());
    EXPECT_FALSE(loader.poll()) << "each result once";
}

TEST(ModelLoaderTest, AFileThatCannotBeReadIsTold) {
    ModelLoader loader;
    loader.start(shipped("nowhere.glb"));
    const auto results = resultsOf(loader);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_FALSE(results[0].model);
    EXPECT_THAT(results[0].error, HasSubstr("nowhere.glb"));
}

TEST(ClipBakerTest, TheNewestSettingsAreBakedAndNoOther) {
    ModelLoader loader;
    loader.start(shipped("serpent.glb"));
    const auto model = loader.wait().model;
    ASSERT_TRUE(model);
    constexpr uint32_t kLargestSide = 8192;
    ClipBaker baker;
    baker.start(model, {.framesPerSecond = 60}, kLargestSide);
    baker.start(model, {.framesPerSecond = 10}, kLargestSide);
    EXPECT_EQ(baker.settings().framesPerSecond, 10u);
    const auto results = resultsOf(baker);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].settings.framesPerSecond, 10u);
    EXPECT_THAT(results[0].error, IsEmpty());
    EXPECT_TRUE(results[0].clips);
}

}  // namespace
}  // namespace sinew
