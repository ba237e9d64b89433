// Converts exceptions to messages that the window shows.
#pragma once

#include <string>

#include "renderer/device/vulkan.h"
#include "skinning/fault_words.h"

namespace sinew {

/// Returns the error message of `action`, or an empty string. Rethrows DeviceLost, after which
/// nothing can be shown.
template <typename Action>
std::string faultOf(Action&& action) {
    try {
        action();
        return {};
    } catch (const DeviceLost&) {
        throw;
    } catch (const std::exception& fault) {
        return faultWords(fault);
    }
}

}  // namespace sinew
