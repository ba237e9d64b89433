// Declares a function for each skinning method. The file of the method defines it.
#pragma once

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew::methods {

#define SINEW_METHOD(id, name, onCpu) const SkinningMethod& id();
#include SINEW_METHODS
#undef SINEW_METHOD

}  // namespace sinew::methods
