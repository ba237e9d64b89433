// JSON whose members are missing or of another type than the specification gives them.
#include "tests/torture/broken.h"

namespace sinew::torture {

namespace {

/// An animated bar with a morph target and a material: something of everything.
Gltf everything() {
    Gltf gltf = bentBar();
    const int delta = gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", delta}}});
    gltf.primitive()["material"] = 0;
    gltf.root["materials"] =
        json(R"([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}])");
    gltf.root["textures"] = json(R"([{"source": 0}])");
    gltf.root["images"] = json(R"([{"uri": "data:image/png;base64,iVBORw0KGgo="}])");
    const int input = gltf.times({0, 1});
    gltf.channel(2, "translation", input, gltf.vec3({0, 1, 0, 0, 2, 0}));
    return gltf;
}

Broken broken(const char* name, const Json& root, const Gltf& gltf, std::string_view where,
              std::string_view what) {
    Gltf edited = gltf;
    edited.root = root;
    return {.name = name,
            .bytes = bytesOf(textOf(edited)),
            .words = {std::string(where) + ": " + std::string(what),
                      "check the file with the Khronos glTF validator"}};
}

/// Without the member at `pointer` (RFC 6901); `owner` is the JSON path of what it belongs to.
Broken without(const char* name, const char* pointer, const char* owner) {
    const Gltf gltf = everything();
    Json root = gltf.root;
    const Json::json_pointer at(pointer);
    root.at(at.parent_pointer()).erase(at.back());
    return broken(name, root, gltf, owner, "\"" + at.back() + "\" is missing");
}

/// With another value at `pointer`; `where` is its JSON path.
Broken with(const char* name, const char* pointer, std::string_view value, const char* where,
            const char* what) {
    const Gltf gltf = everything();
    Json root = gltf.root;
    root[Json::json_pointer(pointer)] = json(value);
    return broken(name, root, gltf, where, what);
}

Broken bufferWithoutLength() {
    Gltf gltf = everything();
    gltf.root["buffers"] = json(R"([{"uri": "data:application/octet-stream;base64,AAAA"}])");
    return broken("no_byte_length_of_buffer.gltf", gltf.root, gltf, "buffers[0]",
                  "\"byteLength\" is missing");
}

}  // namespace

std::vector<Broken> brokenSchema() {
    return {
        bufferWithoutLength(),
        without("no_buffer_of_view.gltf", "/bufferViews/0/buffer", "bufferViews[0]"),
        without("no_byte_length_of_view.gltf", "/bufferViews/0/byteLength", "bufferViews[0]"),
        without("no_component_type.gltf", "/accessors/1/componentType", "accessors[1]"),
        without("no_count.gltf", "/accessors/1/count", "accessors[1]"),
        without("no_element_type.gltf", "/accessors/1/type", "accessors[1]"),
        without("no_primitives.gltf", "/meshes/0/primitives", "meshes[0]"),
        without("no_attributes.gltf", "/meshes/0/primitives/0/attributes",
                "meshes[0].primitives[0]"),
        without("no_joints.gltf", "/skins/0/joints", "skins[0]"),
        without("no_channels.gltf", "/animations/0/channels", "animations[0]"),
        without("no_samplers.gltf", "/animations/0/samplers", "animations[0]"),
        without("no_sampler_of_channel.gltf", "/animations/0/channels/0/sampler",
                "animations[0].channels[0]"),
        without("no_target_of_channel.gltf", "/animations/0/channels/0/target",
                "animations[0].channels[0]"),
        without("no_path_of_target.gltf", "/animations/0/channels/0/target/path",
                "animations[0].channels[0].target"),
        without("no_input.gltf", "/animations/0/samplers/0/input", "animations[0].samplers[0]"),
        without("no_output.gltf", "/animations/0/samplers/0/output", "animations[0].samplers[0]"),
        without("no_index_of_texture.gltf",
                "/materials/0/pbrMetallicRoughness/baseColorTexture/index",
                "materials[0].pbrMetallicRoughness.baseColorTexture"),
        with("sparse_of_nothing.gltf", "/accessors/0/sparse", "{}", "accessors[0].sparse",
             "\"count\" is missing"),
        with("sparse_without_indices.gltf", "/accessors/0/sparse",
             R"({"count": 1, "values": {"bufferView": 0}})", "accessors[0].sparse",
             "\"indices\" is missing"),
        with("sparse_without_index_type.gltf", "/accessors/0/sparse",
             R"({"count": 1, "indices": {"bufferView": 0}, "values": {"bufferView": 0}})",
             "accessors[0].sparse.indices", "\"componentType\" is missing"),
        with("sparse_is_number.gltf", "/accessors/0/sparse", "7", "accessors[0].sparse",
             "an object is expected, not 7"),
        with("element_type_unknown.gltf", "/accessors/1/type", R"("VEC5")", "accessors[1].type",
             "\"VEC5\" is not one of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4"),
        with("element_type_is_number.gltf", "/accessors/1/type", "4", "accessors[1].type",
             "a string is expected, not 4"),
        with("normalized_is_text.gltf", "/accessors/2/normalized", R"("yes")",
             "accessors[2].normalized", "true or false is expected, not string"),
        with("stride_odd.gltf", "/bufferViews/0/byteStride", "14", "bufferViews[0].byteStride",
             "14 is not a multiple of 4 from 4 to 252"),
        with("stride_of_256.gltf", "/bufferViews/0/byteStride", "256", "bufferViews[0].byteStride",
             "256 is not a multiple of 4 from 4 to 252"),
        with("attributes_are_array.gltf", "/meshes/0/primitives/0/attributes", "[0, 1, 2]",
             "meshes[0].primitives[0].attributes", "an object is expected, not array"),
        with("targets_are_object.gltf", "/meshes/0/primitives/0/targets", R"({"POSITION": 0})",
             "meshes[0].primitives[0].targets", "an array of objects is expected, not object"),
        with("target_is_number.gltf", "/meshes/0/primitives/0/targets", "[3]",
             "meshes[0].primitives[0].targets[0]", "an object is expected, not 3"),
        with("weights_are_text.gltf", "/meshes/0/weights", R"("half")", "meshes[0].weights",
             "an array of numbers is expected, not string"),
        with("children_are_number.gltf", "/nodes/1/children", "2", "nodes[1].children",
             "an array of integers is expected, not 2"),
        with("translation_of_text.gltf", "/nodes/2/translation", R"([0, "up", 0])",
             "nodes[2].translation[1]", "a number is expected, not string"),
        with("joints_are_number.gltf", "/skins/0/joints", "1", "skins[0].joints",
             "an array of integers is expected, not 1"),
        with("joint_is_null.gltf", "/skins/0/joints/1", "null", "skins[0].joints[1]",
             "a non-negative integer is expected, not null"),
        with("roots_are_number.gltf", "/scenes/0/nodes", "0", "scenes[0].nodes",
             "an array of integers is expected, not 0"),
        with("index_past_32_bits.gltf", "/meshes/0/primitives/0/attributes/POSITION", "4294967296",
             "meshes[0].primitives[0].attributes.POSITION", "4294967296 is out of range"),
        with("interpolation_is_number.gltf", "/animations/0/samplers/0/interpolation", "1",
             "animations[0].samplers[0].interpolation", "a string is expected, not 1"),
        with("alpha_mode_unknown.gltf", "/materials/0/alphaMode", R"("SHINY")",
             "materials[0].alphaMode", "\"SHINY\" is not one of OPAQUE, MASK, BLEND"),
        with("color_of_three.gltf", "/materials/0/pbrMetallicRoughness/baseColorFactor",
             "[1, 1, 1]", "materials[0].pbrMetallicRoughness.baseColorFactor",
             "4 numbers are expected, not 3"),
        with("texture_transform_of_text.gltf",
             "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions",
             R"({"KHR_texture_transform": {"rotation": "left"}})",
             "materials[0].pbrMetallicRoughness.baseColorTexture.extensions.KHR_texture_transform."
             "rotation",
             "a number is expected, not string"),
        with("extensions_required_is_text.gltf", "/extensionsRequired", R"("SINEW_unheard_of")",
             "extensionsRequired", "an array of strings is expected, not string"),
    };
}

}  // namespace sinew::torture
