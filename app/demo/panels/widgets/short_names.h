// Names of clips and states without the beginning and the end that all of them share.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace sinew {

/// Shortens "Armature|Armature|walk_Armature" to "walk" if all names have the same beginning and
/// end. Cuts only at separators, and leaves at least one letter. A single name is not shortened.
class ShortNames {
public:
    explicit ShortNames(std::span<const std::string_view> names);
    /// Returns the short form of `name`, which must be one of the names.
    std::string_view of(std::string_view name) const;

private:
    size_t prefix_ = 0, suffix_ = 0;  // bytes
};

/// Creates ShortNames from items with a member `name`.
template <typename Items>
ShortNames shortNames(const Items& items) {
    std::vector<std::string_view> names;
    for (const auto& item : items) names.emplace_back(item.name);
    return ShortNames(names);
}

}  // namespace sinew
