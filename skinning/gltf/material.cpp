// Imports materials: factors, textures, samplers and extensions.
#include "skinning/gltf/material.h"

#include <algorithm>
#include <cmath>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

// Limits memory: materials can add uv sets, and each set costs 8 bytes for every vertex.
constexpr size_t kMaxUvSets = 8;

using Extensions = tinygltf::ExtensionMap;

const tinygltf::Value* extensionOf(const Extensions& extensions, const char* name) {
    const auto found = extensions.find(name);
    return found != extensions.end() && found->second.IsObject() ? &found->second : nullptr;
}

float finite(double value, const std::string& where) {
    if (!std::isfinite(static_cast<float>(value))) {
        fault(fmt::format("{} does not fit a float", value), where, kValidate);
    }
    return static_cast<float>(value);
}

float numberOf(const tinygltf::Value& object, const char* member, float otherwise,
               const std::string& path) {
    if (!object.Has(member)) return otherwise;
    return finite(object.Get(member).GetNumberAsDouble(), fmt::format("{}.{}", path, member));
}

glm::vec2 pairOf(const tinygltf::Value& object, const char* member, glm::vec2 otherwise,
                 const std::string& path) {
    if (!object.Has(member)) return otherwise;
    const std::string where = fmt::format("{}.{}", path, member);
    const tinygltf::Value& value = object.Get(member);
    return {finite(value.Get(0).GetNumberAsDouble(), where),
            finite(value.Get(1).GetNumberAsDouble(), where)};
}

template <int N>
glm::vec<N, float> factorsOf(const std::vector<double>& numbers, const std::string& where) {
    glm::vec<N, float> factors;
    for (int c = 0; c < N; ++c) factors[c] = finite(numbers.at(static_cast<size_t>(c)), where);
    return factors;
}

