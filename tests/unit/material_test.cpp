// Materials and images.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/encode_image.h"
#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::Contains;
using testing::HasSubstr;

// Two pixels: red, and green at half alpha.
std::vector<uint8_t> png() {
    return test::encodePngForm({.width = 2, .height = 1},
                               std::vector<uint16_t>{255, 0, 0, 255, 0, 255, 0, 128});
}

const Json kPng = {{"uri", "data:image/png;base64," + test::base64(png())}};

GltfBuilder textured(const Json& image) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["material"] = 0;
    builder.root["materials"] = {
        {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
    builder.root["textures"] = {{{"source", 0}}};
    builder.root["images"] = Json::array({image});
    return builder;
}

TEST(Material, EveryFactorIsRead) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["material"] = 0;
    builder.root["materials"] = {
        {{"name", "skin"},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {.1, .2, .3, .4}}, {"metallicFactor", .5}, {"roughnessFactor", .6}}},
         {"emissiveFactor", {.25, .5, .75}},
         {"alphaMode", "MASK"},
         {"alphaCutoff", .7},
         {"doubleSided", true}}};
    const Model model = builder.import();
    const Material& material = model.materials.at(model.primitives[0].material);
    EXPECT_EQ(material.name, "skin");
    EXPECT_EQ(material.baseColor, glm::vec4(.1f, .2f, .3f, .4f));
    EXPECT_EQ(material.metallic, .5f);
    EXPECT_EQ(material.roughness, .6f);
    EXPECT_EQ(material.emissive, glm::vec3(.25f, .5f, .75f));
    EXPECT_EQ(material.alpha, Material::Alpha::mask);
    EXPECT_EQ(material.alphaCutoff, .7f);
    EXPECT_TRUE(material.doubleSided);
    EXPECT_FALSE(material.unlit);
    EXPECT_FALSE(material.baseColorTexture);
}

TEST(Material, EveryTextureIsReadWithItsSetAndImage) {
    GltfBuilder builder = textured(kPng);
    builder.root["images"].push_back(
        {{"uri", "data:image/png;base64," +
                     test::base64(test::encodePngForm({.width = 1, .height = 1, .colorType = 0},
                                                      std::vector<uint16_t>{7}))}});
    builder.root["textures"].push_back({{"source", 1}});
    builder.root["materials"] = {
        {{"pbrMetallicRoughness",
          {{"baseColorTexture", {{"index", 1}}},
           {"metallicRoughnessTexture", {{"index", 0}, {"texCoord", 3}}}}},
         {"normalTexture", {{"index", 0}, {"texCoord", 1}, {"scale", .5}}},
         {"occlusionTexture", {{"index", 1}, {"texCoord", 3}, {"strength", .25}}},
         {"emissiveTexture", {{"index", 0}}}}};
    const Model model = builder.import();
    const Material& material = model.materials[0];
    EXPECT_EQ(model.images.size(), 2u);
    EXPECT_EQ(model.geometry.uvSets.size(), 3u);  // 0, 3 and 1, in the order of their first use
    EXPECT_EQ(material.baseColorTexture.image, 0u);
    EXPECT_EQ(material.metallicRoughnessTexture.image, 1u);
    EXPECT_EQ(material.metallicRoughnessTexture.uvSet, 1u);
    EXPECT_EQ(material.normalTexture.uvSet, 2u);
    EXPECT_EQ(material.normalScale, .5f);
    EXPECT_EQ(material.occlusionTexture.uvSet, 1u);
    EXPECT_EQ(material.occlusionStrength, .25f);
    EXPECT_EQ(material.emissiveTexture.image, 1u);
    EXPECT_THAT(model.warnings, testing::IsEmpty());
}

TEST(Material, ExtensionsAreRead) {
    GltfBuilder builder = textured(kPng);
    builder.root["extensionsUsed"] = {"KHR_materials_unlit", "KHR_materials_emissive_strength",
                                      "KHR_texture_transform"};
    builder.root["extensionsRequired"] = builder.root["extensionsUsed"];
    Json& material = builder.root["materials"][0];
    material["emissiveFactor"] = {1, .5, 0};
    material["extensions"] = {{"KHR_materials_unlit", Json::object()},
                              {"KHR_materials_emissive_strength", {{"emissiveStrength", 8}}}};
    // A quarter turn counter-clockwise, v down: (1, 0) goes to (0, -1).
    material["pbrMetallicRoughness"]["baseColorTexture"]["extensions"]["KHR_texture_transform"] = {
        {"offset", {.5, .25}}, {"rotation", 1.5707963267948966}, {"scale", {2, 3}}};
    const Model model = builder.import();
    EXPECT_TRUE(model.materials[0].unlit);
    EXPECT_EQ(model.materials[0].emissive, glm::vec3(8, 4, 0));
    const glm::mat3x2& m = model.materials[0].baseColorTexture.imageFromUv;
    const glm::vec2 u = m * glm::vec3(1, 0, 1), v = m * glm::vec3(0, 1, 1);
    EXPECT_LT(glm::length(u - glm::vec2(.5f, .25f - 2)), 1e-6f);
    EXPECT_LT(glm::length(v - glm::vec2(.5f + 3, .25f)), 1e-6f);
    EXPECT_THAT(model.warnings, testing::IsEmpty());
}

TEST(Material, ATextureTransformMayNameAnotherUvSet) {
    GltfBuilder builder = textured(kPng);
    builder.root["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"]
                ["KHR_texture_transform"] = {{"texCoord", 1}};
    EXPECT_EQ(builder.import().materials[0].baseColorTexture.uvSet, 1u);
}

