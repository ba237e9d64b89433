// Structs shared by C++ and GLSL: the SPIR-V that was built against offsetof.
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

/// Offset of every member of every struct that a SPIR-V module names, by "Struct.member".
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

/// Over all shaders; a struct laid out differently in two of them fails here.
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

#define EXPECT_SAME_OFFSET(type, member)                                            \
    do {                                                                            \
        const auto found = offsets.find(#type "." #member);                         \
        ASSERT_NE(found, offsets.end()) << "no shader names " #type "." #member;    \
        EXPECT_EQ(found->second, offsetof(gpu::type, member)) << #type "." #member; \
    } while (false)

TEST(SharedLayout, LastPosesLieAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(ClipEntry, movement);
    EXPECT_SAME_OFFSET(ClipMovement, perSecond);
    EXPECT_SAME_OFFSET(LastPose, request);
    EXPECT_SAME_OFFSET(LastPose, frame);
    EXPECT_SAME_OFFSET(CullViews, frame);
    EXPECT_SAME_OFFSET(CullViews, ratePixels);
}

TEST(SharedLayout, VerticesLieAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(PackedVertex, x);
    EXPECT_SAME_OFFSET(PackedVertex, z);
    EXPECT_SAME_OFFSET(PackedVertex, normal);
    EXPECT_SAME_OFFSET(PackedVertex, tangent);
}

TEST(SharedLayout, BindsAndMorphsLieAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(BindEntry, jointFromBind);
    EXPECT_SAME_OFFSET(BindEntry, joint);
    EXPECT_SAME_OFFSET(BoxEntry, high);
    EXPECT_SAME_OFFSET(MorphEntry, weight);
    EXPECT_SAME_OFFSET(MorphEntry, position);
    EXPECT_SAME_OFFSET(MorphEntry, normal);
    EXPECT_SAME_OFFSET(MorphEntry, tangent);
}

TEST(SharedLayout, RequestsAndJointsLieAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(PoseRequest, otherSeconds);
    EXPECT_SAME_OFFSET(PoseRequest, otherWeight);
    EXPECT_SAME_OFFSET(PoseRequest, clips);
    EXPECT_SAME_OFFSET(PoseRequest, layerSeconds);
    EXPECT_SAME_OFFSET(PoseRequest, additiveSeconds);
    EXPECT_SAME_OFFSET(PoseRequest, layer);
    EXPECT_SAME_OFFSET(PoseRequest, additive);
    EXPECT_SAME_OFFSET(JointEntry, translation);
    EXPECT_SAME_OFFSET(JointEntry, rotation);
    EXPECT_SAME_OFFSET(JointEntry, scale);
    EXPECT_SAME_OFFSET(JointEntry, parent);
    EXPECT_SAME_OFFSET(JointEntry, masks);
}

TEST(SharedLayout, PushConstantsLieAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(SkinConstants, vertexCount);
    EXPECT_SAME_OFFSET(SkinConstants, bindBits);
    EXPECT_SAME_OFFSET(SkinConstants, weightScale);
    EXPECT_SAME_OFFSET(SkinConstants, instanceTile);
    EXPECT_SAME_OFFSET(SkinConstants, influenceCount);
    EXPECT_SAME_OFFSET(SkinConstants, meshBox);
    EXPECT_SAME_OFFSET(SkinConstants, lastWeightScale);
    EXPECT_SAME_OFFSET(DrawConstants, cascade);
}

TEST(SharedLayout, WhatTheFieldsKernelsReadLiesAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(PeerConstants, firstVertex);
    EXPECT_SAME_OFFSET(PeerConstants, firstEntry);
    EXPECT_SAME_OFFSET(PeerConstants, boxLow);
    EXPECT_SAME_OFFSET(PeerConstants, boxSize);
    EXPECT_SAME_OFFSET(PeerFloat3, z);
    EXPECT_SAME_OFFSET(PeerUnityVertex, normal);
    EXPECT_SAME_OFFSET(PeerUnityVertex, tangent);
    EXPECT_SAME_OFFSET(PeerUnityInfluences, joints);
}

TEST(SharedLayout, MaterialsLieAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(TextureConstants, matrix);
    EXPECT_SAME_OFFSET(TextureConstants, offset);
    EXPECT_SAME_OFFSET(TextureConstants, uvSet);
    EXPECT_SAME_OFFSET(MaterialConstants, baseColor);
    EXPECT_SAME_OFFSET(MaterialConstants, emissive);
    EXPECT_SAME_OFFSET(MaterialConstants, metallic);
    EXPECT_SAME_OFFSET(MaterialConstants, roughness);
    EXPECT_SAME_OFFSET(MaterialConstants, normalScale);
    EXPECT_SAME_OFFSET(MaterialConstants, occlusionStrength);
    EXPECT_SAME_OFFSET(MaterialConstants, alphaCutoff);
    EXPECT_SAME_OFFSET(MaterialConstants, textures);
}

TEST(SharedLayout, ViewConstantsLieAsInCpp) {
    const auto offsets = allOffsets();
    EXPECT_SAME_OFFSET(ViewConstants, clipFromWorld);
    EXPECT_SAME_OFFSET(ViewConstants, worldFromClip);
    EXPECT_SAME_OFFSET(ViewConstants, cascadeFromWorld);
    EXPECT_SAME_OFFSET(ViewConstants, cascadeTexel);
    EXPECT_SAME_OFFSET(ViewConstants, cameraPosition);
    EXPECT_SAME_OFFSET(ViewConstants, cascadeCount);
    EXPECT_SAME_OFFSET(ViewConstants, lightDirection);
    EXPECT_SAME_OFFSET(ViewConstants, extent);
    EXPECT_SAME_OFFSET(ViewConstants, groundCenter);
    EXPECT_SAME_OFFSET(ViewConstants, groundRadius);
    EXPECT_SAME_OFFSET(ViewConstants, targetSize);
    EXPECT_SAME_OFFSET(ViewConstants, exposure);
}

}  // namespace
}  // namespace sinew
