// Step 8, forward: vertices into the camera's view.
#version 460
#include "shaders/view.glsl"
#include "shaders/vertex_source.glsl"
#include "shaders/attributes.glsl"

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 worldNormal;
layout(location = 2) out vec4 worldTangent;
layout(location = 3) out vec4 color;
layout(location = 4) out vec4 uvBaseColorAndMetallicRoughness;
layout(location = 5) out vec4 uvNormalAndOcclusion;
layout(location = 6) out vec2 uvEmissive;

void main() {
    uint vertexIndex = uint(gl_VertexIndex);
    uint instance = uint(gl_InstanceIndex);
    ObjectVertex v = fetchVertex(vertexIndex, instance);
    worldPosition = worldPoint(instance, v.position);
    worldNormal = worldDirection(instance, v.normal);
    worldTangent = vec4(worldDirection(instance, v.tangent.xyz), v.tangent.w);
    color = view.view == SINEW_VIEW_WEIGHTS ? unpackUnorm4x8(jointColors[vertexIndex])
                                            : vertexColor(vertexIndex);
    uvBaseColorAndMetallicRoughness =
        vec4(imagePosition(vertexIndex, SINEW_TEXTURE_BASE_COLOR),
             imagePosition(vertexIndex, SINEW_TEXTURE_METALLIC_ROUGHNESS));
    uvNormalAndOcclusion = vec4(imagePosition(vertexIndex, SINEW_TEXTURE_NORMAL),
                                imagePosition(vertexIndex, SINEW_TEXTURE_OCCLUSION));
    uvEmissive = imagePosition(vertexIndex, SINEW_TEXTURE_EMISSIVE);
    gl_Position = view.clipFromWorld * vec4(worldPosition, 1.0);
}
