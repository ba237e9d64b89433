// Typed access to JSON values. Errors name the path of the value.
#include "skinning/json_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "skinning/json_text.h"
#include "skinning/plain_text.h"

namespace sinew {

using JsonValue = nlohmann::json;

void faultAt(const std::string& path, const std::string& what) {
    throw std::runtime_error(plainText(path.empty() ? what : fmt::format("{}: {}", path, what)));
}

nlohmann::json parsedJson(std::string_view json, std::string_view page) {
    try {
        return parseJsonText(json);
    } catch (const JsonError& error) {
        faultAt("", fmt::format("{}; see {}", error.what(), page));
    }
}

std::string textOf(const std::filesystem::path& file, size_t most, std::string_view kind) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"),
                                                             &std::fclose);
    if (!in)
        faultAt("", fmt::format("cannot be opened ({}); check the path and its permissions",
                                std::strerror(errno)));
    std::string text;
    char block[1 << 14];
    while (const size_t count = std::fread(block, 1, sizeof(block), in.get())) {
        text.append(block, count);
        if (text.size() > most) {
            faultAt("", fmt::format("more than {} KB, too large for a file of this kind ({})",
                                    most >> 10, kind));
        }
    }
    if (std::ferror(in.get()) != 0) {
        faultAt("", errno == EISDIR ? "is a folder; choose a file in it"
                                    : fmt::format("cannot be read ({})", std::strerror(errno)));
    }
    return text;
}

std::string shownValue(const JsonValue& value) {
    if (value.is_structured()) return value.is_array() ? "a list" : "an object";
    return shortened(value.dump(-1, ' ', false, JsonValue::error_handler_t::replace), 60);
}

void JsonNode::expect(std::string_view what) const {
    faultAt(path, fmt::format("{} is expected, not {}", what, shownValue(in)));
}

void JsonNode::requireObject(std::initializer_list<std::string_view> names) const {
    if (!in.is_object()) expect("an object");
    for (const auto& member : in.items()) {
        if (std::find(names.begin(), names.end(), member.key()) != names.end()) continue;
        faultAt(path, fmt::format("\"{}\" is unknown; choose one of: {}",
                                  shortened(member.key(), 60), fmt::join(names, ", ")));
    }
}

bool JsonNode::has(const char* name) const {
    return in.contains(name);
}

JsonNode JsonNode::at(const char* name) const {
    if (!in.contains(name)) faultAt(path, fmt::format("\"{}\" is missing", name));
    return {in[name], path.empty() ? name : fmt::format("{}.{}", path, name)};
}

std::vector<JsonNode> JsonNode::list(const char* name, size_t most) const {
    if (!has(name)) return {};
    const JsonNode all = at(name);
    if (!all.in.is_array()) all.expect("a list");
    if (all.in.size() > most) {
        faultAt(all.path,
                fmt::format("the list has {} entries, and at most {} are supported; remove some",
                            all.in.size(), most));
    }
    std::vector<JsonNode> elements;
    for (size_t i = 0; i < all.in.size(); ++i) {
        elements.push_back({all.in[i], fmt::format("{}[{}]", all.path, i)});
    }
    return elements;
}

std::string JsonNode::name(size_t longest) const {
    if (!in.is_string()) expect("a name");
    const auto& text = in.get_ref<const std::string&>();
    if (text.empty()) faultAt(path, "the name is empty; write a name");
    if (text.size() > longest) {
        faultAt(path, fmt::format("the name has {} bytes, and at most {} are supported; shorten it",
                                  text.size(), longest));
    }
    return plainText(text);
}

float JsonNode::number(float least, float most) const {
    const std::string what = fmt::format("a number from {} to {}", least, most);
    if (!in.is_number()) expect(what);
    // Compares floats, because bounds such as a clip's length are floats. So 0.7 is within the
    // bound 0.7f.
    const auto value = static_cast<float>(std::clamp(in.get<double>(), -1e30, 1e30));
    if (!(value >= least && value <= most)) expect(what);
    return value;
}

uint32_t JsonNode::count(uint32_t least, uint32_t most) const {
    const double value = in.is_number() ? in.get<double>() : -1.0;
    if (value != std::floor(value) || value < least || value > most) {
        expect(fmt::format("a whole number from {} to {}", least, most));
    }
    return static_cast<uint32_t>(value);
}

bool JsonNode::flag() const {
    if (!in.is_boolean()) expect("true or false");
    return in.get<bool>();
}

}  // namespace sinew
