// The search for the assets folder.
#include "app/assets_path.h"

#include <array>
#include <stdexcept>
#include <string>

namespace sinew {
namespace fs = std::filesystem;

fs::path assetsFolder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    const std::array<fs::path, 3> places{program / "assets", program / SINEW_INSTALLED_ASSETS,
                                         SINEW_SOURCE_ASSETS};
    std::string tried;
    for (const fs::path& place : places) {
        if (fs::is_directory(place, error)) return place.lexically_normal();
        tried += (tried.empty() ? "" : ", ") + place.lexically_normal().string();
    }
    throw std::runtime_error("the characters that ship were not found in " + tried +
                             "; install sinew again or name a model");
}

fs::path defaultModel() {
    return assetsFolder() / "mannequin.glb";
}

}  // namespace sinew
