// Materials and images.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stb_image_write.h>

#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::Contains;
using testing::HasSubstr;

void append(void* bytes, void* data, int size) {
    const auto* from = static_cast<const uint8_t*>(data);
    auto* to = static_cast<std::vector<uint8_t>*>(bytes);
    to->insert(to->end(), from, from + size);
}

// Two pixels: red, and green at half alpha.
std::vector<uint8_t> png() {
    const uint8_t pixels[] = {255, 0, 0, 255, 0, 255, 0, 128};
    std::vector<uint8_t> bytes;
    stbi_write_png_to_func(append, &bytes, 2, 1, 4, pixels, 8);
    return bytes;
}

GltfBuilder textured(const Json& image) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["material"] = 0;
    builder.root["materials"] = {
        {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
    builder.root["textures"] = {{{"source", 0}}};
    builder.root["images"] = {image};
    return builder;
}

TEST(Material, EveryDrawnMemberIsRead) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["material"] = 0;
    builder.root["materials"] = {
        {{"name", "skin"},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {.1, .2, .3, .4}}, {"metallicFactor", .5}, {"roughnessFactor", .6}}},
         {"alphaMode", "MASK"},
         {"alphaCutoff", .7},
         {"doubleSided", true}}};
    const Model model = builder.import();
    const Material& material = model.materials.at(model.primitives[0].material);
    EXPECT_EQ(material.name, "skin");
    EXPECT_EQ(material.baseColor, glm::vec4(.1f, .2f, .3f, .4f));
    EXPECT_EQ(material.metallic, .5f);
    EXPECT_EQ(material.roughness, .6f);
    EXPECT_EQ(material.alpha, Material::Alpha::mask);
    EXPECT_EQ(material.alphaCutoff, .7f);
    EXPECT_TRUE(material.doubleSided);
    EXPECT_EQ(material.baseColorImage, kNoImage);
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
        EXPECT_EQ(model.materials[0].baseColorImage, 0u);
    }
}

TEST(Material, JpegsDecodeOpaque) {
    const std::vector<uint8_t> grey(3 * 16 * 16, 128);
    std::vector<uint8_t> bytes;
    stbi_write_jpg_to_func(append, &bytes, 16, 16, 3, grey.data(), 95);
    const Model model =
        textured({{"uri", "data:image/jpeg;base64," + test::base64(bytes)}}).import();
    EXPECT_EQ(model.images.at(0).height, 16u);
    EXPECT_NEAR(model.images[0].rgba[0], 128, 2);
    EXPECT_EQ(model.images[0].rgba[3], 255);
}

TEST(Material, SamplersSayHowATextureRepeats) {
    GltfBuilder builder = textured({{"uri", "data:image/png;base64," + test::base64(png())}});
    EXPECT_EQ(builder.import().materials[0].wrapU, Material::Wrap::repeat);
    builder.root["textures"][0]["sampler"] = 0;
    builder.root["samplers"] = {{{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}}};
    const Material material = builder.import().materials[0];
    EXPECT_EQ(material.wrapU, Material::Wrap::clamp);
    EXPECT_EQ(material.wrapV, Material::Wrap::mirror);
    EXPECT_TRUE(material.nearest);
}

TEST(Material, TexturesThatAreNotDrawnWarnAndAreNotDecoded) {
    GltfBuilder builder = textured({{"uri", "missing.png"}});
    builder.root["materials"] = {{{"normalTexture", {{"index", 0}}}}};
    const Model model = builder.import();
    EXPECT_TRUE(model.images.empty());
    EXPECT_THAT(model.warnings, Contains("normal textures are not drawn"));
}

TEST(MaterialErrors, OtherImageFormatsAreNamed) {
    EXPECT_THAT(
        textured({{"uri", "data:image/ktx2;base64,q0tUWCAyMLsNChoKAAAAAA=="}}).importError(),
        HasSubstr("KTX2 images are not supported (images[0])"));
    EXPECT_THAT(textured({{"uri", "data:image/webp;base64,UklGRgAAAABXRUJQVlA4"}}).importError(),
                HasSubstr("WebP images are not supported"));
    EXPECT_THAT(textured({{"uri", "data:image/gif;base64,R0lGODlhAQABAAAAACw="}}).importError(),
                HasSubstr("neither PNG nor JPEG"));
    EXPECT_THAT(textured({{"uri", "data:image/png;base64,iVBORw0KGgo="}}).importError(),
                HasSubstr("an image of 8 bytes"));
    EXPECT_THAT(textured({{"uri", "missing.png"}}).importError(), HasSubstr("no such file"));
}

TEST(MaterialErrors, ImagesThatLieAboutTheirSizeAreRefusedBeforeDecoding) {
    std::vector<uint8_t> bytes = png();
    bytes[18] = 0x30;  // width 0x3002 = 12290 ...
    bytes[22] = 0x30;  // ... by height 12289
    const std::string error =
        textured({{"uri", "data:image/png;base64," + test::base64(bytes)}}).importError();
    EXPECT_THAT(error, HasSubstr("claims 12290 x 12289 pixels"));
    bytes = png();
    bytes.resize(bytes.size() / 2);
    EXPECT_THAT(textured({{"uri", "data:image/png;base64," + test::base64(bytes)}}).importError(),
                HasSubstr("broken image"));
}

TEST(MaterialErrors, IndicesOutOfRangeAreNamed) {
    GltfBuilder builder = textured({{"uri", "data:,"}});
    builder.root["textures"][0]["source"] = 2;
    EXPECT_THAT(builder.importError(), HasSubstr("image 2 of 1 (textures[0].source)"));
    builder.root["textures"] = Json::array();
    EXPECT_THAT(builder.importError(), HasSubstr("texture 0 of 0"));
}

}  // namespace
}  // namespace sinew
