// Tests that the newest of several requests replaces the others, for reading models and baking
// clips.
#include "app/demo/work/model_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "app/assets_path.h"
#include "app/demo/work/clip_baker.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Waits until `loader` has no work left, and returns all its results.
template <typename Loader>
auto resultsOf(Loader& loader) {
    std::vector<typename Loader::Result> results;
    while (loader.busy()) {
        if (auto result = loader.poll()) results.push_back(std::move(*result));
        std::this_thread::yield();
    }
    return results;
}

std::filesystem::path shipped(const char* name) {
    return assetsFolder() / name;
}

TEST(ModelLoaderTest, TheNewestOfSeveralFilesIsShownAndNoOther) {
    ModelLoader loader;
    loader.start({.opened = {.files = {shipped("mannequin.glb")}}});
    // nowhere.glb is never read, because the next request replaces it.
    loader.start({.opened = {.files = {shipped("nowhere.glb")}}});
    loader.start({.opened = {.files = {shipped("serpent.glb")}}});
    EXPECT_EQ(loader.file().filename(), "mannequin.glb") << "it is being read";
    const auto results = resultsOf(loader);
    ASSERT_EQ(results.size(), 1u);
    ASSERT_EQ(results[0].models.size(), 1u);
    EXPECT_EQ(results[0].models[0].entry.model.filename(), "serpent.glb");
    EXPECT_TRUE(results[0].models[0].model);
    EXPECT_THAT(results[0].error, IsEmpty());
    EXPECT_FALSE(loader.poll()) << "each result once";
}

TEST(ModelLoaderTest, AnUnreadableFileIsReported) {
    ModelLoader loader;
    loader.start({.opened = {.files = {shipped("nowhere.glb")}}});
    const auto results = resultsOf(loader);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_THAT(results[0].models, IsEmpty());
    EXPECT_THAT(results[0].error, HasSubstr("nowhere.glb"));
}

TEST(ModelLoaderTest, ModelsThatArePresentAreNotReadAgain) {
    ModelLoader loader;
    loader.start({.opened = {.files = {shipped("serpent.glb")}}});
    const ModelLoader::Result first = loader.wait();
    loader.start({.opened = {.files = {shipped("serpent.glb"), shipped("mannequin_low.glb")}},
                  .present = first.models});
    const ModelLoader::Result both = loader.wait();
    ASSERT_EQ(both.models.size(), 2u);
    EXPECT_EQ(both.models[0].model, first.models[0].model);
    EXPECT_NE(both.models[1].model, first.models[0].model);
}

TEST(ModelLoaderTest, FilesOfAnOlderRequestAreNotReadAgain) {
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / "sinew_model_loader_test.glb";
    std::filesystem::copy_file(shipped("serpent.glb"), file,
                               std::filesystem::copy_options::overwrite_existing);
    ModelLoader loader;
    loader.start({.opened = {.files = {shipped("mannequin_low.glb")}}});
    const std::vector<ModelLoader::Read> present = loader.wait().models;
    const Opened both{.files = {shipped("mannequin_low.glb"), file}};
    loader.start({.opened = both, .present = present});
    while (!loader.isThereWithin(1.0)) {
    }
    std::filesystem::remove(file);
    loader.start({.opened = {.files = {file, shipped("mannequin_low.glb")}}, .present = present});
    const auto results = resultsOf(loader);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_THAT(results[0].error, IsEmpty());
    ASSERT_EQ(results[0].models.size(), 2u);
    EXPECT_EQ(results[0].models[0].entry.model, file);
    // A request for a single model that is already shown reads its file again.
    loader.start({.opened = both, .present = results[0].models});
    while (!loader.isThereWithin(1.0)) {
    }
    loader.start({.opened = {.files = {file}}});
    EXPECT_THAT(resultsOf(loader).at(0).error, HasSubstr(file.filename().string()));
}

TEST(ModelLoaderTest, WhatWasRemovedOfASceneIsNotRead) {
    const std::filesystem::path scene =
        std::filesystem::path(testing::TempDir()) / "sinew_model_loader_test.json";
    std::ofstream(scene) << R"({"models": [{"path": "nowhere.glb"}, {"path": ")"
                         << shipped("serpent.glb").string() << R"("}]})";
    ModelLoader loader;
    loader.start({.opened = {.files = {scene}, .removed = {0}}});
    const ModelLoader::Result result = loader.wait();
    std::filesystem::remove(scene);
    EXPECT_THAT(result.error, IsEmpty());
    ASSERT_EQ(result.models.size(), 1u);
    EXPECT_EQ(result.models[0].entry.model.filename(), "serpent.glb");
    EXPECT_THAT(result.opened.listed, testing::ElementsAre(2));
}

TEST(ClipBakerTest, TheNewestSettingsAreBakedAndNoOther) {
    ModelLoader loader;
    loader.start({.opened = {.files = {shipped("serpent.glb")}}});
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
