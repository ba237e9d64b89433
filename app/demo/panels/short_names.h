// Names of clips and states without the beginning and the end that all of them share.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace sinew {

/// "Armature|Armature|walk_Armature" is "walk" if all names begin and end so. Names are cut at
/// separators, and each keeps a letter. A single name stays whole.
class ShortNames {
public:
    explicit ShortNames(std::span<const std::string_view> names);
    /// `name` is one of the names.
    std::string_view of(std::string_view name) const;

private:
    size_t prefix_ = 0, suffix_ = 0;  // bytes
};

/// The items have a member `name`.
template <typename Items>
ShortNames shortNames(const Items& items) {
    std::vector<std::string_view> names;
    for (const auto& item : items) names.emplace_back(item.name);
    return ShortNames(names);
}

}  // namespace sinew
