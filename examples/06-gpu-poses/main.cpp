// GPU poses: keyframes are in GPU memory, and three dispatches per frame sample clips, walk the
// hierarchy and skin a crowd. The CPU passes the time.
//
//   gpu-poses character.glb                  a window
//   gpu-poses character.glb -o picture.png   a picture
//
// Markers "skinning: begin" and "skinning: end" enclose the code for skinning.
#include "common/scene.h"
// skinning: begin
#include "skinning/animation/sample.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gltf/import.h"
#include "skinning/model/plain_mesh.h"
// skinning: end

using namespace example;

namespace {

constexpr uint32_t kColumns = 5, kRows = 3, kInstances = kColumns * kRows;

/// An instance of the crowd, as in sample.comp.glsl.
struct Instance {
    float x, z;   // position
    float phase;  // seconds
    uint32_t clip;
};

/// The column of an instance selects its clip, the row selects its phase.
std::vector<Instance> createInstances(const sinew::Model& model, float spacing) {
    std::vector<Instance> instances;
    for (uint32_t i = 0; i < kInstances; ++i) {
        const uint32_t column = i % kColumns, row = i / kColumns;
        instances.push_back({spacing * float(column), -spacing * float(row), 0.37f * float(row + 1),
                             model.clips.empty() ? 0 : column % uint32_t(model.clips.size())});
    }
    return instances;
}

// skinning: begin

/// The keys of all clips. Each joint has tracks for translation, rotation and scale in each clip.
struct Keys {
    std::vector<float> durations;    // by clip, seconds
    std::vector<glm::uvec2> tracks;  // first key, number of keys
    std::vector<float> times;        // by key, seconds
    std::vector<glm::vec4> values;   // by key; rotations: x y z w
};

/// A property without a channel gets one key with the value of the rest pose.
void appendTrack(Keys& keys, const sinew::Clip& clip, const sinew::Channel* channel,
                 const glm::vec4& rest) {
    keys.tracks.emplace_back(keys.times.size(), channel ? channel->keyCount : 1);
    if (!channel) {
        keys.times.push_back(0.0f);
        keys.values.push_back(rest);
        return;
    }
    const bool rotates = channel->path == sinew::Channel::Path::rotation;
    for (uint32_t key = 0; key < channel->keyCount; ++key) {
        const float* v = &clip.values[channel->firstValue + key * channel->width];
        // q and -q are the same rotation, and files have either. Here each second key is -q,
        // so that each pair of keys depends on the sign test of the shader.
        const float sign = rotates && key % 2 == 1 ? -1.0f : 1.0f;
        keys.times.push_back(clip.times[channel->firstKey + key]);
        keys.values.push_back(sign * glm::vec4(v[0], v[1], v[2], rotates ? v[3] : 0.0f));
    }
}

Keys flattenClips(const sinew::Model& model) {
    Keys keys;
    const std::vector<sinew::Clip> none(1);  // the rest pose
    for (const sinew::Clip& clip : model.clips.empty() ? none : model.clips) {
        std::vector<const sinew::Channel*> channels(model.skeleton.size() * 3);
        for (const sinew::Channel& channel : clip.channels) {
            if (channel.path == sinew::Channel::Path::weights) continue;  // no morph targets here
            if (channel.interpolation != sinew::Channel::Interpolation::linear) {
                fail(clip.name + " has keys that are not LINEAR; resample it");
            }
            channels[channel.target * 3 + uint32_t(channel.path)] = &channel;
        }
        keys.durations.push_back(clip.durationSeconds);
        for (uint32_t joint = 0; joint < model.skeleton.size(); ++joint) {
            const auto& [translation, q, scale] = model.skeleton.rest[joint];
            appendTrack(keys, clip, channels[joint * 3], glm::vec4(translation, 0.0f));
            appendTrack(keys, clip, channels[joint * 3 + 1], {q.x, q.y, q.z, q.w});
            appendTrack(keys, clip, channels[joint * 3 + 2], glm::vec4(scale, 0.0f));
        }
    }
    return keys;
}

/// The push constants of all kernels. Only the time changes.
struct Constants {
    float seconds;
    uint32_t instanceCount, jointCount, entryCount, vertexCount, entryBits;
};

/// All buffers have one copy, because the CPU writes none of them.
struct Skinning {
    Constants constants{};
    Kernel sample{}, hierarchy{}, skin{};
    Buffer skinned;
};

Skinning createSkinning(Gpu& gpu, const sinew::Model& model, const std::vector<Instance>& instances,
                        VkMemoryPropertyFlags skinnedMemory) {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const Keys keys = flattenClips(model);
    const sinew::PlainMesh mesh = sinew::packPlainMesh(model);
    std::vector<uint32_t> entryJoints;
    std::vector<glm::mat3x4> jointFromBind;  // rows
    for (const sinew::Bind& bind : model.binds) {
        entryJoints.push_back(bind.joint);
        jointFromBind.emplace_back(glm::transpose(bind.jointFromBind));
    }
    const auto descriptor = [&](const auto& values) {
        return storage(upload(gpu, values, kStorage));
    };
    const auto create = [&](size_t count, size_t bytes) {
        return createBuffer(gpu, instances.size() * count * bytes, kStorage, kDeviceMemory);
    };
    const auto instanceCount = uint32_t(instances.size()), jointCount = model.skeleton.size(),
               entryCount = uint32_t(model.binds.size()),
               vertexCount = model.geometry.vertexCount();
    Skinning skinning{{0.0f, instanceCount, jointCount, entryCount, vertexCount, mesh.bindBits}};
    const Buffer joints = create(jointCount, sizeof(glm::mat3x4));
    const Buffer palettes = create(entryCount, sizeof(glm::mat3x4));
    skinning.skinned = createBuffer(gpu, instanceCount * mesh.vertices.size() * sizeof(Vertex),
                                    kStorage | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, skinnedMemory);
    const Descriptor placed = descriptor(instances);
    skinning.sample =
        createKernel(gpu, sample_comp, sizeof(Constants), jointCount, instanceCount,
                     {placed, descriptor(keys.durations), descriptor(keys.tracks),
                      descriptor(keys.times), descriptor(keys.values), storage(joints)});
    skinning.hierarchy =
        createKernel(gpu, hierarchy_comp, sizeof(Constants), instanceCount, 1,
                     {placed, descriptor(model.skeleton.parents), descriptor(entryJoints),
                      descriptor(jointFromBind), storage(joints), storage(palettes)});
    skinning.skin =
        createKernel(gpu, skin_comp, sizeof(Constants), vertexCount, instanceCount,
                     {descriptor(mesh.vertices), descriptor(model.geometry.influenceOffsets),
                      descriptor(mesh.influences), storage(palettes), storage(skinning.skinned)});
    return skinning;
}

void recordSkinning(const Frame& frame, const Skinning& skinning) {
    Constants constants = skinning.constants;
    constants.seconds = frame.seconds;
    constexpr Access kWrite{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                            VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
    constexpr Access kReadWrite{kWrite.stages, VK_ACCESS_2_SHADER_STORAGE_READ_BIT | kWrite.access};
    // The preceding frame's passes read vertices, and its kernels read and wrote joints and
    // palettes, before this frame's kernels overwrite them. A write after a write needs a
    // memory dependency.
    memoryBarrier(frame.commands,
                  {kWrite.stages | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, kWrite.access},
                  kWrite);
    dispatch(frame.commands, skinning.sample, constants);
    // Read after write: the hierarchy kernel reads the joints' matrices, and overwrites them.
    memoryBarrier(frame.commands, kWrite, kReadWrite);
    dispatch(frame.commands, skinning.hierarchy, constants);
    // Read after write: each vertex reads palette entries.
    memoryBarrier(frame.commands, kWrite, kReadWrite);
    dispatch(frame.commands, skinning.skin, constants);
    // Read after write: both passes read the vertices.
    memoryBarrier(
        frame.commands, kWrite,
        {VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT});
}
// skinning: end

void draw(VkCommandBuffer commands, const Scene& scene, VkPipeline pipeline, const Buffer& indices,
          const Skinning& skinning) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, scene.layout, 0, 1,
                            &scene.set, 0, nullptr);
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &skinning.skinned.buffer, &offset);
    vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    for (uint32_t i = 0; i < kInstances; ++i) {
        vkCmdDrawIndexed(commands, uint32_t(indices.bytes / sizeof(uint32_t)), 1, 0,
                         int32_t(i * skinning.constants.vertexCount), i % kColumns);
    }
}

}  // namespace

