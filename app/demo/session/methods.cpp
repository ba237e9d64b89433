// Queries support and cost of each method.
#include "app/demo/session/methods.h"

#include <stdexcept>

#include "skinning/gpu/skin/device_limits.h"

namespace sinew {

MethodState methodState(const Scene& scene, const SkinChoice& choice, uint32_t passes,
                        bool motion) {
    const SkinChoice wanted = supportedChoice(choice);
    MethodState state;
    try {
        state.note = scene.resolve(wanted).note;
    } catch (const std::runtime_error& error) {
        state.problem = error.what();
    }
    state.cost = costOf(scene.model(), wanted, passes, deviceLimits(scene.device()), motion);
    return state;
}

SkinChoice supportedChoice(const SkinChoice& choice) {
    return {choice.method, supported(choice)};
}

}  // namespace sinew
