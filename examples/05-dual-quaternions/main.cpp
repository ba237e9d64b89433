// Dual quaternions: the same bar and the same poses, skinned by linear blending (above) and by dual
// quaternions (below). From the left: a twist, a bend, and a bend with a scaled joint.
//
//   dual-quaternions                  a window
//   dual-quaternions -o picture.png   a picture
//
// Markers "skinning: begin" and "skinning: end" enclose the code for skinning.
#include <array>
#include <cmath>

#include "common/scene.h"
// skinning: begin
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/model/plain_mesh.h"
// skinning: end

using namespace example;

namespace {

constexpr uint32_t kPoses = 3, kSides = 48, kRings = 65;
constexpr float kHalfWidth = 0.3f, kLength = 2.0f, kJoint = 1.0f;

/// A bar along y with a joint at its lower end and a joint in its middle. Both joints move the
/// vertices near the middle.
sinew::Model createBar() {
    sinew::Model bar;
    auto& mesh = bar.geometry;
    mesh.influenceOffsets = {0};
    // The cross section is a square with rounded edges: |x|^6 + |z|^6 = constant.
    const auto addRing = [&](float y, float share, float up) {
        for (uint32_t side = 0; side < kSides; ++side) {
            const float angle = glm::radians(360.0f) * float(side) / float(kSides);
            const glm::vec3 d(std::cos(angle), 0.0f, std::sin(angle));
            const float norm = std::pow(std::pow(d.x, 6.0f) + std::pow(d.z, 6.0f), 1.0f / 6.0f);
            const glm::vec3 out(std::pow(d.x, 5.0f), 0.0f, std::pow(d.z, 5.0f));
            mesh.positions.push_back(d * (share * kHalfWidth / norm) + glm::vec3(0.0f, y, 0.0f));
            mesh.normals.push_back(up == 0.0f ? glm::normalize(out) : glm::vec3(0.0f, up, 0.0f));
            mesh.tangents.emplace_back(-d.z, 0.0f, d.x, 1.0f);
            const float upper = std::clamp((y - kJoint) / 0.9f + 0.5f, 0.0f, 1.0f);
            if (upper < 1.0f) mesh.influences.push_back({0, 1.0f - upper});
            if (upper > 0.0f) mesh.influences.push_back({1, upper});
            mesh.influenceOffsets.push_back(uint32_t(mesh.influences.size()));
        }
    };
    for (uint32_t ring = 0; ring < kRings; ++ring) {
        addRing(kLength * float(ring) / float(kRings - 1), 1.0f, 0.0f);
    }
    addRing(kLength, 1.0f, 1.0f);
    addRing(kLength, 0.0f, 1.0f);
    for (uint32_t a = 0; a < kSides * (kRings + 1); a += kSides) {  // first vertex of a ring
        for (uint32_t side = 0; side < kSides; ++side) {
            const uint32_t next = (side + 1) % kSides, b = a + kSides;
            mesh.indices.insert(mesh.indices.end(),
                                {a + side, b + side, a + next, a + next, b + side, b + next});
        }
    }
    bar.skeleton = {{"lower", "upper"}, {-1, 0}, {{}, {.translation = {0.0f, kJoint, 0.0f}}}};
    bar.binds = {{0}, {1, glm::translate(glm::mat4(1.0f), glm::vec3(0.0f, -kJoint, 0.0f))}};
    return bar;
}

// skinning: begin
using sinew::gpu::Affine;

/// The movement is a sine, with its maximum at half a second. The lower joint also places the bar.
std::vector<Affine> computePalette(const sinew::Model& bar, uint32_t pose, float height,
                                   float seconds) {
    const float share = std::sin(glm::radians(180.0f) * seconds);
    const auto turn = [](float degrees, glm::vec3 axis) {
        return glm::angleAxis(glm::radians(degrees), axis);
    };
    const glm::vec3 x(1, 0, 0), y(0, 1, 0);
    sinew::Pose local{bar.skeleton.rest, {}};
    local.joints[0].translation = {std::array{-1.35f, -0.5f, 1.0f}[pose], height, 0.0f};
    local.joints[0].rotation = turn(pose == 0 ? 20.0f : 280.0f, y);
    local.joints[1].rotation =
        turn(std::array{170.0f, -120.0f, -95.0f}[pose] * share, pose == 0 ? y : x);
    if (pose == 2) local.joints[1].scale = glm::vec3(1.0f + 0.4f * share * share);
    std::vector<Affine> objectFromJoint(bar.skeleton.size()), palette(bar.binds.size());
    sinew::poseSkeleton(bar.skeleton, local, objectFromJoint);
    sinew::computePalette(bar.binds, objectFromJoint, palette);
    return palette;
}

/// A palette entry of dual.comp.glsl: a uniform scale, then a rigid transform.
struct DualQuaternion {
    glm::vec4 real, dual;  // x y z w
    glm::vec4 scale;       // w: factor, xyz: offset in bind space
};

/// Splits a palette entry. The scale keeps the joint's origin in bind space fixed, so that the
/// rigid transform does not depend on the distance of the joint from the origin.
DualQuaternion splitMatrix(const Affine& m, const sinew::Bind& bind, const std::string& name) {
    const glm::mat3 linear =
        glm::transpose(glm::mat3(glm::vec3(m[0]), glm::vec3(m[1]), glm::vec3(m[2])));
    const float factor = std::cbrt(glm::determinant(linear));
    if (!(factor > 0.0f)) fail("joint " + name + " has no volume, or mirrors");
    for (const glm::vec3& column : {linear[0], linear[1], linear[2]}) {
        if (std::abs(glm::length(column) - factor) <= 1e-3f * factor) continue;
        fail("joint " + name + " has uneven scale, but a dual quaternion has one factor");
    }
    const glm::vec3 joint(glm::inverse(bind.jointFromBind)[3]);
    const glm::vec3 offset = (1.0f - factor) * joint;
    // The conversion returns one of the two quaternions q and -q of the rotation.
    const glm::quat real = glm::normalize(glm::quat_cast(linear / factor));
    const glm::vec3 translation = glm::vec3(m[0].w, m[1].w, m[2].w) - real * offset;
    const glm::quat dual = glm::quat(0.0f, 0.5f * translation) * real;
    return {{real.x, real.y, real.z, real.w},
            {dual.x, dual.y, dual.z, dual.w},
            glm::vec4(offset, factor)};
}

/// The push constants of both kernels.
struct SkinConstants {
    uint32_t vertexCount, entryCount, entryBits;
};

/// Each method has a kernel, palettes and skinned vertices.
struct Method {
    std::array<Buffer, kFramesInFlight> palettes;  // the CPU writes them: a copy per frame slot
    std::array<Kernel, kFramesInFlight> kernels{};
    Buffer skinned;  // one copy: both barriers of recordSkinning protect it
};

struct Skinning {
    SkinConstants constants{};
    Method linear, dual;
};

Skinning createSkinning(Gpu& gpu, const sinew::Model& bar, VkMemoryPropertyFlags skinnedMemory) {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const sinew::PlainMesh mesh = sinew::packPlainMesh(bar);
    const Buffer vertices = upload(gpu, mesh.vertices, kStorage);
    const Buffer offsets = upload(gpu, bar.geometry.influenceOffsets, kStorage);
    const Buffer influences = upload(gpu, mesh.influences, kStorage);
    Skinning skinning{
        .constants = {uint32_t(mesh.vertices.size()), uint32_t(bar.binds.size()), mesh.bindBits}};
    const auto createMethod = [&](std::span<const uint32_t> kernel, size_t entryBytes) {
        Method method;
        method.skinned = createBuffer(gpu, kPoses * mesh.vertices.size() * sizeof(Vertex),
                                      kStorage | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, skinnedMemory);
        for (uint32_t slot = 0; slot < kFramesInFlight; ++slot) {
            const Buffer& palette = method.palettes[slot] =
                createBuffer(gpu, kPoses * bar.binds.size() * entryBytes, kStorage, kMappedMemory);
            method.kernels[slot] = createKernel(
                gpu, kernel, sizeof(SkinConstants), skinning.constants.vertexCount, kPoses,
                {storage(vertices), storage(offsets), storage(influences), storage(palette),
                 storage(method.skinned)});
        }
        return method;
    };
    skinning.linear = createMethod(linear_comp, sizeof(Affine));
    skinning.dual = createMethod(dual_comp, sizeof(DualQuaternion));
    return skinning;
}

void recordSkinning(const Frame& frame, const Skinning& skinning, const sinew::Model& bar) {
    // The frame loop has waited for this slot's fence, so the GPU does not read this copy now. The
    // queue submission makes the host writes visible to the device.
    auto* matrices = static_cast<Affine*>(skinning.linear.palettes[frame.slot].mapped);
    auto* duals = static_cast<DualQuaternion*>(skinning.dual.palettes[frame.slot].mapped);
    for (uint32_t pose = 0; pose < kPoses; ++pose) {
        const std::vector<Affine> above = computePalette(bar, pose, 2.5f, frame.seconds);
        const std::vector<Affine> below = computePalette(bar, pose, 0.0f, frame.seconds);
        matrices = std::copy(above.begin(), above.end(), matrices);
        for (size_t i = 0; i < below.size(); ++i) {
            const sinew::Bind& bind = bar.binds[i];
            *duals++ = splitMatrix(below[i], bind, bar.skeleton.names[bind.joint]);
        }
    }
    // Write after read: the preceding frame's passes read the vertices before this frame's
    // dispatches overwrite them. An execution dependency is enough, because reads change no memory.
    memoryBarrier(frame.commands,
                  {VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_NONE},
                  {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_NONE});
    for (const Method* method : {&skinning.linear, &skinning.dual}) {
        dispatch(frame.commands, method->kernels[frame.slot], skinning.constants);
    }
    // Read after write: a memory dependency makes the vertices available, and visible to both
    // passes.
    memoryBarrier(
        frame.commands,
        {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
        {VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT});
}
// skinning: end

void draw(VkCommandBuffer commands, const Scene& scene, VkPipeline pipeline, const Buffer& indices,
          const Skinning& skinning) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, scene.layout, 0, 1,
                            &scene.set, 0, nullptr);
    vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    const auto indexCount = uint32_t(indices.bytes / sizeof(uint32_t));
    for (uint32_t method = 0; method < 2; ++method) {
        const VkDeviceSize offset = 0;
        const Buffer& vertices = (method == 0 ? skinning.linear : skinning.dual).skinned;
        vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &offset);
        for (uint32_t pose = 0; pose < kPoses; ++pose) {
            vkCmdDrawIndexed(commands, indexCount, 1, 0,
                             int32_t(pose * skinning.constants.vertexCount), method);
        }
    }
}

}  // namespace

