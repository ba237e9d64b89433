// Skinning without Vulkan: poses a glTF character half a second into its first clip, skins it with
// one thread, and writes its triangles as Wavefront OBJ.
//
//   cpu-skinning character.glb -o posed.obj
//
// Markers "skinning: begin" and "skinning: end" enclose the code for skinning.
#include <cstdio>
#include <exception>
#include <fstream>
#include <glm/glm.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/gltf/import.h"

namespace {

// skinning: begin
using sinew::gpu::Affine;  // three rows of four floats; the fourth row of the matrix is 0 0 0 1

constexpr float kTimeSeconds = 0.5f;

struct Vertices {
    std::vector<glm::vec3> positions, normals;  // object space
};

/// One transform per joint, relative to its parent. Joints without a channel keep the rest pose.
sinew::Pose samplePose(const sinew::Model& model, float seconds) {
    sinew::Pose pose = sinew::restPose(model);
    if (!model.clips.empty()) {
        const sinew::Clip& clip = model.clips[0];
        sinew::ClipSampler(clip).sample(sinew::wrapTime(clip, seconds), pose);
    }
    return pose;
}

/// One matrix per pair of joint and inverse bind matrix: bind space to posed object space.
std::vector<Affine> computePalette(const sinew::Model& model, const sinew::Pose& pose) {
    std::vector<Affine> objectFromJoint(model.skeleton.size());
    sinew::poseSkeleton(model.skeleton, pose, objectFromJoint);
    std::vector<Affine> palette(model.binds.size());
    sinew::computePalette(model.binds, objectFromJoint, palette);
    return palette;
}

/// The weighted sum of palette entries. The weights of a vertex sum to 1; the import ensures it.
Affine blendMatrices(std::span<const sinew::Influence> influences,
                     std::span<const Affine> palette) {
    Affine sum{};
    for (const sinew::Influence& influence : influences) {
        const Affine& entry = palette[influence.bind];
        const float weight = influence.weight;
        for (int row = 0; row < 3; ++row) sum[row] += weight * entry[row];
    }
    return sum;
}

glm::vec3 transformPoint(const Affine& m, glm::vec3 p) {
    const glm::vec4 point(p, 1.0f);
    return {glm::dot(m[0], point), glm::dot(m[1], point), glm::dot(m[2], point)};
}

/// Normals transform by the cofactor matrix: the inverse transpose times the determinant. The
/// determinant's sign is removed, or a mirroring matrix would flip the normal.
glm::vec3 transformNormal(const Affine& m, glm::vec3 normal) {
    const glm::vec3 x(m[0]), y(m[1]), z(m[2]);
    const glm::mat3 cofactors(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
    const glm::vec3 result = normal * cofactors;  // the dot product with each cofactor row
    const float length = glm::length(result) * (glm::dot(x, cofactors[0]) < 0.0f ? -1.0f : 1.0f);
    return length == 0.0f ? glm::vec3(0.0f, 0.0f, 1.0f) : result / length;
}

Vertices skin(const sinew::Model& model, const std::vector<Affine>& palette) {
    const auto& mesh = model.geometry;
    Vertices result;
    for (uint32_t v = 0; v < mesh.vertexCount(); ++v) {
        const uint32_t first = mesh.influenceOffsets[v], end = mesh.influenceOffsets[v + 1];
        const Affine m = blendMatrices({&mesh.influences[first], end - first}, palette);
        result.positions.push_back(transformPoint(m, mesh.positions[v]));
        result.normals.push_back(transformNormal(m, mesh.normals[v]));
    }
    return result;
}
// skinning: end

void writeObj(const char* file, const Vertices& vertices, std::span<const uint32_t> indices) {
    std::ofstream out(file);
    out.precision(9);
    for (const glm::vec3& p : vertices.positions) {
        out << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
    }
    for (const glm::vec3& n : vertices.normals) {
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
    if (count != 4 || arguments[2] != std::string("-o")) {
        std::fprintf(stderr, "usage: %s character.glb -o posed.obj\n", arguments[0]);
        return 2;
    }
    const sinew::Model model = sinew::importGltf(arguments[1]);
    // skinning: begin
    const sinew::Pose pose = samplePose(model, kTimeSeconds);
    const Vertices vertices = skin(model, computePalette(model, pose));
    // skinning: end
    writeObj(arguments[3], vertices, model.geometry.indices);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
