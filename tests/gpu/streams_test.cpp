// The lists of streams against the shaders that were built: each declares what its list says.
#include "skinning/gpu/streams.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "shaders/embedded.h"

namespace sinew {
namespace {

/// Bindings that a SPIR-V module declares in two sets.
std::set<uint32_t> bindingsOf(std::span<const uint32_t> spirv, uint32_t meshSet) {
    constexpr uint32_t kOpDecorate = 71;
    constexpr uint32_t kDecorationBinding = 33;
    constexpr uint32_t kDecorationSet = 34;
    std::map<uint32_t, uint32_t> sets;
    std::map<uint32_t, uint32_t> bindings;
    for (size_t at = 5; at < spirv.size(); at += spirv[at] >> 16) {
        const uint32_t* word = &spirv[at];
        if ((word[0] & 0xffffu) != kOpDecorate) continue;
        if (word[2] == kDecorationSet) sets[word[1]] = word[3];
        if (word[2] == kDecorationBinding) bindings[word[1]] = word[3];
    }
    std::set<uint32_t> found;
    for (const auto& [variable, binding] : bindings) {
        const uint32_t set = sets.at(variable);
        if (set != meshSet && set != meshSet + 1) continue;
        EXPECT_EQ(isOfMesh(binding), set == meshSet) << "binding " << binding;
        found.insert(binding);
    }
    return found;
}

/// Shaders that read the streams called `name`, and in which set those of the mesh are.
std::set<uint32_t> declaredFor(const std::string& name) {
    const bool isStep = name.ends_with(".comp") || name == "feedback";
    std::set<uint32_t> declared;
    for (const EmbeddedShader& shader : embeddedShaders()) {
        const std::string is(shader.name);
        const bool reads = is == name || is == name + ".vert" ||
                           is.ends_with("." + name + ".vert") ||
                           (name == "feedback" && is.starts_with("feedback."));
        if (reads) declared.merge(bindingsOf(shader.spirv, isStep ? 0 : 1));
    }
    return declared;
}

class StreamsTest : public ::testing::TestWithParam<const Streams*> {};

INSTANTIATE_TEST_SUITE_P(All, StreamsTest, ::testing::ValuesIn(streams::kAll),
                         [](const auto& test) {
                             std::string name(test.param->name);
                             return name.substr(0, name.find('.')) +
                                    (name.ends_with(".comp") ? "Step" : "");
                         });

TEST_P(StreamsTest, AreWhatTheShadersDeclare) {
    const auto& listed = GetParam()->bindings;
    EXPECT_EQ(declaredFor(std::string(GetParam()->name)),
              std::set<uint32_t>(listed.begin(), listed.end()));
}

}  // namespace
}  // namespace sinew
