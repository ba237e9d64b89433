// Baked texture crowd: the palettes of all clips are in a texture, and one instanced draw per pass
// shows a crowd. The CPU poses only before the first frame.
//
//   baked-texture-crowd character.glb                  a window
//   baked-texture-crowd character.glb -o picture.png   a picture
//
// Markers "skinning: begin" and "skinning: end" enclose the code for skinning.
#include <cmath>

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

constexpr uint32_t kRows = 3, kColumns = 5;

// skinning: begin
using sinew::gpu::Affine;

constexpr float kFramesPerSecond = 10.0f;

/// The element of the storage buffer Clips, std430.
struct BakedClip {
    uint32_t firstRow, frameCount;
    float durationSeconds;
};

struct BakedClips {
    std::vector<BakedClip> clips;
    std::vector<Affine> texels;  // three RGBA texels per matrix, a row per frame
    VkExtent2D extent{};
};

/// The frames of a clip divide its duration evenly. The end of a loop is its first frame, so the
/// last frame is one interval earlier. A model without clips has one frame.
BakedClips bakeClips(const sinew::Model& model) {
    if (model.binds.empty()) fail("the model has no vertices");
    BakedClips baked;
    std::vector<Affine> objectFromJoint(model.skeleton.size()), palette(model.binds.size());
    for (size_t c = 0; c < std::max<size_t>(model.clips.size(), 1); ++c) {
        const sinew::Clip* clip = model.clips.empty() ? nullptr : &model.clips[c];
        const float seconds = clip ? clip->durationSeconds : 0.0f;
        const uint32_t frameCount = std::max(uint32_t(std::lround(seconds * kFramesPerSecond)), 1u);
        baked.clips.push_back({baked.extent.height, frameCount, std::max(seconds, 1e-3f)});
        baked.extent.height += frameCount;
        for (uint32_t frame = 0; frame < frameCount; ++frame) {
            sinew::Pose pose = sinew::restPose(model);
            const float time = seconds * float(frame) / float(frameCount);
            if (clip) sinew::ClipSampler(*clip).sample(time, pose);
            sinew::poseSkeleton(model.skeleton, pose, objectFromJoint);
            sinew::computePalette(model.binds, objectFromJoint, palette);
            baked.texels.insert(baked.texels.end(), palette.begin(), palette.end());
        }
    }
    baked.extent.width = uint32_t(3 * palette.size());
    return baked;
}

