// Figures with exact counts: a surface on a skeleton of chains, and a walk.
#include "benchmarks/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numeric>

#include "benchmarks/figure_surface.h"

namespace sinew {
namespace {

/// The joints of each limb, root first.
using Chains = std::array<std::vector<uint32_t>, kLimbCount>;

/// The hips, then limb after limb; joints are given to limbs by their shares (D'Hondt's method).
Chains addSkeleton(Model& model, uint32_t joints) {
    const std::array<Limb, kLimbCount>& limbs = bodyLimbs();
    std::array<uint32_t, kLimbCount> counts{};
    for (uint32_t given = 1; given < joints; ++given) {
        const auto quotient = [&](size_t limb) {
            return limbs[limb].jointShare / static_cast<float>(counts[limb] + 1);
        };
        size_t most = 0;
        for (size_t limb = 1; limb < kLimbCount; ++limb) {
            if (quotient(limb) > quotient(most)) most = limb;
        }
        ++counts[most];
    }

    std::vector<glm::vec3> places;  // object space
    const auto addJoint = [&](std::string name, int32_t parent, const glm::vec3& place) {
        const auto joint = static_cast<uint32_t>(places.size());
        const glm::vec3 from =
            parent == kNoParent ? glm::vec3(0) : places[static_cast<size_t>(parent)];
        model.skeleton.names.push_back(std::move(name));
        model.skeleton.parents.push_back(parent);
        model.skeleton.rest.push_back({.translation = place - from});
        model.binds.push_back({joint, glm::translate(glm::mat4(1.0f), -place)});
        places.push_back(place);
        return joint;
    };
    addJoint("hips", kNoParent, kHips);
    Chains chains;
    for (size_t limb = 0; limb < kLimbCount; ++limb) {
        uint32_t parent = 0;
        if (limbs[limb].attachedTo != Limb::kToHips) {
            const std::vector<uint32_t>& to = chains[static_cast<size_t>(limbs[limb].attachedTo)];
            const float place = limbs[limb].attachedAt * static_cast<float>(to.size());
            if (!to.empty()) parent = to[std::min(static_cast<size_t>(place), to.size() - 1)];
        }
        for (uint32_t i = 0; i < counts[limb]; ++i) {
            const float along = static_cast<float>(i) / static_cast<float>(counts[limb]);
            parent = addJoint(fmt::format("{} {}", limbs[limb].name, i + 1),
                              static_cast<int32_t>(parent), axisPoint(limbs[limb], along));
            chains[limb].push_back(parent);
        }
    }
    Skin skin{.name = "figure"};
    skin.binds.resize(joints);
    std::iota(skin.binds.begin(), skin.binds.end(), 0u);
    model.skins.push_back(std::move(skin));
    return chains;
}

/// The joints that may move a limb's vertices, in order along it: those that the limb hangs on,
/// then its own; before them any others, where those are fewer than the influences of a vertex.
struct Line {
    std::vector<uint32_t> joints;
    uint32_t own = 0;  // the last ones
};
Line lineOf(const Model& model, const std::vector<uint32_t>& chain, uint32_t attachedTo,
            uint32_t influences) {
    std::vector<bool> used(model.skeleton.size(), false);
    Line line{.own = static_cast<uint32_t>(chain.size())};
    for (auto joint = static_cast<int32_t>(attachedTo); joint != kNoParent;
         joint = model.skeleton.parents[static_cast<size_t>(joint)]) {
        line.joints.push_back(static_cast<uint32_t>(joint));
    }
    for (const uint32_t joint : line.joints) used[joint] = true;
    for (const uint32_t joint : chain) used[joint] = true;
    for (uint32_t joint = 0; joint < used.size() && line.joints.size() + line.own < influences;
         ++joint) {
        if (!used[joint]) line.joints.push_back(joint);
    }
    std::reverse(line.joints.begin(), line.joints.end());
    line.joints.insert(line.joints.end(), chain.begin(), chain.end());
    return line;
}

/// The `count` nearest joints of the line. A weight falls to nearly 0 where the next joint replaces
/// its joint.
void appendInfluences(std::vector<Influence>& influences, const Line& line, float along,
                      uint32_t count) {
    constexpr float kLeast = 0.01f;
    const auto own = static_cast<float>(std::max(line.own, 1u));
    const float place =
        along * own - 0.5f + static_cast<float>(line.joints.size()) - static_cast<float>(line.own);
    const float reach = 0.5f * static_cast<float>(count);
    const auto last = static_cast<float>(line.joints.size() - count);
    const auto first = static_cast<uint32_t>(std::clamp(std::ceil(place - reach), 0.0f, last));
    const size_t begin = influences.size();
    float sum = 0;
    for (uint32_t i = first; i < first + count; ++i) {
        const float apart = std::abs(static_cast<float>(i) - place) / reach;
        const float weight = std::max(1.0f - apart, kLeast);
        influences.push_back({line.joints[i], weight});
        sum += weight;
    }
    for (size_t i = begin; i < influences.size(); ++i) influences[i].weight /= sum;
    std::stable_sort(influences.begin() + static_cast<std::ptrdiff_t>(begin), influences.end(),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
}

void addGeometry(Model& model, const FigureSurface& surface, const Chains& chains,
                 const FigureCounts& counts) {
    std::array<Line, kLimbCount> lines;
    for (size_t limb = 0; limb < kLimbCount; ++limb) {
        uint32_t attachedTo = 0;
        const int32_t other = bodyLimbs()[limb].attachedTo;
        if (!chains[limb].empty()) {
            attachedTo = static_cast<uint32_t>(model.skeleton.parents[chains[limb][0]]);
        } else if (other != Limb::kToHips && !chains[static_cast<size_t>(other)].empty()) {
            attachedTo = chains[static_cast<size_t>(other)].back();
        }
        lines[limb] = lineOf(model, chains[limb], attachedTo, counts.influences);
    }
    Geometry& geometry = model.geometry;
    geometry.uvSets.resize(1);
    geometry.influenceOffsets.push_back(0);
    for (const FigureSurface::Vertex& vertex : surface.vertices) {
        geometry.positions.push_back(vertex.point.position);
        geometry.normals.push_back(vertex.point.normal);
        geometry.tangents.push_back(vertex.point.tangent);
        geometry.uvSets[0].push_back(vertex.uv);
        appendInfluences(geometry.influences, lines[vertex.limb], vertex.along, counts.influences);
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
    for (const FigureSurface::Triangle& triangle : surface.triangles) {
        geometry.indices.insert(geometry.indices.end(), triangle.corners.begin(),
                                triangle.corners.end());
    }
    model.primitives.push_back({.meshName = "figure",
                                .skinned = true,
                                .vertexCount = counts.vertices,
                                .indexCount = 3 * counts.triangles});
    model.materials.push_back({.name = "clay",
                               .baseColor = {0.55f, 0.24f, 0.13f, 1.0f},
                               .metallic = 0.0f,
                               .roughness = 0.65f});
}

/// Two steps on the spot: every joint turns, the hips move too.
Clip makeWalk(const Chains& chains, uint32_t frames) {
    Clip clip{.name = "walk", .durationSeconds = static_cast<float>(frames - 1) / 30.0f};
    std::vector<float> walk;  // radians
    for (uint32_t i = 0; i < frames; ++i) {
        clip.times.push_back(static_cast<float>(i) / 30.0f);
        walk.push_back(2.0f * glm::pi<float>() * static_cast<float>(i) /
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
    for (const float at : walk) {
        const glm::vec3 place = hipsAt(at);
        clip.values.insert(clip.values.end(), {place.x, place.y, place.z});
    }
    for (size_t limb = 0; limb < kLimbCount; ++limb) {
        const auto count = static_cast<uint32_t>(chains[limb].size());
        const LimbMotion motion(bodyLimbs()[limb], count);
        for (uint32_t i = 0; i < count; ++i) {
            addChannel(Channel::Path::rotation, chains[limb][i], 4);
            for (const float at : walk) {
                const glm::quat q = motion.rotation(i, at);
                clip.values.insert(clip.values.end(), {q.x, q.y, q.z, q.w});
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
            fmt::format("a figure with {} {}; try {} to {}", count, what, least, most));
    };
    require("vertices", counts.vertices, 1, kMostFigureVertices);
    require("triangles", counts.triangles, 1, kMostFigureTriangles);
    require("joints", counts.joints, 1, kMostFigureJoints);
    if (counts.influences < 1 || counts.influences > 16 || counts.joints < counts.influences) {
        throw std::runtime_error(
            fmt::format("a figure of {} joints cannot have {} influences a vertex; try 1 to {}",
                        counts.joints, counts.influences, std::clamp(counts.joints, 1u, 16u)));
    }
    require("frames in its clip", counts.clipFrames, 1, kMostFigureKeys / counts.joints);
    require("vertices with so many influences", counts.vertices, 1,
            kMostFigureInfluences / counts.influences);
    requireSurface(counts.vertices, counts.triangles);
}

Model makeFigure(const FigureCounts& counts) {
    requirePossible(counts);
    Model model{.name = fmt::format("figure of {} vertices", counts.vertices)};
    const FigureSurface surface = makeFigureSurface(counts.vertices, counts.triangles);
    const Chains chains = addSkeleton(model, counts.joints);
    addGeometry(model, surface, chains, counts);
    model.clips.push_back(makeWalk(chains, counts.clipFrames));
    return model;
}

}  // namespace sinew
