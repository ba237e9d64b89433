// Images and textures that are not there, or lie about themselves.
#include <zlib.h>

#include "tests/torture/broken.h"

namespace sinew::torture {

namespace {

/// The triangle with a base colour texture whose image is `image`.
Gltf textured(Json image) {
    Gltf gltf = triangle();
    const int uvs = gltf.accessor<float>({0, 0, 1, 0, 0, 1}, "VEC2");
    gltf.attributes()["TEXCOORD_0"] = uvs;
    gltf.primitive()["material"] = 0;
    gltf.root["materials"] =
        json(R"([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}])");
    gltf.root["textures"] = json(R"([{"source": 0}])");
    gltf.root["images"] = Json::array({std::move(image)});
    return gltf;
}

Broken embedded(const char* name, const Bytes& bytes, std::vector<std::string> words) {
    const Gltf gltf = textured({{"uri", imageUri("png", bytes)}});
    return broken(name, gltf, std::move(words));
}

Broken image(const char* name, std::string_view value, std::vector<std::string> words) {
    return broken(name, textured(json(value)), std::move(words));
}

Broken listed(const char* name, const char* array, std::string_view value,
              std::vector<std::string> words) {
    Gltf gltf = textured(json(R"({"uri": "data:image/png;base64,iVBORw0KGgo="})"));
    gltf.root[array] = json(value);
    return broken(name, gltf, std::move(words));
}

/// An RGB PNG whose header claims so many pixels, and which holds one.
Bytes pngClaiming(uint32_t width, uint32_t height) {
    Bytes bytes = png({.width = 1, .height = 1, .colorType = 2}, {0, 0, 0});
    const auto put = [&](size_t at, uint32_t value) {
        for (size_t b = 0; b < 4; ++b) bytes[at + b] = static_cast<uint8_t>(value >> (24 - 8 * b));
    };
    put(16, width);  // IHDR, whose checksum covers its name as well
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

/// A grey JPEG of 8 x 8 pixels whose first Huffman table has 1275 codes. A table has room for 256;
/// stb_image of Debian 12 writes them all.
Bytes jpegOf1275Codes() {
    Bytes table = {0x00};  // DC, 0
    for (int length = 1; length <= 16; ++length) table.push_back(length < 12 ? 0 : 255);
    table.insert(table.end(), 5 * 255, 0x7F);
    Bytes jpeg = {0xFF, 0xD8};
    Bytes quantizers(65, 1);
    quantizers[0] = 0;
    appendSegment(jpeg, 0xDB, quantizers);
    appendSegment(jpeg, 0xC0, {8, 0, 8, 0, 8, 1, 1, 0x11, 0});
    appendSegment(jpeg, 0xC4, table);
    // AC, 0: one code of one bit, the end of a block.
    appendSegment(jpeg, 0xC4, {0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    appendSegment(jpeg, 0xDA, {1, 1, 0x00, 0, 63, 0});
    jpeg.insert(jpeg.end(), {0xA5, 0x5A, 0xA5, 0x5A, 0xA5, 0x5A, 0xA5, 0x5A, 0xFF, 0xD9});
    return jpeg;
}

constexpr const char* kAnimatedWebp =
    "UklGRiQAAABXRUJQVlA4WAoAAAACAAAABwAABwAAQU5JTQYAAAAAAAAAAAA=";

}  // namespace

std::vector<Broken> brokenImages() {
    const Bytes ktx2 = {0xAB, 'K',  'T',  'X',  ' ', '2', '0', 0xBB,
                        '\r', '\n', 0x1A, '\n', 0,   0,   0,   0};
    const std::string kSmaller = "scale it down, or export it again";
    const std::string kConvert = "convert it to a PNG, JPEG or still WebP image";
    return {
        embedded("image_claims_a_gigapixel.gltf", pngClaiming(16384, 16384),
                 {"(images[0])", "claims 16384 x 16384 pixels", kSmaller}),
        embedded(
            "image_claims_2_billion_columns.gltf", pngClaiming(0x7FFFFFFF, 1),
            {"(images[0])", "claims 2147483647 x 1 pixels", "a side has 1 to 16384", kSmaller}),
        embedded("image_of_no_pixels.gltf", pngClaiming(0, 0),
                 {"(images[0])", "broken image", "export the file again"}),
        embedded("image_cut.gltf", pngClaiming(4, 4),
                 {"(images[0])", "broken image", "export the file again"}),
        embedded("image_of_nothing.gltf", {}, {"(images[0])", "export the file again"}),
        embedded("image_gif.gltf", bytesOf("GIF89a, were it whole"),
                 {"(images[0])", "the image is neither PNG nor JPEG nor WebP", kConvert}),
        embedded("image_ktx2.gltf", ktx2,
                 {"(images[0])", "KTX2 images are not supported", kConvert}),
        embedded("image_jpeg_of_1275_codes.gltf", jpegOf1275Codes(),
                 {"(images[0])", "broken image: the JPEG is damaged", "export the file again"}),
        image("image_webp_animated.gltf",
              std::string(R"({"uri": "data:image/webp;base64,)") + kAnimatedWebp + R"("})",
              {"(images[0])", "an animated WebP image is not supported", kConvert}),
        image("image_file_missing.gltf", R"({"uri": "nowhere.png"})",
              {"(images[0].uri)", "no such file", "check the path"}),
        image("image_outside_folder.gltf", R"({"uri": "../../secret.png"})",
              {"(images[0].uri)", "leaves the model's folder",
               "keep buffers and images in the model's folder"}),
        image("image_of_https.gltf", R"({"uri": "https://example.invalid/a.png"})",
              {"(images[0].uri)", "names a scheme", "embedded or local files"}),
        image("image_of_missing_view.gltf", R"({"bufferView": 12, "mimeType": "image/png"})",
              {"(images[0].bufferView)", "buffer view 12 of 2", kValidate}),
        listed("texture_missing.gltf", "textures", "[]",
               {"(materials[0].pbrMetallicRoughness.baseColorTexture.index)", "texture 0 of 0",
                kValidate}),
        listed("texture_of_missing_image.gltf", "textures", R"([{"source": 3}])",
               {"(textures[0].source)", "image 3 of 1", kValidate}),
        listed("texture_of_missing_sampler.gltf", "textures", R"([{"source": 0, "sampler": 2}])",
               {"(textures[0].sampler)", "sampler 2 of 0", kValidate}),
        listed("texture_of_ktx2_only.gltf", "textures",
               R"([{"extensions": {"KHR_texture_basisu": {"source": 0}}}])",
               {"(textures[0])", "only a KTX2 image", "convert it to PNG, JPEG or WebP"}),
        listed("texture_of_missing_webp.gltf", "textures",
               R"([{"source": 0, "extensions": {"EXT_texture_webp": {"source": 3}}}])",
               {"(textures[0].extensions.EXT_texture_webp.source)", "image 3 of 1", kValidate}),
        listed("factor_out_of_range.gltf", "materials",
               R"([{"pbrMetallicRoughness": {"metallicFactor": 1e39}}])",
               {"materials[0]", "1e+39 does not fit a float", kValidate}),
    };
}

}  // namespace sinew::torture
