// Textures of materials: which image, through which sampler, at which coordinates.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

std::string pixels() {
    return imageUri("png", fourPixels());
}

Case textured(const char* name, const char* shows, const Gltf& gltf, std::string_view materials,
              std::vector<std::vector<Vec2>> uvSets = {}) {
    return {.name = name,
            .shows = shows,
            .gltf = gltf,
            .expected = {.uvSets = std::move(uvSets),
                         .materials = json(materials),
                         .poses = {{.positions = trianglePositions()}}}};
}

// Five textures of the same image; each has its own place in the material.
Case allSlots() {
    Gltf gltf = painted(R"({
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0},
                                 "metallicRoughnessTexture": {"index": 1}},
        "normalTexture": {"index": 2, "scale": 0.5},
        "occlusionTexture": {"index": 3, "strength": 0.25},
        "emissiveTexture": {"index": 4}, "emissiveFactor": [1, 1, 1]})",
                        5, pixels());
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    gltf.attributes()["TANGENT"] = gltf.vec4({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
    return textured("textures_of_all_kinds",
                    "base colour, metallic-roughness, normal, occlusion and emissive textures",
                    gltf, R"([{"normalScale": 0.5, "occlusionStrength": 0.25,
             "baseColorTexture": {"image": 0, "uvSet": 0, "corners": [[0, 0], [1, 0], [0, 1]]},
             "metallicRoughnessTexture": {"image": 0}, "normalTexture": {"image": 0},
             "occlusionTexture": {"image": 0}, "emissiveTexture": {"image": 0}}])",
                    {{{0, 1}, {1, 1}, {0, 0}}});
}

// One material for each of the six minifying filters; wrapping and magnifying vary along.
Case samplers() {
    Gltf gltf = painted("{}");
    gltf.root["materials"] = Json::array();
    gltf.root["images"] = Json::array({{{"uri", pixels()}}});
    gltf.root["samplers"] = json(R"([
        {"minFilter": 9728, "magFilter": 9728, "wrapS": 10497, "wrapT": 33071},
        {"minFilter": 9729, "magFilter": 9729, "wrapS": 33071, "wrapT": 33648},
        {"minFilter": 9984, "wrapS": 33648, "wrapT": 10497},
        {"minFilter": 9985, "magFilter": 9728},
        {"minFilter": 9986},
        {"minFilter": 9987}])");
    for (int i = 0; i < 6; ++i) {
        gltf.add("textures", {{"source", 0}, {"sampler", i}});
        gltf.add("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", i}}}}}});
    }
    return textured("samplers", "filters and wrapping, and what stands where none is said", gltf,
                    R"([
        {"baseColorTexture": {"minified": "nearest", "mipmaps": "none", "magnified": "nearest",
                              "wrapU": "repeat", "wrapV": "clamp"}},
        {"baseColorTexture": {"minified": "linear", "mipmaps": "none", "magnified": "linear",
                              "wrapU": "clamp", "wrapV": "mirror"}},
        {"baseColorTexture": {"minified": "nearest", "mipmaps": "nearest", "magnified": "linear",
                              "wrapU": "mirror", "wrapV": "repeat"}},
        {"baseColorTexture": {"minified": "linear", "mipmaps": "nearest", "magnified": "nearest",
                              "wrapU": "repeat", "wrapV": "repeat"}},
        {"baseColorTexture": {"minified": "nearest", "mipmaps": "linear", "magnified": "linear"}},
        {"baseColorTexture": {"minified": "linear", "mipmaps": "linear"}}])");
}

Case twoUvSets() {
    Gltf gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                            "occlusionTexture": {"index": 1, "texCoord": 1}})",
                        2, pixels());
    gltf.attributes()["TEXCOORD_1"] =
        gltf.accessor<uint8_t>({0, 255, 51, 0, 102, 204}, "VEC2", {.normalized = true});
    return textured("two_uv_sets", "textures that read different coordinates", gltf,
                    R"([{"baseColorTexture": {"uvSet": 0}, "occlusionTexture": {"uvSet": 1}}])",
                    {{{0, 1}, {1, 1}, {0, 0}}, {{0, 1}, {.2, 0}, {.4, .8}}});
}

