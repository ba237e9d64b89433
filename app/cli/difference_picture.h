// Two pictures, their difference view, a colour bar and figures, in one picture.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "renderer/picture.h"

namespace sinew::cli {

struct DifferenceViews {
    Picture first;  // all of one size
    Picture second;
    Picture difference;
    std::optional<glm::vec2> furthest;  // where the difference is largest: pixels of `difference`
};

struct DifferenceWords {
    std::string first;  // what stands over each view
    std::string second;
    std::string difference;
    std::vector<std::string> figures;  // lines beside the colour bar
};

/// The views beside each other, words over them, bar and figures below. Text outside ASCII becomes
/// question marks; what does not fit is cut off.
Picture differencePicture(const DifferenceViews& views, const DifferenceWords& words);

}  // namespace sinew::cli
