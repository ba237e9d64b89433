// Tests that structs shared by C++ and GLSL have the same offsets in SPIR-V and C++.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <string>

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

/// Returns the offset of each struct member of a SPIR-V module, by "Struct.member".
std::map<std::string, uint32_t> memberOffsets(std::span<const uint32_t> spirv) {
    constexpr uint32_t kOpName = 5;
    constexpr uint32_t kOpMemberName = 6;
    constexpr uint32_t kOpMemberDecorate = 72;
    constexpr uint32_t kDecorationOffset = 35;
    std::map<uint32_t, std::string> typeNames;
    std::map<std::pair<uint32_t, uint32_t>, std::string> memberNames;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> offsets;
    for (size_t at = 5; at < spirv.size(); at += spirv[at] >> 16) {
        const uint32_t* word = &spirv[at];
        switch (word[0] & 0xffffu) {
            case kOpName:
                typeNames[word[1]] = reinterpret_cast<const char*>(word + 2);
                break;
            case kOpMemberName:
                memberNames[{word[1], word[2]}] = reinterpret_cast<const char*>(word + 3);
                break;
            case kOpMemberDecorate:
                if (word[3] == kDecorationOffset) offsets[{word[1], word[2]}] = word[4];
                break;
            default:
                break;
        }
    }
    std::map<std::string, uint32_t> result;
    for (const auto& [member, offset] : offsets) {
        result[typeNames[member.first] + "." + memberNames[member]] = offset;
    }
    return result;
}

/// Returns the offsets of all shaders. Fails if two shaders lay out a struct differently.
std::map<std::string, uint32_t> allOffsets() {
    std::map<std::string, uint32_t> all;
    for (const EmbeddedShader& shader : embeddedShaders()) {
        for (const auto& [member, offset] : memberOffsets(shader.spirv)) {
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
