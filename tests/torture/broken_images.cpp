// Textures that refer to what is not there.
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

Broken listed(const char* name, const char* array, std::string_view value,
              std::vector<std::string> words) {
    Gltf gltf = textured(json(R"({"uri": "data:image/png;base64,iVBORw0KGgo="})"));
    gltf.root[array] = json(value);
    return broken(name, gltf, std::move(words));
}

}  // namespace

std::vector<Broken> brokenImages() {
    return {
        listed("texture_missing.gltf", "textures", "[]",
               {"materials[0].pbrMetallicRoughness.baseColorTexture.index: ",
                "texture 0 does not exist (the file has 0)", kValidate}),
        listed("texture_of_missing_image.gltf", "textures", R"([{"source": 3}])",
               {"textures[0].source: ", "image 3 does not exist (the file has 1)", kValidate}),
        listed("texture_of_missing_sampler.gltf", "textures", R"([{"source": 0, "sampler": 2}])",
               {"textures[0].sampler: ", "sampler 2 does not exist (the file has 0)", kValidate}),
        listed("texture_of_missing_webp.gltf", "textures",
               R"([{"source": 0, "extensions": {"EXT_texture_webp": {"source": 3}}}])",
               {"textures[0].extensions.EXT_texture_webp.source: ",
                "image 3 does not exist (the file has 1)", kValidate}),
        listed("factor_out_of_range.gltf", "materials",
               R"([{"pbrMetallicRoughness": {"metallicFactor": 1e39}}])",
               {"materials[0]", "1e+39 does not fit a float", kValidate}),
    };
}

}  // namespace sinew::torture
