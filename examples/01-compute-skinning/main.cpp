// Compute skinning: two dispatches per frame compute the palette and skin a character into a vertex
// buffer, which the shadow pass and the forward pass read.
//
//   compute-skinning character.glb                  a window
//   compute-skinning character.glb -o picture.png   a picture, half a second into the first clip
//
// Markers "skinning: begin" and "skinning: end" enclose the code for skinning.
#include <array>

#include "common/scene.h"
// skinning: begin
#include "skinning/animation/affine.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gltf/import.h"
#include "skinning/model/plain_mesh.h"
// skinning: end

using namespace example;

namespace {

// skinning: begin
using sinew::gpu::Affine;  // rows of a 3x4 matrix

/// The model, and a sampler per clip.
struct Animation {
    const sinew::Model& model;
    std::vector<sinew::ClipSampler> samplers{model.clips.begin(), model.clips.end()};
};

/// One matrix per joint: joint space to posed object space.
std::vector<Affine> poseJoints(const Animation& animation, float seconds) {
    const auto& [model, samplers] = animation;
    sinew::Pose pose = sinew::restPose(model);
    if (!samplers.empty()) samplers[0].sample(sinew::wrapTime(model.clips[0], seconds), pose);
    std::vector<Affine> objectFromJoint(model.skeleton.size());
    sinew::poseSkeleton(model.skeleton, pose, objectFromJoint);
    return objectFromJoint;
}

/// The bounds of the picture's pose.
sinew::Box pictureBox(const Animation& animation) {
    const sinew::Model& model = animation.model;
    std::vector<Affine> palette(model.binds.size());
    sinew::computePalette(model.binds, poseJoints(animation, kPictureSeconds), palette);
    return sinew::posedBounds(sinew::makeBindBoxes(model), palette, {});
}

/// The element of the buffer Binds in palette.comp.glsl, std430.
struct Bind {
    Affine jointFromBind;
    uint32_t joint, padding[3];
};

std::vector<Bind> packBinds(const sinew::Model& model) {
    std::vector<Bind> binds;
    for (const sinew::Bind& bind : model.binds) {
        binds.push_back({sinew::affineFrom(bind.jointFromBind), bind.joint, {}});
    }
    return binds;
}

/// The push constants of both kernels.
struct Constants {
    uint32_t vertexCount, entryBits, entryCount;
};

struct Skinning {
    Constants constants{};
    // The CPU writes the joint matrices while the GPU may still read the preceding frame's.
    std::array<Buffer, kFramesInFlight> joints;
    std::array<Kernel, kFramesInFlight> palette{};
    Kernel skin{};
    Buffer skinned;  // one copy, as the palette: the barriers of recordSkinning protect both
};

Skinning createSkinning(Gpu& gpu, const sinew::Model& model, VkMemoryPropertyFlags skinnedMemory) {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const sinew::PlainMesh mesh = sinew::packPlainMesh(model);
    const auto vertexCount = uint32_t(mesh.vertices.size());
    const auto entryCount = uint32_t(model.binds.size());
    const Buffer vertices = upload(gpu, mesh.vertices, kStorage);
    const Buffer offsets = upload(gpu, model.geometry.influenceOffsets, kStorage);
    const Buffer influences = upload(gpu, mesh.influences, kStorage);
    const Buffer binds = upload(gpu, packBinds(model), kStorage);
    const Buffer palette = createBuffer(gpu, entryCount * sizeof(Affine), kStorage, kDeviceMemory);

    Skinning skinning{.constants = {vertexCount, mesh.bindBits, entryCount}};
    skinning.skinned = createBuffer(gpu, vertexCount * sizeof(Vertex),
                                    kStorage | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, skinnedMemory);
    for (uint32_t slot = 0; slot < kFramesInFlight; ++slot) {
        skinning.joints[slot] =
            createBuffer(gpu, model.skeleton.size() * sizeof(Affine), kStorage, kMappedMemory);
        skinning.palette[slot] =
            createKernel(gpu, palette_comp, sizeof(Constants), entryCount, 1,
                         {storage(skinning.joints[slot]), storage(binds), storage(palette)});
    }
    skinning.skin = createKernel(gpu, skin_comp, sizeof(Constants), vertexCount, 1,
                                 {storage(vertices), storage(offsets), storage(influences),
                                  storage(palette), storage(skinning.skinned)});
    return skinning;
}

void recordSkinning(const Frame& frame, const Skinning& skinning, const Animation& animation) {
    // The frame loop has waited for this slot's fence, so the GPU does not read this copy now. The
    // queue submission makes the host writes visible to the device.
    const std::vector<Affine> joints = poseJoints(animation, frame.seconds);
    std::memcpy(skinning.joints[frame.slot].mapped, joints.data(), joints.size() * sizeof(Affine));

    // Write after read: the preceding frame reads its palette and its vertices before this frame
    // overwrites them. An execution dependency is enough, because reads change no memory.
    memoryBarrier(
        frame.commands,
        {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT,
         VK_ACCESS_2_NONE},
        {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_NONE});
    dispatch(frame.commands, skinning.palette[frame.slot], skinning.constants);

    // Read after write: the skinning dispatch reads the palette.
    memoryBarrier(frame.commands,
                  {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
                  {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT});
    dispatch(frame.commands, skinning.skin, skinning.constants);

    // Read after write: a memory dependency makes the vertices available, and visible to both
    // passes.
    memoryBarrier(
        frame.commands,
        {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
        {VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT});
}
// skinning: end

struct Character {
    VkPipeline shadow = VK_NULL_HANDLE, forward = VK_NULL_HANDLE;
    Buffer indices;
    uint32_t indexCount = 0;
};

Character createCharacter(Gpu& gpu, const Scene& scene, const sinew::Model& model) {
    return {createGraphicsPipeline(gpu, {scene.layout, shadow_vert, {}, sizeof(Vertex), kPosition}),
            createGraphicsPipeline(gpu, {scene.layout, character_vert, shade_frag, sizeof(Vertex),
                                         kPositionAndNormal}),
            upload(gpu, model.geometry.indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT),
            uint32_t(model.geometry.indices.size())};
}

void draw(VkCommandBuffer commands, const Scene& scene, const Character& character,
          VkPipeline pipeline, const Buffer& vertices) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, scene.layout, 0, 1,
                            &scene.set, 0, nullptr);
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &offset);
    vkCmdBindIndexBuffer(commands, character.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(commands, character.indexCount, 1, 0, 0, 0);
}

}  // namespace

int main(int count, char** arguments) try {
    const Options options(count, arguments);
    const sinew::Model model = sinew::importGltf(options.model);
    Gpu gpu(options.picture.empty());
    // skinning: begin
    const Animation animation{model};
    const sinew::Box box = pictureBox(animation);
    // Only --vertices reads the result on the host.
    const Skinning skinning =
        createSkinning(gpu, model, options.vertices.empty() ? kDeviceMemory : kMappedMemory);
    // skinning: end
    const Scene scene = createScene(gpu, box.low, box.high);
    const Character character = createCharacter(gpu, scene, model);
    run(gpu, options, [&](const Frame& frame) {
        recordSkinning(frame, skinning, animation);
        recordShadowPass(frame, scene, [&] {
            draw(frame.commands, scene, character, character.shadow, skinning.skinned);
        });
        recordForwardPass(frame, scene, [&] {
            draw(frame.commands, scene, character, character.forward, skinning.skinned);
        });
    });
    if (!options.vertices.empty()) {
        writeFile(options.vertices, skinning.skinned.mapped, skinning.skinned.bytes);
    }
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
