// Tests the bindings that compiled shaders declare, the struct members that they read, and the
// offsets of members that C++ and GLSL share.
#include "renderer/shader_bindings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "renderer/device/device.h"
#include "shaders/embedded.h"
#include "shaders/shared/clips.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/material.h"
#include "shaders/shared/palette.h"
#include "shaders/shared/peers.h"
#include "shaders/shared/vertex.h"
#include "shaders/shared/view.h"

namespace sinew {
namespace {

/// Finds the struct members that a SPIR-V module accesses in storage buffers, such as
/// "PackedVertex.x", and the offsets of all members. For a struct that is loaded completely, it
/// finds the name of the struct.
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

    /// Returns the offset of each struct member, by "Struct.member".
    std::map<std::string, uint32_t> offsets() const { return offsets_; }

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
        kAccessChain = 65,
        kMemberDecorate = 72
    };

    static constexpr uint32_t kDecorationOffset = 35;

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
                visit(pointees_.at(pointers_.at(word[3])), word.subspan(4));
                break;
            case kMemberDecorate:
                if (word[3] != kDecorationOffset) break;
                offsets_[names_[word[1]] + '.' + memberNames_[{word[1], word[2]}]] = word[4];
                break;
            default:
                break;
        }
    }

    void visit(uint32_t type, std::span<const uint32_t> indices) {
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
    std::map<uint32_t, uint32_t> pointers_;  // key: variable or access chain; value: type
    std::set<std::string> reads_;
    std::map<std::string, uint32_t> offsets_;
};

VkDescriptorType typeOf(std::string_view shader, uint32_t set, uint32_t binding) {
    for (const EmbeddedShader& each : embeddedShaders()) {
        if (each.name != shader) continue;
        for (const ShaderBinding& found : bindingsOf(each.spirv)) {
            if (found.set == set && found.binding == binding) return found.type;
        }
    }
    return VK_DESCRIPTOR_TYPE_MAX_ENUM;
}

