// Skinning without Vulkan: loads a glTF character, poses it half a second into its first clip,
// skins it on all cores and writes the vertices as Wavefront OBJ.
//
//   skinning-on-the-cpu character.glb posed.obj
#include <cstdio>
#include <exception>
#include <fstream>
#include <span>
#include <vector>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/cpu/skin.h"
#include "skinning/gltf/import.h"

namespace {

constexpr float kTimeSeconds = 0.5f;

/// 20 bytes per vertex in model order, as the compute kernel writes them.
using Vertices = std::vector<sinew::gpu::PackedVertex>;

Vertices skinned(const sinew::Model& model) {
    // The local pose: translation, rotation and scale per joint. Joints without a channel keep the
    // rest pose.
    sinew::Pose pose = sinew::restPose(model);
    if (!model.clips.empty()) {
        const sinew::Clip& clip = model.clips[0];
        sinew::ClipSampler(clip).sample(sinew::wrapTime(clip, kTimeSeconds), pose);
    }

    // One matrix per joint, from joint space to object space.
    std::vector<sinew::gpu::Affine> objectFromJoint(model.skeleton.size());
    sinew::poseSkeleton(model.skeleton, pose, objectFromJoint);

    // A skinner prepares the model once and then skins any number of instances per call; here one.
    sinew::CpuSkinner skinner(model);
    Vertices vertices(model.geometry.vertexCount());
    skinner.skin(
        {.count = 1, .objectFromJoint = objectFromJoint, .morphWeights = pose.morphWeights}, {},
        std::as_writable_bytes(std::span(vertices)));
    return vertices;
}

void writeObj(const char* file, const Vertices& vertices, std::span<const uint32_t> indices) {
    std::ofstream out(file);
    out.precision(9);
    for (const auto& v : vertices) out << "v " << v.x << ' ' << v.y << ' ' << v.z << '\n';
    for (const auto& v : vertices) {
        const glm::vec3 n = sinew::gpu::unpackUnit(v.normal);
        out << "vn " << n.x << ' ' << n.y << ' ' << n.z << '\n';
    }
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        out << 'f';
        for (size_t corner = i; corner < i + 3; ++corner) {
            out << ' ' << indices[corner] + 1 << "//" << indices[corner] + 1;
        }
        out << '\n';
    }
    if (!out.flush()) throw std::runtime_error(std::string(file) + ": cannot be written");
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 3) {
        std::fprintf(stderr, "usage: %s character.glb posed.obj\n", arguments[0]);
        return 2;
    }
    const sinew::Model model = sinew::importGltf(arguments[1]);
    writeObj(arguments[2], skinned(model), model.geometry.indices);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