Texture::Wrap wrapOf(int mode) {
    if (mode == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return Texture::Wrap::clamp;
    if (mode == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return Texture::Wrap::mirror;
    return Texture::Wrap::repeat;
}

// A filter that the sampler does not define stays linear, with linear mipmaps.
void readSampler(const tinygltf::Sampler& sampler, Texture& texture) {
    texture.wrapU = wrapOf(sampler.wrapS);
    texture.wrapV = wrapOf(sampler.wrapT);
    if (sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST) {
        texture.magnified = Texture::Filter::nearest;
    }
    switch (sampler.minFilter) {
        case TINYGLTF_TEXTURE_FILTER_NEAREST:
            texture.minified = Texture::Filter::nearest;
            texture.mipmaps = Texture::Mipmaps::none;
            break;
        case TINYGLTF_TEXTURE_FILTER_LINEAR:
            texture.mipmaps = Texture::Mipmaps::none;
            break;
        case TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_NEAREST:
            texture.minified = Texture::Filter::nearest;
            texture.mipmaps = Texture::Mipmaps::nearest;
            break;
        case TINYGLTF_TEXTURE_FILTER_LINEAR_MIPMAP_NEAREST:
            texture.mipmaps = Texture::Mipmaps::nearest;
            break;
        case TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_LINEAR:
            texture.minified = Texture::Filter::nearest;
            break;
        default:
            break;
    }
}

class MaterialReader {
public:
    MaterialReader(const Document& document, std::vector<std::string>& warnings)
        : document_(document), warnings_(warnings), firstOfSame_(firstOfSameImages(document)) {}

    Material read(size_t index) {
        const tinygltf::Material& source = document_.gltf.materials[index];
        const tinygltf::PbrMetallicRoughness& pbr = source.pbrMetallicRoughness;
        const std::string path = fmt::format("materials[{}]", index);
        const std::string pbrPath = path + ".pbrMetallicRoughness";
        Material material{
            .name = source.name.empty() ? fmt::format("material {}", index) : source.name,
            .baseColor = factorsOf<4>(pbr.baseColorFactor, pbrPath + ".baseColorFactor"),
            .metallic = finite(pbr.metallicFactor, pbrPath + ".metallicFactor"),
            .roughness = finite(pbr.roughnessFactor, pbrPath + ".roughnessFactor"),
            .normalScale = finite(source.normalTexture.scale, path + ".normalTexture.scale"),
            .occlusionStrength =
                finite(source.occlusionTexture.strength, path + ".occlusionTexture.strength"),
            .emissive = factorsOf<3>(source.emissiveFactor, path + ".emissiveFactor"),
            .baseColorTexture = texture(pbr.baseColorTexture, pbrPath + ".baseColorTexture"),
            .metallicRoughnessTexture =
                texture(pbr.metallicRoughnessTexture, pbrPath + ".metallicRoughnessTexture"),
            .normalTexture = texture(source.normalTexture, path + ".normalTexture"),
            .occlusionTexture = texture(source.occlusionTexture, path + ".occlusionTexture"),
            .emissiveTexture = texture(source.emissiveTexture, path + ".emissiveTexture"),
            .alphaCutoff = finite(source.alphaCutoff, path + ".alphaCutoff"),
            .doubleSided = source.doubleSided,
            .unlit = extensionOf(source.extensions, "KHR_materials_unlit") != nullptr};
        if (source.alphaMode == "MASK") material.alpha = Material::Alpha::mask;
        if (source.alphaMode == "BLEND") material.alpha = Material::Alpha::blend;
        constexpr const char* kStrength = "KHR_materials_emissive_strength";
        if (const tinygltf::Value* strength = extensionOf(source.extensions, kStrength)) {
            const std::string where = fmt::format("{}.extensions.{}", path, kStrength);
            material.emissive *= numberOf(*strength, "emissiveStrength", 1.0f, where);
            for (int c = 0; c < 3; ++c) finite(material.emissive[c], where);
        }
        return material;
    }

    std::vector<int> takeImages() { return std::move(images_); }
    std::vector<int> takeUvSets() { return std::move(uvSets_); }

private:
    // Imports a texture reference. `Info`: one of tinygltf's three structs for it.
    template <typename Info>
    Texture texture(const Info& info, const std::string& where) {
        Texture result;
        if (info.index < 0) return result;
        readImageAndSampler(info.index, where, result);
        if (!result) return result;
        int texCoord = info.texCoord;
        constexpr const char* kTransform = "KHR_texture_transform";
        if (const tinygltf::Value* transform = extensionOf(info.extensions, kTransform)) {
            const std::string path = fmt::format("{}.extensions.{}", where, kTransform);
            texCoord = readTransform(*transform, path, texCoord, result);
        }
        result.uvSet = uvSet(texCoord, where);
        return result;
    }

    void readImageAndSampler(int index, const std::string& where, Texture& result) {
        const auto& gltf = document_.gltf;
        requireIndex("texture", index, gltf.textures.size(), [&] { return where + ".index"; });
        const tinygltf::Texture& texture = gltf.textures[static_cast<size_t>(index)];
        const std::string path = fmt::format("textures[{}]", index);
        const NamedImage image = imageOf(texture, path);
        if (image.index < 0) {
            if (!texture.extensions.empty()) {
                result.image = indexIn(kUnreadImage, images_);
                return;
            }
            warnings_.push_back(
                fmt::format("{}: the texture has no image and is drawn white", path));
            return;
        }
        requireIndex("image", image.index, document_.images.size(), image.where);
        if (texture.sampler >= 0) {
            requireIndex("sampler", texture.sampler, gltf.samplers.size(),
                         [&] { return path + ".sampler"; });
            readSampler(gltf.samplers[static_cast<size_t>(texture.sampler)], result);
        }
        result.image = indexIn(firstOfSame_[static_cast<size_t>(image.index)], images_);
    }

    struct NamedImage {
        int index = -1;
        std::string where;
    };

    // Returns the texture's WebP image if the extension has one that can be read, otherwise
    // `source`.
    NamedImage imageOf(const tinygltf::Texture& texture, const std::string& path) {
        constexpr const char* kWebp = "EXT_texture_webp";
        const tinygltf::Value* webp = extensionOf(texture.extensions, kWebp);
        if (webp != nullptr && webp->Has("source")) {
            const int index = webp->Get("source").GetNumberAsInt();
            const std::string where = fmt::format("{}.extensions.{}.source", path, kWebp);
            if (texture.source < 0 || hasReadableHeader(document_, index)) return {index, where};
            warnings_.push_back(fmt::format("{}: the image cannot be read, and images[{}] is drawn",
                                            where, texture.source));
        }
        return {texture.source, path + ".source"};
    }

    // Reads KHR_texture_transform. Returns the uv set, which the extension may override.
    // imageFromUv = translation * rotation * scale. The rotation is counter-clockwise in the image,
    // where v points down.
    static int readTransform(const tinygltf::Value& transform, const std::string& path,
                             int texCoord, Texture& result) {
        const glm::vec2 offset = pairOf(transform, "offset", glm::vec2(0), path);
        const glm::vec2 scale = pairOf(transform, "scale", glm::vec2(1), path);
        const float angle = numberOf(transform, "rotation", 0.0f, path);
        const float c = std::cos(angle), s = std::sin(angle);
        result.imageFromUv =
            glm::mat3x2(glm::vec2(c, -s) * scale.x, glm::vec2(s, c) * scale.y, offset);
        return transform.Has("texCoord") ? transform.Get("texCoord").GetNumberAsInt() : texCoord;
    }

    uint32_t uvSet(int texCoord, const std::string& where) {
        const uint32_t slot = indexIn(texCoord, uvSets_);
        if (uvSets_.size() > kMaxUvSets) {
            fault(fmt::format("the materials use more than {} uv sets", kMaxUvSets),
                  where + ".texCoord", "merge uv sets");
        }
        return slot;
    }

    static uint32_t indexIn(int item, std::vector<int>& list) {
        const auto found = std::find(list.begin(), list.end(), item);
        const auto slot = static_cast<uint32_t>(found - list.begin());
        if (found == list.end()) list.push_back(item);
        return slot;
    }

    const Document& document_;
    std::vector<std::string>& warnings_;
    std::vector<int> firstOfSame_;
    std::vector<int> images_;
    std::vector<int> uvSets_{0};
};

void countEncodings(Materials& result) {
    enum : uint8_t { kColor = 1, kData = 2 };
    std::vector<uint8_t> readAs(result.images.size());
    for (const Material& material : result.materials) {
        const auto textures = material.textures();
        for (size_t slot = 0; slot < textures.size(); ++slot) {
            if (!*textures[slot]) continue;
            readAs[textures[slot]->image] |= Material::isColor(slot) ? kColor : kData;
        }
    }
    for (size_t i = 0; i < readAs.size(); ++i) {
        if (readAs[i] == (kColor | kData)) result.images[i].encodings = 2;
    }
}

}  // namespace

Materials importMaterials(const Document& document, std::vector<std::string>& warnings) {
    Materials result;
    MaterialReader reader(document, warnings);
    for (size_t i = 0; i < document.gltf.materials.size(); ++i) {
        result.materials.push_back(reader.read(i));
    }
    result.materials.push_back({.name = "default"});
    for (const int index : reader.takeImages()) result.images.push_back({.index = index});
    countEncodings(result);
    result.uvSets = reader.takeUvSets();
    return result;
}

}  // namespace sinew::gltf
