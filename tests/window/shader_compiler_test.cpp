// Tests the order of the results of a shader compilation, and its errors.
#include "app/demo/work/shader_compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ShaderCompilerTest : public testing::Test {
protected:
    ShaderCompilerTest() { std::filesystem::create_directories(root_ / "shaders"); }
    ~ShaderCompilerTest() override { std::filesystem::remove_all(root_); }

    void write(const std::string& name, const std::string& content) const {
        std::ofstream(root_ / "shaders" / name) << content;
    }
    static std::vector<std::string> namesOf(const ShaderCompiler::Result& result) {
        std::vector<std::string> names;
        for (const auto& [name, spirv] : result.spirv) names.push_back(name);
        return names;
    }
    std::vector<ShaderCompiler::Result> results() {
        std::vector<ShaderCompiler::Result> results;
        while (compiler_.busy()) {
            if (auto result = compiler_.poll()) {
                results.push_back(std::move(*result));
            } else {
                std::this_thread::yield();
            }
        }
        return results;
    }

    const std::filesystem::path root_ =
        std::filesystem::temp_directory_path() / ("sinew-shaders-" + std::to_string(getpid()));
    ShaderCompiler compiler_;
};

constexpr const char* kGood = "#version 460\nvoid main() {}\n";
constexpr const char* kBroken = "#version 460\nvoid main() { int broken = ; }\n";

TEST_F(ShaderCompilerTest, ShadersOfTheViewAreTheFirstResult) {
    write("variants.txt", "a.comp good.glsl\nb.comp good.glsl\nc.comp good.glsl\n");
    write("good.glsl", kGood);
    compiler_.start(root_, {"b.comp", "unlisted.comp"});
    const auto all = results();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_THAT(namesOf(all[0]), ElementsAre("b.comp"));
    EXPECT_FALSE(all[0].complete);
    EXPECT_THAT(namesOf(all[1]), ElementsAre("a.comp", "b.comp", "c.comp"));
    EXPECT_TRUE(all[1].complete);
}

TEST_F(ShaderCompilerTest, AnErrorAnywhereLeavesAllShadersAsTheyAre) {
    write("variants.txt", "a.comp good.glsl\nb.comp broken.glsl\nc.comp broken.glsl X\n");
    write("good.glsl", kGood);
    write("broken.glsl", kBroken);
    compiler_.start(root_, {"a.comp"});
    const auto all = results();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_THAT(all[0].errors, HasSubstr("shaders/broken.glsl:2: error: "));
    EXPECT_FALSE(all[0].complete) << "the error of c.comp is the same, and is not reported again";
    for (const auto& result : all) EXPECT_THAT(namesOf(result), IsEmpty());
}

TEST_F(ShaderCompilerTest, AnotherStartReplacesTheRunningCompilation) {
    write("variants.txt", "a.comp good.glsl\n");
    write("good.glsl", kGood);
    compiler_.start(root_ / "missing", {});
    compiler_.start(root_, {});
    const auto all = results();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_THAT(namesOf(all[0]), ElementsAre("a.comp"));
    EXPECT_THAT(all[0].errors, IsEmpty());
}

}  // namespace
}  // namespace sinew
