// Appends the lists of a prop to those of a character, and offsets the indices of the prop.
#include "skinning/model/hold.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "skinning/animation/affine.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

using Pair = std::pair<char, char>;

/// Returns all pairs of adjacent letters and digits of `name`, sorted. likeness() compares names by
/// these pairs, so the order of words has little effect.
std::vector<Pair> letterPairs(const std::string& name) {
    std::string plain;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') {
            plain += static_cast<char>(c - 'A' + 'a');
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) {
            plain += c;
        }
    }
    std::vector<Pair> pairs;
    for (size_t i = 1; i < plain.size(); ++i) pairs.emplace_back(plain[i - 1], plain[i]);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Returns Dice's coefficient of two sorted lists: 0 if they are disjoint, 1 if they are equal.
double likeness(const std::vector<Pair>& a, const std::vector<Pair>& b) {
    std::vector<Pair> common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    return 2.0 * static_cast<double>(common.size()) /
           static_cast<double>(std::max<size_t>(a.size() + b.size(), 1));
}

std::vector<std::string> nearestNames(const std::vector<std::string>& names,
                                      const std::string& name) {
    constexpr size_t kMost = 8, kLongest = 40;
    const std::vector<Pair> wanted = letterPairs(name);
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < names.size(); ++i) {
        order.emplace_back(-likeness(wanted, letterPairs(names[i])), i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::string> nearest;
    for (const auto& [unlike, i] : std::span(order).first(std::min(kMost, order.size()))) {
        nearest.push_back(shortened(names[i], kLongest));
    }
    return nearest;
}

uint32_t findJoint(const Model& model, const std::string& name) {
    const std::vector<std::string>& names = model.skeleton.names;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw std::runtime_error(plainText(fmt::format(
            "{} has no joint \"{}\"; the most similar names of its {} joints are {}", model.name,
            name, names.size(), fmt::join(nearestNames(names, name), ", "))));
    }
    if (const auto count = std::count(found, names.end(), name); count > 1) {
        throw std::runtime_error(
            plainText(fmt::format("{} has {} joints with the name \"{}\"; rename one of them in "
                                  "the tool that made the file",
                                  model.name, count, name)));
    }
    return static_cast<uint32_t>(found - names.begin());
}

uint32_t sizeOf(size_t size) {
    return static_cast<uint32_t>(size);
}

void requireFits(size_t a, size_t b, const char* what) {
    if (a + b <= std::numeric_limits<uint32_t>::max()) return;
    throw std::runtime_error(fmt::format(
        "the model and its props have {} {}, too many for one model; attach fewer props", a + b,
        what));
}

/// Inserts the prop's binds into Model::binds, which is sorted by joint. Returns the index of the
/// first inserted bind.
uint32_t addBinds(Model& model, const Model& prop, uint32_t joint, float factor) {
    const auto objectFromJoint = objectFromJointOf(prop.skeleton, restPose(prop));
    std::vector<Bind> binds;
    for (const Bind& bind : prop.binds) {
        gpu::Affine m = multiply(objectFromJoint[bind.joint], affineFrom(bind.jointFromBind));
        m *= factor;
        const float sum = glm::dot(glm::abs(m[0]) + glm::abs(m[1]) + glm::abs(m[2]), glm::vec4(1));
        if (!std::isfinite(sum)) {
            throw std::runtime_error(plainText(
                fmt::format("{}: the transform of joint \"{}\" at rest does not fit floats; try "
                            "smaller translations and scales",
                            prop.name, prop.skeleton.names[bind.joint])));
        }
        binds.push_back({.joint = joint,
                         .jointFromBind = glm::transpose(
                             glm::mat4(m[0], m[1], m[2], glm::vec4(0.0f, 0.0f, 0.0f, 1.0f)))});
    }
    const auto position =
        std::upper_bound(model.binds.begin(), model.binds.end(), joint,
                         [](uint32_t j, const Bind& bind) { return j < bind.joint; });
    const uint32_t first = sizeOf(static_cast<size_t>(position - model.binds.begin()));
    model.binds.insert(position, binds.begin(), binds.end());
    const auto move = [&](uint32_t& bind) {
        if (bind >= first) bind += sizeOf(binds.size());
    };
    for (Influence& influence : model.geometry.influences) move(influence.bind);
    for (Skin& skin : model.skins) std::for_each(skin.binds.begin(), skin.binds.end(), move);
    return first;
}

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

void appendOffsets(std::vector<uint32_t>& to, const std::vector<uint32_t>& from, uint32_t before) {
    for (size_t i = 1; i < from.size(); ++i) to.push_back(before + from[i]);
}

void fill(std::vector<uint32_t>& offsets, size_t vertices) {
    if (offsets.empty()) offsets.push_back(0);
    offsets.resize(vertices + 1, offsets.back());
}

void appendVertices(Geometry& to, const Geometry& from) {
    const size_t before = to.vertexCount(), all = before + from.vertexCount();
    append(to.positions, from.positions);
    append(to.normals, from.normals);
    append(to.tangents, from.tangents);
    to.uvSets.resize(std::max(to.uvSets.size(), from.uvSets.size()));
    for (size_t set = 0; set < to.uvSets.size(); ++set) {
        to.uvSets[set].resize(before);
        if (set < from.uvSets.size()) append(to.uvSets[set], from.uvSets[set]);
        to.uvSets[set].resize(all);
    }
    if (to.colors.empty() && from.colors.empty()) return;
    to.colors.resize(before, glm::vec4(1.0f));
    append(to.colors, from.colors);
    to.colors.resize(all, glm::vec4(1.0f));
}

