// Faults that are told in the window instead of ending it.
#pragma once

#include <string>

#include "renderer/vulkan.h"
#include "skinning/fault_words.h"

namespace sinew {

/// What went wrong in `action`; empty: nothing. A lost device is thrown on: without it nothing can
/// be shown.
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
