// Pictures as PNG.
#pragma once

#include <string>

#include "renderer/picture.h"

namespace sinew::cli {

/// Throws std::runtime_error where the picture is too large to encode.
std::string pngFile(const Picture& picture);

}  // namespace sinew::cli
