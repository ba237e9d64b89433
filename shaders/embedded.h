// SPIR-V of all shaders, embedded in the program.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sinew {

struct EmbeddedShader {
    std::string_view name;  // as in shaders/variants.txt
    std::span<const uint32_t> spirv;
};

std::span<const EmbeddedShader> embeddedShaders();

}  // namespace sinew
