// Finds embedded and replaced shaders.
#include "renderer/shader_library.h"

#include <stdexcept>

#include "shaders/embedded.h"

namespace sinew {

ShaderLibrary ShaderLibrary::embedded() {
    return {};
}

std::span<const uint32_t> ShaderLibrary::spirv(std::string_view name) const {
    if (!used_.contains(name)) used_.emplace(name);
    if (const auto found = replaced_.find(name); found != replaced_.end()) {
        if (found->second.empty()) throw std::logic_error("no code for " + std::string(name));
        return found->second;
    }
    for (const EmbeddedShader& shader : embeddedShaders()) {
        if (shader.name == name) return shader.spirv;
    }
    throw std::logic_error("no shader called " + std::string(name));
}

void ShaderLibrary::replace(
    std::map<std::string, std::vector<uint32_t>, std::less<>> replacements) {
    replacements.merge(replaced_);
    replaced_ = std::move(replacements);
}

}  // namespace sinew
