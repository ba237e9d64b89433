// Decides which unsupported extensions can be ignored, because they do not change vertices.
#include "skinning/gltf/file/extension.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 9> kImplementedExtensions = {
    "EXT_meshopt_compression",         "EXT_texture_webp",    "KHR_draco_mesh_compression",
    "KHR_materials_emissive_strength", "KHR_materials_unlit", "KHR_mesh_quantization",
    "KHR_meshopt_compression",         "KHR_node_visibility", "KHR_texture_transform"};

bool implemented(std::string_view extension) {
    return std::find(kImplementedExtensions.begin(), kImplementedExtensions.end(), extension) !=
           kImplementedExtensions.end();
}

std::vector<std::string> stringsOf(const Json& json, const char* member) {
    std::vector<std::string> out;
    if (!json.contains(member) || !json[member].is_array()) return out;
    for (const Json& item : json[member]) {
        if (item.is_string()) out.push_back(item.get<std::string>());
    }
    return out;
}

bool hasExtension(const Json& object, const std::string& name) {
    if (!object.is_object()) return false;
    const auto extensions = object.find("extensions");
    return extensions != object.end() && extensions->is_object() && extensions->contains(name);
}

bool isInArray(const Json& json, const char* member, const std::string& name) {
    const auto items = json.find(member);
    return items != json.end() && items->is_array() &&
           std::ranges::any_of(*items, [&](const Json& item) { return hasExtension(item, name); });
}

// Returns true if the extension `name` does not change vertices: it belongs to materials, lights,
// cameras or scenes, or it occurs in no object with vertex data.
bool leavesVertices(const Json& json, const std::string& name) {
    constexpr std::array<std::string_view, 10> kPrefixes = {
        "KHR_animation_pointer", "KHR_lights_", "KHR_materials_", "KHR_node_",
        "KHR_texture_",          "KHR_xmp",     "EXT_lights_",    "EXT_texture_",
        "MSFT_texture",          "VRM"};
    if (std::ranges::any_of(kPrefixes,
                            [&](std::string_view prefix) { return name.starts_with(prefix); })) {
        return true;
    }
    for (const std::string_view part : {"mesh", "compression", "quantization"}) {
        if (name.find(part) != std::string::npos) return false;
    }
    const auto isInAny = [&](std::initializer_list<const char*> members) {
        return std::ranges::any_of(
            members, [&](const char* member) { return isInArray(json, member, name); });
    };
    if (isInAny({"accessors", "animations", "buffers", "bufferViews", "meshes", "skins"}))
        return false;
    const auto meshes = json.find("meshes");
    if (meshes != json.end() && meshes->is_array() &&
        std::ranges::any_of(*meshes, [&](const Json& mesh) {
            return mesh.is_object() && isInArray(mesh, "primitives", name);
        })) {
        return false;
    }
    return hasExtension(json, name) ||
           isInAny({"cameras", "images", "materials", "nodes", "samplers", "scenes", "textures"});
}

}  // namespace

void checkExtensions(const Json& json, std::vector<std::string>& warnings) {
    std::vector<std::string> ignored = stringsOf(json, "extensionsUsed");
    for (const std::string& name : stringsOf(json, "extensionsRequired")) {
        if (implemented(name)) continue;
        ignored.push_back(name);
        if (leavesVertices(json, name)) continue;
        fault(fmt::format("the file requires the extension {}, which is not supported", name),
              "extensionsRequired", "export it without this extension");
    }
    for (const std::string& name : ignored) {
        if (implemented(name)) continue;
        warnings.push_back(fmt::format("the extension {} is not supported and is ignored", name));
    }
}

}  // namespace sinew::gltf
