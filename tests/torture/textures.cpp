// Cases of material textures: images, samplers, uvs, and tangents that import generates for normal
// textures.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

std::string pixels() {
    return imageUri("png", fourPixels());
}

/// Adds a triangle with a normal texture and without tangents. The validator warns of such files,
/// because renderers generate tangents differently. For axis-aligned uvs there is only one
/// solution.
void addGenerated(Cases& cases, const char* name, const char* shows, Gltf gltf, Expected expected) {
    gltf.set(R"(meshes[0].primitives[0].material = 0 & textures = [{"source": 0}] &
                materials = [{"normalTexture": {"index": 0}}])");
    gltf.root["images"] = Json::array({{{"uri", pixels()}}});
    expected.validatorWarnings = {"MESH_PRIMITIVE_GENERATED_TANGENT_SPACE"};
    cases.add(name, shows, std::move(gltf), std::move(expected));
}

}  // namespace

void addTextures(Cases& cases) {
    const std::vector<Vec2> upright = {{0, 1}, {1, 1}, {0, 0}};  // as in painted()
    const auto add = [&cases](const char* name, const char* shows, const Gltf& gltf,
                              std::string_view materials,
                              std::vector<std::vector<Vec2>> uvSets = {}) -> Expected& {
        return cases
            .add(name, shows, gltf,
                 {.uvSets = std::move(uvSets),
                  .materials = json(materials),
                  .poses = rest(kTriangle)})
            .expected;
    };

    // Five textures use the same image, one for each slot of the material.
    add("textures_of_all_kinds",
        "base colour, metallic-roughness, normal, occlusion and emissive textures",
        painted(R"({
            "pbrMetallicRoughness": {"baseColorTexture": {"index": 0},
                                     "metallicRoughnessTexture": {"index": 1}},
            "normalTexture": {"index": 2, "scale": 0.5},
            "occlusionTexture": {"index": 3, "strength": 0.25},
            "emissiveTexture": {"index": 4}, "emissiveFactor": [1, 1, 1]})",
                5, pixels())
            .with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1})
            .with("TANGENT", {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}),
        R"([{"normalScale": 0.5, "occlusionStrength": 0.25,
             "baseColorTexture": {"image": 0, "uvSet": 0, "corners": [[0, 0], [1, 0], [0, 1]]},
             "metallicRoughnessTexture": {"image": 0}, "normalTexture": {"image": 0},
             "occlusionTexture": {"image": 0}, "emissiveTexture": {"image": 0}}])",
        {upright});

    // One material for each of the six minification filters, with different wrap modes and
    // magnification filters.
    Gltf gltf = painted("{}").set(R"(materials = [] & samplers = [
        {"minFilter": 9728, "magFilter": 9728, "wrapS": 10497, "wrapT": 33071},
        {"minFilter": 9729, "magFilter": 9729, "wrapS": 33071, "wrapT": 33648},
        {"minFilter": 9984, "wrapS": 33648, "wrapT": 10497},
        {"minFilter": 9985, "magFilter": 9728},
        {"minFilter": 9986},
        {"minFilter": 9987}])");
    gltf.root["images"] = Json::array({{{"uri", pixels()}}});
    for (int i = 0; i < 6; ++i) {
        gltf.add("textures", {{"source", 0}, {"sampler", i}});
        gltf.add("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", i}}}}}});
    }
    add("samplers", "filters and wrapping, and what stands where none is said", gltf, R"([
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

    add("two_uv_sets", "textures that read different coordinates",
        painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                    "occlusionTexture": {"index": 1, "texCoord": 1}})",
                2, pixels())
            .with<uint8_t>("TEXCOORD_1", {0, 255, 51, 0, 102, 204}, {.normalized = true}),
        R"([{"baseColorTexture": {"uvSet": 0}, "occlusionTexture": {"uvSet": 1}}])",
        {upright, {{0, 1}, {.2, 0}, {.4, .8}}});
    // The material reads TEXCOORD_2 and not TEXCOORD_1. In the model, it is uv set 1.
    add("third_uv_set", "a texture that reads TEXCOORD_2",
        painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 2}}})", 1,
                pixels())
            .with("TEXCOORD_1", {9, 9, 9, 9, 9, 9})
            .with("TEXCOORD_2", {.5f, 1, 2, 3, 4, 5}),
        R"([{"baseColorTexture": {"uvSet": 1}}])", {upright, {{.5, 1}, {2, 3}, {4, 5}}});

    // The example of the extension's specification: "the lower left quadrant of the source image,
    // rotated clockwise 90 degrees". v points down, so that quadrant is u 0 to .5, v .5 to 1. The
    // corners (0,0) (1,0) (0,1) become (0,1), (0,.5), (.5,1).
    gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0,
        "extensions": {"KHR_texture_transform": {"offset": [0, 1], "scale": [0.5, 0.5],
                                                 "rotation": 1.5707963267948966}}}}})",
                   1, pixels());
    gltf.extension("KHR_texture_transform");
    add("texture_transform", "KHR_texture_transform: scale, then rotation, then offset", gltf,
        R"([{"baseColorTexture": {"corners": [[0, 1], [0, 0.5], [0.5, 1]]}}])");
    // Scale precedes rotation: (1,0) -> (2,0) -> (0,-2) and (0,1) -> (0,3) -> (3,0). A quarter turn
    // maps (u, v) to (v, -u).
    gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0,
        "extensions": {"KHR_texture_transform": {"scale": [2, 3],
                                                 "rotation": 1.5707963267948966}}}}})",
                   1, pixels());
    gltf.extension("KHR_texture_transform", true);
    add("texture_transform_uneven", "KHR_texture_transform, required, uneven scale", gltf,
        R"([{"baseColorTexture": {"corners": [[0, 0], [0, -2], [3, 0]]}}])");
    // The texCoord of KHR_texture_transform overrides the texCoord of the texture.
    gltf = painted(R"({"emissiveTexture": {"index": 0, "texCoord": 0,
        "extensions": {"KHR_texture_transform": {"texCoord": 1, "offset": [0.25, 0.5]}}},
        "emissiveFactor": [1, 1, 1]})",
                   1, pixels());
    gltf.extension("KHR_texture_transform");
    add("texture_transform_uv_set", "KHR_texture_transform with a uv set of its own",
        gltf.with("TEXCOORD_1", {1, 0, 0, 0, 1, 1}),
        R"([{"emissiveTexture": {"uvSet": 1, "corners": [[0.25, 0.5], [1.25, 0.5], [0.25, 1.5]]}}])",
        {upright, {{1, 0}, {0, 0}, {1, 1}}});

    add("texture_without_image", "a texture without an image is left away",
        painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})")
            .set("textures = [{}]"),
        R"([{"baseColorTexture": null}])")
        .warnings = {"textures[0]: the texture has no image"};
    // Textures 1 and 2 have the same image. No material uses texture 0 and its image.
    gltf = painted(R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 1},
                                                "metallicRoughnessTexture": {"index": 2}}})")
               .set(R"(textures = [{"source": 0}, {"source": 1}, {"source": 1}])");
    gltf.root["images"] = Json::array(
        {{{"uri", imageUri("png", png({.width = 1, .height = 1, .colorType = 0}, {7}))}},
         {{"uri", pixels()}}});
    add("image_of_two_textures", "one image for two textures, one for none", gltf,
        R"([{"baseColorTexture": {"image": 0}, "metallicRoughnessTexture": {"image": 0}}])")
        .images = {fourPixelsFact()};

    // The green channel of a normal texture points to the top of the image, which is -v. This
    // direction is w cross(normal, tangent).
    const auto generated = [&cases](const char* name, const char* shows,
                                    const std::vector<float>& uvs, const Vec4& tangent,
                                    bool normals = true) {
        Gltf triangles = triangle();
        if (normals) triangles.with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1});
        addGenerated(cases, name, shows, triangles.with("TEXCOORD_0", uvs),
                     {.poses = rest(kTriangle, {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, {3, tangent})});
    };
    // u increases along +x, and the top of the image is at +y: y = cross(z, x), so w = 1.
    generated("missing_tangents", "tangents from upright uvs", {0, 1, 1, 1, 0, 0}, {1, 0, 0, 1});
    // u increases along -x, and the top is at +y: cross(z, -x) = -y, so w = -1.
    generated("missing_tangents_mirrored", "tangents from mirrored uvs", {1, 1, 0, 1, 1, 0},
              {-1, 0, 0, -1});
    // u increases along +y, and the top is at -x: cross(z, y) = -x, so w = 1.
    generated("missing_tangents_turned", "tangents from uvs turned by a quarter",
              {0, 0, 0, 1, 1, 0}, {0, 1, 0, 1});
    generated("missing_normals_and_tangents", "normals and tangents from triangles and uvs",
              {0, 1, 1, 1, 0, 0}, {1, 0, 0, 1}, false);
    // Two triangles share the edge from vertex 0 to vertex 1, along y; u increases away from this
    // edge on both sides. So vertices 0 and 1 have two tangents: +x in one triangle, -x in the
    // other. Only the four vertices of the file are compared.
    gltf = emptyMesh()
               .with("POSITION", {0, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0, 0})
               .with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1})
               .with("TEXCOORD_0", {0, 1, 0, 0, 1, 1, 1, 1});
    gltf.primitive()["indices"] = gltf.accessor<uint8_t>({0, 2, 1, 0, 1, 3}, "SCALAR");
    addGenerated(cases, "missing_tangents_on_a_seam",
                 "vertices where uvs are mirrored have two tangents", gltf,
                 {.triangles = {{0, 2, 1}, {0, 1, 3}},
                  .poses = rest({{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}},
                                {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}})});
}

}  // namespace sinew::torture
