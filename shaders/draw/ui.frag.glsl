// UI pass: shades text and shapes. The output has premultiplied alpha.
#version 460

layout(location = 0) in vec2 fragmentUv;
layout(location = 1) in vec4 fragmentColor;
layout(set = 0, binding = 0) uniform sampler2D atlas;
layout(location = 0) out vec4 color;

void main() {
    vec4 c = fragmentColor * texture(atlas, fragmentUv);
    color = vec4(c.rgb * c.a, c.a);
}
