// Factors of materials: what import must leave for the shaders.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

Case material(const char* name, const char* shows, std::string_view source,
              std::string_view expected, const char* extension = nullptr) {
    Gltf gltf = painted(source);
    gltf.attributes().erase("TEXCOORD_0");
    gltf.root["accessors"].erase(1);
    gltf.root["bufferViews"].erase(1);
    gltf.bytes.resize(36);
    if (extension != nullptr) gltf.extension(extension);
    return {.name = name,
            .shows = shows,
            .gltf = gltf,
            .expected = {.materials = Json::array({json(expected)}),
                         .poses = {{.positions = trianglePositions()}}}};
}

// Without a material the primitive takes the default one, which comes after the file's.
Case none() {
    return {.name = "material_default",
            .shows = "a primitive without a material",
            .gltf = triangle(),
            .expected = {.materials = json(R"([{
                             "baseColor": [1, 1, 1, 1], "metallic": 1, "roughness": 1,
                             "emissive": [0, 0, 0], "alpha": "opaque", "doubleSided": false,
                             "unlit": false, "baseColorTexture": null, "normalTexture": null}])"),
                         .poses = {{.positions = trianglePositions()}}}};
}

}  // namespace

std::vector<Case> materialCases() {
    return {
        none(),
        material("material_empty", "a material that says nothing is the default", "{}",
                 R"({"name": "material 0", "baseColor": [1, 1, 1, 1], "metallic": 1,
                     "roughness": 1, "normalScale": 1, "occlusionStrength": 1,
                     "emissive": [0, 0, 0], "alpha": "opaque", "doubleSided": false})"),
        material("material_factors", "all factors of a metallic-roughness material",
                 R"({"name": "brass", "emissiveFactor": [0.5, 0.25, 1],
                     "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 0.125, 0.75],
                                              "metallicFactor": 0.5, "roughnessFactor": 0.25}})",
                 R"({"name": "brass", "baseColor": [0.5, 0.25, 0.125, 0.75], "metallic": 0.5,
                     "roughness": 0.25, "emissive": [0.5, 0.25, 1]})"),
        material("material_double_sided", "both sides are drawn", R"({"doubleSided": true})",
                 R"({"doubleSided": true})"),
        material("material_alpha_mask", "cut out at the default cutoff", R"({"alphaMode": "MASK"})",
                 R"({"alpha": "mask", "alphaCutoff": 0.5})"),
        material("material_alpha_cutoff", "cut out at a cutoff of its own",
                 R"({"alphaMode": "MASK", "alphaCutoff": 0.25})",
                 R"({"alpha": "mask", "alphaCutoff": 0.25})"),
        material("material_alpha_blend", "see-through",
                 R"({"alphaMode": "BLEND",
                     "pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 0.5]}})",
                 R"({"alpha": "blend", "baseColor": [1, 1, 1, 0.5]})"),
        material("material_unlit", "KHR_materials_unlit",
                 R"({"extensions": {"KHR_materials_unlit": {}},
                     "pbrMetallicRoughness": {"baseColorFactor": [0, 1, 0, 1]}})",
                 R"({"unlit": true, "baseColor": [0, 1, 0, 1]})", "KHR_materials_unlit"),
        // The factor times 4.
        material("material_emissive_strength", "KHR_materials_emissive_strength",
                 R"({"emissiveFactor": [0.5, 0.25, 1],
                     "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}}})",
                 R"({"emissive": [2, 1, 4]})", "KHR_materials_emissive_strength"),
        material("material_emissive_strength_default", "the extension without its number",
                 R"({"emissiveFactor": [0.5, 0.25, 1],
                     "extensions": {"KHR_materials_emissive_strength": {}}})",
                 R"({"emissive": [0.5, 0.25, 1]})", "KHR_materials_emissive_strength"),
    };
}

}  // namespace sinew::torture
