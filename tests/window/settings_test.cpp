// Tests the window's settings, with valid and invalid files.
#include "app/demo/session/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/demo/platform/files.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
namespace fs = std::filesystem;

TEST(WindowSettingsTest, WhatIsWrittenIsRead) {
    Settings settings;
    settings.model = "a \"b\".glb";
    settings.removedModels = {0, 3};
    settings.droppedModels = {"one.glb", "two.glb"};
    settings.skinning = parseChoice("vertex:u8x4:dual-quaternion");
    settings.comparison = Comparison::difference;
    settings.compared = parseChoice("texture:15hz");
    settings.divider = 0.25f;
    settings.instanceCount = 77;
    settings.cascadeCount = 6;
    settings.timerMode = TimerMode::overlapped;
    settings.closedSections = {};
    settings.plays = Plays::animator;
    settings.rootMotion = RootMotionChoice::off;
    settings.seed = 4294967295;
    settings.speedSpread = 0.5f;
    settings.randomInputSeconds = 0;
    settings.vsync = false;
    settings.windowWidth = 900;
    settings.speed = -1.5f;
    settings.camera = {0.5f, -0.1f, 4, 0, 0.9f, -2};
    settings.sun = {30, -10};
    settings.exposure = -1.3f;
    std::vector<std::string> problems;
    const std::string text = settingsText(settings);
    EXPECT_EQ(settingsText(readSettings(text, problems)), text);
    EXPECT_EQ(readSettings(text, problems).exposure, -1.3f);
    EXPECT_THAT(text, HasSubstr("removedModels"));
    EXPECT_THAT(problems, IsEmpty());
    EXPECT_NE(text, settingsText({}));
}

TEST(WindowSettingsTest, ResetKeepsModelsDeviceAndWindow) {
    Settings settings;
    settings.model = "a.glb";
    settings.device = "gpu";
    settings.windowWidth = 900;
    const std::string kept = settingsText(settings);
    settings.instanceCount = 40;
    settings.cascadeCount = 6;
    settings.skinning = {Method::vertex, {}};
    settings.closedSections = {};
    settings.reset();
    EXPECT_EQ(settingsText(settings), kept);
}

TEST(WindowSettingsTest, BoundsOldNamesAndUnknownNamesAreRead) {
    std::vector<std::string> problems;
    const Settings read = readSettings(
        R"({"instanceCount": 1000000, "cascadeCount": 0, "divider": 1, "speed": 3.0, "samples": 4,
            "interfaceScale": 0, "view": 2,
            "sunTurned": 30, "sunRaised": -5, "motionBlur": true, "fur": -3})",
        problems);
    EXPECT_THAT(problems, IsEmpty()) << "a name that is not known belongs to another version";
    EXPECT_EQ(read.instanceCount, 1'000'000u);
    EXPECT_EQ(read.cascadeCount, 0u);
    EXPECT_EQ(read.divider, 1.0f);
    EXPECT_EQ(read.speed, 3.0f);
    EXPECT_EQ(read.samples, 4u);
    EXPECT_EQ(read.view, 2u);
    EXPECT_EQ(read.sun.azimuthDegrees, 30);
    EXPECT_EQ(read.sun.elevationDegrees, -5);
}

TEST(WindowSettingsTest, AWrongValueIsReportedAndIgnoredAlone) {
    const auto wrong = nlohmann::json::parse(R"({
        "instanceCount": [-1, 0, 1000001, 4294967297, 18446744073709551615, 1e30, 2.5, "many", null,
                          [3]],
        "cascadeCount": [-2, 7], "view": [99], "samples": [-8, 3, 8, "4"], "posesASecond": [-30, 60],
        "windowWidth": [-1440], "windowHeight": [5], "divider": [-0.5, "left"],
        "speed": [1e300, -3.5], "fadeSeconds": [null], "interfaceScale": [1e9, 0.2], "lodPixels": [17],
        "model": [3],
        "droppedModels": ["a.glb", ["a.glb", 3]], "closedSections": [{}], "clip": [["walk"]],
        "skinning": [3, "compute:u9x4"], "compared": [{}], "comparison": ["sideways", 1],
        "timerMode": ["sometimes"], "vsync": [1], "panels": ["yes"],
        "removedModels": [[4096], [0, -1], [1.5], 3],
        "camera": [[1, 2, 3], [1, 2, 3, 4, 5, "six"], [1, 2, 3, 4, 5, 1e9], 5],
        "sunAzimuth": [181], "skeleton": [null], "scenario": [7], "plays": ["loudly"],
        "seed": [-1, 4294967296], "speedSpread": [2], "secondsBetweenWishes": [-1]})");
    const std::string defaults = settingsText({});
    for (const auto& [name, values] : wrong.items()) {
        for (const auto& value : values) {
            const std::string field = '"' + name + "\": " + value.dump();
            SCOPED_TRACE(field);
            std::vector<std::string> problems;
            Settings read = readSettings("{\"bounds\": true, " + field + "}", problems);
            EXPECT_TRUE(read.bounds) << "the right value next to it";
            read.bounds = false;
            EXPECT_EQ(settingsText(read), defaults);
            EXPECT_THAT(problems, ElementsAre(testing::StartsWith(name)));
        }
    }
}

