// UI pass: draws Dear ImGui's triangles, whose positions are in pixels. Converts colours from sRGB
// to linear, because the target encodes them to sRGB.
#version 460

layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
layout(push_constant) uniform Constants {
    vec2 scale;      // clip units per pixel
    vec2 translate;  // clip position of pixel (0, 0)
};
layout(location = 0) out vec2 fragmentUv;
layout(location = 1) out vec4 fragmentColor;

void main() {
    fragmentUv = uv;
    vec3 linear = mix(color.rgb / 12.92, pow((color.rgb + 0.055) / 1.055, vec3(2.4)),
                      greaterThan(color.rgb, vec3(0.04045)));
    fragmentColor = vec4(linear, color.a);
    gl_Position = vec4(position * scale + translate, 0.0, 1.0);
}
