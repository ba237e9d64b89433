// What every imported model keeps to, said once: for the fuzz target and for tests.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew::test {

/// The first promise of skinning/model.h and skinning/gltf/import.h that `model` breaks, in words
/// such as "index 12 of 9 vertices"; empty when it keeps them all.
std::string brokenPromise(const Model& model);

}  // namespace sinew::test
