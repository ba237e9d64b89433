// glTF files that import must refuse, each with the expected error line.
#include <limits>
#include <sstream>

#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

const std::string kValidate =
    "; check the file with the Khronos glTF validator and export it again";
const std::string kPrimitive = "meshes[0].primitives[0]";
const std::string kAttribute = kPrimitive + ".attributes.";
const std::string kPosition = kAttribute + "POSITION -> accessors[0]";
const std::string kInput = "animations[0].samplers[0].input";
const std::string kOutput = "animations[0].samplers[0].output";

/// Appends the advice kValidate to `line`, unless `line` already contains advice (after a
/// semicolon) or the wildcard *.
Broken broken(const std::string& name, Bytes bytes, const std::string& line) {
    const bool advises = line.find_first_of(";*") != std::string::npos;
    return {name, std::move(bytes), line + (advises ? "" : kValidate)};
}

Broken broken(const std::string& name, const Gltf& gltf, const std::string& line) {
    return broken(name + ".gltf", bytesOf(textOf(gltf)), line);
}

/// Adds broken variants of the file `good`. Each row of `table` is NAME | CHANGES | LINE: the name
/// of the variant, its changes (see Gltf::set) and its error line. Indented lines continue a row. A
/// LINE that begins with @ begins with the JSON path of the change. The LINE ? is the error of a
/// missing member. Names that begin with $ are short for long paths.
void addFaults(std::vector<Broken>& out, const Gltf& good, std::string table) {
    const std::string texture = "materials[0].pbrMetallicRoughness.baseColorTexture";
    const auto replaceAll = [&table](const std::string& from, const std::string& to) {
        for (size_t at = 0; (at = table.find(from, at)) != std::string::npos; at += to.size())
            table.replace(at, from.size(), to);
    };
    replaceAll("\n    ", " ");
    replaceAll("$transform", texture + ".extensions.KHR_texture_transform");
    replaceAll("$texture", texture);
    replaceAll("$positions", kPosition);
    replaceAll("$attributes.", kAttribute);
    replaceAll("$primitive", kPrimitive);
    replaceAll("$sampler", "animations[0].samplers[0]");
    replaceAll("$channel", "animations[0].channels[0]");
    std::istringstream rows(table);
    for (std::string row; std::getline(rows, row);) {
        if (row.empty()) continue;
        const size_t first = row.find(" | "), second = row.find(" | ", first + 3);
        const std::string changes = row.substr(first + 3, second - first - 3);
        std::string line = row.substr(second + 3);
        const std::string path = changes.substr(0, changes.find(" ="));
        const size_t dot = path.rfind('.');
        if (line[0] == '@') line.replace(0, 1, path);
        if (line == "?")
            line = path.substr(0, dot) + ": \"" + path.substr(dot + 1) + "\" is missing";
        out.push_back(broken(row.substr(0, first), Gltf(good).set(changes), line));
    }
}

// Faults of triangle(): buffers, views and accessors that exceed their data; nodes that are not a
// forest; invalid transforms.
constexpr const char* kFaultsOfTriangle = R"(
min_version | asset = {"version": "2.1", "minVersion": "2.1"} |
    asset.minVersion: the file requires glTF version "2.1" or later; export it as glTF 2.0
required_extension_unknown |
    extensionsUsed = ["SINEW_unheard_of"] & extensionsRequired = ["SINEW_unheard_of"] |
    extensionsRequired: the file requires the extension SINEW_unheard_of, which is not supported;
    export it without this extension
nodes_are_no_array | nodes = {"first": {"mesh": 0}} | @: an array of objects is expected
nodes_are_numbers | nodes = [1, 2] | @: an array of objects is expected
node_mesh_is_text | nodes[0].mesh = "body" | @: a non-negative integer is expected, not string
node_mesh_is_negative | nodes[0].mesh = -1 | @: a non-negative integer is expected, not -1
scene_is_fraction | scene = 0.5 | @: a non-negative integer is expected, not 0.5
uri_of_http | buffers[0].uri = "http://example.invalid/a.bin" |
    @: the URI "http://example.invalid/a.bin" has a scheme, and only data: URIs and files in the
    model's folder are supported; export with embedded or local files
uri_of_file_scheme | buffers[0].uri = "file:///etc/passwd" |
    @: the URI "file:///etc/passwd" has a scheme, and only data: URIs and files in the model's
    folder are supported; *
uri_to_parent_folder | buffers[0].uri = "../torture/external%20buffer.bin" |
    @: the URI "../torture/external%20buffer.bin" is outside of the model's folder; move buffers and
    images to the model's folder, or allow other folders with --allow-outside
