// Forward pass: shades the ground with shadows and a grid. With distance, the shader mixes the
// ground's colour with the sky's; the pipeline does not blend.
#version 460
#include "shaders/shared/view.h"
#include "shaders/draw/light.glsl"

layout(location = 0) in vec3 worldPosition;
layout(location = 0) out vec4 color;
#ifdef MOTION
#include "shaders/draw/motion.glsl"
layout(location = 1) in vec3 clipNow;
layout(location = 2) in vec3 clipBefore;
layout(location = 1) out vec2 velocity;
#endif

/// Returns the coverage of antialiased lines at multiples of `spacing`, one pixel wide. The lines
/// fade out before they alias.
float grid(vec2 p, float spacing) {
    vec2 q = p / spacing;
    vec2 width = fwidth(q);
    vec2 line = 1.0 - smoothstep(vec2(0.0), width * 1.2, abs(fract(q - 0.5) - 0.5));
    float density = max(width.x, width.y);
    return max(line.x, line.y) * (1.0 - smoothstep(0.08, 0.35, density));
}

void main() {
#ifdef MOTION
    velocity = motionOf(clipNow, clipBefore);
#endif
    float unit = exp2(round(log2(max(view.groundRadius / 24.0, 1e-6))));
    float visibility = sunVisibility(worldPosition, vec3(0.0, 1.0, 0.0), gl_FragCoord.xy);
    vec3 albedo = kGroundAlbedo * (1.0 + 0.22 * grid(worldPosition.xz, unit));
    if (view.shown == SINEW_VIEW_CASCADES) {
        albedo *= 2.0 * cascadeTint(worldPosition, vec3(0.0, 1.0, 0.0));
    }
    float ambient = contactVisibility(worldPosition, gl_FragCoord.xy);
    vec3 lit = toneMap(albedo * groundIrradiance(visibility, ambient));
    float distance = length(worldPosition.xz - view.groundCenter.xz) / view.groundRadius;
    vec3 behind = toneMap(backdropRadiance(normalize(worldPosition - view.cameraPosition)));
    float dither = (gradientNoise(gl_FragCoord.xy) - 0.5) / 255.0;
    color = vec4(mix(lit, behind, smoothstep(0.35, 0.98, distance)) + dither, 1.0);
}
