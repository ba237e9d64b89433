// Vertex shader skinning: the vertex stage of each pass skins. Two characters show the same pose:
// the left one's palette is in a storage buffer, the right one's in a uniform buffer.
//
//   vertex-shader-skinning character.glb                  a window
//   vertex-shader-skinning character.glb -o picture.png   a picture, half a second into the clip
//
// Markers "skinning: begin" and "skinning: end" enclose the code for skinning.
#include <array>

#include "common/scene.h"
// skinning: begin
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
using sinew::gpu::Affine;

/// The scale of the first joint, which all other joints inherit. It is uneven to test normals.
constexpr glm::vec3 kScale(1.3f, 0.9f, 0.35f);
/// Length of the array in skin.vert.glsl. Each device supports uniform ranges of 16384 bytes.
constexpr uint32_t kUniformEntries = 16384 / sizeof(Affine);

/// The model, and a sampler per clip.
struct Animation {
    const sinew::Model& model;
    std::vector<sinew::ClipSampler> samplers{model.clips.begin(), model.clips.end()};
};

/// One matrix per pair of joint and inverse bind matrix: bind space to posed object space.
std::vector<Affine> computePalette(const Animation& animation, float seconds) {
    const auto& [model, samplers] = animation;
    sinew::Pose pose = sinew::restPose(model);
    if (!samplers.empty()) samplers[0].sample(sinew::wrapTime(model.clips[0], seconds), pose);
    if (!pose.joints.empty()) pose.joints[0].scale *= kScale;
    std::vector<Affine> objectFromJoint(model.skeleton.size());
    sinew::poseSkeleton(model.skeleton, pose, objectFromJoint);
    std::vector<Affine> palette(model.binds.size());
    sinew::computePalette(model.binds, objectFromJoint, palette);
    return palette;
}

/// The push constants of skin.vert.glsl.
struct Constants {
    float worldX;
    uint32_t entryBits;
};

struct Character {
    uint32_t entryBits = 0, indexCount = 0;
    Buffer vertices, indices;
    // The CPU writes the palettes while the GPU may still read the preceding frame's.
    std::array<Buffer, kFramesInFlight> palettes;
    std::array<VkDescriptorSet, kFramesInFlight> sets{};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    struct Pipelines {
        VkPipeline shadow = VK_NULL_HANDLE, forward = VK_NULL_HANDLE;
    } storagePalette, uniformPalette;
};

/// The forward pass has a fragment shader; the shadow pass has none.
VkPipeline createPipeline(Gpu& gpu, VkPipelineLayout layout, bool uniformPalette, bool shadowPass) {
    const VkBool32 constants[] = {uniformPalette, shadowPass};
    const VkSpecializationMapEntry entries[] = {{0, 0, sizeof(VkBool32)},
                                                {1, sizeof(VkBool32), sizeof(VkBool32)}};
    const VkSpecializationInfo specialization{2, entries, sizeof constants, constants};
    GraphicsState state{.layout = layout,
                        .vertexShader = skin_vert,
                        .stride = sizeof(Vertex),
                        .attributes = kPositionAndNormal,
                        .vertexConstants = &specialization};
    if (!shadowPass) state.fragmentShader = shade_frag;
    return createGraphicsPipeline(gpu, state);
}

Character createCharacter(Gpu& gpu, const Scene& scene, const sinew::Model& model) {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const sinew::PlainMesh mesh = sinew::packPlainMesh(model);
    const Buffer offsets = upload(gpu, model.geometry.influenceOffsets, kStorage);
    const Buffer influences = upload(gpu, mesh.influences, kStorage);
    requireLimit("the length of a uniform palette", model.binds.size(), kUniformEntries);

    Character character{
        .entryBits = mesh.bindBits,
        .indexCount = uint32_t(model.geometry.indices.size()),
        .vertices = upload(gpu, mesh.vertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT),
        .indices = upload(gpu, model.geometry.indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT)};
    const VkDescriptorSetLayout setLayout = createSetLayout(
        gpu, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
              VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER});
    for (uint32_t slot = 0; slot < kFramesInFlight; ++slot) {
        // std430 and std140 give the matrices the same stride, so both descriptors use one buffer.
        const Buffer& palette = character.palettes[slot] =
            createBuffer(gpu, kUniformEntries * sizeof(Affine),
                         kStorage | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, kMappedMemory);
        character.sets[slot] =
            createSet(gpu, setLayout,
                      {storage(offsets), storage(influences), storage(palette), uniform(palette)});
    }
    character.layout = createPipelineLayout(gpu, {scene.setLayout, setLayout},
                                            {VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(Constants)});
    character.storagePalette = {createPipeline(gpu, character.layout, false, true),
                                createPipeline(gpu, character.layout, false, false)};
    character.uniformPalette = {createPipeline(gpu, character.layout, true, true),
                                createPipeline(gpu, character.layout, true, false)};
    return character;
}

/// The frame loop has waited for this slot's fence. The queue submission makes the host writes
/// visible to the device. No barrier is needed, because no pass writes what another pass reads.
void writePalette(const Frame& frame, const Character& character, const Animation& animation) {
    const std::vector<Affine> palette = computePalette(animation, frame.seconds);
    std::memcpy(character.palettes[frame.slot].mapped, palette.data(),
                palette.size() * sizeof(Affine));
}
// skinning: end

void draw(const Frame& frame, const Scene& scene, const Character& character, VkPipeline pipeline,
          float worldX) {
    const Constants constants{worldX, character.entryBits};
    const VkDescriptorSet sets[] = {scene.set, character.sets[frame.slot]};
    const VkDeviceSize offset = 0;
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, character.layout, 0, 2,
                            sets, 0, nullptr);
    vkCmdPushConstants(frame.commands, character.layout, VK_SHADER_STAGE_VERTEX_BIT, 0,
                       sizeof constants, &constants);
    vkCmdBindVertexBuffers(frame.commands, 0, 1, &character.vertices.buffer, &offset);
    vkCmdBindIndexBuffer(frame.commands, character.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(frame.commands, character.indexCount, 1, 0, 0, 0);
}

}  // namespace

int main(int count, char** arguments) try {
    const Options options(count, arguments);
    const sinew::Model model = sinew::importGltf(options.model);
    Gpu gpu(options.picture.empty());
    // skinning: begin
    const Animation animation{model};
    const sinew::Box box = sinew::posedBounds(sinew::makeBindBoxes(model),
                                              computePalette(animation, kPictureSeconds), {});
    // skinning: end
    // The left character is at the origin.
    const float rightX = 0.8f * (box.high.x - box.low.x);
    const Scene scene = createScene(gpu, box.low, box.high + glm::vec3(rightX, 0.0f, 0.0f));
    const Character character = createCharacter(gpu, scene, model);
    run(gpu, options, [&](const Frame& frame) {
        writePalette(frame, character, animation);
        // Each pass skins again.
        recordShadowPass(frame, scene, [&] {
            draw(frame, scene, character, character.storagePalette.shadow, 0.0f);
            draw(frame, scene, character, character.uniformPalette.shadow, rightX);
        });
        recordForwardPass(frame, scene, [&] {
            draw(frame, scene, character, character.storagePalette.forward, 0.0f);
            draw(frame, scene, character, character.uniformPalette.forward, rightX);
        });
    });
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
