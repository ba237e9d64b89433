// Culled crowd: a compute pass culls a crowd against the camera and the light. The skinning
// dispatch and the draws are indirect, and process only the instances that survive.
//
//   culled-crowd character.glb                  a window
//   culled-crowd character.glb -o picture.png   a picture after half a second
//
// The map shows the skinned instances from above: in the camera's view (blue), and outside of it
// with shadows in the view (orange).
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

constexpr uint32_t kColumns = 12, kInstances = kColumns * kColumns;

// skinning: begin
using sinew::gpu::Affine;

struct Crowd {
    const sinew::Model& model;
    std::vector<sinew::ClipSampler> samplers{model.clips.begin(), model.clips.end()};
    sinew::BindBoxes bindBoxes = sinew::makeBindBoxes(model);
    sinew::Box bounds = sinew::standingBounds(model, bindBoxes);  // any clip, object space
};

using WorldBox = std::array<glm::vec4, 2>;  // low and high; w is padding

/// Writes the palette and the box of an instance, both in world space.
void poseInstance(const Crowd& crowd, uint32_t i, float seconds, Affine* palette, WorldBox& box) {
    const sinew::Model& model = crowd.model;
    const float radius = crowd.bounds.radius();
    const float column = float(i % kColumns), row = float(i / kColumns);
    sinew::Pose pose = sinew::restPose(model);
    if (!model.clips.empty()) {
        const size_t clip = std::min<size_t>(1, model.clips.size() - 1);
        const float time = seconds + 0.37f * float(i);  // instances are out of phase
        crowd.samplers[clip].sample(sinew::wrapTime(model.clips[clip], time), pose);
    }
    // Root motion: the instance walks around its cell.
    const float angle = 1.2f * (1.0f + seconds) + 0.25f * (column + row);
    const glm::quat turn = glm::angleAxis(angle, glm::vec3(0, 1, 0));
    sinew::Transform& root = pose.joints[0];
    root = {turn * (root.translation - glm::vec3(0.7f * radius, 0, 0)), turn * root.rotation,
            root.scale};
    const glm::vec3 cell = 1.15f * radius * glm::vec3(column - 5.5f, 0, row - 5.5f);
    const Affine placement{{1, 0, 0, cell.x}, {0, 1, 0, cell.y}, {0, 0, 1, cell.z}};
    std::vector<Affine> worldFromJoint(model.skeleton.size());
    sinew::poseSkeleton(model.skeleton, pose, worldFromJoint);
    for (Affine& matrix : worldFromJoint) matrix = sinew::multiply(placement, matrix);
    const std::span<Affine> entries(palette, model.binds.size());
    sinew::computePalette(model.binds, worldFromJoint, entries);
    const sinew::Box bounds = sinew::posedBounds(crowd.bindBoxes, entries, pose.morphWeights);
    box = {glm::vec4(bounds.low, 0.0f), glm::vec4(bounds.high, 0.0f)};
}

enum List : uint32_t { kCamera, kLight };

/// The GPU counts the instances in skin.y, and in the draws.
struct IndirectCommands {
    VkDispatchIndirectCommand skin;
    VkDrawIndexedIndirectCommand draws[2];  // by list
};

struct Skinning {
    std::array<uint32_t, 3> constants{};  // vertices, bits of a palette entry, palette entries
    IndirectCommands reset{};
    VkPipelineLayout cullLayout = VK_NULL_HANDLE, skinLayout = VK_NULL_HANDLE;
    VkPipeline cull = VK_NULL_HANDLE, skin = VK_NULL_HANDLE;
    // The CPU writes these buffers while the GPU may still read those of the preceding frame.
    std::array<Buffer, kFramesInFlight> palettes, boxes;
    std::array<VkDescriptorSet, kFramesInFlight> cullSets{}, skinSets{};
    std::array<Buffer, 2> lists;  // slots to draw
    Buffer commands, skinned;
};

