// Values of a JSON file that a person wrote, each with its place: what is wrong there is told with
// what was expected. Counts, texts and numbers are bounded.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Throws std::runtime_error with the place before it, in plain text.
[[noreturn]] void faultAt(const std::string& place, const std::string& what);

/// parseJsonText; a fault names the page that tells the format.
nlohmann::json parsedJson(std::string_view json, std::string_view page);

/// Text of a file of at most `most` bytes; no `kind` has more. Throws std::runtime_error.
std::string textOf(const std::filesystem::path& file, size_t most, std::string_view kind);

/// What `read` makes of the text of a file, whose name stands before every fault.
template <typename Read>
auto readNamed(const std::filesystem::path& file, size_t most, std::string_view kind, Read&& read) {
    try {
        return read(textOf(file, most, kind));
    } catch (const std::runtime_error& error) {
        faultAt(file.filename().string(), error.what());
    }
}

/// A value and where it stands. All members throw as faultAt() does.
struct JsonPlace {
    const nlohmann::json& in;
    std::string path;

    [[noreturn]] void expect(std::string_view what) const;

    /// An object with members of these names alone.
    void requireObject(std::initializer_list<std::string_view> names) const;
    bool has(const char* name) const;
    JsonPlace at(const char* name) const;
    /// Without the member there are none.
    std::vector<JsonPlace> list(const char* name, size_t most) const;
    std::string name(size_t longest = 200) const;
    float number(float least, float most) const;
    bool flag() const;
};

}  // namespace sinew
