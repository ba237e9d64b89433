// Step 8, forward: metallic-roughness surface under the sun and the sky; and the data views.
#version 460
#include "shaders/light.glsl"

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec4 worldTangent;
layout(location = 3) in vec2 uv;
layout(location = 4) in vec3 jointColor;
layout(location = 0) out vec4 color;

layout(set = 2, binding = 0) uniform sampler2D baseColorTexture;
layout(push_constant) uniform Constants {
    SkinConstants skin;
    DrawConstants draw;
};

/// How much of even surroundings a rough surface reflects: Karis' fit ("Physically Based Shading on
/// Mobile", 2014) of the split-sum integral.
vec3 environmentReflectance(vec3 f0, float roughness, float nv) {
    vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    return f0 * (-1.04 * a + r.z) + (1.04 * a + r.w);
}

/// GGX with the height-correlated Smith term (Heitz 2014), Schlick's Fresnel, Lambert below.
vec3 shade(vec3 albedo, vec3 normal, vec3 toCamera, float visibility) {
    vec3 light = view.lightDirection;
    vec3 halfway = normalize(light + toCamera);
    float nl = max(dot(normal, light), 0.0);
    float nv = max(dot(normal, toCamera), 1e-4);
    float nh = max(dot(normal, halfway), 0.0);
    float vh = max(dot(toCamera, halfway), 0.0);

    float a = max(draw.roughness * draw.roughness, 0.02);
    float a2 = a * a;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float distribution = a2 / (3.14159265 * d * d);
    float smith = 0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2));
    vec3 f0 = mix(vec3(0.04), albedo, draw.metallic);
    vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - vh, 5.0);
    vec3 diffuse = albedo * (1.0 - draw.metallic);

    vec3 sun = (diffuse / 3.14159265 + distribution * smith * fresnel) * nl * kSunColor * visibility;
    vec3 mirrored = reflect(-toCamera, normal);
    vec3 surroundings = mix(skyRadiance(mirrored), ambientIrradiance(mirrored), draw.roughness);
    vec3 sky = 0.75 * (diffuse * ambientIrradiance(normal) +
                       surroundings * environmentReflectance(f0, draw.roughness, nv));
    return sun + sky;
}

void main() {
    vec4 base = draw.baseColor;
    if ((draw.flags & SINEW_DRAW_UVS) != 0u) base *= texture(baseColorTexture, uv);
    if (base.a < draw.alphaCutoff) discard;

    vec3 toCamera = normalize(view.cameraPosition - worldPosition);
    vec3 triangleNormal = normalize(cross(dFdx(worldPosition), dFdy(worldPosition)));
    if (dot(triangleNormal, toCamera) < 0.0) triangleNormal = -triangleNormal;
    vec3 normal = normalize(worldNormal);
    if ((draw.flags & SINEW_DRAW_FLAT) != 0u) normal = triangleNormal;
    // The back of a double-sided surface is lit from its own side.
    if (dot(normal, toCamera) < 0.0 && dot(normal, triangleNormal) < 0.0) normal = -normal;

    if (view.view == SINEW_VIEW_NORMALS) {
        color = vec4(pow(normal * 0.5 + 0.5, vec3(2.2)), 1.0);
        return;
    }
    vec3 albedo = base.rgb;
    if (view.view == SINEW_VIEW_WEIGHTS) albedo = jointColor;
    float visibility = sunVisibility(worldPosition, triangleNormal, gl_FragCoord.xy);
    vec3 lit = toneMap(shade(albedo, normal, toCamera, visibility));
    float alpha = (draw.flags & SINEW_DRAW_BLEND) != 0u ? base.a : 1.0;
    color = vec4(lit * alpha, alpha);
}
