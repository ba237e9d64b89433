// The constants of a frame's view: camera, light, cascades (set 0, binding 0).
#ifndef SINEW_VIEW_GLSL
#define SINEW_VIEW_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/view.h"

layout(set = 0, binding = 0) uniform ViewBlock {
    ViewConstants view;
};

#endif