Skinning createSkinning(Gpu& gpu, const Scene& scene, const sinew::Model& model) {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    constexpr VkDescriptorType kType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    constexpr VkShaderStageFlags kCompute = VK_SHADER_STAGE_COMPUTE_BIT;
    const sinew::PlainMesh mesh = sinew::packPlainMesh(model);
    const uint32_t groups = (uint32_t(mesh.vertices.size()) + 63) / 64;
    const uint32_t indexCount = uint32_t(model.geometry.indices.size());
    requireLimit("maxComputeWorkGroupCount[0]", groups, gpu.limits.maxComputeWorkGroupCount[0]);
    requireLimit("maxComputeWorkGroupCount[1]", kInstances, gpu.limits.maxComputeWorkGroupCount[1]);
    Skinning s{
        .constants = {uint32_t(mesh.vertices.size()), mesh.bindBits, uint32_t(model.binds.size())},
        .reset = {{groups, 0, 1}, {{indexCount, 0, 0, 0, 0}, {indexCount, 0, 0, 0, 0}}}};
    const Buffer bindPose = upload(gpu, mesh.vertices, kStorage);
    const Buffer offsets = upload(gpu, model.geometry.influenceOffsets, kStorage);
    const Buffer influences = upload(gpu, mesh.influences, kStorage);
    s.commands = upload(gpu, std::vector{s.reset}, kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    const auto create = [&](VkDeviceSize bytes, VkMemoryPropertyFlags memory = kDeviceMemory) {
        return createBuffer(gpu, kInstances * bytes, kStorage, memory);
    };
    const Buffer instances = create(sizeof(uint32_t));
    s.lists = {create(sizeof(uint32_t)), create(sizeof(uint32_t))};
    // The CPU does not know the count of visible instances: memory suffices for all of them.
    s.skinned = create(mesh.vertices.size() * sizeof(sinew::gpu::PackedVertex));
    const VkDescriptorSetLayout cullSet = createSetLayout(gpu, std::vector(5, kType));
    const VkDescriptorSetLayout skinSet = createSetLayout(gpu, std::vector(6, kType));
    for (uint32_t f = 0; f < kFramesInFlight; ++f) {
        s.palettes[f] = create(model.binds.size() * sizeof(Affine), kMappedMemory);
        s.boxes[f] = create(sizeof(WorldBox), kMappedMemory);
        s.cullSets[f] = createSet(gpu, cullSet,
                                  {storage(s.boxes[f]), storage(s.commands), storage(instances),
                                   storage(s.lists[kCamera]), storage(s.lists[kLight])});
        s.skinSets[f] = createSet(gpu, skinSet,
                                  {storage(bindPose), storage(offsets), storage(influences),
                                   storage(s.palettes[f]), storage(instances), storage(s.skinned)});
    }
    s.cullLayout = createPipelineLayout(gpu, {scene.setLayout, cullSet}, {kCompute, 0, 4});
    s.skinLayout = createPipelineLayout(gpu, {skinSet}, {kCompute, 0, sizeof(s.constants)});
    s.cull = createComputePipeline(gpu, s.cullLayout, cull_comp);
    s.skin = createComputePipeline(gpu, s.skinLayout, skin_comp);
    return s;
}

void recordSkinning(const Frame& frame, const Scene& scene, const Skinning& s, const Crowd& crowd) {
    Affine* const palettes = static_cast<Affine*>(s.palettes[frame.slot].mapped);
    WorldBox* const boxes = static_cast<WorldBox*>(s.boxes[frame.slot].mapped);
    for (uint32_t i = 0; i < kInstances; ++i) {
        poseInstance(crowd, i, frame.seconds, palettes + i * s.constants[2], boxes[i]);
    }
    constexpr VkPipelineStageFlags2 kCompute = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    constexpr VkPipelineStageFlags2 kIndirect = VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT;
    constexpr VkPipelineStageFlags2 kVertex = VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT;
    constexpr VkPipelineStageFlags2 kTransfer = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    constexpr VkAccessFlags2 kRead = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    constexpr VkAccessFlags2 kWrite = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    // Write after read: the preceding frame reads commands, lists and vertices first.
    memoryBarrier(frame.commands, {kIndirect | kCompute | kVertex, VK_ACCESS_2_NONE},
                  {kTransfer | kCompute, VK_ACCESS_2_NONE});
    vkCmdUpdateBuffer(frame.commands, s.commands.buffer, 0, sizeof(s.reset), &s.reset);
    // Read after write: the culling pass adds to counts that vkCmdUpdateBuffer sets to zero.
    memoryBarrier(frame.commands, {kTransfer, VK_ACCESS_2_TRANSFER_WRITE_BIT},
                  {kCompute, kRead | kWrite});
    constexpr VkPipelineBindPoint kPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
    bind(frame.commands, kPoint, s.cull, s.cullLayout, {scene.set, s.cullSets[frame.slot]},
         VK_SHADER_STAGE_COMPUTE_BIT, kInstances);
    vkCmdDispatch(frame.commands, (kInstances + 63) / 64, 1, 1);
    // Shaders read the lists. The dispatch and the draws read their commands in an earlier stage.
    memoryBarrier(frame.commands, {kCompute, kWrite},
                  {kCompute | kVertex | kIndirect, kRead | VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT});

    bind(frame.commands, kPoint, s.skin, s.skinLayout, {s.skinSets[frame.slot]},
         VK_SHADER_STAGE_COMPUTE_BIT, s.constants);
    vkCmdDispatchIndirect(frame.commands, s.commands.buffer, offsetof(IndirectCommands, skin));
    // Read after write: the vertex shaders of both passes read the skinned vertices.
    memoryBarrier(frame.commands, {kCompute, kWrite}, {kVertex, kRead});
}
// skinning: end

struct Drawing {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline shadow = VK_NULL_HANDLE, forward = VK_NULL_HANDLE;
    std::array<VkDescriptorSet, 2> lists{};  // vertices, and a list of slots
    VkDescriptorSet map = VK_NULL_HANDLE;    // the view from above
    Buffer indices;
};

Drawing createDrawing(Gpu& gpu, const Scene& scene, const Skinning& skinning, const Crowd& crowd) {
    const auto setLayout = createSetLayout(gpu, std::vector(2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER));
    const auto layout = createPipelineLayout(gpu, {scene.setLayout, setLayout},
                                             {VK_SHADER_STAGE_VERTEX_BIT, 0, 2 * sizeof(uint32_t)});
    const auto list = [&](List l) {
        return createSet(gpu, setLayout, {storage(skinning.skinned), storage(skinning.lists[l])});
    };
    View above = scene.view;
    const float half = 6.6f * crowd.bounds.radius();
    above.clipFromWorld = glm::ortho(-half, half, half, -half, 0.0f, 4.0f * half) *
                          glm::lookAt(half * glm::vec3(0, 1.5f, 1), glm::vec3(0), {0, 1, 0});
    const Buffer view = upload(gpu, std::vector{above}, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    return {layout,
            createGraphicsPipeline(gpu, {layout, shadow_vert, {}}),
            createGraphicsPipeline(gpu, {layout, character_vert, shade_frag}),
            {list(kCamera), list(kLight)},
            createSet(gpu, scene.setLayout, {scene.map, uniform(view)}),
            upload(gpu, crowd.model.geometry.indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT)};
}

/// Draws the instances of a list; the GPU counted them.
void draw(VkCommandBuffer commands, const Drawing& drawing, const Skinning& skinning,
          VkPipeline pipeline, VkDescriptorSet view, List list) {
    bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline, drawing.layout,
         {view, drawing.lists[list]}, VK_SHADER_STAGE_VERTEX_BIT,
         std::array<uint32_t, 2>{skinning.constants[0], list});
    vkCmdBindIndexBuffer(commands, drawing.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    const VkDeviceSize command =
        offsetof(IndirectCommands, draws) + list * sizeof(VkDrawIndexedIndirectCommand);
    vkCmdDrawIndexedIndirect(commands, skinning.commands.buffer, command, 1, 0);
}

/// The map's depths are below 0.5, so the ground that is drawn later does not cover it.
void beginMap(VkCommandBuffer commands) {
    const VkViewport viewport{kSide - 240, 0, 240, 200, 0, 0.5f};
    const VkClearRect rect{{{int(kSide) - 240, 0}, {240, 200}}, 0, 1};
    const VkClearAttachment clears[] = {
        {VK_IMAGE_ASPECT_COLOR_BIT, 0, {.color = {{0.8f, 0.8f, 0.8f, 1}}}},
        {VK_IMAGE_ASPECT_DEPTH_BIT, 0, {.depthStencil = {0.5f, 0}}}};
    vkCmdClearAttachments(commands, 2, clears, 1, &rect);
    vkCmdSetViewport(commands, 0, 1, &viewport);
}

}  // namespace

int main(int count, char** arguments) try {
    const Options options(count, arguments);
    const sinew::Model model = sinew::importGltf(options.model);
    Gpu gpu(options.picture.empty());
    // skinning: begin
    const Crowd crowd{model};
    const float r = crowd.bounds.radius();
    // skinning: end
    // The camera is inside of the crowd. The light's volume contains the part in the camera's view.
    const glm::vec3 eye = r * glm::vec3(0.3f, 1.4f, 6.8f), at = r * glm::vec3(0.2f, 0.3f, 1.5f);
    const glm::vec4 ground(at.x, crowd.bounds.low.y, at.z, 18.0f * r);
    const Scene scene = createScene(gpu, viewFrom(eye, at, 4.0f * r, ground));
    const Skinning skinning = createSkinning(gpu, scene, model);
    const Drawing drawing = createDrawing(gpu, scene, skinning, crowd);
    run(gpu, options, [&](const Frame& frame) {
        recordSkinning(frame, scene, skinning, crowd);
        recordShadowPass(frame, scene, [&] {
            draw(frame.commands, drawing, skinning, drawing.shadow, scene.set, kLight);
        });
        recordForwardPass(frame, scene, [&] {
            draw(frame.commands, drawing, skinning, drawing.forward, scene.set, kCamera);
            beginMap(frame.commands);
            draw(frame.commands, drawing, skinning, drawing.forward, drawing.map, kCamera);
            draw(frame.commands, drawing, skinning, drawing.forward, drawing.map, kLight);
            const VkViewport viewport{0, 0, kSide, kSide, 0, 1};
            vkCmdSetViewport(frame.commands, 0, 1, &viewport);
        });
    });
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
