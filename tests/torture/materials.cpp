// Cases of material factors, as import passes them to the shaders, and of vertex colours.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

template <typename T>
void addColors(Cases& cases, const char* name, const char* type, const std::vector<T>& values,
               std::vector<Vec4> expected) {
    Gltf gltf = triangle();
    gltf.attributes()["COLOR_0"] =
        gltf.accessor<T>(values, type, {.normalized = !std::is_same_v<T, float>});
    cases.add(name, "vertex colours of one form, linear; alpha is 1 without one", gltf,
              {.colors = std::move(expected), .poses = rest(kTriangle)});
}

}  // namespace

void addMaterials(Cases& cases) {
    const auto add = [&cases](const char* name, const char* shows, const std::string& source,
                              std::string_view expected, const char* extension = nullptr) {
        Gltf gltf =
            triangle().set("meshes[0].primitives[0].material = 0 & materials = [" + source + "]");
        if (extension != nullptr) gltf.extension(extension);
        cases.add(name, shows, gltf,
                  {.materials = Json::array({json(expected)}), .poses = rest(kTriangle)});
    };
    // A primitive without a material gets the default material, which import appends to the
    // materials of the file.
    cases.add("material_default", "a primitive without a material", triangle(),
              {.materials = json(R"([{
                          "baseColor": [1, 1, 1, 1], "metallic": 1, "roughness": 1,
                          "emissive": [0, 0, 0], "alpha": "opaque", "doubleSided": false,
                          "unlit": false, "baseColorTexture": null, "normalTexture": null}])"),
               .poses = rest(kTriangle)});
    add("material_empty", "a material that says nothing is the default", "{}",
        R"({"name": "material 0", "baseColor": [1, 1, 1, 1], "metallic": 1,
                     "roughness": 1, "normalScale": 1, "occlusionStrength": 1,
                     "emissive": [0, 0, 0], "alpha": "opaque", "doubleSided": false})");
    add("material_factors", "all factors of a metallic-roughness material",
        R"({"name": "brass", "emissiveFactor": [0.5, 0.25, 1],
                     "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 0.125, 0.75],
                                              "metallicFactor": 0.5, "roughnessFactor": 0.25}})",
        R"({"name": "brass", "baseColor": [0.5, 0.25, 0.125, 0.75], "metallic": 0.5,
                     "roughness": 0.25, "emissive": [0.5, 0.25, 1]})");
    add("material_double_sided", "both sides are drawn", R"({"doubleSided": true})",
        R"({"doubleSided": true})");
    add("material_alpha_mask", "cut out at the default cutoff", R"({"alphaMode": "MASK"})",
        R"({"alpha": "mask", "alphaCutoff": 0.5})");
    add("material_alpha_cutoff", "cut out at a cutoff of its own",
        R"({"alphaMode": "MASK", "alphaCutoff": 0.25})",
        R"({"alpha": "mask", "alphaCutoff": 0.25})");
    add("material_alpha_blend", "see-through",
        R"({"alphaMode": "BLEND",
                     "pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 0.5]}})",
        R"({"alpha": "blend", "baseColor": [1, 1, 1, 0.5]})");
    add("material_unlit", "KHR_materials_unlit",
        R"({"extensions": {"KHR_materials_unlit": {}},
                     "pbrMetallicRoughness": {"baseColorFactor": [0, 1, 0, 1]}})",
        R"({"unlit": true, "baseColor": [0, 1, 0, 1]})", "KHR_materials_unlit");
    // The expected emissive colour is the factor times 4.
    add("material_emissive_strength", "KHR_materials_emissive_strength",
        R"({"emissiveFactor": [0.5, 0.25, 1],
                     "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}}})",
        R"({"emissive": [2, 1, 4]})", "KHR_materials_emissive_strength");
    add("material_emissive_strength_default", "the extension without its number",
        R"({"emissiveFactor": [0.5, 0.25, 1],
                     "extensions": {"KHR_materials_emissive_strength": {}}})",
        R"({"emissive": [0.5, 0.25, 1]})", "KHR_materials_emissive_strength");

    // glTF specification, section 3.11: 51 / 255 = 13107 / 65535 = .2, and so on.
    const std::vector<Vec4> rgb = {{.2, .4, .6, 1}, {1, 0, 0, 1}, {0, .8, 1, 1}};
    const std::vector<Vec4> rgba = {{.2, .4, .6, .8}, {1, 0, 0, 0}, {0, .8, 1, .2}};
    addColors<float>(cases, "colors_rgb_float", "VEC3", {.2f, .4f, .6f, 1, 0, 0, 0, .8f, 1}, rgb);
    addColors<uint8_t>(cases, "colors_rgb_u8_normalized", "VEC3",
                       {51, 102, 153, 255, 0, 0, 0, 204, 255}, rgb);
    addColors<uint16_t>(cases, "colors_rgb_u16_normalized", "VEC3",
                        {13107, 26214, 39321, 65535, 0, 0, 0, 52428, 65535}, rgb);
    addColors<float>(cases, "colors_rgba_float", "VEC4",
                     {.2f, .4f, .6f, .8f, 1, 0, 0, 0, 0, .8f, 1, .2f}, rgba);
    addColors<uint8_t>(cases, "colors_rgba_u8_normalized", "VEC4",
                       {51, 102, 153, 204, 255, 0, 0, 0, 0, 204, 255, 51}, rgba);
    addColors<uint16_t>(cases, "colors_rgba_u16_normalized", "VEC4",
                        {13107, 26214, 39321, 52428, 65535, 0, 0, 0, 0, 52428, 65535, 13107}, rgba);
    // The second primitive has no colours, so import adds white.
    Gltf gltf = triangle().with("COLOR_0", {1, 0, 0, 1, 0, 1, 0, .5f, 0, 0, 1, 0});
    gltf.attributes(0, 1)["POSITION"] = gltf.positions({0, 0, 1, 1, 0, 1, 0, 1, 1});
    const Vec4 white = {1, 1, 1, 1};
    cases.add("colors_of_one_primitive", "vertex colours on one of two primitives", gltf,
              {.colors = {{1, 0, 0, 1}, {0, 1, 0, .5}, {0, 0, 1, 0}, white, white, white},
               .poses = rest({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}})});
}

}  // namespace sinew::torture
