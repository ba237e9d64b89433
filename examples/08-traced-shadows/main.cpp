// Traced shadows: an acceleration structure is refitted to the skinned vertices in each frame, and
// the fragment shader traces shadow rays.
//
//   traced-shadows character.glb                  a window
//   traced-shadows character.glb -o picture.png   a picture, half a second into the last clip
//
// Markers "skinning: begin" and "skinning: end" enclose the code for skinning.
#include <array>

#include "common/scene.h"
#include "common/structures.h"
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

constexpr VkPipelineStageFlags2 kBuild = VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR;

// skinning: begin
using sinew::gpu::Affine;

/// The model, and a sampler per clip.
struct Animation {
    const sinew::Model& model;
    std::vector<sinew::ClipSampler> samplers{model.clips.begin(), model.clips.end()};
};

/// One matrix per pair of joint and inverse bind matrix: bind space to posed object space.
std::vector<Affine> computePalette(const Animation& animation, float seconds) {
    const auto& [model, samplers] = animation;
    sinew::Pose pose = sinew::restPose(model);
    if (!samplers.empty()) {
        samplers.back().sample(sinew::wrapTime(model.clips.back(), seconds), pose);
    }
    std::vector<Affine> objectFromJoint(model.skeleton.size());
    sinew::poseSkeleton(model.skeleton, pose, objectFromJoint);
    std::vector<Affine> palette(model.binds.size());
    sinew::computePalette(model.binds, objectFromJoint, palette);
    return palette;
}

/// The push constants of skin.comp.glsl.
struct SkinConstants {
    uint32_t vertexCount, entryBits;
};

struct Skinning {
    SkinConstants constants{};
    // The CPU writes the palettes while the GPU may still read the preceding frame's.
    std::array<Buffer, kFramesInFlight> palettes;
    std::array<Kernel, kFramesInFlight> kernels{};
    Buffer skinned;  // one copy: both barriers of recordSkinning protect it
};

Skinning createSkinning(Gpu& gpu, const sinew::Model& model) {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const sinew::PlainMesh mesh = sinew::packPlainMesh(model);
    const Buffer vertices = upload(gpu, mesh.vertices, kStorage);
    const Buffer offsets = upload(gpu, model.geometry.influenceOffsets, kStorage);
    const Buffer influences = upload(gpu, mesh.influences, kStorage);

    Skinning skinning{.constants = {uint32_t(mesh.vertices.size()), mesh.bindBits}};
    skinning.skinned =
        createBuffer(gpu, mesh.vertices.size() * sizeof(Vertex),
                     kStorage | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | kBuildInput, kDeviceMemory);
    for (uint32_t slot = 0; slot < kFramesInFlight; ++slot) {
        const Buffer& palette = skinning.palettes[slot] =
            createBuffer(gpu, model.binds.size() * sizeof(Affine), kStorage, kMappedMemory);
        skinning.kernels[slot] =
            createKernel(gpu, skin_comp, sizeof(SkinConstants), skinning.constants.vertexCount, 1,
                         {storage(vertices), storage(offsets), storage(influences),
                          storage(palette), storage(skinning.skinned)});
    }
    return skinning;
}

void recordSkinning(const Frame& frame, const Skinning& skinning, const Animation& animation) {
    // The frame loop has waited for this slot's fence, so the GPU does not read this copy now. The
    // queue submission makes the host writes visible to the device.
    const std::vector<Affine> palette = computePalette(animation, frame.seconds);
    std::memcpy(skinning.palettes[frame.slot].mapped, palette.data(),
                palette.size() * sizeof(Affine));

    // Write after read: draws and refit of the preceding frame read the vertices first.
    memoryBarrier(frame.commands,
                  {VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT | kBuild, VK_ACCESS_2_NONE},
                  {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_NONE});

    dispatch(frame.commands, skinning.kernels[frame.slot], skinning.constants);

    // Read after write: the draw reads vertices as attributes, the refit by shader reads.
    memoryBarrier(frame.commands,
                  {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
                  {VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT | kBuild,
                   VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT | VK_ACCESS_2_SHADER_READ_BIT});
}
// skinning: end

struct Tracing {
    Buffer indices;
    Structure bottom, top;  // the character's triangles; one instance of them
    VkDescriptorSet set = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;  // set 0: the scene's, set 1: the top-level structure
    bool isBuilt = false;                      // the first frame builds; later frames refit
};

Tracing createTracing(Gpu& gpu, const Scene& scene, const Skinning& skinning,
                      const sinew::Model& model) {
    const std::vector<uint32_t>& indices = model.geometry.indices;
    const Buffer indexBuffer = upload(gpu, indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT | kBuildInput);
    VkAccelerationStructureGeometryKHR triangles{
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR,
        .flags = VK_GEOMETRY_OPAQUE_BIT_KHR};
    triangles.geometry.triangles = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR,
        .vertexFormat = VK_FORMAT_R32G32B32_SFLOAT,  // the position is first in a Vertex
        .vertexData = {.deviceAddress = addressOf(gpu, skinning.skinned)},
        .vertexStride = sizeof(Vertex),
        .maxVertex = skinning.constants.vertexCount - 1,
        .indexType = VK_INDEX_TYPE_UINT32,
        .indexData = {.deviceAddress = addressOf(gpu, indexBuffer)}};
    Tracing tracing{.indices = indexBuffer,
                    .bottom = createStructure(gpu, VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR,
                                              triangles, uint32_t(indices.size() / 3))};
    const VkAccelerationStructureInstanceKHR instance{
        .transform = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
        .mask = 0xff,
        .accelerationStructureReference = tracing.bottom.address};
    VkAccelerationStructureGeometryKHR instances{
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR};
    instances.geometry.instances = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR,
        .data = {.deviceAddress = addressOf(gpu, upload(gpu, std::vector{instance}, kBuildInput))}};
    tracing.top = createStructure(gpu, VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, instances, 1);
    const auto setLayout = createSetLayout(gpu, {VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR});
    tracing.set = createSet(gpu, setLayout, tracing.top);
    tracing.layout = createPipelineLayout(gpu, {scene.setLayout, setLayout});
    return tracing;
}

