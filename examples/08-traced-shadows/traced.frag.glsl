// Forward pass: one directional light, whose shadows are traced by ray queries, and ambient light.
#version 460
#extension GL_EXT_ray_query : require

layout(set = 0, binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // identity
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(set = 1, binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 worldPosition;
layout(location = 2) in vec3 albedo;
layout(location = 3) in vec2 groundPosition;  // [-1, 1]; 0 on the character
layout(location = 0) out vec4 outColor;

/// False if a triangle is between the surface and the light. Any hit is enough.
bool isLit(vec3 direction) {
    // A ray that starts on a triangle can hit this triangle, because its origin is rounded.
    float nearest = 0.0005 * ground.w;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene,
                          gl_RayFlagsOpaqueEXT | gl_RayFlagsTerminateOnFirstHitEXT, 0xffu,
                          worldPosition, nearest, direction, ground.w);
    rayQueryProceedEXT(query);  // one call: opaque triangles need no decision by the shader
    return rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT;
}

/// The visible share of a disc-shaped light. The directions of the rays form a spiral on the disc,
/// which each pixel turns by another angle.
float litShare(vec3 toLight) {
    const int kRays = 8;
    const float kTangent = 0.03;  // radius of the disc at distance 1
    vec3 u = normalize(cross(toLight, vec3(0.0, 1.0, 0.0))), v = cross(toLight, u);
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float lit = 0.0;
    for (int i = 0; i < kRays; ++i) {
        float angle = 2.3999632 * float(i) + 6.2831853 * noise;
        float radius = kTangent * sqrt((float(i) + 0.5) / float(kRays));
        vec3 direction = toLight + radius * (cos(angle) * u + sin(angle) * v);
        if (isLit(normalize(direction))) lit += 1.0 / float(kRays);
    }
    return lit;
}

void main() {
    const vec3 toLight = normalize(vec3(0.4, 0.7, 0.6));
    const vec3 background = vec3(0.5);
    float cosine = max(dot(normalize(gl_FrontFacing ? normal : -normal), toLight), 0.0);
    float light = 0.15;
    if (cosine > 0.0) light += 0.85 * cosine * litShare(toLight);
    float fade = smoothstep(0.4, 1.0, length(groundPosition));
    outColor = vec4(mix(albedo * light, background, fade), 1.0);
}
