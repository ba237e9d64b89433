// The invariants of imported models, for the fuzz target and for tests.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew::test {

/// The first invariant of skinning/model.h and skinning/gltf/import.h that `model` violates, such
/// as "index 12 of 9 vertices"; empty if there is none.
std::string brokenPromise(const Model& model);

}  // namespace sinew::test
