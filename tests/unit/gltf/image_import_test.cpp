// A model can use one image several times, images can be WebP, and images must not exceed the pixel
// limits.
#include <gmock/gmock.h>
#include <zlib.h>

#include "tests/encode_image.h"
#include "tests/unit/gltf/gltf_builder.h"

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

/// Returns an RGB PNG of one pixel whose header states the size `width` x `height`.
Bytes pngClaiming(uint32_t width, uint32_t height) {
    Bytes bytes = test::encodePngForm({.width = 1, .height = 1, .depth = 8, .colorType = 2},
                                      std::vector<uint16_t>{0, 0, 0});
    const auto put = [&](size_t at, uint32_t value) {
        for (size_t b = 0; b < 4; ++b) bytes[at + b] = static_cast<uint8_t>(value >> (24 - 8 * b));
    };
    put(16, width);  // chunk IHDR; its checksum covers bytes 12 to 28
    put(20, height);
    put(29, static_cast<uint32_t>(crc32(0, &bytes[12], 17)));
    return bytes;
}

void appendSegment(Bytes& out, uint8_t marker, const Bytes& data) {
    const size_t length = data.size() + 2;
    out.insert(out.end(),
               {0xFF, marker, static_cast<uint8_t>(length >> 8), static_cast<uint8_t>(length)});
    out.insert(out.end(), data.begin(), data.end());
}

/// Returns a grey JPEG of 8 x 8 pixels whose first Huffman table has 1275 codes instead of at most
/// 256. The stb_image of Debian 12 writes beyond the end of this table.
Bytes jpegOf1275Codes() {
    Bytes table = {0x00};  // DC table 0
    for (int length = 1; length <= 16; ++length) table.push_back(length < 12 ? 0 : 255);
    table.insert(table.end(), 5 * 255, 0x7F);
    Bytes jpeg = {0xFF, 0xD8};
    Bytes quantizers(65, 1);
    quantizers[0] = 0;
    appendSegment(jpeg, 0xDB, quantizers);
    appendSegment(jpeg, 0xC0, {8, 0, 8, 0, 8, 1, 1, 0x11, 0});
    appendSegment(jpeg, 0xC4, table);
    // AC table 0 has one code of one bit: end of block.
    appendSegment(jpeg, 0xC4, {0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    appendSegment(jpeg, 0xDA, {1, 1, 0x00, 0, 63, 0});
    jpeg.insert(jpeg.end(), {0xA5, 0x5A, 0xA5, 0x5A, 0xA5, 0x5A, 0xA5, 0x5A, 0xFF, 0xD9});
    return jpeg;
}

constexpr const char* kAnimatedWebp =
    "UklGRiQAAABXRUJQVlA4WAoAAAACAAAABwAABwAAQU5JTQYAAAAAAAAAAAA=";

// Returns a triangle and one material for each image.
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

TEST(ImageImport, AnImageIsStoredOnceForAllItsNames) {
    const Bytes png = greyPng(8, 8);
    const Json data = {{"uri", uriOf(png)}};
    EXPECT_EQ(drawing({data, data, data}).import().images.size(), 1u);

    test::writeFile("a b.png", std::string(png.begin(), png.end()));
    const Model model =
        drawing({{{"uri", "a b.png"}}, {{"uri", "./a%20b.png"}}, {{"uri", ".//a b.png"}}}).import();
    EXPECT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].name, "a b.png");
}

TEST(ImageImport, TheFallbackIsReadIfTheExtensionNamesNoWebp) {
    const GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8, 8))}}});
    EXPECT_EQ(GltfBuilder(builder)
                  .set(R"(textures[0].extensions = {"EXT_texture_webp": {}})")
                  .import()
                  .images.at(0)
                  .width,
              8u);
}

TEST(ImageImport, TheFallbackIsReadIfTheWebpCannotBe) {
    GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(9, 9))}}});
    builder.add("images", {{"uri", std::string("data:image/webp;base64,") + kAnimatedWebp}});
    builder.set(R"(textures[0].extensions = {"EXT_texture_webp": {"source": 1}})");
    const Model model = builder.import();
    EXPECT_EQ(model.images.at(0).width, 9u);
    EXPECT_THAT(model.warnings,
                testing::ElementsAre("textures[0].extensions.EXT_texture_webp.source: the image "
                                     "cannot be read, and images[0] is drawn"));
}

