// SPIR-V by name: embedded at build time, replaceable at run time (F5 in the demo).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shaders/shared/variant.h"

namespace sinew {

/// Specialization constants of a vertex stage, indexed by constant_id. The constants in DrawVariant
/// have the ids after these (shaders/shared/variant.h).
using StageConstants = std::array<uint32_t, SINEW_CONSTANT_STAGE_COUNT>;

/// Names are those of shaders/variants.txt, such as "forward.frag".
class ShaderLibrary {
public:
    static ShaderLibrary embedded();

    /// Returns the code of a shader. Throws std::logic_error if shaders/variants.txt lacks the name
    /// or its replacement is empty.
    std::span<const uint32_t> spirv(std::string_view name) const;

    /// Replaces the code of these shaders. Shaders with other names keep their code.
    void replace(std::map<std::string, std::vector<uint32_t>, std::less<>> replacements);

    /// Returns all names that were passed to spirv(), which records them and so is not thread-safe.
    const std::set<std::string, std::less<>>& used() const { return used_; }

private:
    mutable std::set<std::string, std::less<>> used_;
    std::map<std::string, std::vector<uint32_t>, std::less<>> replaced_;
};

}  // namespace sinew