uri_to_parent_folder_encoded | buffers[0].uri = "%2e%2e/torture/external%20buffer.bin" |
    @: the URI "%2e%2e/torture/external%20buffer.bin" is outside of the model's folder; *
uri_through_folder_and_back | buffers[0].uri = "textures/../../broken/a.bin" |
    @: the URI "textures/../../broken/a.bin" is outside of the model's folder; *
uri_absolute | buffers[0].uri = "/etc/passwd" |
    @: the URI "/etc/passwd" is outside of the model's folder; *
uri_with_zero_byte | buffers[0].uri = "a.bin%00.png" |
    @: the URI "a.bin%00.png" is outside of the model's folder; *
uri_with_backslash | buffers[0].uri = "..\\torture\\external.bin" |
    @: the URI "..\torture\external.bin" contains a backslash; separate folders by a slash (/)
buffer_file_missing | buffers[0].uri = "nowhere.bin" |
    @: no such file: */nowhere.bin; check the path
data_uri_of_bad_base64 | buffers[0].uri = "data:application/octet-stream;base64,AA*A" |
    @: the base64 of the data URI contains the byte 0x2a; export the file again
data_uri_cut | buffers[0].uri = "data:application/octet-stream;base64,AAAAA" |
    @: the base64 of the data URI is truncated; export the file again
data_uri_without_comma | buffers[0].uri = "data:application/octet-stream;base64" |
    @: the data URI has no comma; export the file again
data_uri_short | buffers[0].uri = "data:application/octet-stream;base64,AAAA" |
    buffers[0].byteLength: the buffer states 36 bytes and has 3; copy the model again with all of
    its files
buffer_of_exabytes | buffers[0].byteLength = 9223372036854775807 |
    @: the buffer states 9223372036854775807 bytes and has 36; *
view_of_missing_buffer | bufferViews[0].buffer = 3 | @: buffer 3 does not exist (the file has 1)
view_past_buffer | bufferViews[0].byteLength = 37 |
    bufferViews[0]: byteOffset 0 + byteLength 37 exceeds the buffer's 36 bytes
view_offset_overflows | bufferViews[0].byteOffset = 18446744073709551600 |
    bufferViews[0]: byteOffset 18446744073709551600 + byteLength 36 exceeds the buffer's 36 bytes
stride_under_element | bufferViews[0].byteStride = 8 |
    $positions: byteStride 8 is less than the 12 bytes of an element
stride_past_view | bufferViews[0].byteStride = 252 |
    $positions: 3 elements of 12 bytes from byte 0 reach past the 36 bytes of buffer view 0
accessor_of_missing_view | accessors[0].bufferView = 7 |
    $positions: buffer view 7 does not exist (the file has 1)
accessor_past_view | accessors[0].count = 4 |
    $positions: 4 elements of 12 bytes from byte 0 reach past the 36 bytes of buffer view 0
accessor_offset_past_view | accessors[0].byteOffset = 40 |
    $positions: 3 elements of 12 bytes from byte 40 reach past the 36 bytes of buffer view 0
accessor_offset_overflows | accessors[0].byteOffset = 18446744073709551612 |
    $positions: 3 elements of 12 bytes from byte 18446744073709551612 reach past the 36 bytes of
    buffer view 0
accessor_of_4_billion | accessors[0].count = 4294967295 |
    $positions: 4294967295 elements exceed the data of the file
accessor_count_overflows | accessors[0].count = 1537228672809129302 |
    $positions: 1537228672809129302 elements exceed the data of the file
accessor_of_negative_count | accessors[0].count = -3 | @: a non-negative integer is expected, not -3
accessor_of_half_an_element | accessors[0].count = 2.5 |
    @: a non-negative integer is expected, not 2.5
accessor_of_unknown_component_type | accessors[0].componentType = 5124 |
    @: componentType 5124 is not one of 5120, 5121, 5122, 5123, 5125, 5126
positions_of_two_components | accessors[0].type = "VEC2" |
    $positions: 3 components per element are expected, not 2
positions_of_missing_accessor | $attributes.POSITION = 9 |
    @: accessor 9 does not exist (the file has 1)
normals_of_missing_accessor | $attributes.NORMAL = 2147483647 |
    @: accessor 2147483647 does not exist (the file has 1)
indices_of_missing_accessor | $primitive.indices = 5 | @: accessor 5 does not exist (the file has 1)
material_missing | $primitive.material = 2 | @: material 2 does not exist (the file has 0)
mode_unknown | $primitive.mode = 9 | @: mode 9 is not a glTF topology (0 to 6)
only_points | $primitive.mode = 0 |
    the default scene draws no triangles: $primitive: points or lines are not drawn; export a model
    with a mesh