// Nothing reads TEXCOORD_0 or TEXCOORD_1; the third set is what counts.
Case thirdUvSet() {
    Gltf gltf =
        painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 2}}})", 1,
                pixels());
    gltf.attributes()["TEXCOORD_1"] = gltf.accessor<float>({9, 9, 9, 9, 9, 9}, "VEC2");
    gltf.attributes()["TEXCOORD_2"] = gltf.accessor<float>({.5f, 1, 2, 3, 4, 5}, "VEC2");
    return textured("third_uv_set", "a texture that reads TEXCOORD_2", gltf,
                    R"([{"baseColorTexture": {"uvSet": 1}}])",
                    {{{0, 1}, {1, 1}, {0, 0}}, {{.5, 1}, {2, 3}, {4, 5}}});
}

// The extension's own example: "the lower left quadrant of the source image, rotated clockwise 90
// degrees". v points down, so that quadrant is u 0 to .5, v .5 to 1. Where the image's corners
// (0,0) (1,0) (0,1) would be read, these are read: (0,1), (0,.5), (.5,1).
Case transform() {
    Gltf gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0,
        "extensions": {"KHR_texture_transform": {"offset": [0, 1], "scale": [0.5, 0.5],
                                                 "rotation": 1.5707963267948966}}}}})",
                        1, pixels());
    gltf.extension("KHR_texture_transform");
    return textured("texture_transform", "KHR_texture_transform: scale, then rotation, then offset",
                    gltf, R"([{"baseColorTexture": {"corners": [[0, 1], [0, 0.5], [0.5, 1]]}}])");
}

// Uneven scale shows that it comes before the rotation: (1,0) -> (2,0) -> (0,-2) and
// (0,1) -> (0,3) -> (3,0), for a quarter turn takes (u, v) to (v, -u).
Case transformOrder() {
    Gltf gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0,
        "extensions": {"KHR_texture_transform": {"scale": [2, 3],
                                                 "rotation": 1.5707963267948966}}}}})",
                        1, pixels());
    gltf.extension("KHR_texture_transform", true);
    return textured("texture_transform_uneven", "KHR_texture_transform, required, uneven scale",
                    gltf, R"([{"baseColorTexture": {"corners": [[0, 0], [0, -2], [3, 0]]}}])");
}

// The extension's texCoord stands before the texture's.
Case transformUvSet() {
    Gltf gltf = painted(R"({"emissiveTexture": {"index": 0, "texCoord": 0,
        "extensions": {"KHR_texture_transform": {"texCoord": 1, "offset": [0.25, 0.5]}}},
        "emissiveFactor": [1, 1, 1]})",
                        1, pixels());
    gltf.extension("KHR_texture_transform");
    gltf.attributes()["TEXCOORD_1"] = gltf.accessor<float>({1, 0, 0, 0, 1, 1}, "VEC2");
    return textured("texture_transform_uv_set", "KHR_texture_transform with a uv set of its own",
                    gltf,
                    R"([{"emissiveTexture": {"uvSet": 1,
                                 "corners": [[0.25, 0.5], [1.25, 0.5], [0.25, 1.5]]}}])",
                    {{{0, 1}, {1, 1}, {0, 0}}, {{1, 0}, {0, 0}, {1, 1}}});
}

Case withoutImage() {
    Gltf gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})");
    gltf.root["textures"] = json("[{}]");
    Case test = textured("texture_without_image", "a texture without an image is left away", gltf,
                         R"([{"baseColorTexture": null}])");
    test.expected.warnings = {"textures[0]: the texture has no image"};
    return test;
}

// Two textures of one image and a third of another that no material reads.
Case sharedByTextures() {
    Gltf gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 1},
                                                     "metallicRoughnessTexture": {"index": 2}}})",
                        3, pixels());
    gltf.root["textures"] = json(R"([{"source": 0}, {"source": 1}, {"source": 1}])");
    gltf.root["images"] = Json::array(
        {{{"uri", imageUri("png", png({.width = 1, .height = 1, .colorType = 0}, {7}))}},
         {{"uri", pixels()}}});
    Case test = textured("image_of_two_textures", "one image for two textures, one for none", gltf,
                         R"([{"baseColorTexture": {"image": 0},
                              "metallicRoughnessTexture": {"image": 0}}])");
    test.expected.images = {
        {.width = 2,
         .height = 2,
         .rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}}};
    return test;
}

}  // namespace

std::vector<Case> textureCases() {
    return {allSlots(),       samplers(),       twoUvSets(),    thirdUvSet(),      transform(),
            transformOrder(), transformUvSet(), withoutImage(), sharedByTextures()};
}

}  // namespace sinew::torture
