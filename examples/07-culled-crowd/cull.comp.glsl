// Frustum culling: one invocation per instance tests the instance's box, appends to the visible
// lists, and counts in the indirect commands.
#version 460

layout(local_size_x = 64) in;

struct Box {
    vec4 low, high;  // world space; w is unused
};
struct DrawCommand {  // VkDrawIndexedIndirectCommand
    uint indexCount, instanceCount, firstIndex;
    int vertexOffset;
    uint firstInstance;
};

layout(push_constant) uniform Constants {
    uint instanceCount;
};
layout(set = 0, binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // clip space of the light
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(set = 1, binding = 0, std430) restrict readonly buffer Boxes {
    Box boxes[];
};
layout(set = 1, binding = 1, std430) restrict buffer Commands {
    uint skinGroups[3];  // VkDispatchIndirectCommand: y counts the skinned instances
    DrawCommand cameraDraw, lightDraw;
};
layout(set = 1, binding = 2, std430) restrict writeonly buffer Instances {
    uint instances[];  // by slot of the skinned vertices
};
layout(set = 1, binding = 3, std430) restrict writeonly buffer CameraList {
    uint cameraList[];  // slots that the forward pass draws
};
layout(set = 1, binding = 4, std430) restrict writeonly buffer LightList {
    uint lightList[];  // slots that the shadow pass draws
};

/// False if the box is outside of one plane of the clip volume. Boxes near an edge of the volume
/// can pass without an intersection; that costs time and changes no pixel.
bool intersects(Box box, mat4 clip) {
    mat4 row = transpose(clip);
    vec4 planes[6] = vec4[](row[3] + row[0], row[3] - row[0], row[3] + row[1], row[3] - row[1],
                            row[2], row[3] - row[2]);  // Vulkan's near plane is z = 0
    for (int i = 0; i < 6; ++i) {
        // The corner that is farthest along the plane's normal.
        vec3 corner = mix(box.low.xyz, box.high.xyz, greaterThan(planes[i].xyz, vec3(0.0)));
        if (dot(planes[i], vec4(corner, 1.0)) < 0.0) return false;
    }
    return true;
}

void main() {
    uint instance = gl_GlobalInvocationID.x;
    if (instance >= instanceCount) return;
    bool inCamera = intersects(boxes[instance], clipFromWorld);
    // An instance outside of the view can cast a shadow into it.
    bool inLight = intersects(boxes[instance], shadowFromWorld);
    if (!inCamera && !inLight) return;
    uint slot = atomicAdd(skinGroups[1], 1);
    instances[slot] = instance;
    if (inCamera) cameraList[atomicAdd(cameraDraw.instanceCount, 1)] = slot;
    if (inLight) lightList[atomicAdd(lightDraw.instanceCount, 1)] = slot;
}