scene_missing | scene = 3 | @: scene 3 does not exist (the file has 1)
cycle_of_one | nodes[0].children = [0] | @: nodes[0] is its own ancestor
cycle_of_two |
    nodes = [{"mesh": 0}, {"name": "a", "children": [2]}, {"name": "b", "children": [1]}] |
    nodes[1].children: nodes[1] "a" is its own ancestor
two_parents |
    scenes[0].nodes = [0, 1] &
    nodes = [{"children": [2]}, {"children": [2]}, {"name": "child", "mesh": 0}] |
    nodes[1].children[0]: nodes[2] "child" has two parents, nodes 0 and 1
child_twice | nodes[1] = {"children": [0, 0]} & scenes[0].nodes = [1] |
    nodes[1].children[1]: nodes[0] has two parents, nodes 1 and 1
child_missing | nodes[0].children = [5] |
    nodes[0].children[0]: node 5 does not exist (the file has 1)
root_missing | scenes[0].nodes = [0, 4] | scenes[0].nodes[1]: node 4 does not exist (the file has 1)
root_twice | scenes[0].nodes = [0, 0] | scenes[0].nodes[1]: nodes[0] is listed twice
mesh_missing | nodes[0].mesh = 8 | @: mesh 8 does not exist (the file has 1)
translation_infinite | nodes[0].translation = [0, 1e39, 0] | @: 1e+39 does not fit a float
translation_of_two | nodes[0].translation = [0, 1] | @: 3 numbers are expected, not 2
rotation_of_length_zero | nodes[0].rotation = [0, 0, 0, 0] | @: the rotation has length 0
matrix_of_three | nodes[0].matrix = [1, 0, 0] | @: 16 numbers are expected, not 3
matrix_infinite | nodes[0].matrix = [1,0,0,0, 0,1e300,0,0, 0,0,1,0, 0,0,0,1] |
    @: 1e+300 does not fit a float
matrix_projective | nodes[0].matrix = [1,0,0,0.5, 0,1,0,0, 0,0,1,0, 0,0,0,1] |
    @: the last row of the matrix is not 0 0 0 1
matrix_sheared | nodes[0].matrix = [1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1] |
    @: the matrix contains shear (4.8e-01 of its size), which translation, rotation and scale cannot
    express; apply the transform in the tool that made it and export again
matrix_sheared_slightly | nodes[0].matrix = [1,0,0,0, 0.003,1,0,0, 0,0,1,0, 0,0,0,1] |
    @: the matrix contains shear (1.5e-03 of its size), *
version_is_number | asset.version = 2.0 | @: a string is expected, not number; export the file again
uri_absolute_encoded | buffers[0].uri = "%2Fetc%2Fpasswd" |
    @: the URI "%2Fetc%2Fpasswd" is outside of the model's folder; *
uri_through_encoded_folder | buffers[0].uri = "a/%2e%2e/../x.bin" |
    @: the URI "a/%2e%2e/../x.bin" is outside of the model's folder; *
uri_with_encoded_backslash | buffers[0].uri = "..%5Cx.bin" |
    @: the URI "..%5Cx.bin" contains a backslash; *
uri_of_drive | buffers[0].uri = "C:x.bin" | @: the URI "C:x.bin" has a scheme, *
buffer_without_uri | buffers[0].uri = |
    buffers[0].byteLength: the buffer states 36 bytes and has 0; *
view_length_overflows | bufferViews[0].byteLength = 18446744073709551612 |
    bufferViews[0]: byteOffset 0 + byteLength 18446744073709551612 exceeds the buffer's 36 bytes
accessor_offset_reaches_past_view | accessors[0].byteOffset = 4 |
    $positions: 3 elements of 12 bytes from byte 4 reach past the 36 bytes of buffer view 0
accessor_offset_negative | accessors[0].byteOffset = -4 |
    @: a non-negative integer is expected, not -4
accessor_of_2_billion_zeros | accessors[0].bufferView = & accessors[0].count = 2000000000 |
    $primitive.indices: the indices need 32000.0 MB of memory in addition to 0.0 MB, *
accessor_of_2_to_the_64_zeros |
    accessors[0].bufferView = & accessors[0].count = 18446744073709551615 |
    $positions: 18446744073709551615 elements exceed the data of the file
no_vertices | accessors[0].count = 0 |
    the default scene draws no triangles: $attributes.POSITION: the primitive has 0 vertices and is
    not drawn (the accessor count must be at least 1); export a model with a mesh