TEST(Material, PrimitivesWithoutOneGetTheDefault) {
    const Model model = test::triangle().import();
    const Material& material = model.materials.at(model.primitives[0].material);
    EXPECT_EQ(material.baseColor, glm::vec4(1));
    EXPECT_EQ(material.metallic, 1);
    EXPECT_EQ(material.alpha, Material::Alpha::opaque);
}

TEST(Material, ImagesDecodeFromDataUriBufferViewAndFile) {
    const std::vector<uint8_t> bytes = png();
    GltfBuilder embedded = textured({});
    embedded.root["images"][0] = {{"bufferView", embedded.view(bytes)}, {"mimeType", "image/png"}};
    test::writeFile("red green.png", std::string(bytes.begin(), bytes.end()));
    for (const GltfBuilder& builder :
         {textured({{"uri", "data:image/png;base64," + test::base64(bytes)}}),
          textured({{"uri", "red%20green.png"}}), embedded}) {
        const Model model = builder.import();
        ASSERT_EQ(model.images.size(), 1u);
        EXPECT_EQ(model.images[0].width, 2u);
        EXPECT_EQ(model.images[0].rgba, (std::vector<uint8_t>{255, 0, 0, 255, 0, 255, 0, 128}));
        EXPECT_EQ(model.materials[0].baseColorTexture.image, 0u);
    }
}

TEST(Material, SamplersSayHowATextureRepeatsAndIsFiltered) {
    GltfBuilder builder = textured(kPng);
    EXPECT_EQ(builder.import().materials[0].baseColorTexture.wrapU, Texture::Wrap::repeat);
    builder.root["textures"][0]["sampler"] = 0;
    builder.root["samplers"] = {
        {{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}, {"minFilter", 9985}}};
    const Texture texture = builder.import().materials[0].baseColorTexture;
    EXPECT_EQ(texture.wrapU, Texture::Wrap::clamp);
    EXPECT_EQ(texture.wrapV, Texture::Wrap::mirror);
    EXPECT_EQ(texture.magnified, Texture::Filter::nearest);
    EXPECT_EQ(texture.minified, Texture::Filter::linear);
    EXPECT_EQ(texture.mipmaps, Texture::Mipmaps::nearest);
}

TEST(Material, VertexColorsAreReadWithAndWithoutAlpha) {
    GltfBuilder builder = test::triangle();
    EXPECT_TRUE(builder.import().geometry.colors.empty());
    Json& attributes = builder.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["COLOR_0"] = builder.accessor<float>({1, .5, .25, 0, 1, 0, 0, 0, 1}, "VEC3");
    Model model = builder.import();
    EXPECT_TRUE(model.primitives[0].hasColors);
    EXPECT_EQ(model.geometry.colors.at(0), glm::vec4(1, .5f, .25f, 1));
    attributes["COLOR_0"] = builder.accessor<uint8_t>(
        {255, 0, 51, 102, 0, 0, 0, 0, 255, 255, 255, 255}, "VEC4", {.normalized = true});
    model = builder.import();
    EXPECT_EQ(model.geometry.colors.at(0), glm::vec4(1, 0, .2f, .4f));
}

TEST(Material, TexturesWithoutAnImageAreDrawnWhiteWithAWarning) {
    GltfBuilder builder = textured(kPng);
    builder.root["textures"] = Json::array({Json::object()});
    const Model model = builder.import();
    EXPECT_FALSE(model.materials[0].baseColorTexture);
    EXPECT_THAT(model.warnings, Contains(HasSubstr("has no image")));
}

TEST(MaterialErrors, ExtensionsOfTheWrongFormAreNamed) {
    GltfBuilder builder = textured(kPng);
    Json& extensions = builder.root["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]
                                   ["extensions"]["KHR_texture_transform"];
    extensions = {{"offset", {1}}};
    EXPECT_THAT(builder.importError(),
                HasSubstr("baseColorTexture.extensions.KHR_texture_transform.offset: 2 numbers are "
                          "expected, not 1"));
    extensions = {{"texCoord", 1.5}};
    EXPECT_THAT(builder.importError(), HasSubstr("a non-negative integer is expected, not 1.5"));
    builder = test::triangle();
    builder.root["materials"] = {
        {{"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", "much"}}}}}}};
    EXPECT_THAT(
        builder.importError(),
        HasSubstr(
            "KHR_materials_emissive_strength.emissiveStrength: a number is expected, not string"));
}

TEST(MaterialErrors, ManyUvSetsAreRefused) {
    GltfBuilder builder = textured(kPng);
    builder.root["materials"] = Json::array();
    for (int set = 0; set < 9; ++set) {
        builder.root["materials"].push_back({{"normalTexture", {{"index", 0}, {"texCoord", set}}}});
    }
    EXPECT_THAT(builder.importError(), HasSubstr("more than 8 uv sets"));
}

TEST(MaterialErrors, IndicesOutOfRangeAreNamed) {
    GltfBuilder builder = textured({{"uri", "data:,"}});
    builder.root["textures"][0]["source"] = 2;
    EXPECT_THAT(builder.importError(),
                HasSubstr("textures[0].source: image 2 does not exist (the file has 1)"));
    builder.root["textures"] = Json::array();
    EXPECT_THAT(builder.importError(), HasSubstr("texture 0 does not exist (the file has 0)"));
}

}  // namespace
}  // namespace sinew
