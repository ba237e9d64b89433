// JSON values with their paths, for files that users write. Lengths of lists and texts are limited,
// and numbers have ranges.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Throws std::runtime_error with the path and a message, as plain text.
[[noreturn]] void faultAt(const std::string& path, const std::string& what);

/// Parses as parseJsonText() does. Errors name `page`, a page of the documentation.
nlohmann::json parsedJson(std::string_view json, std::string_view page);

/// Returns the text of a file of at most `most` bytes. `kind` names the kind of file in errors.
/// Pipes are files too: `compare <(zcat old.json.gz) new.json`. Throws std::runtime_error.
std::string textOf(const std::filesystem::path& file, size_t most, std::string_view kind);

/// Returns the result of `read` for the text of a file. Errors begin with the file's name.
template <typename Read>
auto readNamed(const std::filesystem::path& file, size_t most, std::string_view kind, Read&& read) {
    try {
        return read(textOf(file, most, kind));
    } catch (const std::runtime_error& error) {
        faultAt(file.filename().string(), error.what());
    }
}

/// Returns a value as a short text for a message. Arrays and objects are only named by their kind.
std::string shownValue(const nlohmann::json& value);

/// A JSON value and its path. All functions throw as faultAt() does.
struct JsonNode {
    const nlohmann::json& in;
    std::string path;

    [[noreturn]] void expect(std::string_view what) const;

    /// Throws unless this is an object and all of its members are in `names`.
    void requireObject(std::initializer_list<std::string_view> names) const;
    bool has(const char* name) const;
    JsonNode at(const char* name) const;
    /// Returns the elements of a list with at most `most` elements; empty if the member is missing.
    std::vector<JsonNode> list(const char* name, size_t most) const;
    std::string name(size_t longest = 200) const;
    float number(float least, float most) const;
    uint32_t count(uint32_t least, uint32_t most) const;
    bool flag() const;
};

}  // namespace sinew