no_vertices_of_a_strip | accessors[0].count = 0 & $primitive.mode = 5 |
    the default scene draws no triangles: $attributes.POSITION: the primitive has 0 vertices and is
    not drawn *
scale_of_two | nodes[0].scale = [1, 1] | @: 3 numbers are expected, not 2
)";

/// Returns the file of kFaultsOfEverything: an animated bar with a morph target and a material.
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

// Faults of everything(): missing members, members of the wrong type, and indices out of range.
constexpr const char* kFaultsOfEverything = R"(
no_byte_length_of_buffer | buffers = [{"uri": "data:application/octet-stream;base64,AAAA"}] |
    buffers[0]: "byteLength" is missing
no_buffer_of_view | bufferViews[0].buffer = | ?
no_byte_length_of_view | bufferViews[0].byteLength = | ?
no_component_type | accessors[1].componentType = | ?
no_count | accessors[1].count = | ?
no_element_type | accessors[1].type = | ?
no_primitives | meshes[0].primitives = | ?
no_attributes | $primitive.attributes = | $primitive: "attributes" is missing
no_joints | skins[0].joints = | ?
no_channels | animations[0].channels = | ?
no_samplers | animations[0].samplers = | ?
no_sampler_of_channel | $channel.sampler = | ?
no_target_of_channel | $channel.target = | ?
no_path_of_target | $channel.target.path = | ?
no_input | $sampler.input = | ?
no_output | $sampler.output = | ?
no_index_of_texture | $texture.index = | ?
sparse_of_nothing | accessors[0].sparse = {} | @: "count" is missing
sparse_without_indices | accessors[0].sparse = {"count": 1, "values": {"bufferView": 0}} |
    @: "indices" is missing
sparse_without_index_type |
    accessors[0].sparse = {"count": 1, "indices": {"bufferView": 0}, "values": {"bufferView": 0}} |
    accessors[0].sparse.indices: "componentType" is missing
sparse_is_number | accessors[0].sparse = 7 | @: an object is expected, not 7
element_type_unknown | accessors[1].type = "VEC5" |
    @: "VEC5" is not one of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4
element_type_is_number | accessors[1].type = 4 | @: a string is expected, not 4
normalized_is_text | accessors[2].normalized = "yes" | @: true or false is expected, not string
stride_odd | bufferViews[0].byteStride = 14 | @: 14 is not a multiple of 4 from 4 to 252
stride_of_256 | bufferViews[0].byteStride = 256 | @: 256 is not a multiple of 4 from 4 to 252
attributes_are_array | $primitive.attributes = [0, 1, 2] | @: an object is expected, not array
targets_are_object | $primitive.targets = {"POSITION": 0} |
    @: an array of objects is expected, not object
target_is_number | $primitive.targets = [3] | $primitive.targets[0]: an object is expected, not 3
weights_are_text | meshes[0].weights = "half" | @: an array of numbers is expected, not string
children_are_number | nodes[1].children = 2 | @: an array of integers is expected, not 2
translation_of_text | nodes[2].translation = [0, "up", 0] |
    nodes[2].translation[1]: a number is expected, not string
joints_are_number | skins[0].joints = 1 | @: an array of integers is expected, not 1
joint_is_null | skins[0].joints[1] = null | @: a non-negative integer is expected, not null
roots_are_number | scenes[0].nodes = 0 | @: an array of integers is expected, not 0
index_past_32_bits | $attributes.POSITION = 4294967296 | @: 4294967296 is out of range
interpolation_is_number | $sampler.interpolation = 1 | @: a string is expected, not 1
alpha_mode_unknown | materials[0].alphaMode = "SHINY" | @: "SHINY" is not one of OPAQUE, MASK, BLEND
color_of_three | materials[0].pbrMetallicRoughness.baseColorFactor = [1, 1, 1] |
    @: 4 numbers are expected, not 3
texture_transform_of_text | $texture.extensions = {"KHR_texture_transform": {"rotation": "left"}} |
    $transform.rotation: a number is expected, not string
extensions_required_is_text | extensionsRequired = "SINEW_unheard_of" |
    @: an array of strings is expected, not string
texture_missing | textures = [] | $texture.index: texture 0 does not exist (the file has 0)
texture_of_missing_image | textures[0].source = 3 | @: image 3 does not exist (the file has 1)
texture_of_missing_sampler | textures[0].sampler = 2 | @: sampler 2 does not exist (the file has 0)
texture_of_webp_text | textures[0].extensions = {"EXT_texture_webp": {"source": "first"}} |
    textures[0].extensions.EXT_texture_webp.source: a non-negative integer is expected, not string
