// JSON values with their paths, for handwritten files. Counts, texts and numbers are bounded.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Throws std::runtime_error with the path and a message in plain text.
[[noreturn]] void faultAt(const std::string& path, const std::string& what);

/// As parseJsonText(); faults refer to the documentation page.
nlohmann::json parsedJson(std::string_view json, std::string_view page);

/// Reads a file of at most `most` bytes, the limit of its `kind`. Throws std::runtime_error.
std::string textOf(const std::filesystem::path& file, size_t most, std::string_view kind);

/// Applies `read` to the text of a file. Faults begin with the file's name.
template <typename Read>
auto readNamed(const std::filesystem::path& file, size_t most, std::string_view kind, Read&& read) {
    try {
        return read(textOf(file, most, kind));
    } catch (const std::runtime_error& error) {
        faultAt(file.filename().string(), error.what());
    }
}

/// A value and its path. All members throw as faultAt().
struct JsonNode {
    const nlohmann::json& in;
    std::string path;

    [[noreturn]] void expect(std::string_view what) const;

    /// Rejects members that are not in `names`.
    void requireObject(std::initializer_list<std::string_view> names) const;
    bool has(const char* name) const;
    JsonNode at(const char* name) const;
    /// Empty without the member.
    std::vector<JsonNode> list(const char* name, size_t most) const;
    std::string name(size_t longest = 200) const;
    float number(float least, float most) const;
    bool flag() const;
};

}  // namespace sinew
