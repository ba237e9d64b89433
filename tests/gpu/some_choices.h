// Skinning choices for tests that do not need every combination of settings.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew::test {

/// Returns each method once, with GPU poses if it supports them, and compute with CPU poses.
inline std::vector<SkinChoice> eachMethod() {
    std::vector<SkinChoice> choices{{Method::compute, {}}};
    for (const Method method : allMethods()) {
        const bool poses = skinningMethod(method).facts.supports.poses;
        choices.push_back({method, {.poses = poses ? PosedBy::gpu : PosedBy::cpu}});
    }
    return choices;
}

/// Returns the name of the method as a valid test name.
inline std::string nameOfMethod(Method method) {
    std::string name(methodName(method));
    std::ranges::replace(name, '-', '_');
    return name;
}

}  // namespace sinew::test