texture_of_missing_webp | textures[0].extensions = {"EXT_texture_webp": {"source": 3}} |
    textures[0].extensions.EXT_texture_webp.source: image 3 does not exist (the file has 1)
factor_out_of_range | materials[0].pbrMetallicRoughness.metallicFactor = 1e39 |
    @: 1e+39 does not fit a float
key_times_missing | $sampler.input = 77 | @: accessor 77 does not exist (the file has 7)
key_values_missing | $sampler.output = 77 | @: accessor 77 does not exist (the file has 7)
key_values_of_other_type | $sampler.output = 5 |
    $sampler.output -> accessors[5]: 3 components per element are expected, not 1
sampler_missing | $channel.sampler = 5 | @: sampler 5 does not exist (the animation has 1)
target_missing | $channel.target.node = 5 | @: node 5 does not exist (the file has 3)
property_animated_twice |
    animations[0].channels[1] = {"sampler": 0, "target": {"node": 2, "path": "translation"}} |
    @: two channels animate the translation of nodes[2] "knee"; keep one channel for each property
    of a node
skin_missing | nodes[0].skin = 4 | @: skin 4 does not exist (the file has 1)
joint_of_missing_node | skins[0].joints = [1, 9] |
    skins[0].joints[1]: node 9 does not exist (the file has 3)
skin_without_joints | skins[0].joints = [] | @: the skin has no joints
joint_outside_the_scene | scenes[0].nodes = [0] |
    skins[0].joints[0]: the joint nodes[1] "hip" is not in the default scene; add its root to the
    scene and export again
weights_missing | $attributes.WEIGHTS_0 = |
    $primitive.attributes: only one of JOINTS_0 and WEIGHTS_0 is present
joints_missing | $attributes.JOINTS_0 = |
    $primitive.attributes: only one of JOINTS_0 and WEIGHTS_0 is present
morph_weights_too_many | meshes[0].weights = [0.5, 0.5] |
    @: 2 weights, but the mesh has 1 morph targets
morph_targets_differ | meshes[0].primitives[1] = {"attributes": {"POSITION": 0}} |
    meshes[0].primitives[1].targets: 0 morph targets, but the first primitive has 1
texture_transform_of_one | $texture.extensions = {"KHR_texture_transform": {"offset": [1]}} |
    $transform.offset: 2 numbers are expected, not 1
texture_transform_of_fraction | $texture.extensions = {"KHR_texture_transform": {"texCoord": 1.5}} |
    $transform.texCoord: a non-negative integer is expected, not 1.5
emissive_strength_is_text |
    materials[0].extensions = {"KHR_materials_emissive_strength": {"emissiveStrength": "much"}} |
    materials[0].extensions.KHR_materials_emissive_strength.emissiveStrength: a number is expected,
    not string
node_weights_too_many | nodes[0].weights = [1, 2, 3] |
    @: 3 weights, but the mesh has 1 morph targets
)";

template <typename T>
Gltf indexed(const std::vector<T>& values) {
    Gltf gltf = triangle();
    gltf.primitive()["indices"] = gltf.accessor<T>(values, "SCALAR");
    return gltf;
}

template <typename T>
Gltf sparseTriangle(const std::vector<T>& indices, const char* changes = "") {
    Gltf gltf = triangle();
    gltf.root["accessors"][0]["sparse"] =
        sparse(gltf, indices, std::vector<float>(3 * indices.size()));
    return gltf.set(changes);
}

Gltf morphed(const std::vector<float>& deltas) {
    Gltf gltf = triangle();
    gltf.primitive()["targets"] = Json::array({{{"POSITION", gltf.vec3(deltas)}}});
    return gltf;
}

template <typename T = float>
Gltf keys(const char* path, const std::vector<T>& times, const std::vector<float>& values,
          const char* interpolation = "LINEAR") {
    Gltf gltf = triangle();
    const int input = gltf.accessor<T>(times, "SCALAR");
    const char* type = values.size() % 4 == 0 && *path == 'r' ? "VEC4" : "VEC3";
    gltf.channel(0, path, input, gltf.accessor(values, type), interpolation);
    return gltf;
}

/// Returns bentBar() with two inverse bind matrices that are the identity, except that `value`
/// replaces element number `element` of the 2 x 16 elements.
Gltf bound(size_t element, float value) {
    std::vector<float> values(32, 0.0f);
    for (size_t d = 0; d < 8; ++d) values[16 * (d / 4) + 5 * (d % 4)] = 1;
    values[element] = value;
    Gltf gltf = bentBar({.binds = {}});
    gltf.root["skins"][0]["inverseBindMatrices"] = gltf.accessor<float>(values, "MAT4");
    return gltf;
}

