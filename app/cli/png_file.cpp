// Encoding, in memory.
#include "app/cli/png_file.h"

#include <stb_image_write.h>

#include <stdexcept>

namespace sinew::cli {

std::string pngFile(const Picture& picture) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                                   static_cast<size_t>(size));
    };
    if (stbi_write_png_to_func(append, &bytes, static_cast<int>(picture.width),
                               static_cast<int>(picture.height), 4, picture.rgba.data(),
                               static_cast<int>(picture.width * 4)) == 0) {
        throw std::runtime_error("the picture could not be encoded as PNG; try a smaller --size");
    }
    return bytes;
}

}  // namespace sinew::cli
