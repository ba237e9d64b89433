// Skeleton overlay: shades bones and dots with a dark outline and smooth edges.
#version 460

layout(location = 0) in vec3 tint;
layout(location = 1) in vec2 offset;      // pixels from the nearest point of the shape's axis
layout(location = 2) flat in vec2 radii;  // pixels; x: without the outline, y: with it
layout(location = 0) out vec4 color;      // premultiplied alpha

const vec3 kOutlineColor = vec3(0.02);

void main() {
    float away = length(offset);
    vec3 rgb = mix(tint, kOutlineColor, smoothstep(radii.x - 0.5, radii.x + 0.5, away));
    float alpha = 1.0 - smoothstep(radii.y - 0.75, radii.y, away);
    color = vec4(rgb * alpha, alpha);
}