int main(int count, char** arguments) try {
    const Options options(count, arguments);
    const sinew::Model model = sinew::importGltf(options.model);
    Gpu gpu(options.picture.empty());
    // skinning: begin
    const sinew::Box box = sinew::standingBounds(model, sinew::makeBindBoxes(model));
    const float spacing = 0.6f * (box.high.x - box.low.x);
    // Only --vertices reads the result on the host.
    const Skinning skinning =
        createSkinning(gpu, model, createInstances(model, spacing),
                       options.vertices.empty() ? kDeviceMemory : kMappedMemory);
    // skinning: end
    const Buffer indices = upload(gpu, model.geometry.indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    const Scene scene =  // the camera shows the middles of the outer instances
        createScene(gpu, {0.0f, box.low.y, -spacing * float(kRows - 1)},
                    {spacing * float(kColumns - 1), box.high.y, 0.0f});
    const VkPipeline shadow =
        createGraphicsPipeline(gpu, {scene.layout, shadow_vert, {}, sizeof(Vertex), kPosition});
    const VkPipeline forward = createGraphicsPipeline(
        gpu, {scene.layout, character_vert, shade_frag, sizeof(Vertex), kPositionAndNormal});
    run(gpu, options, [&](const Frame& frame) {
        recordSkinning(frame, skinning);
        recordShadowPass(frame, scene,
                         [&] { draw(frame.commands, scene, shadow, indices, skinning); });
        recordForwardPass(frame, scene,
                          [&] { draw(frame.commands, scene, forward, indices, skinning); });
    });
    const Buffer& result = skinning.skinned;
    if (!options.vertices.empty()) writeFile(options.vertices, result.mapped, result.bytes);
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
