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
    loader.start({.files = {shipped("mannequin.glb")}});
    // Never read: another one is wished for before.
    loader.start({.files = {shipped("nowhere.glb")}});
    loader.start({.files = {shipped("serpent.glb")}});
    EXPECT_EQ(loader.file().filename(), "mannequin.glb") << "it is being read";
    const auto results = resultsOf(loader);
    ASSERT_EQ(results.size(), 1u);
    ASSERT_EQ(results[0].models.size(), 1u);
    EXPECT_EQ(results[0].models[0].entry.model.filename(), "serpent.glb");
    EXPECT_TRUE(results[0].models[0].model);
    EXPECT_THAT(results[0].error, IsEmpty());
    EXPECT_FALSE(loader.poll()) << "each result once";
}

TEST(ModelLoaderTest, AFileThatCannotBeReadIsTold) {
    ModelLoader loader;
    loader.start({.files = {shipped("nowhere.glb")}});
    const auto results = resultsOf(loader);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_THAT(results[0].models, IsEmpty());
    EXPECT_THAT(results[0].error, HasSubstr("nowhere.glb"));
}

TEST(ModelLoaderTest, ModelsThatArePresentAreNotReadAgain) {
    ModelLoader loader;
    loader.start({.files = {shipped("serpent.glb")}});
    const ModelLoader::Result first = loader.wait();
    loader.start(
        {.files = {shipped("serpent.glb"), shipped("mannequin_low.glb")}, .present = first.models});
    const ModelLoader::Result both = loader.wait();
    ASSERT_EQ(both.models.size(), 2u);
    EXPECT_EQ(both.models[0].model, first.models[0].model);
    EXPECT_NE(both.models[1].model, first.models[0].model);
}

TEST(ClipBakerTest, TheNewestSettingsAreBakedAndNoOther) {
    ModelLoader loader;
    loader.start({.files = {shipped("serpent.glb")}});
    const auto model = loader.wait().models.at(0).model;
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
