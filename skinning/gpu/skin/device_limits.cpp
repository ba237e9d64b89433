// Reads the limits of a device.
#include "skinning/gpu/skin/device_limits.h"

namespace sinew {

DeviceLimits deviceLimits(const Device& device) {
    return {
        .uniform = {.rangeBytes = device.maxUniformBytes(),
                    .alignment =
                        static_cast<uint32_t>(device.limits().minUniformBufferOffsetAlignment)},
        .storageBytes = device.maxStorageBytes(),
        .feedbackBytes = device.has().transformFeedback ? device.maxFeedbackBytes() : 0,
        .imageSide = device.limits().maxImageDimension2D,
        .texelBytes = device.isCpu() ? device.maxTexelBytes() : 0,
        .indirectFirstInstance = device.has().indirectFirstInstance,
        .name = device.info().properties.deviceName,
    };
}

}  // namespace sinew
