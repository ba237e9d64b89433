// Bind boxes, and the bounds of posed characters.
#include "skinning/bounds/bounds.h"

#include <algorithm>

#include "skinning/animation/palette.h"
#include "skinning/animation/sample.h"

namespace sinew {
namespace {

constexpr uint32_t kTimesPerClip = 32;

glm::vec3 largest(const Box& box) {
    return glm::max(glm::abs(box.low), glm::abs(box.high));
}

void widen(Box& box, const glm::vec3& by) {
    box.low -= by;
    box.high += by;
}

/// Returns |matrix| * v + |translation|, which bounds all partial sums of matrix * v + translation.
glm::vec3 reach(const gpu::Affine& matrix, const glm::vec3& v) {
    return glm::vec4(v, 1.0f) *
           gpu::Affine(glm::abs(matrix[0]), glm::abs(matrix[1]), glm::abs(matrix[2]));
}

struct VerticesOfBinds {
    std::vector<uint32_t> offsets, ends;
    std::vector<uint32_t> vertices;

    VerticesOfBinds(const Model& model, const Primitive* primitive)
        : offsets(model.binds.size() + 1, 0) {
        const Geometry& geometry = model.geometry;
        std::vector<bool> included(geometry.vertexCount(), !primitive);
        for (uint32_t i = 0; primitive && i < primitive->indexCount; ++i) {
            included[geometry.indices[primitive->firstIndex + i]] = true;
        }
        for (const Influence& influence : geometry.influences) ++offsets[influence.bind + 1];
        for (size_t b = 1; b < offsets.size(); ++b) offsets[b] += offsets[b - 1];
        vertices.resize(geometry.influences.size());
        std::vector<uint32_t> next = offsets;
        for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
            if (!included[v]) continue;
            for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1];
                 ++i) {
                vertices[next[geometry.influences[i].bind]++] = v;
            }
        }
        ends = std::move(next);
    }
    std::span<const uint32_t> of(size_t bind) const {
        return std::span(vertices).subspan(offsets[bind], ends[bind] - offsets[bind]);
    }
};

uint32_t mostPerVertex(std::span<const uint32_t> offsets) {
    uint32_t most = 0;
    for (size_t v = 1; v < offsets.size(); ++v) most = std::max(most, offsets[v] - offsets[v - 1]);
    return most;
}

class MorphBoxes {
public:
    explicit MorphBoxes(const Model& model)
        : geometry_(model.geometry), ofWeight_(model.restMorphWeights.size()) {}

    void include(uint32_t vertex) {
        if (geometry_.morphOffsets.empty()) return;
        for (uint32_t m = geometry_.morphOffsets[vertex]; m < geometry_.morphOffsets[vertex + 1];
             ++m) {
            const MorphDelta& delta = geometry_.morphDeltas[m];
            if (delta.position == glm::vec3(0.0f)) continue;
            Box& box = ofWeight_[delta.weight];
            if (box.low == box.high) touched_.push_back(delta.weight);
            box.include(delta.position);
        }
    }
    void moveTo(std::vector<BindBoxes::Morph>& out) {
        for (const uint32_t weight : touched_) {
            out.push_back({weight, ofWeight_[weight]});
            ofWeight_[weight] = {};
        }
        touched_.clear();
    }

private:
    const Geometry& geometry_;
    std::vector<Box> ofWeight_;  // per morph weight; a point at zero: unused
    std::vector<uint32_t> touched_;
};

Box morphed(const BindBoxes& boxes, const BindBoxes::Entry& entry,
            std::span<const float> morphWeights) {
    Box box = entry.box;
    glm::vec3 moved(0.0f);
    for (uint32_t m = entry.firstMorph; m < entry.firstMorph + entry.morphCount; ++m) {
        const BindBoxes::Morph& morph = boxes.morphs[m];
        const float weight = morphWeights[morph.weight];
        if (weight == 0) continue;
        const glm::vec3 a = weight * morph.delta.low, b = weight * morph.delta.high;
        const Box added{glm::min(a, b), glm::max(a, b)};
        box.low += added.low;
        box.high += added.high;
        moved += largest(added);
    }
    widen(box, boxes.rounding * moved);
    return box;
}

float lowestOfRestPose(const Model& model) {
    const Geometry& geometry = model.geometry;
    const Pose pose = restPose(model);
    const std::vector<gpu::Affine> palette = paletteOf(model, pose);
    float lowest = std::numeric_limits<float>::infinity();
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        glm::vec3 p = geometry.positions[v];
        if (!geometry.morphOffsets.empty()) {
            for (uint32_t m = geometry.morphOffsets[v]; m < geometry.morphOffsets[v + 1]; ++m) {
                const MorphDelta& delta = geometry.morphDeltas[m];
                p += delta.position * pose.morphWeights[delta.weight];
            }
        }
        float y = 0.0f;
        for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
            const Influence& influence = geometry.influences[i];
            y += influence.weight * glm::dot(palette[influence.bind][1], glm::vec4(p, 1.0f));
        }
        lowest = std::min(lowest, y);
    }
    return lowest;
}

}  // namespace

