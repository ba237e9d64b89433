// Reads a shader's descriptor bindings from its SPIR-V.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "renderer/device/vulkan.h"

namespace sinew {

struct ShaderBinding {
    uint32_t set = 0;
    uint32_t binding = 0;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

    auto operator<=>(const ShaderBinding&) const = default;
};

/// Returns storage buffers, uniform buffers, uniform texel buffers, combined image samplers and
/// acceleration structures of a valid module, sorted. Variables that share a binding are one entry.
std::vector<ShaderBinding> bindingsOf(std::span<const uint32_t> spirv);

}  // namespace sinew
