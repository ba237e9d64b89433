// Tests texts that are too long for their widget, and names with common beginnings and ends.
#include "app/demo/panels/widgets.h"
#include "app/demo/panels/short_names.h"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/window/imgui_test.h"

namespace sinew {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class ElidedTest : public ImGuiTest {
protected:
    ElidedTest() { ImGui::NewFrame(); }
    ~ElidedTest() override { ImGui::EndFrame(); }
    static float widthOf(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }
};

TEST_F(ElidedTest, WhatFitsIsShownAsItIs) {
    EXPECT_STREQ(widgets::elided("hero.glb", widthOf("hero.glb")).text, "hero.glb");
    EXPECT_STREQ(widgets::elided("", 10).text, "");
}

TEST_F(ElidedTest, WhatIsTooWideLosesItsMiddleAndNoMoreThanThat) {
    const widgets::Line shown = widgets::elided("mannequin_low.glb", widthOf("ten letter"));
    EXPECT_STREQ(shown.text, "mann...glb");
}

TEST_F(ElidedTest, AVeryLongTextKeepsItsEndsToo) {
    const std::string name = "begin" + std::string(5000, '-') + "end.glb";
    for (const float width : {100.0f, 600.0f, 1e6f}) {
        const std::string shown = widgets::elided(name.c_str(), width).text;
        EXPECT_THAT(shown, testing::AllOf(StartsWith("begin"), HasSubstr("..."), EndsWith("glb")));
        EXPECT_LE(widthOf(shown), width);
    }
}

TEST_F(ElidedTest, NoCharacterIsCutInTwo) {
    const std::string name = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";
    for (int letters = 3; letters < 8; ++letters) {
        const std::string shown =
            widgets::elided(name.c_str(), widthOf(std::string(static_cast<size_t>(letters), 'x')))
                .text;
        const size_t dots = shown.find("...");
        ASSERT_NE(dots, std::string::npos) << shown;
        EXPECT_EQ(dots % 2, 0u) << shown;
        EXPECT_EQ((shown.size() - 3) % 2, 0u) << shown;
    }
}

TEST_F(ElidedTest, WhereNothingFitsDotsAreLeft) {
    EXPECT_STREQ(widgets::elided("hero.glb", 0).text, "...");
}

using Names = std::vector<std::string_view>;

Names shortened(const Names& names) {
    const ShortNames shorter(names);
    Names result;
    for (const std::string_view name : names) result.push_back(shorter.of(name));
    return result;
}

TEST(ShortNamesTest, LoseTheBeginningAndTheEndThatAllShare) {
    EXPECT_EQ(shortened({"Armature|Armature|walk_Armature", "Armature|Armature|run_Armature"}),
              (Names{"walk", "run"}));
    EXPECT_EQ(shortened({"hero.walk.fast", "hero.walk.slow", "hero.idle"}),
              (Names{"walk.fast", "walk.slow", "idle"}));
}

TEST(ShortNamesTest, AreCutAtSeparatorsOnly) {
    EXPECT_EQ(shortened({"walk", "wave"}), (Names{"walk", "wave"}));
    EXPECT_EQ(shortened({"Rig|walk", "Rig|wave"}), (Names{"walk", "wave"}));
    EXPECT_EQ(shortened({"stand", "land"}), (Names{"stand", "land"}));
}

TEST(ShortNamesTest, KeepALetter) {
    EXPECT_EQ(shortened({"Idle 1", "Idle 2"}), (Names{"Idle 1", "Idle 2"}));
    EXPECT_EQ(shortened({"a_", "a_b"}), (Names{"a_", "a_b"}));
    EXPECT_EQ(shortened({"a_a_a", "a_a"}), (Names{"a_a", "a"}));
    EXPECT_EQ(shortened({"walk", "walk"}), (Names{"walk", "walk"}));
    EXPECT_EQ(shortened({"", ""}), (Names{"", ""}));
}

TEST(ShortNamesTest, ASingleNameStaysWhole) {
    EXPECT_EQ(shortened({"Armature|walk"}), (Names{"Armature|walk"}));
    EXPECT_EQ(shortened({}), Names{});
}

}  // namespace
}  // namespace sinew
