// A device with a queue for kernels.
#pragma once

#include "renderer/device.h"
#include "renderer/instance.h"

namespace sinew::test {

/// The first device. Where it has one queue, that stands in for a second one.
inline Device deviceWithTwoQueues(const Instance& instance) {
    Device device = Device::create(chooseDevice(instance, VK_NULL_HANDLE, ""), false);
    if (!device.computeQueue()) device.assume({.standInQueue = true});
    return device;
}

}  // namespace sinew::test
