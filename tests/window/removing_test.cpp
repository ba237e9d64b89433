// Tests the removal of one of several models: the remaining animation, the chosen model, and the
// stored files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/assets_path.h"
#include "app/demo/session/steps.h"
#include "skinning/gltf/import.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Fixture that writes scene files with the models 0.glb, 1.glb and so on.
class OpenedTest : public testing::Test {
protected:
    OpenedTest() { fs::create_directories(folder_); }
    ~OpenedTest() override { fs::remove_all(folder_); }

    fs::path sceneOfSome(const char* name, int models) const {
        std::string text = R"({"models": [)";
        for (int i = 0; i < models; ++i) {
            text += (i > 0 ? ", " : "") + (R"({"path": ")" + std::to_string(i)) + ".glb\"}";
        }
        std::ofstream(folder_ / name) << text + "]}";
        return folder_ / name;
    }
    static std::vector<std::string> namesOf(const std::vector<SceneEntry>& entries) {
        std::vector<std::string> names;
        for (const SceneEntry& entry : entries) names.push_back(entry.model.filename());
        return names;
    }

    const fs::path folder_ = fs::path(testing::TempDir()) / "sinew_removing_test";
};

TEST_F(OpenedTest, AFileIsRemovedWithItsModel) {
    Opened opened{.files = {"a.glb", "b.glb", "c.glb"}};
    ASSERT_THAT(readOpened(opened), SizeIs(3));
    opened.remove(1);
    EXPECT_THAT(opened.files, ElementsAre("a.glb", "c.glb"));
    EXPECT_THAT(opened.removed, IsEmpty());
    opened.remove(0);
    EXPECT_THAT(opened.files, ElementsAre("c.glb"));
}

TEST_F(OpenedTest, ASceneIsRemovedWithItsLastModel) {
    const fs::path three = sceneOfSome("three.json", 3), two = sceneOfSome("two.json", 2);
    Opened opened{.files = {three, "a.glb", two}};
    ASSERT_THAT(readOpened(opened), SizeIs(6));
    opened.remove(5);  // the last model of the second scene
    opened.remove(1);
    EXPECT_THAT(opened.files, ElementsAre(three, "a.glb", two));
    EXPECT_THAT(opened.removed, ElementsAre(1, 5));
    EXPECT_THAT(namesOf(readOpened(opened)), ElementsAre("0.glb", "2.glb", "a.glb", "0.glb"));
    opened.remove(1);
    opened.remove(0);
    EXPECT_THAT(opened.files, ElementsAre("a.glb", two));
    EXPECT_THAT(opened.removed, ElementsAre(2)) << "counted without the scene that is gone";
    EXPECT_THAT(namesOf(readOpened(opened)), ElementsAre("a.glb", "0.glb"));
    opened.remove(0);
    EXPECT_THAT(opened.files, ElementsAre(two));
    EXPECT_THAT(opened.removed, ElementsAre(1));
}

TEST_F(OpenedTest, OfASceneThatWasWrittenAnewSomethingIsShown) {
    Opened opened{.files = {sceneOfSome("scene.json", 2)}, .removed = {1, 2, 7}};
    EXPECT_THAT(namesOf(readOpened(opened)), ElementsAre("0.glb"));
    EXPECT_THAT(opened.removed, ElementsAre(1)) << "the others are not there";
    sceneOfSome("scene.json", 1);
    opened.removed = {0, 1};
    EXPECT_THAT(namesOf(readOpened(opened)), ElementsAre("0.glb"));
    EXPECT_THAT(opened.removed, IsEmpty());
}

TEST_F(OpenedTest, RemovedModelsDoNotCountTowardsTheLimit) {
    Opened opened{.files = {sceneOfSome("full.json", kMostSceneModels)}, .removed = {3}};
    EXPECT_THAT(readOpened(opened), SizeIs(kMostSceneModels - 1));
    opened.files.emplace_back("more.glb");
    EXPECT_THAT(readOpened(opened), SizeIs(kMostSceneModels));
    opened.files.emplace_back("too_many.glb");
    EXPECT_THAT([&] { readOpened(opened); },
                testing::ThrowsMessage<std::runtime_error>(HasSubstr("65 models, and at most")));
}

