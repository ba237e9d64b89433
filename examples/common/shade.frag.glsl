// Forward pass: one directional light with a shadow map, and ambient light.
#version 460

layout(binding = 0) uniform sampler2DShadow shadowMap;
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 shadowPosition;
layout(location = 2) in vec3 albedo;
layout(location = 3) in vec2 groundPosition;  // [-1, 1]; 0 on the character
layout(location = 0) out vec4 outColor;

/// The lit share of 3 x 3 texels. The bias removes self-shadowing from limited resolution. Points
/// beyond the light's far plane are lit.
float litShare(float slope) {
    vec2 texel = 1.0 / vec2(textureSize(shadowMap, 0));
    float depth = min(shadowPosition.z - 0.002 - 0.004 * slope, 1.0);
    vec3 at = vec3(shadowPosition.xy * 0.5 + 0.5, depth);
    float lit = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) lit += texture(shadowMap, at + vec3(vec2(x, y) * texel, 0.0));
    }
    return lit / 9.0;
}

void main() {
    const vec3 toLight = normalize(vec3(0.4, 0.7, 0.6));
    const vec3 background = vec3(0.5);
    float cosine = max(dot(normalize(gl_FrontFacing ? normal : -normal), toLight), 0.0);
    float light = 0.15 + 0.85 * cosine * litShare(1.0 - cosine);
    float fade = smoothstep(0.4, 1.0, length(groundPosition));
    outColor = vec4(mix(albedo * light, background, fade), 1.0);
}
