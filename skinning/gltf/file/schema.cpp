// Validates the JSON of a glTF file with the tables of schema_tables.h.
#include "skinning/gltf/file/schema.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "skinning/gltf/file/fault.h"
#include "skinning/gltf/file/schema_tables.h"

namespace sinew::gltf {

namespace {

using Json = nlohmann::json;

// The path of a JSON value, as a linked list with one Path per nesting level. The text is built
// only for an error message, because a file may have millions of values.
struct Path {
    static constexpr size_t kNoIndex = ~size_t{0};

    const Path* parent = nullptr;
    std::string_view name;
    size_t index = kNoIndex;

    std::string text() const {
        std::string all = parent != nullptr ? parent->text() : std::string();
        if (index != kNoIndex) return fmt::format("{}[{}]", all, index);
        if (!all.empty() && !name.empty()) all += '.';
        return all.append(name);
    }
};

[[noreturn]] void schemaFault(std::string_view what, const Path& path) {
    fault(what, path.text(), kValidate);
}

void demand(bool kept, const Json& value, std::string_view what, const Path& path) {
    if (kept) return;
    const std::string found = value.is_number() ? value.dump() : std::string(value.type_name());
    schemaFault(fmt::format("{} is expected, not {}", what, found), path);
}

// Converts numbers without a fraction, such as 2.0, to integers. Throws on other values.
void checkIsSize(Json& value, const Path& path) {
    const double number = value.is_number_float() ? value.get<double>() : -1;
    if (number >= 0 && number < 0x1p53 && number == std::floor(number)) {
        value = static_cast<uint64_t>(number);
    }
    demand(value.is_number_unsigned(), value, "a non-negative integer", path);
}

void checkIsIndex(Json& value, const Path& path) {
    checkIsSize(value, path);
    constexpr auto kMaxInt = static_cast<uint64_t>(std::numeric_limits<int32_t>::max());
    if (value.get<uint64_t>() > kMaxInt) {
        schemaFault(fmt::format("{} is out of range", value.get<uint64_t>()), path);
    }
}

void checkIndexOf(Json& value, const Member& member, const Path& path) {
    checkIsIndex(value, path);
    if (member.values.empty()) return;
    const auto index = value.get<uint64_t>();
    if (std::ranges::find(member.values, index) == member.values.end()) {
        schemaFault(fmt::format("{} {} is not one of {}", member.name, index,
                                fmt::join(member.values, ", ")),
                    path);
    }
}

void checkStride(Json& value, const Path& path) {
    checkIsIndex(value, path);
    const auto stride = value.get<uint64_t>();
    if (stride % 4 != 0 || stride > 252) {
        schemaFault(fmt::format("{} is not a multiple of 4 from 4 to 252", stride), path);
    }
}

void checkWord(const Json& value, const Member& member, const Path& path) {
    demand(value.is_string(), value, "a string", path);
    if (member.words.empty()) return;
    const auto& word = value.get_ref<const std::string&>();
    if (std::ranges::find(member.words, word) == member.words.end()) {
        schemaFault(fmt::format("\"{}\" is not one of {}", word, fmt::join(member.words, ", ")),
                    path);
    }
}

template <typename Value, typename Check>
void checkItems(Value& value, const Path& path, const Check& check) {
    if (value.is_object()) {
        for (auto member = value.begin(); member != value.end(); ++member) {
            check(member.value(), Path{.parent = &path, .name = member.key()});
        }
        return;
    }
    for (size_t i = 0; i < value.size(); ++i) check(value[i], Path{.parent = &path, .index = i});
}

void checkNamed(Json& value, const Path& path) {
    demand(value.is_object(), value, "an object", path);
    checkItems(value, path, checkIsIndex);
}

void checkNumbers(const Json& value, const Member& member, const Path& path) {
    demand(value.is_array(), value, "an array of numbers", path);
    if (member.count != 0 && value.size() != member.count) {
        schemaFault(fmt::format("{} numbers are expected, not {}", member.count, value.size()),
                    path);
    }
    checkItems(value, path, [](const Json& item, const Path& where) {
        demand(item.is_number(), item, "a number", where);
    });
}

void checkObject(Json& value, const Object& object, const Path& path);

void checkObjects(Json& value, const Object& object, const Path& path) {
    const bool objects =
        value.is_array() &&
        std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_object(); });
    if (!objects) schemaFault("an array of objects is expected", path);
    checkItems(value, path,
               [&](Json& item, const Path& where) { checkObject(item, object, where); });
}