TEST_F(OpenedTest, FilesBehindThoseThatAreShownAreAdded) {
    const Opened shown{.files = {"a.json", "b.glb"}, .removed = {0}};
    Opened wanted = shown;
    EXPECT_FALSE(wanted.addsTo(shown)) << "the same";
    wanted.files.emplace_back("c.glb");
    EXPECT_TRUE(wanted.addsTo(shown));
    EXPECT_FALSE(shown.addsTo(wanted));
    EXPECT_FALSE((Opened{.files = {"c.glb"}}.addsTo(shown))) << "in their place";
    wanted.removed.clear();
    EXPECT_FALSE(wanted.addsTo(shown)) << "a.json as a whole";
}

/// Fixture of a window with three serpents at different times of their clips.
class TakenOutTest : public testing::Test {
protected:
    TakenOutTest() {
        const auto serpent =
            std::make_shared<const Model>(importGltf(assetsFolder() / "serpent.glb"));
        state_.models.clear();
        state_.settings.instanceCount = 30;
        for (uint32_t i = 0; i < 3; ++i) {
            state_.opened.files.push_back("/" + std::to_string(i) + ".glb");
            state_.opened.listed.push_back(1);
            ShownModel& shown = state_.models.emplace_back();
            shown.read = {{.model = state_.opened.files.back()}, serpent, 1.0};
            shown.playback.timeSeconds = 0.25f * static_cast<float>(i);
            shown.animating = i != 1;
            EXPECT_THAT(shown.animator.start(*serpent, state_.settings), IsEmpty());
            (void)shown.animator.requests(10);
            shown.animator.advance(0.5f * static_cast<float>(i));
        }
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const ShownModel& shown : state_.models) names.push_back(shown.name());
        return names;
    }

    State state_;
};

TEST_F(TakenOutTest, TheRemainingModelsContinueAtTheirTime) {
    const uint32_t count = state_.models[2].animator.count();
    takeOut(state_, 1, 10);
    ASSERT_THAT(names(), ElementsAre("0.glb", "2.glb"));
    EXPECT_EQ(state_.models[0].playback.timeSeconds, 0.0f);
    EXPECT_EQ(state_.models[1].playback.timeSeconds, 0.5f);
    EXPECT_TRUE(state_.models[0].animating);
    EXPECT_TRUE(state_.models[1].animating);
    EXPECT_EQ(state_.models[1].animator.seconds(), 1.0);
    EXPECT_EQ(state_.models[1].animator.count(), count);
}

TEST_F(TakenOutTest, TheChosenModelStaysChosenOrANeighbourIs) {
    state_.chosenModel = 2;
    state_.picked = 4;
    takeOut(state_, 0, 10);
    EXPECT_EQ(state_.chosen().name(), "2.glb");
    EXPECT_EQ(state_.picked, 4u);
    state_.chosenModel = 0;
    takeOut(state_, 0, 10);
    EXPECT_EQ(state_.chosen().name(), "2.glb") << "the next";
    EXPECT_FALSE(state_.picked) << "of another model";
}

TEST_F(TakenOutTest, APredecessorIsChosenForTheLastModel) {
    state_.chosenModel = 2;
    takeOut(state_, 2, 10);
    EXPECT_EQ(state_.chosen().name(), "1.glb");
    state_.chosenModel = 0;
    takeOut(state_, 1, 10);
    EXPECT_EQ(state_.chosen().name(), "0.glb");
}

TEST_F(TakenOutTest, EachRemainingModelKeepsItsIndex) {
    takeOut(state_, 0, 10);
    EXPECT_EQ(state_.settings.instanceCount, 20u);
    state_.settings.instanceCount = 1;  // one of the first model, none of the second
    takeOut(state_, 1, 0);
    EXPECT_EQ(state_.settings.instanceCount, 1u);
    takeOut(state_, 0, 1);
    EXPECT_EQ(state_.settings.instanceCount, 1u) << "one is shown even if the others had none";
}

TEST_F(TakenOutTest, TheNextStartShowsTheRemainingModels) {
    takeOut(state_, 0, 10);
    EXPECT_EQ(state_.settings.model, "/1.glb");
    EXPECT_THAT(state_.settings.moreModels, ElementsAre("/2.glb"));
    EXPECT_THAT(state_.settings.removedModels, IsEmpty());
    EXPECT_TRUE(wantedModels(state_.settings).shows(state_.opened));
    // The two models are from one scene file.
    state_.opened = {.files = {"/scene.json"}, .listed = {2}};
    takeOut(state_, 1, 10);
    EXPECT_EQ(state_.settings.model, "/scene.json");
    EXPECT_THAT(state_.settings.moreModels, IsEmpty());
    EXPECT_THAT(state_.settings.removedModels, ElementsAre(1));
    EXPECT_TRUE(wantedModels(state_.settings).shows(state_.opened));
}

}  // namespace
}  // namespace sinew
