// Composes two images, their difference view, a colour bar and figures into one image.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "renderer/picture.h"

namespace sinew::cli {

struct DifferenceViews {
    Picture first;
    Picture second;
    Picture difference;
    std::optional<glm::vec2> furthest;  // largest difference; pixels of `difference`
};

struct DifferenceWords {
    std::string first;
    std::string second;
    std::string difference;
    std::vector<std::string> figures;  // lines next to the colour bar
};

/// Arranges the views in a row, with captions above and bar and figures below. Text outside ASCII
/// becomes question marks; overflow is cut off.
Picture differencePicture(const DifferenceViews& views, const DifferenceWords& words);

}  // namespace sinew::cli