void checkMember(Json& value, const Member& member, const Path& path) {
    switch (member.form) {
        case Form::index:
            return checkIndexOf(value, member, path);
        case Form::size:
            return checkIsSize(value, path);
        case Form::stride:
            return checkStride(value, path);
        case Form::number:
            return demand(value.is_number(), value, "a number", path);
        case Form::flag:
            return demand(value.is_boolean(), value, "true or false", path);
        case Form::word:
            return checkWord(value, member, path);
        case Form::indices:
            demand(value.is_array(), value, "an array of integers", path);
            return checkItems(value, path, checkIsIndex);
        case Form::numbers:
            return checkNumbers(value, member, path);
        case Form::words:
            demand(value.is_array(), value, "an array of strings", path);
            return checkItems(value, path, [](const Json& item, const Path& where) {
                demand(item.is_string(), item, "a string", where);
            });
        case Form::object:
            return checkObject(value, *member.of, path);
        case Form::objects:
            return checkObjects(value, *member.of, path);
        case Form::named:
            return checkNamed(value, path);
        case Form::namedList:
            demand(value.is_array(), value, "an array of objects", path);
            return checkItems(value, path, checkNamed);
    }
}

// Removes the members that `object` does not list, so that later steps do not copy them. Keeps
// names.
void dropUnknown(Json& value, const Object& object) {
    std::erase_if(value.get_ref<Json::object_t&>(), [&](const auto& item) {
        const auto& [name, of] = item;
        return !(name == "name" && of.is_string()) &&
               std::ranges::find(object.members, name, &Member::name) == object.members.end();
    });
}

void checkObject(Json& value, const Object& object, const Path& path) {
    demand(value.is_object(), value, "an object", path);
    for (const Member& member : object.members) {
        const auto found = value.find(member.name);
        if (found != value.end()) {
            checkMember(*found, member, Path{.parent = &path, .name = member.name});
        } else if (member.required) {
            schemaFault(fmt::format("\"{}\" is missing", member.name), path);
        }
    }
    dropUnknown(value, object);
}

void checkVersion(const Json& gltf) {
    const Json asset = gltf.value("asset", Json());
    if (asset.is_object() && asset.contains("version") && !asset["version"].is_string()) {
        fault(fmt::format("a string is expected, not {}", asset["version"].type_name()),
              "asset.version", kReexport);
    }
    if (!asset.is_object() || !asset.contains("version")) {
        fault("not a glTF file: no asset.version", "asset", kReexport);
    }
    const auto version = asset["version"].get<std::string>();
    if (!version.starts_with("2.")) {
        fault(fmt::format("glTF version {} is not supported, only 2.0", version), "asset.version",
              "convert it to glTF 2.0");
    }
    // glTF 2.0, section 3.2: a later version 2.x is read as 2.0, unless minVersion requires more.
    const Json minVersion = asset.value("minVersion", Json("2.0"));
    if (minVersion != "2.0") {
        fault(fmt::format("the file requires glTF version {} or later",
                          minVersion.is_string() ? minVersion.dump() : minVersion.type_name()),
              "asset.minVersion", "export it as glTF 2.0");
    }
}

size_t countOf(const Json& gltf, const char* array) {
    const auto found = gltf.find(array);
    return found == gltf.end() ? 0 : found->size();
}

// Checks the accessor of `indices` and its buffer view. tinygltf also reports these two errors, but
// without a JSON path.
void checkIndexAccessors(const Json& gltf) {
    const auto meshes = gltf.find("meshes"), accessors = gltf.find("accessors");
    if (meshes == gltf.end()) return;
    const size_t accessorCount = countOf(gltf, "accessors"), views = countOf(gltf, "bufferViews");
    for (size_t m = 0; m < meshes->size(); ++m) {
        const Json& primitives = (*meshes)[m]["primitives"];
        for (size_t p = 0; p < primitives.size(); ++p) {
            const auto found = primitives[p].find("indices");
            if (found == primitives[p].end()) continue;
            const auto index = found->get<size_t>();
            const auto where = [&] {
                return fmt::format("meshes[{}].primitives[{}].indices", m, p);
            };
            requireIndex("accessor", index, accessorCount, where);
            const auto view = (*accessors)[index].find("bufferView");
            if (view == (*accessors)[index].end()) continue;
            requireIndex("buffer view", view->get<size_t>(), views,
                         [&] { return fmt::format("{} -> accessors[{}]", where(), index); });
        }
    }
}

// Removes the extras of a mesh if extras.targetNames is not a list of strings. Such extras are not
// an error, because the specification does not define them.
void keepTargetNames(Json& gltf) {
    const auto meshes = gltf.find("meshes");
    if (meshes == gltf.end() || !meshes->is_array()) return;
    const Json::json_pointer ofPrimitive("/primitives/0/extras");  // written by UniVRM
    for (Json& mesh : *meshes) {
        if (!mesh.is_object()) continue;
        if (!mesh.contains("extras")) mesh["extras"] = mesh.value(ofPrimitive, Json());
        const Json& extras = mesh["extras"];
        const Json names = extras.is_object() ? extras.value("targetNames", Json()) : Json();
        const bool isList = names.is_array() && std::ranges::all_of(names, [](const Json& name) {
                                return name.is_string();
                            });
        if (!isList) mesh.erase("extras");
    }
}

}  // namespace

void checkSchema(Json& gltf) {
    if (!gltf.is_object()) fault("not a glTF file: the JSON is not an object", "", kReexport);
    checkVersion(gltf);
    keepTargetNames(gltf);
    checkObject(gltf, kRoot, {});
    checkIndexAccessors(gltf);
}

}  // namespace sinew::gltf
