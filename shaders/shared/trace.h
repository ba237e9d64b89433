// Data of traced shadows: the instances of the top-level acceleration structure, and the constants
// of the kernels trace_instances, trace_indices and trace_growth.
#ifndef SINEW_SHARED_TRACE_H
#define SINEW_SHARED_TRACE_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// The layout of VkAccelerationStructureInstanceKHR.
struct TraceInstance {
    Affine worldFromObject;
    uint indexAndMask;  // index in the scene | mask << 24; mask 0: rays ignore the instance
    uint offsetAndFlags;
    uint structure[2];  // address of the bottom-level structure, low word first
};
SINEW_SIZE(TraceInstance, 64);

#define SINEW_TRACE_MASK 0xff000000u
// VK_GEOMETRY_INSTANCE_TRIANGLE_FACING_CULL_DISABLE_BIT_KHR in TraceInstance::offsetAndFlags.
#define SINEW_TRACE_FLAGS 0x01000000u

// Triangles per cluster. The box of a cluster approximates a node of a bottom-level structure.
#define SINEW_TRACE_CLUSTER 32u
// The box areas of an instance are measured once in this number of frames.
#define SINEW_TRACE_PERIOD 8u

// Push constants of trace_instances.comp and trace_growth.comp.
struct TraceConstants {
    uint instanceCount;
    uint firstInstance;  // index of the crowd's first instance in the scene
    uint measured;       // this frame measures instances with i % SINEW_TRACE_PERIOD == measured
    uint indexCount;
    uint vertexCount;  // per instance
};
SINEW_SIZE(TraceConstants, 20);

// Push constants of trace_indices.comp. A dispatch writes the indices of instances
// [firstInstance, endInstance).
struct TraceIndexConstants {
    uint instanceCount;
    uint firstInstance;
    uint endInstance;
    uint indexCount;  // per instance
    uint rangeCount;  // index ranges per level of detail
};
SINEW_SIZE(TraceIndexConstants, 20);

SINEW_SHARED_END
#endif
