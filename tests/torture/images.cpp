// PNG, JPEG and WebP in their forms, and where an image may stand.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

constexpr const char* kMaterial = R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})";

Case shown(const char* name, const char* shows, const Gltf& gltf, ImageFact image) {
    return {.name = name,
            .shows = shows,
            .gltf = gltf,
            .expected = {.materials = json(R"([{"baseColorTexture": {"image": 0}}])"),
                         .images = {std::move(image)},
                         .poses = {{.positions = trianglePositions()}}}};
}

ImageFact fourPixelsFact() {
    return {.width = 2,
            .height = 2,
            .rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}};
}

Case pngForm(const char* name, const char* shows, const Bytes& bytes, std::vector<int> rgba) {
    const int width = static_cast<int>(rgba.size()) / 4;
    return shown(name, shows, painted(kMaterial, 1, imageUri("png", bytes)),
                 {.width = width, .height = 1, .rgba = std::move(rgba)});
}

/// 8 x 8 pixels of one colour.
Bytes flat(const std::vector<uint8_t>& pixel) {
    Bytes out;
    for (int i = 0; i < 64; ++i) out.insert(out.end(), pixel.begin(), pixel.end());
    return out;
}

ImageFact flatFact(const std::vector<int>& rgba, int tolerance) {
    ImageFact image{.width = 8, .height = 8, .rgba = {}, .tolerance = tolerance};
    for (int i = 0; i < 64; ++i) image.rgba.insert(image.rgba.end(), rgba.begin(), rgba.end());
    return image;
}

Case jpeg(const char* name, const char* shows, JpegForm form, const std::vector<uint8_t>& pixel) {
    form.width = form.height = 8;
    const int r = pixel.front(), g = pixel[pixel.size() / 2], b = pixel.back();
    return shown(name, shows,
                 painted(kMaterial, 1, imageUri("jpeg", encodeJpeg(form, flat(pixel)))),
                 flatFact({r, g, b, 255}, 2));
}

Case inView() {
    Gltf gltf = painted(kMaterial, 1);
    const int view = gltf.view(fourPixels());
    gltf.root["images"][0] = {{"bufferView", view}, {"mimeType", "image/png"}, {"name", "four"}};
    Case test = shown("image_in_buffer_view", "an image among the vertices, in a .glb", gltf,
                      fourPixelsFact());
    test.container = Container::binary;
    return test;
}

Case beside() {
    Case test = shown("image_beside", "an image in a file beside, its name percent-encoded",
                      painted(kMaterial, 1, "four%20pixels.png"), fourPixelsFact());
    test.beside = {{"four pixels.png", fourPixels()}};
    return test;
}

/// A texture that names a WebP image alone, which its reader must know.
Gltf webpAlone(const Bytes& encoded) {
    Gltf gltf = painted(kMaterial, 1, imageUri("webp", encoded));
    gltf.root["textures"] = json(R"([{"extensions": {"EXT_texture_webp": {"source": 0}}}])");
    gltf.extension("EXT_texture_webp", true);
    return gltf;
}

Case webp(const char* name, const char* shows, uint8_t alpha) {
    return shown(name, shows, webpAlone(encodeWebp(8, 8, flat({200, 100, 50, alpha}), false)),
                 flatFact({200, 100, 50, alpha}, 4));
}

/// fourPixels() with the green one at half alpha.
ImageFact losslessFact() {
    ImageFact image = fourPixelsFact();
    image.rgba[7] = 128;
    return image;
}

Bytes lossless() {
    const std::vector<int> rgba = losslessFact().rgba;
    return encodeWebp(2, 2, Bytes(rgba.begin(), rgba.end()), true);
}

/// A PNG image of one pixel stands in where WebP is not read; here it is, and stays unread.
Case webpWithFallback() {
    Gltf gltf = painted(kMaterial, 1,
                        imageUri("png", png({.width = 1, .height = 1, .colorType = 2}, {1, 2, 3})));
    gltf.root["images"].push_back({{"uri", imageUri("webp", lossless())}});
    gltf.root["textures"] =
        json(R"([{"source": 0, "extensions": {"EXT_texture_webp": {"source": 1}}}])");
    gltf.extension("EXT_texture_webp");
    return shown("webp_with_fallback", "a WebP image and one that stands in for it", gltf,
                 losslessFact());
}

