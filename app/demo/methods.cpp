// Asking for each method what it needs and costs.
#include "app/demo/methods.h"

#include <stdexcept>

#include "skinning/gpu/verify.h"

namespace sinew {

MethodState methodState(const DeviceLimits& limits, const Model& model, const SkinChoice& choice,
                        uint32_t passes, bool motion) {
    const SkinChoice wanted = heededChoice(choice);
    MethodState state;
    try {
        state.note = resolve(limits, model, wanted).note;
    } catch (const std::runtime_error& error) {
        state.problem = error.what();
    }
    state.cost = costOf(model, wanted, passes, limits, motion);
    return state;
}

SkinChoice heededChoice(const SkinChoice& choice) {
    return {choice.method, heeded(choice)};
}

}  // namespace sinew
