// The device limits that skinning methods depend on.
#pragma once

#include <cstdint>
#include <string>

#include "renderer/device/device.h"

namespace sinew {

/// The defaults are the minimum that Vulkan guarantees, with transform feedback.
struct DeviceLimits {
    struct Uniform {
        uint64_t rangeBytes = 16384;  // maxUniformBufferRange
        uint32_t alignment = 256;     // minUniformBufferOffsetAlignment

        /// Returns rangeBytes, rounded down to the alignment, so that consecutive ranges begin at
        /// aligned offsets.
        uint32_t usableBytes() const {
            return static_cast<uint32_t>(rangeBytes) / alignment * alignment;
        }
    };

    Uniform uniform;
    uint64_t storageBytes = 128u << 20;   // maxStorageBufferRange
    uint64_t feedbackBytes = 128u << 20;  // per transform feedback buffer; 0: not supported
    uint32_t imageSide = 4096;            // maxImageDimension2D, texels
    /// maxTexelBufferElements * 16 on CPU devices (lavapipe), which fetch palettes as texels.
    /// Otherwise 0.
    uint64_t texelBytes = 0;
    bool indirectFirstInstance = true;
    std::string name = "any device";
};
DeviceLimits deviceLimits(const Device& device);

}  // namespace sinew