void recordBuilds(const Frame& frame, Tracing& tracing) {
    constexpr VkAccessFlags2 kRead = VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR;
    constexpr VkAccessFlags2 kWrite = VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR;
    // The refit reads what the preceding frame's build wrote, and overwrites what its rays read.
    memoryBarrier(frame.commands, {kBuild | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, kWrite},
                  {kBuild, kRead | kWrite});
    recordBuild(frame.commands, tracing.bottom,
                tracing.isBuilt ? VK_BUILD_ACCELERATION_STRUCTURE_MODE_UPDATE_KHR
                                : VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR);
    tracing.isBuilt = true;
    // Read after write: the top-level build reads the box of the bottom-level structure.
    memoryBarrier(frame.commands, {kBuild, kWrite}, {kBuild, kRead});
    recordBuild(frame.commands, tracing.top, VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR);
    // Rays read both structures.
    memoryBarrier(frame.commands, {kBuild, kWrite},
                  {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, kRead});
}

void draw(VkCommandBuffer commands, const Scene& scene, const Tracing& tracing, VkPipeline pipeline,
          const Buffer& vertices) {
    const VkDescriptorSet sets[] = {scene.set, tracing.set};
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, tracing.layout, 0, 2, sets,
                            0, nullptr);
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &offset);
    vkCmdBindIndexBuffer(commands, tracing.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(commands, uint32_t(tracing.indices.bytes / sizeof(uint32_t)), 1, 0, 0, 0);
}

}  // namespace

int main(int count, char** arguments) try {
    const Options options(count, arguments);
    const sinew::Model model = sinew::importGltf(options.model);
    Gpu gpu(options.picture.empty(), rayQueryRequirements());
    // skinning: begin
    const Animation animation{model};
    const sinew::Box box = sinew::posedBounds(sinew::makeBindBoxes(model),
                                              computePalette(animation, kPictureSeconds), {});
    const Skinning skinning = createSkinning(gpu, model);
    // skinning: end
    // The camera looks from the left, at the character and at its shadow.
    const glm::vec3 center = 0.5f * (box.low + box.high);
    const float radius = 0.5f * glm::length(box.high - box.low);
    View view = viewFrom(center + radius * glm::vec3(-2.2f, 2.4f, 2.4f),
                         center - radius * glm::vec3(0.5f, 0.1f, 0.5f), radius,
                         {center.x, box.low.y, center.z, 5.0f * radius});
    view.shadowFromWorld = glm::mat4(1.0f);  // without a shadow map, shaders pass world positions
    Scene scene = createScene(gpu, view);
    Tracing tracing = createTracing(gpu, scene, skinning, model);
    // The ground traces rays too.
    scene.layout = tracing.layout;
    scene.ground = createGraphicsPipeline(gpu, {scene.layout, ground_vert, traced_frag});
    const VkPipeline character = createGraphicsPipeline(
        gpu, {scene.layout, character_vert, traced_frag, sizeof(Vertex), kPositionAndNormal});
    run(gpu, options, [&](const Frame& frame) {
        recordSkinning(frame, skinning, animation);
        recordBuilds(frame, tracing);
        recordForwardPass(frame, scene, [&] {
            draw(frame.commands, scene, tracing, character, skinning.skinned);
        });
    });
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
