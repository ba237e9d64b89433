// Finds the assets folder.
#include "app/assets_path.h"

#include <array>
#include <stdexcept>
#include <string>

namespace sinew {
namespace fs = std::filesystem;
namespace {

/// Returns the first folder that exists: `name` next to the program, the installed `name`,
/// `source`.
fs::path findFolder(const char* what, const char* name, const fs::path& source) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    const std::array<fs::path, 3> candidates{program / name, program / SINEW_INSTALLED_DATA / name,
                                             source};
    std::string tried;
    for (const fs::path& candidate : candidates) {
        if (fs::is_directory(candidate, error)) return candidate.lexically_normal();
        tried += (tried.empty() ? "" : ", ") + candidate.lexically_normal().string();
    }
    throw std::runtime_error(std::string(what) + " were not found in " + tried +
                             "; install sinew again");
}

}  // namespace

fs::path assetsFolder() {
    return findFolder("the shipped characters", "assets", SINEW_SOURCE "/assets");
}

fs::path scenariosFolder() {
    return findFolder("the benchmark's scenarios", "scenarios",
                      SINEW_SOURCE "/benchmarks/scenarios");
}

fs::path defaultModel() {
    return assetsFolder() / "mannequin.glb";
}

}  // namespace sinew