/// One image under four names: it is decoded and held once.
Case sharedImage() {
    Gltf gltf = painted(kMaterial, 1);
    gltf.root["materials"] = json(R"([
        {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0},
                                  "metallicRoughnessTexture": {"index": 1}},
         "occlusionTexture": {"index": 2}, "emissiveTexture": {"index": 3}}])");
    gltf.root["images"] = Json::array();
    gltf.root["textures"] = Json::array();
    const int view = gltf.view(fourPixels());
    const Json again = gltf.root["bufferViews"][static_cast<size_t>(view)];
    for (const int named : {view, view, gltf.add("bufferViews", again)}) {
        gltf.add("images", {{"bufferView", named}, {"mimeType", "image/png"}});
    }
    gltf.add("images", {{"bufferView", view}, {"mimeType", "image/png"}, {"name", "last"}});
    for (int i = 0; i < 4; ++i) gltf.add("textures", {{"source", i}});
    Case test =
        shown("image_named_four_times", "one image under four names", gltf, fourPixelsFact());
    test.expected.materials = json(R"([
        {"baseColorTexture": {"image": 0}, "metallicRoughnessTexture": {"image": 0},
         "occlusionTexture": {"image": 0}, "emissiveTexture": {"image": 0}}])");
    return test;
}

}  // namespace

std::vector<Case> imageCases() {
    return {
        inView(),
        beside(),
        pngForm("png_rgb", "8 bits, RGB",
                png({.width = 2, .height = 1, .colorType = 2}, {1, 2, 3, 250, 251, 252}),
                {1, 2, 3, 255, 250, 251, 252, 255}),
        pngForm("png_rgba", "8 bits, RGBA, straight alpha",
                png({.width = 2, .height = 1, .colorType = 6}, {200, 100, 50, 0, 9, 8, 7, 128}),
                {200, 100, 50, 0, 9, 8, 7, 128}),
        pngForm("png_grey", "8 bits, grey",
                png({.width = 2, .height = 1, .colorType = 0}, {40, 250}),
                {40, 40, 40, 255, 250, 250, 250, 255}),
        pngForm("png_grey_alpha", "8 bits, grey and alpha",
                png({.width = 2, .height = 1, .colorType = 4}, {40, 128, 250, 0}),
                {40, 40, 40, 128, 250, 250, 250, 0}),
        pngForm("png_1_bit", "one bit a pixel",
                png({.width = 4, .height = 1, .depth = 1, .colorType = 0}, {1, 0, 1, 1}),
                {255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255}),
        pngForm("png_palette", "two bits a pixel into a palette",
                png({.width = 3,
                     .height = 1,
                     .depth = 2,
                     .colorType = 3,
                     .palette = {10, 20, 30, 40, 50, 60, 70, 80, 90}},
                    {1, 0, 2}),
                {40, 50, 60, 255, 10, 20, 30, 255, 70, 80, 90, 255}),
        // the high bytes
        pngForm("png_16_bits", "16 bits, RGBA",
                png({.width = 1, .height = 1, .depth = 16},
                    {200 * 256 + 1, 100 * 256 + 2, 50 * 256 + 3, 128 * 256 + 4}),
                {200, 100, 50, 128}),
        jpeg("jpeg", "a baseline JPEG", {}, {200, 100, 50}),
        jpeg("jpeg_progressive", "a progressive JPEG", {.progressive = true}, {200, 100, 50}),
        jpeg("jpeg_grey", "a JPEG of one component", {.colors = JpegColors::grey}, {100}),
        webp("webp_lossy", "EXT_texture_webp, lossy", 255),
        webp("webp_lossy_alpha", "EXT_texture_webp, lossy, with alpha", 128),
        shown("webp_lossless", "EXT_texture_webp, lossless, with alpha", webpAlone(lossless()),
              losslessFact()),
        webpWithFallback(),
        sharedImage(),
    };
}

}  // namespace sinew::torture