// Adds files whose JSON is valid, but whose binary data (positions, indices, keys) is not.
void addFaultsOfData(std::vector<Broken>& out) {
    const std::string kIndices = kPrimitive + ".indices";
    const std::string kSparse = kPosition + ".sparse";
    const std::string kNotFinite = ": element 1 is not finite";
    const std::string kBinds = "skins[0].inverseBindMatrices";
    const std::string kTwo = ": 2 elements, but the primitive has 3 vertices";
    const std::vector<float> two = {0, 0, 0, 1, 1, 1}, three = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    const auto add = [&out](const char* name, const Gltf& gltf, const std::string& line) {
        out.push_back(broken(name, gltf, line));
    };
    add("positions_nan",
        emptyMesh()
            .with("POSITION", {0, 0, 0, 1, kNaN, 0, 0, 1, 0})
            .set("accessors[0].min = & accessors[0].max ="),
        kPosition + kNotFinite);
    add("positions_infinite",
        emptyMesh()
            .with("POSITION", {0, 0, 0, 1, -kInfinity, 0, 0, 1, 0})
            .set("accessors[0].min = & accessors[0].max ="),
        kPosition + kNotFinite);
    add("normals_too_few", triangle().with("NORMAL", {0, 0, 1, 0, 0, 1}),
        kAttribute + "NORMAL -> accessors[1]" + kTwo);
    add("normals_too_many", triangle().with("NORMAL", std::vector<float>(12, 1)),
        kAttribute + "NORMAL -> accessors[1]: 4 elements, but the primitive has 3 vertices");
    add("index_out_of_range", indexed<uint8_t>({0, 1, 3}),
        kIndices + ": index 3 at position 2, but the primitive has 3 vertices");
    add("index_restarts", indexed<uint16_t>({0, 1, 65535}),
        kIndices + ": index 65535 at position 2, but the primitive has 3 vertices");
    add("index_of_4_billion", indexed<uint32_t>({0, 4294967295, 1}),
        kIndices + ": index 4294967295 at position 1, but the primitive has 3 vertices");
    add("indices_of_floats", indexed<float>({0, 1, 2}),
        kIndices + " -> accessors[1]: unsigned integers are expected, not component type 5126");
    add("indices_signed", indexed<int16_t>({0, 1, -1}),
        kIndices + " -> accessors[1]: unsigned integers are expected, not component type 5122");
    add("sparse_more_than_all", sparseTriangle<uint8_t>({0, 1, 2, 3}),
        kSparse + ": 4 sparse elements exceed the accessor's 3");
    add("sparse_index_out_of_range", sparseTriangle<uint8_t>({0, 3}),
        kSparse + ".indices: sparse index 3 at position 1 is out of range or not ascending");
    add("sparse_indices_unsorted", sparseTriangle<uint16_t>({2, 0}),
        kSparse + ".indices: sparse index 0 at position 1 is out of range or not ascending");
    add("sparse_indices_repeated", sparseTriangle<uint16_t>({1, 1}),
        kSparse + ".indices: sparse index 1 at position 1 is out of range or not ascending");
    add("sparse_indices_past_view",
        sparseTriangle<uint32_t>({0, 1}, "accessors[0].sparse.count = 3"),
        kSparse +
            ".indices: 3 elements of 4 bytes from byte 0 reach past the 8 bytes of buffer "
            "view 1");
    add("sparse_values_past_view",
        sparseTriangle<uint8_t>({0, 2}, "accessors[0].sparse.values.byteOffset = 4"),
        kSparse +
            ".values: 2 elements of 12 bytes from byte 4 reach past the 24 bytes of buffer "
            "view 2");
    add("sparse_indices_of_floats",
        sparseTriangle<uint8_t>({0, 2}, "accessors[0].sparse.indices.componentType = 5126"),
        kSparse + ": component type 5126 cannot be a sparse index");

    add("joint_out_of_range", bentBar({.joints = {0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0}}),
        kAttribute + "JOINTS_0: vertex 1 refers to joint 2, but the skin has 2 joints");
    add("joints_too_few", bentBar({.joints = {0, 0, 0, 0, 0, 1, 0, 0}}),
        kAttribute + "JOINTS_0 -> accessors[1]" + kTwo);
    add("joints_of_floats", bentBar().with("JOINTS_0", {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}),
        kAttribute + "JOINTS_0: joints are not unsigned integers");
    add("weight_negative", bentBar({.weights = {1, 0, 0, 0, 1.5f, -.5f, 0, 0, 1, 0, 0, 0}}),
        kAttribute + "WEIGHTS_0: vertex 1 has the negative weight -0.5");
    add("weight_nan", bentBar({.weights = {1, 0, 0, 0, kNaN, 0, 0, 0, 1, 0, 0, 0}}),
        kAttribute + "WEIGHTS_0 -> accessors[2]" + kNotFinite);
    add("weights_not_normalized",
        bentBar().with<uint8_t>("WEIGHTS_0", {255, 0, 0, 0, 127, 128, 0, 0, 255, 0, 0, 0}),
        kAttribute + "WEIGHTS_0: weights are neither floats nor normalised u8 or u16");
    add("inverse_bind_matrices_too_few", bentBar({.binds = {{0, 0, 0}}}),
        kBinds + ": 1 inverse bind matrices, but the skin has 2 joints");
    add("inverse_bind_matrix_nan", bound(20, kNaN), kBinds + " -> accessors[3]" + kNotFinite);
    add("inverse_bind_matrix_projective", bound(19, .5f),
        kBinds + ": the last row of inverse bind matrix 1 is not 0 0 0 1");
    add("morph_deltas_too_few", morphed({0, 0, 1}),
        kPrimitive +
            ".targets[0].POSITION -> accessors[1]: 1 elements, but the primitive has 3 "
            "vertices");
    add("morph_nan", morphed({0, 0, 1, 0, kNaN, 1, 0, 0, 1}),
        kPrimitive + ".targets[0].POSITION -> accessors[1]" + kNotFinite);

    add("key_times_unsorted", keys("translation", {0, 2, 1}, three),
        kInput + ": key 2 at 1 s does not follow key 1 at 2 s");
    add("key_times_equal", keys("translation", {0, 1, 1, 1}, {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}),
        kInput + ": key 2 at 1 s does not follow key 1 at 1 s");
    add("key_times_none", keys("translation", {}, {}), kInput + ": the sampler has no keys");
    add("key_times_far_apart", keys("translation", {-3e38f, 3e38f}, two),
        "animations[0]: the keys from -3e+38 s to 3e+38 s are too far apart");
    add("key_time_nan", keys("translation", {0, kNaN}, two),
        kInput + " -> accessors[1]" + kNotFinite);
    add("key_times_of_integers", keys<uint16_t>("translation", {0, 1}, two),
        kInput + ": key times are not floats");
    add("key_value_nan", keys("scale", {0, 1}, {1, 1, 1, 1, kNaN, 1}),
        kOutput + " -> accessors[2]" + kNotFinite);
    add("key_rotation_infinite", keys("rotation", {0, 1}, {0, 0, 0, 1, 0, 0, 0, kInfinity}),
        kOutput + " -> accessors[2]" + kNotFinite);
    add("key_values_too_few", keys("translation", {0, 1, 2}, two),
        kOutput + ": 9 values are expected, not 6 (3 keys)");
    add("key_values_too_many", keys("translation", {0, 1}, three),
        kOutput + ": 6 values are expected, not 9 (2 keys)");
    add("key_tangents_missing", keys("translation", {0, 1}, two, "CUBICSPLINE"),
        kOutput + ": 18 values are expected, not 6 (2 keys)");
    add("key_interpolation_unknown", keys("translation", {0, 1}, two, "BOUNCE"),
        R"(animations[0].samplers[0].interpolation: unknown interpolation "BOUNCE")");
    Gltf weights = triangle();
    const int delta = weights.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    weights.primitive()["targets"] = Json::array({{{"POSITION", delta}}, {{"POSITION", delta}}});
    const int input = weights.times({0, 1});
    weights.channel(0, "weights", input, weights.scalars({0, 1, 0}));
    add("key_weights_too_few", weights, kOutput + ": 4 values are expected, not 3 (2 keys)");
}