/// Copies the frames into a texture of 32-bit floats, which a device need not filter linearly.
Image uploadFrames(Gpu& gpu, const BakedClips& baked) {
    requireLimit("maxImageDimension2D", std::max(baked.extent.width, baked.extent.height),
                 gpu.limits.maxImageDimension2D);
    const Image image = createImage(gpu, baked.extent, VK_FORMAT_R32G32B32A32_SFLOAT,
                                    VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    const size_t kept = gpu.destructors.functions.size();
    const Buffer staging = createBuffer(gpu, baked.texels.size() * sizeof(Affine),
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kMappedMemory);
    std::memcpy(staging.mapped, baked.texels.data(), baked.texels.size() * sizeof(Affine));
    const VkCommandBuffer commands = beginCommands(gpu);
    constexpr Access kWrite{VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
    // The copy waits for the layout transition.
    imageBarrier(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                 {VK_PIPELINE_STAGE_2_NONE, VK_ACCESS_2_NONE}, kWrite);
    const VkBufferImageCopy region{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                   .imageExtent = {baked.extent.width, baked.extent.height, 1}};
    vkCmdCopyBufferToImage(commands, staging.buffer, image.image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    // Read after write: the vertex stages of all frames read the texture.
    imageBarrier(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                 VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kWrite,
                 {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
    submitAndWait(gpu, commands);
    gpu.destructors.downTo(kept);  // the staging buffer
    return image;
}
// skinning: end

/// The element of the storage buffer Instances, std430.
struct Instance {
    float x, z, phaseSeconds;
    uint32_t clip;
};

/// Each row plays one clip, the shortest in front. In the picture (kPictureSeconds), the times of
/// the columns are a quarter of a baked frame apart, around the end of the loop.
std::vector<Instance> placeCrowd(const BakedClips& baked, glm::vec2 spacing) {
    std::vector<uint32_t> order;
    for (uint32_t c = 0; c < baked.clips.size(); ++c) order.push_back(c);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return baked.clips[a].durationSeconds < baked.clips[b].durationSeconds;
    });
    std::vector<Instance> instances;
    for (uint32_t row = 0; row < kRows; ++row) {
        const uint32_t clip = order[row % order.size()];
        const float seconds = baked.clips[clip].durationSeconds;
        const float frame = seconds / float(baked.clips[clip].frameCount);
        for (uint32_t column = 0; column < kColumns; ++column) {
            const float phase = seconds + frame * (0.25f * float(column) - 1.0f);
            instances.push_back({spacing.x * float(column), -spacing.y * float(row),
                                 phase - kPictureSeconds, clip});
        }
    }
    return instances;
}

/// The push constants of skin.vert.glsl.
struct Constants {
    float seconds;
    uint32_t entryBits;
};

struct Crowd {
    uint32_t entryBits = 0, indexCount = 0, instanceCount = 0;
    Buffer vertices, indices;
    VkDescriptorSet set = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline shadow = VK_NULL_HANDLE, forward = VK_NULL_HANDLE;
};

/// The forward pass has a fragment shader; the shadow pass has none.
VkPipeline createPipeline(Gpu& gpu, VkPipelineLayout layout, VkBool32 shadowPass) {
    const VkSpecializationMapEntry entry{0, 0, sizeof(VkBool32)};
    const VkSpecializationInfo specialization{1, &entry, sizeof shadowPass, &shadowPass};
    GraphicsState state{.layout = layout,
                        .vertexShader = skin_vert,
                        .stride = sizeof(Vertex),
                        .attributes = kPositionAndNormal,
                        .vertexConstants = &specialization};
    if (!shadowPass) state.fragmentShader = shade_frag;
    return createGraphicsPipeline(gpu, state);
}

// skinning: begin
/// Each buffer has one copy, because no frame changes it.
Crowd createCrowd(Gpu& gpu, const Scene& scene, const sinew::Model& model, const BakedClips& baked,
                  const std::vector<Instance>& instances) {
    constexpr VkDescriptorType kBuffer = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const sinew::PlainMesh mesh = sinew::packPlainMesh(model);
    Crowd crowd{.entryBits = mesh.bindBits,
                .indexCount = uint32_t(model.geometry.indices.size()),
                .instanceCount = uint32_t(instances.size()),
                .vertices = upload(gpu, mesh.vertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT),
                .indices = upload(gpu, model.geometry.indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT)};
    const Buffer offsets = upload(gpu, model.geometry.influenceOffsets, kStorage);
    const Buffer influences = upload(gpu, mesh.influences, kStorage);
    const Buffer clips = upload(gpu, baked.clips, kStorage);
    const Buffer placed = upload(gpu, instances, kStorage);
    const Descriptor frames{
        VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
        {},
        {VK_NULL_HANDLE, uploadFrames(gpu, baked).view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}};
    const VkDescriptorSetLayout setLayout =
        createSetLayout(gpu, {kBuffer, kBuffer, kBuffer, kBuffer, frames.type});
    crowd.set =
        createSet(gpu, setLayout,
                  {storage(offsets), storage(influences), storage(clips), storage(placed), frames});
    crowd.layout = createPipelineLayout(gpu, {scene.setLayout, setLayout},
                                        {VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(Constants)});
    crowd.shadow = createPipeline(gpu, crowd.layout, VK_TRUE);
    crowd.forward = createPipeline(gpu, crowd.layout, VK_FALSE);
    return crowd;
}
// skinning: end

void draw(const Frame& frame, const Scene& scene, const Crowd& crowd, VkPipeline pipeline) {
    const Constants constants{frame.seconds, crowd.entryBits};
    const VkDescriptorSet sets[] = {scene.set, crowd.set};
    const VkDeviceSize offset = 0;
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, crowd.layout, 0, 2,
                            sets, 0, nullptr);
    vkCmdPushConstants(frame.commands, crowd.layout, VK_SHADER_STAGE_VERTEX_BIT, 0,
                       sizeof constants, &constants);
    vkCmdBindVertexBuffers(frame.commands, 0, 1, &crowd.vertices.buffer, &offset);
    vkCmdBindIndexBuffer(frame.commands, crowd.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(frame.commands, crowd.indexCount, crowd.instanceCount, 0, 0, 0);
}

}  // namespace

int main(int count, char** arguments) try {
    const Options options(count, arguments);
    const sinew::Model model = sinew::importGltf(options.model);
    Gpu gpu(options.picture.empty(), {.descriptors = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1}}});
    const BakedClips baked = bakeClips(model);
    // skinning: begin
    const sinew::Box box = sinew::standingBounds(model, sinew::makeBindBoxes(model));
    // skinning: end
    const glm::vec2 spacing(0.5f * (box.high.x - box.low.x), box.high.z - box.low.z);
    // The camera shows the bounds of the crowd.
    const Scene scene =
        createScene(gpu, {-0.5f * spacing.x, box.low.y, -spacing.y * float(kRows - 1)},
                    {spacing.x * (float(kColumns) - 0.5f), box.high.y, 0.0f});
    const Crowd crowd = createCrowd(gpu, scene, model, baked, placeCrowd(baked, spacing));
    run(gpu, options, [&](const Frame& frame) {
        // No barrier is needed for skinning, because no pass writes what another reads.
        recordShadowPass(frame, scene, [&] { draw(frame, scene, crowd, crowd.shadow); });
        recordForwardPass(frame, scene, [&] { draw(frame, scene, crowd, crowd.forward); });
    });
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