/// Expects a model with a placeholder image and exactly one warning, and returns the warning.
std::string placeholderWarning(const GltfBuilder& builder) {
    const Model model = builder.import();
    EXPECT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].width, 8u);
    EXPECT_EQ(model.warnings.size(), 1u);
    return model.warnings.empty() ? std::string() : model.warnings[0];
}

TEST(ImagePlaceholder, IsDrawnForAnImageThatCannotBeRead) {
    const auto embedded = [](const Bytes& bytes) { return Json{{"uri", uriOf(bytes)}}; };
    const auto text = [&](const std::string& bytes) {
        return embedded(Bytes(bytes.begin(), bytes.end()));
    };
    const std::pair<Json, const char*> images[] = {
        {{{"uri", "nowhere.png"}}, "images[0].uri: no such file: "},
        {{{"uri", "../../secret.png"}},
         R"(images[0].uri: the URI "../../secret.png" is outside of the model's folder)"},
        {{{"bufferView", 12}, {"mimeType", "image/png"}},
         "buffer view 12 does not exist (the file has 1)"},
        {embedded(pngClaiming(16384, 16384)),
         "268.4 megapixels in one image, and the limit is 67.1"},
        {embedded(pngClaiming(0x7FFFFFFF, 1)), "has 2147483647 x 1 pixels, and a side"},
        {embedded(pngClaiming(0, 0)), "broken image"},
        {embedded(pngClaiming(4, 4)), "broken image"},
        {embedded({}), "images[0]: the image has 0 bytes"},
        {text("GIF89a, were it whole"), "images[0]: the image is neither PNG nor JPEG nor WebP"},
        {text("\xABKTX 20\xBB\r\n\x1A\n1234"), "images[0]: KTX2 images are not supported"},
        {embedded(jpegOf1275Codes()), "broken image: the JPEG is damaged"},
        {{{"uri", std::string("data:image/webp;base64,") + kAnimatedWebp}},
         "images[0]: an animated WebP image is not supported"},
    };
    for (const auto& [image, words] : images) {
        EXPECT_THAT(placeholderWarning(drawing({image})),
                    AllOf(HasSubstr("a checkered placeholder is drawn: "), HasSubstr(words)));
    }
}

TEST(ImagePlaceholder, IsDrawnForATextureWithAnImageOfAnExtensionAlone) {
    GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8, 8))}}});
    for (const char* name : {"KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds"}) {
        builder.root["textures"][0] = {{"extensions", {{name, {{"source", 0}}}}}};
        EXPECT_THAT(placeholderWarning(builder), HasSubstr("only a KTX2, AVIF or DDS image"));
    }
}

TEST(ImagePlaceholder, IsNotReadAsNormals) {
    GltfBuilder builder = drawing({{{"uri", "nowhere.png"}}});
    builder.root["materials"][0]["normalTexture"]["index"] = 0;
    const Model model = builder.import();
    EXPECT_TRUE(model.materials[0].baseColorTexture);
    EXPECT_FALSE(model.materials[0].normalTexture);
}

TEST(ImagePixels, HaveALimitForOneImageWhateverTheSizeOfTheFile) {
    const GltfBuilder builder = drawing({{{"uri", uriOf(greyPng(8193, 8192))}}});
    EXPECT_THAT(
        placeholderWarning(builder),
        HasSubstr("images[0]: the image has 8193 x 8192 pixels, which is 67.1 megapixels in "
                  "one image, and the limit is 67.1; reduce its size"));
    EXPECT_EQ(drawing({{{"uri", uriOf(greyPng(8192, 2458))}}}).import().images[0].width, 8192u);
}

TEST(ImagePixels, HaveALimitForAllImages) {
    std::vector<Json> images;
    for (uint32_t i = 0; i < 5; ++i)
        images.push_back({{"uri", uriOf(pngClaiming(8192, 8192 - i))}});
    const std::vector<std::string> warnings = drawing(images).import().warnings;
    // Four warnings are about truncated images.
    ASSERT_EQ(warnings.size(), 5u);
    EXPECT_THAT(warnings[4], HasSubstr("335.5 megapixels in all images, and the limit is 268.4"));
}

TEST(ImagePixels, SidesEndAt16384) {
    EXPECT_TRUE(drawing({{{"uri", uriOf(greyPng(16384, 1))}}}).import().warnings.empty());
    EXPECT_THAT(
        placeholderWarning(drawing({{{"uri", uriOf(greyPng(1, 16385))}}})),
        HasSubstr("images[0]: the image has 1 x 16385 pixels, and a side may have 1 to 16384"));
}

}  // namespace
}  // namespace sinew
