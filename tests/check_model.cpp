// Checks the sizes and ranges of all parts of a model, and that all its numbers are finite.
#include "tests/check_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

namespace sinew::test {

namespace {

// Allowed deviation from 1, for the length of unit vectors and for sums of weights.
constexpr float kUnitTolerance = 1e-3f;

template <typename... Arguments>
void require(bool kept, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (!kept) throw std::logic_error(fmt::format(text, std::forward<Arguments>(arguments)...));
}

bool finite(std::span<const float> values) {
    for (const float value : values) {
        if (!std::isfinite(value)) return false;
    }
    return true;
}

template <typename Vector>
bool finiteVector(const Vector& v) {
    return finite({&v[0], static_cast<size_t>(v.length())});
}

bool unitLength(const glm::vec3& v) {
    return std::abs(glm::length(v) - 1.0f) <= kUnitTolerance;
}

void checkOffsets(const std::vector<uint32_t>& offsets, size_t count, size_t end,
                  const char* what) {
    require(offsets.size() == count + 1, "{} {} offsets for {} vertices", offsets.size(), what,
            count);
    require(offsets.front() == 0 && offsets.back() == end, "{} offsets from {} to {}, not 0 to {}",
            what, offsets.front(), offsets.back(), end);
    for (size_t v = 0; v < count; ++v) {
        require(offsets[v] <= offsets[v + 1], "{} offset {} falls", what, v + 1);
    }
}

void checkSkeleton(const Skeleton& skeleton) {
    require(skeleton.names.size() == skeleton.size() && skeleton.rest.size() == skeleton.size(),
            "{} names and {} transforms for {} joints", skeleton.names.size(), skeleton.rest.size(),
            skeleton.size());
    for (size_t j = 0; j < skeleton.size(); ++j) {
        const int32_t parent = skeleton.parents[j];
        require(parent >= kNoParent && parent < static_cast<int64_t>(j), "joint {} has parent {}",
                j, parent);
        const Transform& rest = skeleton.rest[j];
        require(finiteVector(rest.translation) && finiteVector(rest.scale),
                "joint {} rests at a number that is not finite", j);
        require(std::abs(glm::length(rest.rotation) - 1.0f) <= kUnitTolerance,
                "joint {} rests at a rotation of length {}", j, glm::length(rest.rotation));
    }
}

void checkBinds(const Model& model) {
    for (size_t b = 0; b < model.binds.size(); ++b) {
        const Bind& bind = model.binds[b];
        require(bind.joint < model.skeleton.size(), "bind {} of joint {} of {}", b, bind.joint,
                model.skeleton.size());
        require(b == 0 || model.binds[b - 1].joint <= bind.joint, "bind {} is out of order", b);
        for (int column = 0; column < 4; ++column) {
            require(finiteVector(bind.jointFromBind[column]), "bind {} is not finite", b);
        }
    }
    for (const Skin& skin : model.skins) {
        for (const uint32_t bind : skin.binds) {
            require(bind < model.binds.size(), "a skin's bind {} of {}", bind, model.binds.size());
        }
    }
}

void checkInfluences(const Model& model) {
    const Geometry& geometry = model.geometry;
    checkOffsets(geometry.influenceOffsets, geometry.vertexCount(), geometry.influences.size(),
                 "influence");
    for (size_t v = 0; v < geometry.vertexCount(); ++v) {
        double sum = 0;
        for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
            const Influence& influence = geometry.influences[i];
            require(influence.bind < model.binds.size(), "vertex {} has bind {} of {}", v,
                    influence.bind, model.binds.size());
            require(influence.weight > 0 && std::isfinite(influence.weight),
                    "vertex {} has the weight {}", v, influence.weight);
            require(i == geometry.influenceOffsets[v] ||
                        geometry.influences[i - 1].weight >= influence.weight,
                    "the influences of vertex {} are not sorted", v);
            sum += influence.weight;
        }
        require(std::abs(sum - 1.0) <= kUnitTolerance, "the weights of vertex {} sum to {}", v,
                sum);
    }
}

void checkMorphs(const Model& model) {
    const Geometry& geometry = model.geometry;
    require(finite(model.restMorphWeights), "a morph weight is not finite");
    if (geometry.morphOffsets.empty()) {
        require(geometry.morphDeltas.empty(), "morph deltas without offsets");
        return;
    }
    checkOffsets(geometry.morphOffsets, geometry.vertexCount(), geometry.morphDeltas.size(),
                 "morph");
    for (const MorphDelta& delta : geometry.morphDeltas) {
        require(delta.weight < model.restMorphWeights.size(), "a delta of weight {} of {}",
                delta.weight, model.restMorphWeights.size());
        require(finiteVector(delta.position) && finiteVector(delta.normal) &&
                    finiteVector(delta.tangent),
                "a morph delta is not finite");
    }
}

void checkVertices(const Geometry& geometry) {
    const size_t count = geometry.vertexCount();
    require(geometry.normals.size() == count && geometry.tangents.size() == count,
            "{} normals and {} tangents for {} vertices", geometry.normals.size(),
            geometry.tangents.size(), count);
    require(geometry.colors.empty() || geometry.colors.size() == count,
            "{} colours for {} vertices", geometry.colors.size(), count);
    for (const glm::vec4& color : geometry.colors) {
        require(finiteVector(color), "a colour is not finite");
    }
    for (const auto& uvs : geometry.uvSets) {
        require(uvs.size() == count, "{} uvs for {} vertices", uvs.size(), count);
        for (const glm::vec2& uv : uvs) require(finiteVector(uv), "a uv is not finite");
    }
    for (size_t v = 0; v < count; ++v) {
        require(finiteVector(geometry.positions[v]), "position {} is not finite", v);
        require(unitLength(geometry.normals[v]), "normal {} has length {}", v,
                glm::length(geometry.normals[v]));
        require(unitLength(glm::vec3(geometry.tangents[v])), "tangent {} has length {}", v,
                glm::length(glm::vec3(geometry.tangents[v])));
        require(std::abs(geometry.tangents[v].w) == 1.0f, "tangent {} has the sign {}", v,
                geometry.tangents[v].w);
    }
}

void checkFileVertices(const Primitive& primitive, size_t p) {
    if (primitive.fileVertices.empty()) return;
    size_t count = primitive.tangentCopies.size(), end = 0;
    for (const VertexRange& range : primitive.fileVertices) {
        require(range.count > 0 && range.first >= end, "primitive {} has file vertices twice", p);
        end = size_t{range.first} + range.count;
        count += range.count;
    }
    require(count == primitive.vertexCount, "primitive {} has {} vertices, but ranges of {}", p,
            primitive.vertexCount, count);
}

void checkPrimitives(const Model& model) {
    size_t vertices = 0, indices = 0;
    std::vector<bool> isNamed(model.geometry.vertexCount());
    for (size_t p = 0; p < model.primitives.size(); ++p) {
        const Primitive& primitive = model.primitives[p];
        const size_t first = primitive.firstVertex, end = first + primitive.vertexCount;
        require(first == vertices || end <= vertices, "primitive {} has vertices {} to {} after {}",
                p, first, end, vertices);
        require(primitive.firstIndex == indices, "primitive {} does not follow the one before", p);
        require(primitive.indexCount % 3 == 0, "primitive {} has {} indices", p,
                primitive.indexCount);
        require(primitive.material < model.materials.size(), "primitive {} has material {} of {}",
                p, primitive.material, model.materials.size());
        const size_t copies = primitive.tangentCopies.size();
        require(copies <= primitive.vertexCount, "primitive {} has {} copies", p, copies);
        for (const uint32_t copied : primitive.tangentCopies) {
            require(copied < primitive.vertexCount - copies, "a copy of vertex {}", copied);
        }
        checkFileVertices(primitive, p);
        vertices = std::max(vertices, end);
        indices += primitive.indexCount;
        require(indices <= model.geometry.indices.size(), "primitive {} has too many indices", p);
        for (size_t i = primitive.firstIndex; i < indices; ++i) {
            const uint32_t index = model.geometry.indices[i];
            require(index >= first && index < end,
                    "index {} of primitive {}, which has vertices {} to {}", index, p, first, end);
            isNamed[index] = true;
        }
    }
    require(!model.primitives.empty(), "no primitives");
    require(std::find(isNamed.begin(), isNamed.end(), false) == isNamed.end(),
            "a vertex is in no triangle");
    require(vertices == model.geometry.vertexCount() && indices == model.geometry.indices.size(),
            "the primitives have {} vertices and {} indices, the geometry {} and {}", vertices,
            indices, model.geometry.vertexCount(), model.geometry.indices.size());
}

void checkMaterials(const Model& model) {
    require(!model.materials.empty(), "no materials");
    for (size_t m = 0; m < model.materials.size(); ++m) {
        const Material& material = model.materials[m];
        for (const Texture* texture : material.textures()) {
            require(texture->image == kNoImage || texture->image < model.images.size(),
                    "material {} has image {} of {}", m, texture->image, model.images.size());
            require(texture->uvSet < model.geometry.uvSets.size(), "material {} has uv set {}", m,
                    texture->uvSet);
            require(finiteVector(texture->imageFromUv * glm::vec3(1, 0, 0)) &&
                        finiteVector(texture->imageFromUv * glm::vec3(0, 1, 0)) &&
                        finiteVector(texture->imageFromUv[2]),
                    "material {} has a texture transform that is not finite", m);
        }
        require(finiteVector(material.baseColor) && finiteVector(material.emissive) &&
                    std::isfinite(material.metallic) && std::isfinite(material.roughness) &&
                    std::isfinite(material.normalScale) &&
                    std::isfinite(material.occlusionStrength) &&
                    std::isfinite(material.alphaCutoff),
                "material {} has a factor that is not finite", m);
    }
    for (size_t i = 0; i < model.images.size(); ++i) {
        const Image& image = model.images[i];
        require(image.width > 0 && image.height > 0 &&
                    image.rgba.size() == size_t{4} * image.width * image.height,
                "image {} has {} bytes for {} x {} pixels", i, image.rgba.size(), image.width,
                image.height);
    }
}

void checkKeys(const Clip& clip, const Channel& channel) {
    require(
        channel.keyCount > 0 && size_t{channel.firstKey} + channel.keyCount <= clip.times.size(),
        "keys {} + {} of {}", channel.firstKey, channel.keyCount, clip.times.size());
    const auto times = std::span(clip.times).subspan(channel.firstKey, channel.keyCount);
    for (size_t k = 1; k < times.size(); ++k) {
        require(times[k] > times[k - 1], "key {} does not follow the one before", k);
    }
    require(times.front() >= 0 && times.back() <= clip.durationSeconds,
            "keys from {} to {} in a clip of {} s", times.front(), times.back(),
            clip.durationSeconds);
    const size_t values = channel.valueCount();
    require(channel.firstValue + values <= clip.values.size(), "values {} + {} of {}",
            channel.firstValue, values, clip.values.size());
    if (channel.path != Channel::Path::rotation || channel.cubic()) return;
    for (size_t i = channel.firstValue; i < channel.firstValue + values; i += 4) {
        const glm::quat rotation(clip.values[i + 3], clip.values[i], clip.values[i + 1],
                                 clip.values[i + 2]);
        require(std::abs(glm::length(rotation) - 1.0f) <= kUnitTolerance,
                "a rotation key of length {}", glm::length(rotation));
    }
}

void checkClip(const Model& model, const Clip& clip) {
    require(std::isfinite(clip.durationSeconds) && clip.durationSeconds >= 0, "a clip of {} s",
            clip.durationSeconds);
    require(finite(clip.times) && finite(clip.values), "a key is not finite");
    for (const Channel& channel : clip.channels) {
        const bool weights = channel.path == Channel::Path::weights;
        const uint32_t width = channel.path == Channel::Path::rotation ? 4 : 3;
        require(weights ? channel.width > 0 : channel.width == width, "a channel of width {}",
                channel.width);
        const size_t end = size_t{channel.target} + (weights ? channel.width : 1);
        require(end <= (weights ? model.restMorphWeights.size() : model.skeleton.size()),
                "a channel targets {}", channel.target);
        checkKeys(clip, channel);
    }
}

void checkLine(const std::string& text) {
    for (const char c : text) {
        require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "\"{}\" is not plain text",
                text);
    }
}

void checkWords(const Model& model) {
    for (const std::string& warning : model.warnings) checkLine(warning);
    for (const std::string& extension : model.extensionsUsed) checkLine(extension);
    for (const std::string& name : model.skeleton.names) checkLine(name);
    for (const Skin& skin : model.skins) checkLine(skin.name);
    for (const Primitive& primitive : model.primitives) checkLine(primitive.meshName);
    for (const Material& material : model.materials) checkLine(material.name);
    for (const Image& image : model.images) checkLine(image.name);
    for (const Clip& clip : model.clips) checkLine(clip.name);
}

}  // namespace

std::string brokenPromise(const Model& model) {
    try {
        checkSkeleton(model.skeleton);
        checkBinds(model);
        checkVertices(model.geometry);
        checkInfluences(model);
        checkMorphs(model);
        checkPrimitives(model);
        checkMaterials(model);
        for (const Clip& clip : model.clips) checkClip(model, clip);
        checkWords(model);
    } catch (const std::logic_error& broken) {
        return broken.what();
    }
    return {};
}

}  // namespace sinew::test