TEST(ShaderBindings, HaveTheTypesOfTheDeclarations) {
    EXPECT_EQ(typeOf("skin.comp", 0, 0), VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    EXPECT_EQ(typeOf("skin.comp", 0, 7), VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER);
    EXPECT_EQ(typeOf("forward.uniform.vert", 0, 0), VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
    EXPECT_EQ(typeOf("forward.uniform.vert", 1, 6), VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
    EXPECT_EQ(typeOf("forward.texture.vert", 1, 7), VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
    EXPECT_EQ(typeOf("forward.skinned.vert", 1, 7), VK_DESCRIPTOR_TYPE_MAX_ENUM);
}

TEST(ShaderBindings, OfKernelsAreNumberedWithoutGaps) {
    size_t kernels = 0;
    for (const EmbeddedShader& shader : embeddedShaders()) {
        const std::string name(shader.name);
        const bool isPeer = name.starts_with("peer.");
        if (isPeer || (!name.ends_with(".comp") && !name.starts_with("feedback."))) continue;
        SCOPED_TRACE(name);
        ++kernels;
        uint32_t next = 0;
        for (const ShaderBinding& binding : bindingsOf(shader.spirv)) {
            EXPECT_EQ(binding.set, 0u);
            EXPECT_EQ(binding.binding, next++);
        }
    }
    EXPECT_EQ(kernels, 12u);
}

TEST(ShaderBindings, AreAsManyStorageBuffersAsDevicesMustAllow) {
    for (const EmbeddedShader& shader : embeddedShaders()) {
        const std::vector<ShaderBinding> bindings = bindingsOf(shader.spirv);
        EXPECT_LE(
            std::ranges::count(bindings, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &ShaderBinding::type),
            static_cast<ptrdiff_t>(kStorageBuffers))
            << shader.name;
    }
}

TEST(ShaderBindings, ShadowsAndThePrepassReadPositionsAlone) {
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
            EXPECT_EQ(typeOf(name, 1, 5), VK_DESCRIPTOR_TYPE_MAX_ENUM);  // 5: normal palettes
        } else if (name.starts_with("forward.")) {
            ++forwards;
            EXPECT_TRUE(Reads(shader.spirv).of(structs).contains("PackedVertex.normal"));
        }
    }
    EXPECT_EQ(shadows, 8u);
    EXPECT_EQ(forwards, 8u);
}

/// Returns the offsets of all shaders. Fails if two shaders lay out a struct differently.
std::map<std::string, uint32_t> allOffsets() {
    std::map<std::string, uint32_t> all;
    for (const EmbeddedShader& shader : embeddedShaders()) {
        for (const auto& [member, offset] : Reads(shader.spirv).offsets()) {
            const auto [at, fresh] = all.emplace(member, offset);
            if (!fresh) {
                EXPECT_EQ(at->second, offset) << member << " in " << shader.name;
            }
        }
    }
    return all;
}

struct Member {
    const char* name;
    size_t offset;
};
#define MEMBER(type, member) \
    { #type "." #member, offsetof(gpu::type, member) }
const Member kMembers[] = {MEMBER(ClipEntry, movement),
                           MEMBER(ClipMovement, perSecond),
                           MEMBER(LastPose, request),
                           MEMBER(LastPose, frame),
                           MEMBER(CullViews, frame),
                           MEMBER(CullViews, ratePixels),
                           MEMBER(PackedVertex, x),
                           MEMBER(PackedVertex, z),
                           MEMBER(PackedVertex, normal),
                           MEMBER(PackedVertex, tangent),
                           MEMBER(BindEntry, jointFromBind),
                           MEMBER(BindEntry, joint),
                           MEMBER(BoxEntry, high),
                           MEMBER(MorphEntry, weight),
                           MEMBER(MorphEntry, position),
                           MEMBER(MorphEntry, normal),
                           MEMBER(MorphEntry, tangent),
                           MEMBER(PoseRequest, otherSeconds),
                           MEMBER(PoseRequest, otherWeight),
                           MEMBER(PoseRequest, clips),
                           MEMBER(PoseRequest, layerSeconds),
                           MEMBER(PoseRequest, additiveSeconds),
                           MEMBER(PoseRequest, layer),
                           MEMBER(PoseRequest, additive),
                           MEMBER(JointEntry, translation),
                           MEMBER(JointEntry, rotation),
                           MEMBER(JointEntry, scale),
                           MEMBER(JointEntry, parent),
                           MEMBER(JointEntry, masks),
                           MEMBER(SkinConstants, vertexCount),
                           MEMBER(SkinConstants, bindBits),
                           MEMBER(SkinConstants, weightScale),
                           MEMBER(SkinConstants, instanceTile),
                           MEMBER(SkinConstants, influenceCount),
                           MEMBER(SkinConstants, meshBox),
                           MEMBER(SkinConstants, lastWeightScale),
                           MEMBER(DrawConstants, cascade),
                           MEMBER(PeerConstants, firstVertex),
                           MEMBER(PeerConstants, firstEntry),
                           MEMBER(PeerConstants, boxLow),
                           MEMBER(PeerConstants, boxSize),
                           MEMBER(PeerFloat3, z),
                           MEMBER(PeerUnityVertex, normal),
                           MEMBER(PeerUnityVertex, tangent),
                           MEMBER(PeerUnityInfluences, joints),
                           MEMBER(TextureConstants, matrix),
                           MEMBER(TextureConstants, offset),
                           MEMBER(TextureConstants, uvSet),
                           MEMBER(MaterialConstants, baseColor),
                           MEMBER(MaterialConstants, emissive),
                           MEMBER(MaterialConstants, metallic),
                           MEMBER(MaterialConstants, roughness),
                           MEMBER(MaterialConstants, normalScale),
                           MEMBER(MaterialConstants, occlusionStrength),
                           MEMBER(MaterialConstants, alphaCutoff),
                           MEMBER(MaterialConstants, textures),
                           MEMBER(ViewConstants, clipFromWorld),
                           MEMBER(ViewConstants, worldFromClip),
                           MEMBER(ViewConstants, cascadeFromWorld),
                           MEMBER(ViewConstants, cascadeTexel),
                           MEMBER(ViewConstants, cameraPosition),
                           MEMBER(ViewConstants, cascadeCount),
                           MEMBER(ViewConstants, lightDirection),
                           MEMBER(ViewConstants, extent),
                           MEMBER(ViewConstants, groundCenter),
                           MEMBER(ViewConstants, groundRadius),
                           MEMBER(ViewConstants, targetSize),
                           MEMBER(ViewConstants, exposure)};
#undef MEMBER

TEST(SharedLayout, MembersLieInShadersAsInCpp) {
    const std::map<std::string, uint32_t> offsets = allOffsets();
    for (const Member& member : kMembers) {
        const auto found = offsets.find(member.name);
        ASSERT_NE(found, offsets.end()) << "no shader names " << member.name;
        EXPECT_EQ(found->second, member.offset) << member.name;
    }
}

}  // namespace
}  // namespace sinew
