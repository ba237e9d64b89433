// Images of a model: named many times, as WebP, and more pixels than a file may have.
#include <gmock/gmock.h>

#include "tests/encode_image.h"
#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::Bytes;
using test::GltfBuilder;
using test::Json;
using testing::AllOf;
using testing::HasSubstr;

std::string uriOf(const Bytes& bytes) {
    return "data:application/octet-stream;base64," + test::base64(bytes);
}

Bytes greyPng(uint32_t width, uint32_t height) {
    return test::encodePngForm({.width = width, .height = height, .depth = 1, .colorType = 0},
                               std::vector<uint16_t>(size_t{width} * height));
}

// One material for each of `images`, which draws it.
GltfBuilder drawing(const std::vector<Json>& images) {
    GltfBuilder builder = test::triangle();
    for (const Json& image : images) {
        const size_t source = builder.add("images", image);
        const size_t texture = builder.add("textures", {{"source", source}});
        builder.add("materials",
                    {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}});
    }
    return builder;
}

TEST(ImageImport, AnImageIsHeldOnceHoweverItIsNamed) {
    const Bytes png = greyPng(8, 8);
    const Json data = {{"uri", uriOf(png)}};
    EXPECT_EQ(drawing({data, data, data}).import().images.size(), 1u);

    GltfBuilder builder = drawing({});
    const size_t view = builder.view(png);
    const Json range = builder.root["bufferViews"][view];
    const size_t again = builder.add("bufferViews", range);
    for (const size_t named : {view, again, view}) {
        const size_t source =
            builder.add("images", {{"bufferView", named}, {"mimeType", "image/png"}});
        builder.add("textures", {{"source", source}});
        builder.add("materials",
                    {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", source}}}}}});
    }
    Model model = builder.import();
    EXPECT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.materials.at(2).baseColorTexture.image, 0u);

    test::writeFile("a b.png", std::string(png.begin(), png.end()));
    model =
        drawing({{{"uri", "a b.png"}}, {{"uri", "./a%20b.png"}}, {{"uri", ".//a b.png"}}}).import();
    EXPECT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].name, "a b.png");
}

TEST(ImageImport, WebpGoesBeforeItsStandIn) {
    const Bytes rgba = {1, 2, 3, 255, 4, 5, 6, 128};
    GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8, 8))}}});
    builder.add("images", {{"uri", uriOf(test::encodeWebp(2, 1, rgba, true))}});
    Json& texture = builder.root["textures"][0];
    texture["extensions"]["EXT_texture_webp"]["source"] = 1;
    builder.root["extensionsUsed"] = {"EXT_texture_webp"};
    Model model = builder.import();
    ASSERT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].rgba, rgba);
    EXPECT_TRUE(model.warnings.empty());

    texture.erase("source");
    builder.root["extensionsRequired"] = {"EXT_texture_webp"};
    EXPECT_EQ(builder.import().images.at(0).rgba, rgba);

    texture["extensions"]["EXT_texture_webp"] = Json::object();
    texture["source"] = 0;
    EXPECT_EQ(builder.import().images.at(0).width, 8u);
}

TEST(ImageImport, FaultsOfWebpTexturesHaveTheirPlace) {
    GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8, 8))}}});
    Json& webp = builder.root["textures"][0]["extensions"]["EXT_texture_webp"];
    webp["source"] = 7;
    EXPECT_THAT(builder.importError(),
                HasSubstr("image 7 of 1 (textures[0].extensions.EXT_texture_webp.source)"));
    webp["source"] = "first";
    EXPECT_THAT(builder.importError(),
                HasSubstr("(textures[0].extensions.EXT_texture_webp.source)"));
}

// A file of less than a megabyte may ask for 256 MiB: 20.1 million pixels in one encoding.
TEST(ImageAllowance, OneImageMayNotAskForMoreThanTheFileMay) {
    // A whole image, so that nothing but its size is wrong with it.
    const GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8192, 2458))}}});
    EXPECT_THAT(builder.importError(),
                AllOf(HasSubstr("claims 8192 x 2458 pixels, 268.5 MB of memory"),
                      HasSubstr("may ask for 268.4 MB (images[0]); scale it down")));
    EXPECT_EQ(drawing({{{"uri", uriOf(greyPng(8192, 2400))}}}).importError(), "");
}

TEST(ImageAllowance, ImagesTogetherMayNotEither) {
    const Json first = {{"uri", uriOf(greyPng(4096, 2400))}};
    const Json second = {{"uri", uriOf(greyPng(4095, 2400))}};
    const Json third = {{"uri", uriOf(greyPng(1024, 1024))}};
    EXPECT_EQ(drawing({first, second}).importError(), "");
    EXPECT_THAT(drawing({first, second, third}).importError(),
                AllOf(HasSubstr("the 1024 x 1024 pixels of the image ask for 14.0 MB"),
                      HasSubstr("(images[2])")));
    EXPECT_EQ(drawing({first, second, first, second}).importError(), "");
}

TEST(ImageAllowance, AnImageInTwoEncodingsCountsTwiceOnTheDevice) {
    GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8192, 1500))}}});
    Json& pbr = builder.root["materials"][0]["pbrMetallicRoughness"];
    EXPECT_EQ(builder.importError(), "");
    pbr["metallicRoughnessTexture"]["index"] = 0;
    EXPECT_THAT(builder.importError(), HasSubstr("claims 8192 x 1500 pixels, 278.5 MB"));
    pbr.erase("baseColorTexture");
    EXPECT_EQ(builder.importError(), "");
    // What shines is a colour, too.
    builder.root["materials"][0]["emissiveTexture"]["index"] = 0;
    EXPECT_THAT(builder.importError(), HasSubstr("278.5 MB"));
    pbr.erase("metallicRoughnessTexture");
    pbr["baseColorTexture"]["index"] = 0;
    EXPECT_EQ(builder.importError(), "");
}

TEST(ImageAllowance, BytesBeyondAMegabytePayForMorePixels) {
    GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8192, 2458))}}});
    EXPECT_THAT(builder.importError(), HasSubstr("claims 8192 x 2458"));
    builder.view(std::vector<uint8_t>(size_t{2} << 20));
    EXPECT_EQ(builder.importError(), "");
}

TEST(ImageAllowance, SidesEndAt16384) {
    EXPECT_EQ(drawing({{{"uri", uriOf(greyPng(16384, 1))}}}).importError(), "");
    EXPECT_THAT(drawing({{{"uri", uriOf(greyPng(1, 16385))}}}).importError(),
                HasSubstr("claims 1 x 16385 pixels, and a side has 1 to 16384 (images[0])"));
}

}  // namespace
}  // namespace sinew
