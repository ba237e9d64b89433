// SPIR-V by name: embedded at build, replaceable while running (F5 in the demo).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The names are those of shaders/variants.txt, such as "forward.frag". Move-only by use:
/// passes copy what they need when they create pipelines.
class ShaderLibrary {
public:
    /// What the build embedded; complete.
    static ShaderLibrary embedded();

    /// Throws std::logic_error for a name that shaders/variants.txt does not list, or that was
    /// replaced by nothing.
    std::span<const uint32_t> spirv(std::string_view name) const;

    /// Replaces some of the shaders, by name.
    void replace(std::map<std::string, std::vector<uint32_t>, std::less<>> replacements);

private:
    std::map<std::string, std::vector<uint32_t>, std::less<>> replaced_;
};

}  // namespace sinew