TEST(WindowSettingsTest, AMessageSaysTheValueAndTheBounds) {
    std::vector<std::string> problems;
    readSettings(R"({"instanceCount": -4, "comparison": "x\u001b[2J", "clip": ["1"]})", problems);
    ASSERT_THAT(problems, SizeIs(3));
    EXPECT_EQ(problems[0], "clip: a string is expected, not a list; the value is ignored");
    EXPECT_THAT(problems[1], HasSubstr(R"( is expected, not "x\u001b[2J"; the value is ignored)"));
    EXPECT_EQ(problems[2],
              "instanceCount: a whole number from 1 to 1000000 is expected, not -4; the value is "
              "ignored");
}

TEST(WindowSettingsTest, AFileThatIsNoJsonObjectIsReportedOnce) {
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("42"), std::string("{\"a\": "),
          std::string("{\"speed\": NaN}"), std::string("{\"speed\": 1e999}"), deep,
          "{\"a\": " + deep + "}", std::string("\0\0", 2)}) {
        std::vector<std::string> problems;
        EXPECT_EQ(settingsText(readSettings(text, problems)), settingsText({}));
        EXPECT_THAT(problems, ElementsAre(HasSubstr("the defaults are used")));
    }
}

TEST(WindowSettingsTest, FloatsThatAreNoNumbersAndPathsThatAreNoUtf8CanBeWritten) {
    Settings settings;
    settings.speed = std::numeric_limits<float>::quiet_NaN();
    settings.model = "/tmp/\xff.glb";
    settings.skeleton = true;
    std::vector<std::string> problems;
    const Settings read = readSettings(settingsText(settings), problems);
    EXPECT_TRUE(read.skeleton);
    EXPECT_EQ(read.speed, 1.0f);
    EXPECT_THAT(problems, ElementsAre(HasSubstr("speed")));
}

TEST(WindowSettingsTest, TooManyDroppedModelsAreCut) {
    const nlohmann::json text{{"droppedModels", std::vector<std::string>(50, "a.glb")}};
    std::vector<std::string> problems;
    EXPECT_THAT(readSettings(text.dump(), problems).droppedModels,
                SizeIs(Settings::kDroppedModels));
}

/// Fixture that sets $XDG_CONFIG_HOME to a new folder.
class SettingsFileTest : public testing::Test {
protected:
    SettingsFileTest() {
        char name[] = "/tmp/sinew-settings-XXXXXX";
        folder_ = mkdtemp(name);
        setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
    }
    ~SettingsFileTest() override { fs::remove_all(folder_); }

    std::vector<std::string> problems() const {
        std::vector<std::string> problems;
        EXPECT_EQ(settingsText(loadSettings(problems)), settingsText({}));
        return problems;
    }
    fs::path folder_;
};

TEST_F(SettingsFileTest, FoldersPipesAndTooLargeFilesAreReported) {
    EXPECT_THAT(problems(), IsEmpty()) << "no file";
    const fs::path file = folder_ / "sinew/settings.json";
    fs::create_directories(file);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("settings.json is not a file")));
    EXPECT_THROW(saveSettings({}), std::runtime_error);
    fs::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("settings.json is not a file")));
    fs::remove(file);
    std::ofstream(file).put('{');
    fs::resize_file(file, uintmax_t{1} << 40);  // a sparse file of 1 TiB
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("settings.json cannot be read")));
}

TEST_F(SettingsFileTest, AFolderThatCannotBeCreatedIsReportedByName) {
    std::ofstream(folder_ / "sinew").put('x');  // a file where the folder should be
    EXPECT_THAT([] { saveSettings({}); },
                testing::ThrowsMessage<std::runtime_error>(testing::AllOf(
                    HasSubstr("cannot make the folder"), testing::Not(HasSubstr("disk full")))));
}

}  // namespace
}  // namespace sinew
