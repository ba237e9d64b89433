// Throws the errors of an import.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

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

/// Returns a JSON path. `where` is a text, or a function that returns one.
template <typename Where>
std::string textOf(const Where& where) {
    if constexpr (std::invocable<const Where&>) {
        return where();
    } else {
        return std::string(where);
    }
}

/// Throws if `index` is not below `count`. `what` names the element, and `where` is as in textOf().
template <typename Index, typename Where>
void requireIndex(std::string_view what, Index index, size_t count, const Where& where) {
    if (std::cmp_greater_equal(index, 0) && std::cmp_less(index, count)) return;
    fault(fmt::format("{} {} does not exist (the file has {})", what, index, count), textOf(where),
          kValidate);
}

}  // namespace sinew::gltf