void appendMorphs(Model& model, const Model& prop, size_t verticesBefore) {
    Geometry& to = model.geometry;
    const Geometry& from = prop.geometry;
    if (!to.morphOffsets.empty() || !from.morphOffsets.empty()) {
        fill(to.morphOffsets, verticesBefore);
        appendOffsets(to.morphOffsets, from.morphOffsets, sizeOf(to.morphDeltas.size()));
        fill(to.morphOffsets, to.vertexCount());
    }
    for (MorphDelta delta : from.morphDeltas) {
        delta.weight += sizeOf(model.restMorphWeights.size());
        to.morphDeltas.push_back(delta);
    }
    append(model.restMorphWeights, prop.restMorphWeights);
    append(model.morphNames, prop.morphNames);
}

void appendGeometry(Model& model, const Model& prop, uint32_t firstBind) {
    Geometry& to = model.geometry;
    const Geometry& from = prop.geometry;
    const uint32_t vertices = to.vertexCount();
    appendVertices(to, from);
    appendOffsets(to.influenceOffsets, from.influenceOffsets, sizeOf(to.influences.size()));
    for (Influence influence : from.influences) {
        influence.bind += firstBind;
        to.influences.push_back(influence);
    }
    appendMorphs(model, prop, vertices);
    for (const uint32_t index : from.indices) to.indices.push_back(vertices + index);
}

/// Inserts the prop's materials before the model's last one, glTF's default material. Returns the
/// index of the first inserted material.
uint32_t addMaterials(Model& model, const Model& prop) {
    const uint32_t first = sizeOf(model.materials.size() - 1);
    const uint32_t images = sizeOf(model.images.size());
    std::vector<Material> materials = prop.materials;
    const bool lastIsDrawn = std::any_of(
        prop.primitives.begin(), prop.primitives.end(),
        [&](const Primitive& primitive) { return primitive.material + 1 == materials.size(); });
    if (!lastIsDrawn) materials.pop_back();
    for (Material& material : materials) {
        for (Texture* texture :
             {&material.baseColorTexture, &material.metallicRoughnessTexture,
              &material.normalTexture, &material.occlusionTexture, &material.emissiveTexture}) {
            if (*texture) texture->image += images;
        }
    }
    for (Primitive& primitive : model.primitives) {
        if (primitive.material == first) primitive.material += sizeOf(materials.size());
    }
    model.materials.insert(model.materials.end() - 1, materials.begin(), materials.end());
    append(model.images, prop.images);
    return first;
}

void appendPrimitives(Model& model, const Model& prop, uint32_t firstMaterial) {
    uint32_t nodes = 0, meshes = 0;
    for (const Primitive& primitive : model.primitives) {
        nodes = std::max(nodes, primitive.node + 1);
        meshes = std::max(meshes, primitive.mesh + 1);
    }
    for (Primitive primitive : prop.primitives) {
        primitive.node += nodes;
        primitive.mesh += meshes;
        primitive.firstVertex += model.geometry.vertexCount();
        primitive.firstIndex += sizeOf(model.geometry.indices.size());
        primitive.material += firstMaterial;
        model.primitives.push_back(std::move(primitive));
    }
}

void appendTexts(Model& model, const Model& prop) {
    for (const std::string& warning : prop.warnings) {
        model.warnings.push_back(fmt::format("{}: {}", prop.name, warning));
    }
    if (!prop.clips.empty()) {
        model.warnings.push_back(fmt::format(
            "{}: its clips are ignored, because a prop stays in its rest pose", prop.name));
    }
    for (const std::string& extension : prop.extensionsUsed) {
        auto& used = model.extensionsUsed;
        if (std::find(used.begin(), used.end(), extension) == used.end()) used.push_back(extension);
    }
}

/// Returns the scale of a joint in the rest pose: the cube root of the absolute determinant of its
/// object-space matrix.
float restScale(const Model& model, uint32_t joint) {
    const gpu::Affine m = objectFromJointOf(model.skeleton, restPose(model))[joint];
    return std::cbrt(
        std::abs(glm::determinant(glm::mat3(glm::vec3(m[0]), glm::vec3(m[1]), glm::vec3(m[2])))));
}

void warnOfScale(Model& model, const Model& prop, const std::string& joint, float scale) {
    constexpr float kMost = 10.0f;
    if (!(scale > 0) || (scale <= kMost && scale >= 1 / kMost)) return;
    model.warnings.push_back(plainText(fmt::format(
        "{}: joint \"{}\" scales the prop by {:.4g}; write PROP@JOINT*{:.4g} to keep its size",
        prop.name, joint, scale, 1 / scale)));
}

}  // namespace

Model hold(Model character, const Model& prop, const std::string& joint, float factor) {
    const uint32_t holder = findJoint(character, joint);
    const Geometry &to = character.geometry, &from = prop.geometry;
    requireFits(to.vertexCount(), from.vertexCount(), "vertices");
    requireFits(to.indices.size(), from.indices.size(), "indices");
    requireFits(to.influences.size(), from.influences.size(), "influences");
    requireFits(to.morphDeltas.size(), from.morphDeltas.size(), "morph deltas");
    warnOfScale(character, prop, joint, factor * restScale(character, holder));
    const uint32_t firstBind = addBinds(character, prop, holder, factor);
    appendPrimitives(character, prop, addMaterials(character, prop));
    appendGeometry(character, prop, firstBind);
    appendTexts(character, prop);
    character.props.push_back({.source = prop.source, .joint = holder, .factor = factor});
    character.name += plainText(fmt::format(" + {}@{}", prop.name, joint));
    return character;
}

}  // namespace sinew
