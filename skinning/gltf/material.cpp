// Materials and the textures they draw.
#include "skinning/gltf/material.h"

#include <algorithm>
#include <cmath>

#include "skinning/gltf/fault.h"
#include "skinning/gltf/image.h"

namespace sinew::gltf {

namespace {

Material::Wrap wrapOf(int mode) {
    if (mode == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return Material::Wrap::clamp;
    if (mode == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return Material::Wrap::mirror;
    return Material::Wrap::repeat;
}

float factorOf(double value, const std::string& where) {
    if (!std::isfinite(static_cast<float>(value))) {
        fault(fmt::format("{} does not fit a float", value), where, kValidate);
    }
    return static_cast<float>(value);
}

void checkIndex(int index, size_t count, const char* what, const std::string& where) {
    if (index >= 0 && static_cast<size_t>(index) < count) return;
    fault(fmt::format("{} {} of {}", what, index, count), where, kValidate);
}

class MaterialReader {
public:
    MaterialReader(const Document& document, std::vector<std::string>& warnings)
        : document_(document), warnings_(warnings) {}

    Material read(size_t index) {
        const tinygltf::Material& source = document_.gltf.materials[index];
        const tinygltf::PbrMetallicRoughness& pbr = source.pbrMetallicRoughness;
        const std::string path = fmt::format("materials[{}]", index);
        Material material;
        material.name = source.name.empty() ? fmt::format("material {}", index) : source.name;
        if (pbr.baseColorFactor.size() != 4) {
            fault(fmt::format("{} numbers where 4 belong", pbr.baseColorFactor.size()),
                  path + ".pbrMetallicRoughness.baseColorFactor", kValidate);
        }
        for (int c = 0; c < 4; ++c) {
            material.baseColor[c] = factorOf(pbr.baseColorFactor[static_cast<size_t>(c)], path);
        }
        material.metallic = factorOf(pbr.metallicFactor, path);
        material.roughness = factorOf(pbr.roughnessFactor, path);
        material.alphaCutoff = factorOf(source.alphaCutoff, path);
        material.doubleSided = source.doubleSided;
        if (source.alphaMode == "MASK") material.alpha = Material::Alpha::mask;
        if (source.alphaMode == "BLEND") material.alpha = Material::Alpha::blend;
        if (pbr.baseColorTexture.index >= 0) {
            readTexture(pbr.baseColorTexture.index, path + ".pbrMetallicRoughness.baseColorTexture",
                        material);
        }
        noteUndrawn(source);
        return material;
    }

    std::vector<int> takeImages() { return std::move(images_); }

private:
    void readTexture(int index, const std::string& where, Material& material) {
        const auto& gltf = document_.gltf;
        checkIndex(index, gltf.textures.size(), "texture", where + ".index");
        const tinygltf::Texture& texture = gltf.textures[static_cast<size_t>(index)];
        const std::string path = fmt::format("textures[{}]", index);
        if (texture.source < 0) {
            const auto& extensions = texture.extensions;
            if (extensions.contains("KHR_texture_basisu")) {
                fault("the texture has only a KTX2 image, which is not supported", path,
                      "convert it to PNG or JPEG");
            }
            if (extensions.contains("EXT_texture_webp")) {
                fault("the texture has only a WebP image, which is not supported", path,
                      "convert it to PNG or JPEG");
            }
            warnings_.push_back(fmt::format("{} has no image and is drawn white", path));
            return;
        }
        checkIndex(texture.source, document_.images.size(), "image", path + ".source");
        if (texture.sampler >= 0) {
            checkIndex(texture.sampler, gltf.samplers.size(), "sampler", path + ".sampler");
            const auto& sampler = gltf.samplers[static_cast<size_t>(texture.sampler)];
            material.wrapU = wrapOf(sampler.wrapS);
            material.wrapV = wrapOf(sampler.wrapT);
            material.nearest = sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST;
        }
        const auto found = std::find(images_.begin(), images_.end(), texture.source);
        material.baseColorImage = static_cast<uint32_t>(found - images_.begin());
        if (found == images_.end()) images_.push_back(texture.source);
    }

    void noteUndrawn(const tinygltf::Material& source) {
        const auto note = [&](int texture, const char* what) {
            if (texture >= 0) warnings_.push_back(fmt::format("{} textures are not drawn", what));
        };
        note(source.pbrMetallicRoughness.metallicRoughnessTexture.index, "metallic-roughness");
        note(source.normalTexture.index, "normal");
        note(source.occlusionTexture.index, "occlusion");
        note(source.emissiveTexture.index, "emissive");
        const auto& emissive = source.emissiveFactor;
        if (std::any_of(emissive.begin(), emissive.end(), [](double e) { return e > 0; })) {
            warnings_.emplace_back("emissive colours are not drawn");
        }
    }

    const Document& document_;
    std::vector<std::string>& warnings_;
    std::vector<int> images_;  // indices into the file, in the order of Model::images
};

}  // namespace

Materials importMaterials(const Document& document, std::vector<std::string>& warnings) {
    Materials result;
    MaterialReader reader(document, warnings);
    for (size_t i = 0; i < document.gltf.materials.size(); ++i) {
        result.materials.push_back(reader.read(i));
    }
    result.materials.push_back({.name = "default"});
    result.images = decodeImages(document, reader.takeImages());
    return result;
}

}  // namespace sinew::gltf
