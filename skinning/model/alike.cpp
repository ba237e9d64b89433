// Compares vertices by keys: lists of all compared values.
#include "skinning/model/alike.h"

#include <map>
#include <set>
#include <span>

namespace sinew {
namespace {

using Key = std::vector<float>;

void append(Key& key, const glm::vec3& v) {
    key.insert(key.end(), {v.x, v.y, v.z});
}

bool showsTangents(const Model& model, const Primitive& primitive) {
    return primitive.hasNormals && model.materials[primitive.material].normalTexture;
}

void appendShownUvs(const Model& model, const Primitive& primitive, uint32_t v, Key& key) {
    std::set<uint32_t> shown;
    for (const Texture* texture : model.materials[primitive.material].textures()) {
        if (*texture) shown.insert(texture->uvSet);
    }
    for (const uint32_t set : shown) {
        const glm::vec2& uv = model.geometry.uvSets[set][v];
        key.insert(key.end(), {uv.x, uv.y});
    }
}

/// Returns the values that firstOfWedge() compares. The key ends with two lists, influences and
/// morph deltas. The first list begins with its length, so different vertices never have equal
/// keys.
Key wedgeKey(const Model& model, const Primitive& primitive, uint32_t v) {
    const Geometry& geometry = model.geometry;
    Key key;
    append(key, geometry.positions[v]);
    appendShownUvs(model, primitive, v, key);
    if (primitive.hasColors) {
        append(key, geometry.colors[v]);
        key.push_back(geometry.colors[v].a);
    }
    if (showsTangents(model, primitive)) key.push_back(geometry.tangents[v].w);
    const uint32_t first = geometry.influenceOffsets[v], end = geometry.influenceOffsets[v + 1];
    key.push_back(static_cast<float>(end - first));
    for (uint32_t i = first; i < end; ++i) {
        key.push_back(static_cast<float>(geometry.influences[i].bind));
        key.push_back(geometry.influences[i].weight);
    }
    if (geometry.morphOffsets.empty()) return key;
    for (uint32_t i = geometry.morphOffsets[v]; i < geometry.morphOffsets[v + 1]; ++i) {
        const MorphDelta& delta = geometry.morphDeltas[i];
        if (delta.position == glm::vec3(0)) continue;  // it only changes normals or tangents
        key.push_back(static_cast<float>(delta.weight));
        append(key, delta.position);
    }
    return key;
}

/// Returns the values that firstAlike() compares: values that may differ within a wedge, then the
/// key of the wedge.
Key alikeKey(const Model& model, const Primitive& primitive, uint32_t v) {
    const Geometry& geometry = model.geometry;
    const bool tangents = showsTangents(model, primitive);
    Key key;
    if (primitive.hasNormals) append(key, geometry.normals[v]);
    if (tangents) append(key, geometry.tangents[v]);
    if (primitive.hasNormals && !geometry.morphOffsets.empty()) {
        const uint32_t first = geometry.morphOffsets[v], end = geometry.morphOffsets[v + 1];
        key.push_back(static_cast<float>(end - first));
        for (uint32_t i = first; i < end; ++i) {
            const MorphDelta& delta = geometry.morphDeltas[i];
            key.push_back(static_cast<float>(delta.weight));
            append(key, delta.normal);
            if (tangents) append(key, delta.tangent);
        }
    }
    const Key wedge = wedgeKey(model, primitive, v);
    key.insert(key.end(), wedge.begin(), wedge.end());
    return key;
}

template <typename KeyOf>
std::vector<uint32_t> firstOfEach(const Model& model, const PrimitiveVertices& entries,
                                  const KeyOf& keyOf) {
    std::vector<uint32_t> result(entries.vertices.size());
    for (size_t p = 0; p < model.primitives.size(); ++p) {
        std::map<Key, uint32_t> firstOf;
        for (uint32_t at = entries.firstOf[p]; at < entries.firstOf[p + 1]; ++at) {
            const Key key = keyOf(model, model.primitives[p], entries.vertices[at]);
            result[at] = firstOf.try_emplace(key, at).first->second;
        }
    }
    return result;
}

}  // namespace

PrimitiveVertices primitiveVertices(const Model& model) {
    PrimitiveVertices entries{.vertices = {}, .firstOf = {0}, .indices = {}};
    for (const Primitive& primitive : model.primitives) {
        const auto indices =
            std::span(model.geometry.indices).subspan(primitive.firstIndex, primitive.indexCount);
        std::vector<uint32_t> entryOf(primitive.vertexCount);
        for (const uint32_t index : indices) entryOf[index - primitive.firstVertex] = 1;
        for (uint32_t v = 0; v < primitive.vertexCount; ++v) {
            if (entryOf[v] == 0) continue;
            entryOf[v] = static_cast<uint32_t>(entries.vertices.size());
            entries.vertices.push_back(primitive.firstVertex + v);
        }
        for (const uint32_t index : indices) {
            entries.indices.push_back(entryOf[index - primitive.firstVertex]);
        }
        entries.firstOf.push_back(static_cast<uint32_t>(entries.vertices.size()));
    }
    return entries;
}

uint64_t drawnVertices(const Model& model) {
    uint32_t end = 0;
    for (const Primitive& primitive : model.primitives) {
        if (primitive.firstVertex < end) return primitiveVertices(model).vertices.size();
        end = primitive.firstVertex + primitive.vertexCount;
    }
    return model.geometry.vertexCount();
}

std::vector<uint32_t> firstAlike(const Model& model, const PrimitiveVertices& entries) {
    return firstOfEach(model, entries, alikeKey);
}

std::vector<uint32_t> firstOfWedge(const Model& model, const PrimitiveVertices& entries) {
    return firstOfEach(model, entries, wedgeKey);
}

}  // namespace sinew
