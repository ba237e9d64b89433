// Checks the invariants of an imported model, for the fuzz target of import and for tests.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew::test {

/// Returns the first invariant of skinning/model.h and skinning/gltf/import.h that `model`
/// violates, such as "index 12 of 9 vertices". Returns "" if the model violates none.
std::string brokenPromise(const Model& model);

}  // namespace sinew::test
