// How import reports what is wrong with a file.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sinew::gltf {

/// Throws "what (where); advice". `where` is a JSON path such as
/// meshes[0].primitives[1].attributes.JOINTS_0; importGltf puts the file's name in front.
[[noreturn]] inline void fault(std::string_view what, std::string_view where,
                               std::string_view advice) {
    if (where.empty()) throw std::runtime_error(fmt::format("{}; {}", what, advice));
    throw std::runtime_error(fmt::format("{} ({}); {}", what, where, advice));
}

/// `text` with '?' for line breaks and control codes: fit for a line of a terminal.
inline std::string plainText(std::string text) {
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return text;
}

inline constexpr std::string_view kReexport = "export the file again";
inline constexpr std::string_view kValidate =
    "check the file with the Khronos glTF validator and export it again";

}  // namespace sinew::gltf
