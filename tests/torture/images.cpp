// Cases of images: the forms of PNG, JPEG and WebP, and the locations of images.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

constexpr const char* kMaterial = R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})";

/// Returns 8 x 8 pixels that all have the value `pixel`.
template <typename T>
std::vector<T> flat(const std::vector<T>& pixel) {
    std::vector<T> out;
    for (int i = 0; i < 64; ++i) out.insert(out.end(), pixel.begin(), pixel.end());
    return out;
}

ImageFact flatFact(const std::vector<int>& rgba, int tolerance) {
    return {8, 8, flat(rgba), tolerance};
}

/// Returns a file whose texture has a WebP image and no fallback.
Gltf webpAlone(const Bytes& encoded) {
    Gltf gltf = painted(kMaterial, 1, imageUri("webp", encoded))
                    .set(R"(textures = [{"extensions": {"EXT_texture_webp": {"source": 0}}}])");
    gltf.extension("EXT_texture_webp", true);
    return gltf;
}

}  // namespace

void addImages(Cases& cases) {
    const auto add = [&cases](const char* name, const char* shows, const Gltf& gltf,
                              ImageFact image = fourPixelsFact()) -> Case& {
        return cases.add(name, shows, gltf,
                         {.materials = json(R"([{"baseColorTexture": {"image": 0}}])"),
                          .images = {std::move(image)},
                          .poses = rest(kTriangle)});
    };
    Gltf gltf = painted(kMaterial, 1);
    const int view = gltf.view(fourPixels());
    gltf.root["images"][0] = {{"bufferView", view}, {"mimeType", "image/png"}, {"name", "four"}};
    add("image_in_buffer_view", "an image among the vertices, in a .glb", gltf).binary = true;
    add("image_beside", "an image in a separate file, its name percent-encoded",
        painted(kMaterial, 1, "four%20pixels.png"))
        .files = {{"four pixels.png", fourPixels()}};

    const JpegForm jpeg{.width = 8, .height = 8};
    add("jpeg", "a baseline JPEG",
        painted(kMaterial, 1, imageUri("jpeg", encodeJpeg(jpeg, flat(Bytes{200, 100, 50})))),
        flatFact({200, 100, 50, 255}, 2));
    add("webp_lossy", "EXT_texture_webp, lossy",
        webpAlone(encodeWebp(8, 8, flat(Bytes{200, 100, 50, 255}), false)),
        flatFact({200, 100, 50, 255}, 4));
    ImageFact halfGreen = fourPixelsFact();
    halfGreen.rgba[7] = 128;  // alpha of the green pixel
    const Bytes lossless =
        encodeWebp(2, 2, Bytes(halfGreen.rgba.begin(), halfGreen.rgba.end()), true);
    add("webp_lossless", "EXT_texture_webp, lossless, with alpha", webpAlone(lossless), halfGreen);
    // Import reads the WebP image. The PNG image of one pixel is the fallback for readers that do
    // not support WebP.
    gltf =
        painted(kMaterial, 1,
                imageUri("png", png({.width = 1, .height = 1, .colorType = 2}, {1, 2, 3})))
            .set(
                R"(textures = [{"source": 0, "extensions": {"EXT_texture_webp": {"source": 1}}}])");
    gltf.add("images", {{"uri", imageUri("webp", lossless)}});
    gltf.extension("EXT_texture_webp");
    add("webp_with_fallback", "a WebP image and its fallback", gltf, halfGreen);

    // Four images have the same bytes. Import decodes and stores them once.
    gltf = painted(kMaterial, 1).set(R"(images = [] & textures = [] & materials = [
        {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0},
                                  "metallicRoughnessTexture": {"index": 1}},
         "occlusionTexture": {"index": 2}, "emissiveTexture": {"index": 3}}])");
    const int first = gltf.view(fourPixels());
    const Json again = gltf.root["bufferViews"][static_cast<size_t>(first)];
    for (const int named : {first, first, gltf.add("bufferViews", again), first}) {
        gltf.add("images", {{"bufferView", named}, {"mimeType", "image/png"}});
    }
    for (int i = 0; i < 4; ++i) gltf.add("textures", {{"source", i}});
    add("image_named_four_times", "one image under four names",
        gltf.set(R"(images[3].name = "last")"))
        .expected.materials = json(R"([
            {"baseColorTexture": {"image": 0}, "metallicRoughnessTexture": {"image": 0},
             "occlusionTexture": {"image": 0}, "emissiveTexture": {"image": 0}}])");
}

}  // namespace sinew::torture
