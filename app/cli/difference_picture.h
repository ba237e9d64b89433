// Composes two images, their difference view, a colour bar and lines of text into one image.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "renderer/passes/picture.h"

namespace sinew::cli {

struct DifferenceViews {
    Picture first;
    Picture second;
    Picture difference;
    std::optional<glm::vec2> furthest;  // position of the largest difference, in pixels
};

struct DifferenceWords {
    std::string first;
    std::string second;
    std::string difference;
    std::vector<std::string> figures;  // lines next to the colour bar
};

/// Returns an image with the three views in a row, captions above, the colour bar and `figures`
/// below. Characters outside ASCII become question marks; text that is too wide is cut off.
Picture differencePicture(const DifferenceViews& views, const DifferenceWords& words);

}  // namespace sinew::cli
