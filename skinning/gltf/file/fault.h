// Throws the errors of an import.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "skinning/plain_text.h"

namespace sinew::gltf {

/// Throws "where: what; advice". Characters that terminals interpret become '?', because the text
/// may come from the file. `where`: a JSON path such as
/// meshes[0].primitives[1].attributes.JOINTS_0. importGltf() prepends the name of the file.
[[noreturn]] inline void fault(std::string_view what, std::string_view where,
                               std::string_view advice) {
    throw std::runtime_error(plainText(where.empty()
                                           ? fmt::format("{}; {}", what, advice)
                                           : fmt::format("{}: {}; {}", where, what, advice)));
}

inline constexpr std::string_view kReexport = "export the file again";
inline constexpr std::string_view kValidate =
    "check the file with the Khronos glTF validator and export it again";

}  // namespace sinew::gltf