Box meshBox(const Geometry& geometry) {
    if (geometry.positions.empty()) return {};
    Box box = Box::nothing();
    for (const glm::vec3& position : geometry.positions) box.include(position);
    return box;
}

Box transformed(const Box& box, const gpu::Affine& matrix) {
    const glm::vec3 center = 0.5f * box.low + 0.5f * box.high;
    const glm::vec3 half = box.high - center;
    const glm::vec3 moved = glm::vec4(center, 1.0f) * matrix;
    const glm::vec3 size =
        glm::vec4(half, 0.0f) *
        gpu::Affine(glm::abs(matrix[0]), glm::abs(matrix[1]), glm::abs(matrix[2]));
    return {moved - size, moved + size};
}

BindBoxes makeBindBoxes(const Model& model, const Primitive* primitive) {
    const Geometry& geometry = model.geometry;
    const VerticesOfBinds verticesOfBinds(model, primitive);
    const Box mesh = meshBox(geometry);
    const glm::vec3 step(kQuantizedStep * (glm::dvec3(mesh.high) - glm::dvec3(mesh.low)));
    MorphBoxes morphBoxes(model);
    BindBoxes boxes;
    for (uint32_t bind = 0; bind < model.binds.size(); ++bind) {
        const std::span<const uint32_t> vertices = verticesOfBinds.of(bind);
        if (vertices.empty()) continue;
        BindBoxes::Entry entry{.bind = bind,
                               .box = Box::nothing(),
                               .firstMorph = static_cast<uint32_t>(boxes.morphs.size())};
        for (const uint32_t v : vertices) {
            entry.box.include(geometry.positions[v]);
            morphBoxes.include(v);
        }
        widen(entry.box, step);
        morphBoxes.moveTo(boxes.morphs);
        entry.morphCount = static_cast<uint32_t>(boxes.morphs.size()) - entry.firstMorph;
        boxes.entries.push_back(entry);
    }
    // Rounding errors in units of epsilon / 2, relative to the sum of the terms' magnitudes. Every
    // influence and every morph target adds one unit for its product and one for its sum. Weights
    // sum to 1 only within rounding, which adds one unit per influence. The palette product and the
    // vertex transform, here and in every method, need less than 20 units; the rest is reserve. A
    // vertex's magnitudes are blended with the vertex's weights, so each bind's box can use its own
    // magnitudes.
    const uint32_t units = 3 * mostPerVertex(geometry.influenceOffsets) +
                           2 * mostPerVertex(geometry.morphOffsets) + 32;
    boxes.rounding = static_cast<float>(units) * 0.5f * std::numeric_limits<float>::epsilon();
    return boxes;
}

Box posedBox(const BindBoxes& boxes, const BindBoxes::Entry& entry, const gpu::Affine& matrix,
             std::span<const float> morphWeights) {
    const Box box = entry.morphCount > 0 ? morphed(boxes, entry, morphWeights) : entry.box;
    Box moved = transformed(box, matrix);
    widen(moved, boxes.rounding * reach(matrix, largest(box)));
    return moved;
}

Box posedBounds(const BindBoxes& boxes, std::span<const gpu::Affine> palette,
                std::span<const float> morphWeights) {
    Box bounds = Box::nothing();
    for (const BindBoxes::Entry& entry : boxes.entries) {
        bounds.include(posedBox(boxes, entry, palette[entry.bind], morphWeights));
    }
    if (boxes.entries.empty()) return {};
    // If all coordinates are NaN, `low` is still above `high`; the return statement swaps them.
    const glm::vec3 farthest(kFarthest);
    const Box finite{glm::clamp(bounds.low, -farthest, farthest),
                     glm::clamp(bounds.high, -farthest, farthest)};
    return {glm::min(finite.low, finite.high), glm::max(finite.low, finite.high)};
}

Box standingBounds(const Model& model, const BindBoxes& boxes) {
    if (model.geometry.vertexCount() == 0) return {glm::vec3(-0.5f), glm::vec3(0.5f)};
    const auto boundsOf = [&](const Pose& pose) {
        return posedBounds(boxes, paletteOf(model, pose), pose.morphWeights);
    };
    const Pose rest = restPose(model);
    Box bounds = boundsOf(rest);
    for (const Clip& clip : model.clips) {
        const ClipSampler sampler(clip);
        Pose pose = rest;
        for (uint32_t i = 0; i < kTimesPerClip; ++i) {
            sampler.sample(clip.durationSeconds * static_cast<float>(i) / kTimesPerClip, pose);
            bounds.include(boundsOf(pose));
        }
    }
    const float groundHeight = lowestOfRestPose(model);
    if (groundHeight < bounds.high.y) bounds.low.y = groundHeight;
    return bounds;
}

}  // namespace sinew
