// What shaders that were built declare and read of buffers.
#include "skinning/gpu/streams.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

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

/// Members of structs that a module reaches in storage buffers, "PackedVertex.x"; a struct's name
/// alone where it is loaded as a whole.
class Reads {
public:
    explicit Reads(std::span<const uint32_t> spirv) {
        for (size_t at = 5; at < spirv.size(); at += spirv[at] >> 16) {
            take(spirv.subspan(at, spirv[at] >> 16));
        }
    }
    std::set<std::string> of(const std::set<std::string>& structs) const {
        std::set<std::string> some;
        for (const std::string& read : reads_) {
            if (structs.contains(read.substr(0, read.find('.')))) some.insert(read);
        }
        return some;
    }

private:
    enum Op : uint32_t {
        kName = 5,
        kMemberName = 6,
        kTypeVector = 23,
        kTypeMatrix = 24,
        kTypeArray = 28,
        kTypeRuntimeArray = 29,
        kTypeStruct = 30,
        kTypePointer = 32,
        kConstant = 43,
        kVariable = 59,
        kAccessChain = 65
    };

    static std::string textOf(std::span<const uint32_t> words) {
        return reinterpret_cast<const char*>(words.data());
    }

    void take(std::span<const uint32_t> word) {
        switch (word[0] & 0xffffu) {
            case kName:
                names_[word[1]] = textOf(word.subspan(2));
                break;
            case kMemberName:
                memberNames_[{word[1], word[2]}] = textOf(word.subspan(3));
                break;
            case kTypeVector:
            case kTypeMatrix:
            case kTypeArray:
            case kTypeRuntimeArray:
                elements_[word[1]] = word[2];
                break;
            case kTypeStruct:
                members_[word[1]] = {word.begin() + 2, word.end()};
                break;
            case kTypePointer:
                pointees_[word[1]] = word[3];
                break;
            case kConstant:
                constants_[word[2]] = word[3];
                break;
            case kVariable:
                pointers_[word[2]] = word[1];
                break;
            case kAccessChain:
                pointers_[word[2]] = word[1];
                walk(pointees_.at(pointers_.at(word[3])), word.subspan(4));
                break;
            default:
                break;
        }
    }

    void walk(uint32_t type, std::span<const uint32_t> indices) {
        for (const uint32_t index : indices) {
            const auto members = members_.find(type);
            if (members == members_.end()) {
                type = elements_.at(type);
                continue;
            }
            const uint32_t member = constants_.at(index);
            reads_.insert(names_[type] + '.' + memberNames_[{type, member}]);
            type = members->second.at(member);
        }
        if (members_.contains(type)) reads_.insert(names_[type]);
    }

    std::map<uint32_t, std::string> names_;
    std::map<std::pair<uint32_t, uint32_t>, std::string> memberNames_;
    std::map<uint32_t, uint32_t> elements_;
    std::map<uint32_t, std::vector<uint32_t>> members_;
    std::map<uint32_t, uint32_t> pointees_;
    std::map<uint32_t, uint32_t> constants_;
    std::map<uint32_t, uint32_t> pointers_;  // variable or chain -> its type
    std::set<std::string> reads_;
};

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

TEST(PassStreams, ShadowsAndThePrepassReadPositionsAlone) {
    const std::set<std::string> structs{"PackedVertex", "CompactVertex", "MorphEntry"};
    const std::set<std::string> positions{"PackedVertex.x", "PackedVertex.y", "PackedVertex.z",
                                          "CompactVertex.a", "CompactVertex.b"};
    std::set<std::string> morphed = positions;
    morphed.insert({"MorphEntry.weight", "MorphEntry.position"});
    size_t shadows = 0, forwards = 0;
    for (const EmbeddedShader& shader : embeddedShaders()) {
        const std::string name(shader.name);
        if (!name.ends_with(".vert")) continue;
        SCOPED_TRACE(name);
        const bool isSkinned = name.find(".skinned.") != name.npos;
        if (name.starts_with("shadow.") || name.starts_with("prepass.")) {
            ++shadows;
            EXPECT_EQ(Reads(shader.spirv).of(structs), isSkinned ? positions : morphed);
            EXPECT_FALSE(bindingsOf(shader.spirv, 1).contains(SINEW_BINDING_NORMAL_PALETTES));
        } else if (name.starts_with("forward.")) {
            ++forwards;
            EXPECT_TRUE(Reads(shader.spirv).of(structs).contains("PackedVertex.normal"));
        }
    }
    EXPECT_EQ(shadows, 8u);
    EXPECT_EQ(forwards, 8u);
}

}  // namespace
}  // namespace sinew
