// The device limits that skinning methods depend on.
#pragma once

#include <cstdint>
#include <string>

#include "renderer/device.h"

namespace sinew {

/// Without a device: what every Vulkan device has, and transform feedback.
struct DeviceLimits {
    struct Uniform {
        uint64_t rangeBytes = 16384;  // maxUniformBufferRange
        uint32_t alignment = 256;     // minUniformBufferOffsetAlignment

        /// Cut so that a run of instances that fills it ends where the next may begin.
        uint32_t usableBytes() const {
            return static_cast<uint32_t>(rangeBytes) / alignment * alignment;
        }
    };

    Uniform uniform;
    uint64_t storageBytes = 128u << 20;   // maxStorageBufferRange
    uint64_t feedbackBytes = 128u << 20;  // of one transform feedback buffer; 0: it has none
    uint32_t imageSide = 4096;            // maxImageDimension2D, texels
    /// maxTexelBufferElements, of 16 bytes, where palettes are fetched as texels: on devices that
    /// are CPUs (docs/kernels.md). Else 0.
    uint64_t texelBytes = 0;
    bool indirectFirstInstance = true;
    std::string name = "any device";
};
DeviceLimits deviceLimits(const Device& device);

}  // namespace sinew