int main(int count, char** arguments) try {
    const Options options(count, arguments, false);
    const sinew::Model bar = createBar();
    Gpu gpu(options.picture.empty());
    // Only --vertices reads the result on the host.
    const Skinning skinning =
        createSkinning(gpu, bar, options.vertices.empty() ? kDeviceMemory : kMappedMemory);
    const Buffer indices = upload(gpu, bar.geometry.indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    const Scene scene = createScene(gpu, {-0.7f, 0.0f, -0.4f}, {1.1f, 4.5f, 0.4f});
    const VkPipeline shadow =
        createGraphicsPipeline(gpu, {scene.layout, shadow_vert, {}, sizeof(Vertex), kPosition});
    const VkPipeline forward = createGraphicsPipeline(
        gpu, {scene.layout, bar_vert, shade_frag, sizeof(Vertex), kPositionAndNormal});
    run(gpu, options, [&](const Frame& frame) {
        recordSkinning(frame, skinning, bar);
        recordShadowPass(frame, scene,
                         [&] { draw(frame.commands, scene, shadow, indices, skinning); });
        recordForwardPass(frame, scene,
                          [&] { draw(frame.commands, scene, forward, indices, skinning); });
    });
    const Buffer& result = skinning.dual.skinned;
    if (!options.vertices.empty()) writeFile(options.vertices, result.mapped, result.bytes);
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
