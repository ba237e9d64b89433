// Vertices by keys: all that is compared of a vertex, as numbers.
#include "skinning/alike.h"

#include <map>
#include <set>

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

/// Lists come last, the first one with its length, so that no two vertices have one key by chance.
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
        if (delta.position == glm::vec3(0)) continue;  // it moves a normal or a tangent alone
        key.push_back(static_cast<float>(delta.weight));
        append(key, delta.position);
    }
    return key;
}

/// What tells vertices of a wedge apart, then what they share.
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
std::vector<uint32_t> firstOfEach(const Model& model, const KeyOf& keyOf) {
    std::vector<uint32_t> result(model.geometry.vertexCount());
    for (const Primitive& primitive : model.primitives) {
        std::map<Key, uint32_t> firstOf;
        const uint32_t end = primitive.firstVertex + primitive.vertexCount;
        for (uint32_t v = primitive.firstVertex; v < end; ++v) {
            result[v] = firstOf.try_emplace(keyOf(model, primitive, v), v).first->second;
        }
    }
    return result;
}

}  // namespace

std::vector<uint32_t> firstAlike(const Model& model) {
    return firstOfEach(model, alikeKey);
}

std::vector<uint32_t> firstOfWedge(const Model& model) {
    return firstOfEach(model, wedgeKey);
}

}  // namespace sinew
