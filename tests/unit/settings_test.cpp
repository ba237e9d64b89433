// Skin settings convert to the words of the command line and back.
#include "skinning/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/error_of.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string faultOf(std::string_view text) {
    return test::errorOf([&] { (void)parseChoices(text); });
}

TEST(Settings, AMethodWithItsDefaultsIsItsBareName) {
    for (size_t i = 0; i < kMethodCount; ++i) {
        const Method method = static_cast<Method>(i);
        EXPECT_EQ(choiceText({.method = method}), methodName(method));
        EXPECT_EQ(parseChoice(methodName(method)), SkinChoice{.method = method});
        EXPECT_EQ(findMethod(methodName(method)), method);
    }
}

TEST(Settings, EveryWordRoundTripsAndDefaultsAreOmitted) {
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words) {
            SCOPED_TRACE(word.word);
            const SkinChoice choice = parseChoice("vertex:" + std::string(word.word));
            EXPECT_TRUE(word.is(choice.settings));
            const bool isDefault = &word == &setting.words[0];
            EXPECT_EQ(choice.settings == SkinSettings{}, isDefault);
            EXPECT_EQ(choiceText(choice),
                      isDefault ? "vertex" : "vertex:" + std::string(word.word));
        }
    }
}

TEST(Settings, NoWordMeansTwoThings) {
    std::map<std::string_view, std::string_view> settingOf;
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words) {
            EXPECT_TRUE(settingOf.emplace(word.word, setting.name).second) << word.word;
        }
    }
}

TEST(Settings, OneWordOfEachSettingComeTogetherInAnyOrder) {
    const SkinChoice choice = parseChoice(
        "texture:floor:15hz:max4:compact:raw:3x4-fp16:20+12:dual-quaternion:fp16:joints64:"
        "gpu-poses:packed-keys:quantized-mesh");
    EXPECT_EQ(choice.method, Method::texture);
    EXPECT_EQ(choice.settings.blend, Blend::dualQuaternion);
    EXPECT_EQ(choice.settings.influences, InfluenceFormat::split20);
    EXPECT_EQ(choice.settings.mesh, MeshFormat::quantized);
    EXPECT_EQ(choice.settings.palette, PaletteFormat::half);
    EXPECT_EQ(choice.settings.normals, Normals::raw);
    EXPECT_EQ(choice.settings.output, Output::compact);
    EXPECT_EQ(choice.settings.influenceLimit, 4u);
    EXPECT_EQ(choice.settings.poses, PosedBy::gpu);
    EXPECT_EQ(choice.settings.keys, KeyFormat::packed);
    EXPECT_EQ(choice.settings.paletteLimit, 64u);
    EXPECT_EQ(choice.settings.bake,
              (BakeSettings{.framesPerSecond = 15, .halfTexels = true, .interpolated = false}));
    EXPECT_EQ(parseChoice(choiceText(choice)), choice);
}

TEST(Settings, RatesAndPaletteLimitsAreNumbersWithinTheirRange) {
    EXPECT_EQ(parseChoice("texture:1hz").settings.bake.framesPerSecond, 1u);
    EXPECT_EQ(parseChoice("texture:240hz").settings.bake.framesPerSecond, 240u);
    EXPECT_EQ(choiceText(parseChoice("texture:30hz")), "texture");
    EXPECT_EQ(choiceText(parseChoice("vertex-uniform:joints320")), "vertex-uniform:joints320");
    for (const char* word : {"0hz", "241hz", "-5hz", "hz", "15", "15.5hz", "99999999999hz",
                             "joints0", "joints", "joints-1", "joints6 4", "15HZ"}) {
        EXPECT_THAT(faultOf("texture:" + std::string(word)),
                    HasSubstr("unknown setting '" + std::string(word) + "'"));
    }
}

TEST(Settings, UnknownWordsAreNamedAndValidOnesListed) {
    const std::string unknownWord = faultOf("compute:dq");
    EXPECT_THAT(unknownWord, HasSubstr("'dq'"));
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words) {
            EXPECT_THAT(unknownWord, HasSubstr(std::string(word.word)));
        }
    }
    const std::string unknownMethod = faultOf("magic:u8x4");
    EXPECT_THAT(unknownMethod, HasSubstr("'magic'"));
    for (size_t i = 0; i < kMethodCount; ++i) {
        EXPECT_THAT(unknownMethod, HasSubstr(std::string(methodName(static_cast<Method>(i)))));
    }
}

TEST(Settings, RemovedRepeatedAndEmptyWordsAreFaults) {
    for (const auto& [text, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"compute:overlap",
              "setting 'overlap' was removed after version 0.1.0; remove it from the method"},
             {"compute:u8x4:u16x4", "influences"},
             {"compute:raw:raw", "normals"},
             {"texture:15hz:20hz", "twice"},
             {"compute:", ""},
             {"compute::u8x4", ""},
             {":u8x4", ""},
             {"compute,", ""},
             {",compute", ""},
             {"compute,,vertex", ""},
             {"compute:u8x4:,vertex", ""}}) {
        EXPECT_THAT(faultOf(text), testing::AllOf(testing::Ne(""), HasSubstr(words))) << text;
    }
}

TEST(Settings, ListsAreSeparatedByCommasAndNothingOrAllIsEveryMethod) {
    EXPECT_THAT(parseChoices("compute,vertex:u8x4"),
                ElementsAre(SkinChoice{.method = Method::compute},
                            SkinChoice{Method::vertex, {.influences = InfluenceFormat::u8x4}}));
    EXPECT_THAT(parseChoices("cpu,cpu,cpu:linear"), ElementsAre(SkinChoice{.method = Method::cpu}));
    EXPECT_EQ(parseChoices("").size(), kMethodCount);
    EXPECT_EQ(parseChoices("all"), parseChoices(""));
}

}  // namespace
}  // namespace sinew
