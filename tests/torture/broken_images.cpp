// Images and textures that are not there, or lie about themselves.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

const std::string kValidate = "check the file with the Khronos glTF validator";

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
    const Gltf gltf = textured({{"uri", "data:image/png;base64," + base64(bytes)}});
    return {.name = name, .bytes = bytesOf(textOf(gltf)), .words = std::move(words)};
}

Broken image(const char* name, std::string_view value, std::vector<std::string> words) {
    return {
        .name = name, .bytes = bytesOf(textOf(textured(json(value)))), .words = std::move(words)};
}

Broken member(const char* name, const char* array, std::string_view value,
              std::vector<std::string> words) {
    Gltf gltf = textured(json(R"({"uri": "data:image/png;base64,iVBORw0KGgo="})"));
    gltf.root[array] = json(value);
    return {.name = name, .bytes = bytesOf(textOf(gltf)), .words = std::move(words)};
}

/// A PNG's signature, its header (8 bits, RGB) and the start of its pixels; the decoder looks at
/// the size before it misses checksums and rows.
Bytes pngClaiming(uint32_t width, uint32_t height) {
    Bytes png = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
    for (const uint32_t side : {width, height}) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            png.push_back(static_cast<uint8_t>(side >> shift));
        }
    }
    // Bit depth, colour type and three methods; a checksum; 8 bytes of pixels; a checksum; the end.
    const Bytes rest = {8,   2,   0,   0,    0,    0,   0,   0,   0,   0,    0,    0,    8,   'I',
                        'D', 'A', 'T', 0x78, 0x9C, 3,   0,   0,   0,   0,    1,    0,    0,   0,
                        0,   0,   0,   0,    0,    'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
    png.insert(png.end(), rest.begin(), rest.end());
    return png;
}

}  // namespace

std::vector<Broken> brokenImages() {
    const Bytes ktx2 = {0xAB, 'K',  'T',  'X',  ' ', '2', '0', 0xBB,
                        '\r', '\n', 0x1A, '\n', 0,   0,   0,   0};
    const std::string kSmaller = "scale it down to 16384 pixels a side";
    return {
        embedded("image_claims_a_gigapixel.gltf", pngClaiming(16384, 16384),
                 {"(images[0])", "claims 16384 x 16384 pixels in 65 bytes", kSmaller}),
        embedded("image_claims_2_billion_columns.gltf", pngClaiming(0x7FFFFFFF, 1),
                 {"(images[0])", "broken image", "export the file again"}),
        embedded("image_of_no_pixels.gltf", pngClaiming(0, 0),
                 {"(images[0])", "broken image", "export the file again"}),
        embedded("image_cut.gltf", pngClaiming(4, 4),
                 {"(images[0])", "broken image", "export the file again"}),
        embedded("image_of_nothing.gltf", {}, {"(images[0])", "export the file again"}),
        embedded("image_gif.gltf", bytesOf("GIF89a, were it whole"),
                 {"(images[0])", "the image is neither PNG nor JPEG", "convert it to PNG or JPEG"}),
        embedded("image_ktx2.gltf", ktx2,
                 {"(images[0])", "KTX2 images are not supported", "convert it to PNG or JPEG"}),
        image("image_file_missing.gltf", R"({"uri": "nowhere.png"})",
              {"(images[0].uri)", "no such file", "check the path"}),
        image("image_outside_folder.gltf", R"({"uri": "../../secret.png"})",
              {"(images[0].uri)", "leaves the model's folder",
               "keep buffers and images in the model's folder"}),
        image("image_of_https.gltf", R"({"uri": "https://example.invalid/a.png"})",
              {"(images[0].uri)", "names a scheme", "embedded or local files"}),
        image("image_of_missing_view.gltf", R"({"bufferView": 12, "mimeType": "image/png"})",
              {"(images[0].bufferView)", "buffer view 12 of 2", kValidate}),
        member("texture_missing.gltf", "textures", "[]",
               {"(materials[0].pbrMetallicRoughness.baseColorTexture.index)", "texture 0 of 0",
                kValidate}),
        member("texture_of_missing_image.gltf", "textures", R"([{"source": 3}])",
               {"(textures[0].source)", "image 3 of 1", kValidate}),
        member("texture_of_missing_sampler.gltf", "textures", R"([{"source": 0, "sampler": 2}])",
               {"(textures[0].sampler)", "sampler 2 of 0", kValidate}),
        member("texture_of_ktx2_only.gltf", "textures",
               R"([{"extensions": {"KHR_texture_basisu": {"source": 0}}}])",
               {"(textures[0])", "only a KTX2 image", "convert it to PNG or JPEG"}),
        member("factor_out_of_range.gltf", "materials",
               R"([{"pbrMetallicRoughness": {"metallicFactor": 1e39}}])",
               {"materials[0]", "1e+39 does not fit a float", kValidate}),
    };
}

}  // namespace sinew::torture
