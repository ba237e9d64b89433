// Headers of the examples that no mistake changes. Mistakes change shaders, so not shaders.h.
#include <array>

#include "common/frames.h"
#include "common/passes.h"
#include "skinning/animation/affine.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gltf/import.h"
#include "skinning/model/plain_mesh.h"