/// Returns the triangle as a .glb, cut to `size` bytes; if `size` <= 0, -size bytes are removed
/// from the end. Unless `offset` is 0, the 32-bit number at that byte is replaced by `value`.
Bytes glb(int size, size_t offset = 0, uint32_t value = 0) {
    Bytes bytes = glbOf(triangle());
    for (size_t b = 0; offset > 0 && b < 4; ++b) {
        bytes[offset + b] = static_cast<uint8_t>(value >> (8 * b));
    }
    bytes.resize(static_cast<size_t>(size > 0 ? size : static_cast<int>(bytes.size()) + size));
    return bytes;
}

// Adds files that are not glTF, and .glb containers with wrong lengths.
void addFaultsOfContainers(std::vector<Broken>& out) {
    const std::string kCopy = "; copy or download the file again";
    const std::string kExport = "; export the file again";
    const std::string kNoGltf =
        "not a glTF file: neither a .glb nor JSON; name a .glb or .gltf file";
    const auto add = [&out](const char* name, const Bytes& bytes, const std::string& line) {
        out.push_back(broken(name, bytes, line));
    };
    const auto text = [&add](const char* name, const std::string& content,
                             const std::string& line) { add(name, bytesOf(content), line); };
    text("empty.gltf", "", "not a glTF file: it is empty; name a .glb or .gltf file");
    text("prose.gltf", "Once upon a time there was a triangle.\n", kNoGltf);
    text("png.glb", "\x89PNG\r\n\x1a\n", kNoGltf);
    text("json_cut.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"mesh")",
         "not a glTF file: the JSON ends too early, at line 1, column 48" + kExport);
    text("json_array.gltf", R"([{"asset": {"version": "2.0"}}])", kNoGltf);
    text("json_nested_deeply.gltf",
         R"({"asset": {"version": "2.0"}, "extras": )" + std::string(5000, '[') +
             std::string(5000, ']') + "}",
         "not a glTF file: the JSON is nested deeper than 64 levels" + kExport);
    text("json_without_asset.gltf", R"({"nodes": [{"mesh": 0}]})",
         "asset: not a glTF file: no asset.version" + kExport);
    text("gltf_1.gltf", R"({"asset": {"version": "1.0"}, "nodes": {}})",
         "asset.version: glTF version 1.0 is not supported, only 2.0; convert it to glTF 2.0");
    text("no_meshes.gltf", R"({"asset": {"version": "2.0"}})",
         "the default scene draws no triangles; export a model with a mesh");
    // An accessor of four billion vertices without a buffer view, in a file of some hundred bytes.
    out.push_back(broken("buffer_file_short.gltf",
                         bytesOf(textOf(triangle(), "buffer_file_short.bin")),
                         "buffers[0].byteLength: the buffer states 36 bytes and has 35; copy the "
                         "model again with all of its files"));
    out.back().files = {{"buffer_file_short.bin", Bytes(35)}};

    const std::string kStates = "truncated .glb: the header states ";
    const std::string kChunk = "truncated .glb: a chunk of ";
    add("glb_cut_in_header.glb", glb(10), "truncated .glb: 10 bytes, less than the header" + kCopy);
    add("glb_cut_in_json.glb", glb(100), kStates + "412 bytes and the file has 100" + kCopy);
    add("glb_cut_in_binary.glb", glb(-5), kStates + "412 bytes and the file has 407" + kCopy);
    // In the next three files, the length in the .glb header (byte 8) is that of the cut file.
    add("glb_cut_in_json_length_agrees.glb", glb(100, 8, 100),
        kChunk + "348 bytes where 80 are left" + kCopy);
    add("glb_cut_in_binary_length_agrees.glb", glb(-4, 8, 408),
        kChunk + "36 bytes where 32 are left" + kCopy);
    add("glb_binary_chunk_gone.glb", glb(-44, 8, 368),
        "buffers[0].byteLength: the buffer states 36 bytes and has 0; copy the model again with "
        "all of its files");
    add("glb_of_version_1.glb", glb(0, 4, 1),
        "the .glb container has version 1, not 2; export it as glTF 2.0");
    add("glb_length_of_4_gb.glb", glb(0, 8, 0xFFFFFFFF),
        kStates + "4294967295 bytes and the file has 412" + kCopy);
    add("glb_chunk_of_4_gb.glb", glb(0, 12, 0xFFFFFFFF),
        kChunk + "4294967295 bytes where 392 are left" + kCopy);
    add("glb_without_json.glb", containerOf({{std::string("BIN\0", 4), Bytes(16)}}),
        "the .glb has no JSON chunk" + kExport);
}

}  // namespace

std::vector<Broken> brokenFiles() {
    std::vector<Broken> out;
    addFaultsOfContainers(out);
    Gltf good = triangle();
    // The member "buffers" is written here, so that the changes of a row can replace its members.
    good.root["buffers"] =
        Json::array({{{"byteLength", 36},
                      {"uri", "data:application/octet-stream;base64," + base64(good.bytes)}}});
    addFaults(out, good, kFaultsOfTriangle);
    addFaults(out, everything(), kFaultsOfEverything);
    addFaultsOfData(out);
    return out;
}

}  // namespace sinew::torture
