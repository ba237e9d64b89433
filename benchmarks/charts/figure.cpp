// Generates characters with exact counts of vertices, triangles and joints: tubes around chains of
// joints, and a clip.
#include "benchmarks/charts/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace sinew {
namespace {

/// A straight limb, in object space: metres, y up. The sum of its joints' angles about x varies
/// around `mean` by `swing`, in radians.
struct Tube {
    const char* name = "";
    glm::vec3 from{0.0f};
    glm::vec3 to{0.0f};
    float radius = 0;
    float mean = 0;
    float swing = 0;  // negative: opposite phase
};
constexpr std::array<Tube, 5> kTubes{{
    {"spine", {0, 0.92f, 0}, {0, 1.78f, 0}, 0.14f, 0.06f, 0.03f},
    {"left leg", {0.10f, 0.98f, 0}, {0.11f, 0.04f, 0}, 0.07f, 0.15f, 0.45f},
    {"right leg", {-0.10f, 0.98f, 0}, {-0.11f, 0.04f, 0}, 0.07f, 0.15f, -0.45f},
    {"left arm", {0.15f, 1.42f, 0}, {0.55f, 0.85f, 0}, 0.045f, -0.40f, -0.38f},
    {"right arm", {-0.15f, 1.42f, 0}, {-0.55f, 0.85f, 0}, 0.045f, -0.40f, 0.38f},
}};
constexpr glm::vec3 kHips{0.0f, 0.98f, 0.0f};
constexpr uint32_t kFewestColumns = 3;

/// Returns how many of `count` items a tube gets if items are assigned to the tubes in turn.
uint32_t shareOf(size_t tube, uint32_t count) {
    const auto tubes = static_cast<uint32_t>(kTubes.size());
    return (count + tubes - 1 - static_cast<uint32_t>(tube)) / tubes;
}

/// The joints of each tube, parents before children.
using Chains = std::array<std::vector<uint32_t>, kTubes.size()>;

/// Adds the hips, which are the parent of all tubes. Then adds one joint to each tube in turn,
/// until the skeleton has `joints` joints.
Chains addSkeleton(Model& model, uint32_t joints) {
    std::vector<glm::vec3> positions;  // object space
    const auto addJoint = [&](std::string name, int32_t parent, const glm::vec3& position) {
        const glm::vec3 from =
            parent == kNoParent ? glm::vec3(0) : positions[static_cast<size_t>(parent)];
        model.skeleton.names.push_back(std::move(name));
        model.skeleton.parents.push_back(parent);
        model.skeleton.rest.push_back({.translation = position - from});
        model.binds.push_back(
            {static_cast<uint32_t>(positions.size()), glm::translate(glm::mat4(1.0f), -position)});
        positions.push_back(position);
    };
    addJoint("hips", kNoParent, kHips);
    Chains chains;
    for (uint32_t joint = 1; joint < joints; ++joint) {
        const size_t t = (joint - 1) % kTubes.size();
        const Tube& tube = kTubes[t];
        const auto before = static_cast<uint32_t>(chains[t].size());
        const float along = static_cast<float>(before) / static_cast<float>(shareOf(t, joints - 1));
        addJoint(fmt::format("{} {}", tube.name, before + 1),
                 static_cast<int32_t>(before == 0 ? 0 : chains[t].back()),
                 glm::mix(tube.from, tube.to, along));
        chains[t].push_back(joint);
    }
    Skin skin{.name = "figure"};
    skin.binds.resize(joints);
    std::iota(skin.binds.begin(), skin.binds.end(), 0u);
    model.skins.push_back(std::move(skin));
    return chains;
}

/// The joints that influence a tube, in order along it: the hips, then the tube's own joints. If
/// these are fewer than the influences of a vertex, joints of other tubes come first.
struct Line {
    std::vector<uint32_t> joints;
    uint32_t own = 0;  // number of the tube's own joints, which are last
};
Line lineOf(const std::vector<uint32_t>& chain, uint32_t joints, uint32_t influences) {
    Line line{.joints = {0}, .own = static_cast<uint32_t>(chain.size())};
    for (uint32_t joint = 1; joint < joints && line.joints.size() + line.own < influences;
         ++joint) {
        if (std::find(chain.begin(), chain.end(), joint) == chain.end()) {
            line.joints.push_back(joint);
        }
    }
    std::reverse(line.joints.begin(), line.joints.end());
    line.joints.insert(line.joints.end(), chain.begin(), chain.end());
    return line;
}

/// Appends the `count` joints that are nearest to the position `along` the tube. The weight of a
/// joint is nearly 0 when it enters or leaves this set, so weights do not jump.
void appendInfluences(std::vector<Influence>& influences, const Line& line, float along,
                      uint32_t count) {
    constexpr float kLeast = 0.01f;
    const auto own = static_cast<float>(std::max(line.own, 1u));
    const float position =
        along * own - 0.5f + static_cast<float>(line.joints.size()) - static_cast<float>(line.own);
    const float reach = 0.5f * static_cast<float>(count);
    const auto last = static_cast<float>(line.joints.size() - count);
    const auto first = static_cast<uint32_t>(std::clamp(std::ceil(position - reach), 0.0f, last));
    const size_t begin = influences.size();
    float sum = 0;
    for (uint32_t i = first; i < first + count; ++i) {
        const float apart = std::abs(static_cast<float>(i) - position) / reach;
        const float weight = std::max(1.0f - apart, kLeast);
        influences.push_back({line.joints[i], weight});
        sum += weight;
    }
    for (size_t i = begin; i < influences.size(); ++i) influences[i].weight /= sum;
    std::stable_sort(influences.begin() + static_cast<std::ptrdiff_t>(begin), influences.end(),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
}

/// Vertices are on a helix with `columns` vertices per turn. Triangles 2v and 2v + 1 are the
/// halves of the quad of the vertices v, v + 1, v + columns and v + columns + 1.
uint32_t helixVertices(uint32_t triangles, uint32_t columns) {
    return triangles / 2 + columns + 1;
}

uint32_t fewestVertices(uint32_t triangles, uint32_t columns) {
    uint32_t sum = 0;
    for (size_t t = 0; t < kTubes.size(); ++t) {
        sum += helixVertices(shareOf(t, triangles), columns);
    }
    return sum;
}

void addTube(Geometry& geometry, const Tube& tube, const Line& line, uint32_t triangles,
             uint32_t columns, uint32_t influences) {
    const glm::vec3 direction = glm::normalize(tube.to - tube.from);
    const glm::vec3 through(0, 0, 1);
    const glm::vec3 across = glm::cross(through, direction);
    const uint32_t first = geometry.vertexCount();
    const uint32_t count = helixVertices(triangles, columns);
    for (uint32_t v = 0; v < count; ++v) {
        const float along = static_cast<float>(v) / static_cast<float>(count - 1);
        const float around = static_cast<float>(v % columns) / static_cast<float>(columns);
        const float angle = 2.0f * glm::pi<float>() * around;
        const glm::vec3 normal = std::cos(angle) * across + std::sin(angle) * through;
        geometry.positions.push_back(glm::mix(tube.from, tube.to, along) + tube.radius * normal);
        geometry.normals.push_back(normal);
        geometry.tangents.emplace_back(glm::cross(direction, normal), 1.0f);
        geometry.uvSets[0].emplace_back(around, along);
        appendInfluences(geometry.influences, line, along, influences);
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
    for (uint32_t t = 0; t < triangles; ++t) {
        const uint32_t a = first + t / 2;
        const std::array<uint32_t, 3> corners =
            t % 2 == 0 ? std::array{a, a + 1, a + columns}
                       : std::array{a + 1, a + columns + 1, a + columns};
        geometry.indices.insert(geometry.indices.end(), corners.begin(), corners.end());
    }
}

/// Duplicates vertices that several triangles share, evenly over all triangles, until the mesh has
/// `wanted` vertices.
void addSeams(Geometry& geometry, uint32_t wanted, uint32_t influences) {
    std::vector<size_t> shared;  // corners whose vertex occurred before
    std::vector<bool> seen(geometry.vertexCount(), false);
    for (size_t corner = 0; corner < geometry.indices.size(); ++corner) {
        if (seen[geometry.indices[corner]]) shared.push_back(corner);
        seen[geometry.indices[corner]] = true;
    }
    const uint64_t copies = wanted - geometry.vertexCount();
    for (uint64_t i = 0; i < copies; ++i) {
        uint32_t& index = geometry.indices[shared[i * shared.size() / copies]];
        const uint32_t from = std::exchange(index, geometry.vertexCount());
        geometry.positions.push_back(geometry.positions[from]);
        geometry.normals.push_back(geometry.normals[from]);
        geometry.tangents.push_back(geometry.tangents[from]);
        geometry.uvSets[0].push_back(geometry.uvSets[0][from]);
        for (uint32_t k = 0; k < influences; ++k) {
            const Influence influence = geometry.influences[geometry.influenceOffsets[from] + k];
            geometry.influences.push_back(influence);
        }
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
}

void addGeometry(Model& model, const Chains& chains, const FigureCounts& counts) {
    Geometry& geometry = model.geometry;
    geometry.uvSets.resize(1);
    geometry.influenceOffsets.push_back(0);
    const auto tubes = static_cast<uint32_t>(kTubes.size());
    // This number of columns gives about twice as many turns as columns. Each column needs one more
    // vertex per tube, so the number of spare vertices limits the columns.
    const auto wished = static_cast<uint32_t>(
        std::sqrt(0.25f * static_cast<float>(counts.triangles) / static_cast<float>(tubes)));
    const uint32_t spare = counts.vertices - fewestVertices(counts.triangles, 0);
    const uint32_t columns = std::min(std::max(wished, kFewestColumns), spare / tubes);
    for (size_t t = 0; t < tubes; ++t) {
        addTube(geometry, kTubes[t], lineOf(chains[t], counts.joints, counts.influences),
                shareOf(t, counts.triangles), columns, counts.influences);
    }
    addSeams(geometry, counts.vertices, counts.influences);
    model.primitives.push_back({.meshName = "figure",
                                .skinned = true,
                                .vertexCount = counts.vertices,
                                .indexCount = 3 * counts.triangles});
    model.materials.push_back({.name = "clay",
                               .baseColor = {0.55f, 0.24f, 0.13f, 1.0f},
                               .metallic = 0.0f,
                               .roughness = 0.65f});
}

Clip makeLocomotion(const Chains& chains, uint32_t frames) {
    Clip clip{.name = "walk", .durationSeconds = static_cast<float>(frames - 1) / 30.0f};
    std::vector<float> phases;
    for (uint32_t i = 0; i < frames; ++i) {
        clip.times.push_back(static_cast<float>(i) / 30.0f);
        phases.push_back(2.0f * glm::pi<float>() * static_cast<float>(i) /
                         static_cast<float>(std::max(frames - 1, 1u)));
    }
    const auto addChannel = [&](Channel::Path path, uint32_t joint, uint32_t width) {
        clip.channels.push_back({.path = path,
                                 .target = joint,
                                 .width = width,
                                 .keyCount = frames,
                                 .firstValue = static_cast<uint32_t>(clip.values.size())});
    };
    addChannel(Channel::Path::translation, 0, 3);
    for (const float at : phases) {
        clip.values.insert(clip.values.end(), {0.015f * std::sin(at),
                                               kHips.y + 0.02f * (std::cos(2.0f * at) - 1.0f), 0});
    }
    for (size_t t = 0; t < kTubes.size(); ++t) {
        const auto count = static_cast<float>(chains[t].size());
        for (const uint32_t joint : chains[t]) {
            addChannel(Channel::Path::rotation, joint, 4);
            for (const float at : phases) {
                const float half = 0.5f * (kTubes[t].mean + kTubes[t].swing * std::sin(at)) / count;
                clip.values.insert(clip.values.end(), {std::sin(half), 0, 0, std::cos(half)});
            }
        }
    }
    return clip;
}

}  // namespace

void requirePossible(const FigureCounts& counts) {
    const auto require = [](const char* what, uint64_t count, uint64_t least, uint64_t most) {
        if (count >= least && count <= most) return;
        throw std::runtime_error(
            fmt::format("a figure cannot have {} {}; try {} to {}", count, what, least, most));
    };
    require("vertices", counts.vertices, 1, kMostFigureVertices);
    require("triangles", counts.triangles, 4 * kTubes.size(), kMostFigureTriangles);
    require("joints", counts.joints, 1, kMostFigureJoints);
    if (counts.influences < 1 || counts.influences > 16 || counts.joints < counts.influences) {
        throw std::runtime_error(
            fmt::format("a figure of {} joints cannot have {} influences per vertex; try 1 to {}",
                        counts.joints, counts.influences, std::clamp(counts.joints, 1u, 16u)));
    }
    require("frames in its clip", counts.clipFrames, 1, kMostFigureKeys / counts.joints);
    require("vertices with so many influences", counts.vertices, 1,
            kMostFigureInfluences / counts.influences);
    const uint32_t fewest = fewestVertices(counts.triangles, kFewestColumns);
    if (counts.vertices < fewest || counts.vertices > 3ull * counts.triangles) {
        throw std::runtime_error(
            fmt::format("a figure of {} triangles cannot have {} vertices; try {} to {}",
                        counts.triangles, counts.vertices, fewest, 3ull * counts.triangles));
    }
}

Model makeFigure(const FigureCounts& counts) {
    requirePossible(counts);
    Model model{.name = fmt::format("figure of {} vertices", counts.vertices)};
    const Chains chains = addSkeleton(model, counts.joints);
    addGeometry(model, chains, counts);
    model.clips.push_back(makeLocomotion(chains, counts.clipFrames));
    return model;
}

}  // namespace sinew
