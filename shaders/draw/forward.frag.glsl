// Forward pass, fragment stage: metallic-roughness shading by sun and sky, and the view modes that
// show data (SINEW_VIEW_*). With DEPTH_ONLY, it is the stage of the depth prepass, which only
// discards fragments.
#version 460
#include "shaders/shared/material.h"
#include "shaders/shared/view.h"
#include "shaders/draw/light.glsl"
#include "shaders/draw/material.glsl"
#include "shaders/draw/motion.glsl"

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec4 worldTangent;
layout(location = 3) in vec4 vertexColor;
layout(location = 4) in vec4 uvBaseColorAndMetallicRoughness;
layout(location = 5) in vec4 uvNormalAndOcclusion;
layout(location = 6) in vec2 uvEmissive;
layout(location = 9) flat in uint mirrored;
#ifndef DEPTH_ONLY
layout(location = 0) out vec4 color;
#endif
#ifdef MOTION
layout(location = 7) in vec3 clipNow;
layout(location = 8) in vec3 clipBefore;
layout(location = 1) out vec2 velocity;  // pixels per frame
#endif

layout(set = 2, binding = 1 + SINEW_TEXTURE_BASE_COLOR) uniform sampler2D baseColorTexture;
layout(set = 2, binding = 1 + SINEW_TEXTURE_METALLIC_ROUGHNESS) uniform sampler2D
    metallicRoughnessTexture;
layout(set = 2, binding = 1 + SINEW_TEXTURE_NORMAL) uniform sampler2D normalTexture;
layout(set = 2, binding = 1 + SINEW_TEXTURE_OCCLUSION) uniform sampler2D occlusionTexture;
layout(set = 2, binding = 1 + SINEW_TEXTURE_EMISSIVE) uniform sampler2D emissiveTexture;

struct Surface {
    vec3 albedo;
    float metallic;
    float roughness;
    float occlusion;  // sky light only
    vec3 normal;      // world
};

/// Returns the reflectance of the split-sum environment BRDF, by Karis' fit ("Physically Based
/// Shading on Mobile", 2014).
vec3 environmentReflectance(vec3 f0, float roughness, float nv) {
    vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    return f0 * (-1.04 * a + r.z) + (1.04 * a + r.w);
}

/// Returns the reflected radiance: GGX with height-correlated Smith (Heitz 2014), Schlick's
/// Fresnel, Lambert diffuse. `visibility` of the sun is in [0, 1].
vec3 shade(Surface s, vec3 toCamera, float visibility) {
    vec3 light = view.lightDirection;
    vec3 halfway = normalize(light + toCamera);
    float nl = max(dot(s.normal, light), 0.0);
    float nv = max(dot(s.normal, toCamera), 1e-4);
    float nh = max(dot(s.normal, halfway), 0.0);
    float vh = max(dot(toCamera, halfway), 0.0);

    float a = max(s.roughness * s.roughness, 0.02);
    float a2 = a * a;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float distribution = a2 / (3.14159265 * d * d);
    float smith = 0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2));
    vec3 f0 = mix(vec3(0.04), s.albedo, s.metallic);
    vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - vh, 5.0);
    vec3 diffuse = s.albedo * (1.0 - s.metallic);

    vec3 sun = (diffuse / 3.14159265 + distribution * smith * fresnel) * nl * kSunColor * visibility;
    vec3 mirrored = reflect(-toCamera, s.normal);
    vec3 surroundings = mix(skyRadiance(mirrored), ambientIrradiance(mirrored), s.roughness);
    vec3 sky = 0.75 * (diffuse * ambientIrradiance(s.normal) +
                       surroundings * environmentReflectance(f0, s.roughness, nv));
    return sun + sky * s.occlusion;
}

/// Returns the world-space `normal`, changed by the normal map.
vec3 mappedNormal(vec3 normal) {
    vec3 tangent = worldTangent.xyz - normal * dot(normal, worldTangent.xyz);
    vec3 bitangent = cross(normal, tangent) * worldTangent.w;
    if (drawHas(SINEW_DRAW_FLAT)) {
        // A mesh without normals has no tangents. Derivatives of uv give the triangle's tangent.
        vec3 px = dFdx(worldPosition), py = dFdy(worldPosition);
        vec2 tx = dFdx(uvNormalAndOcclusion.xy), ty = dFdy(uvNormalAndOcclusion.xy);
        float handedness = tx.x * ty.y - tx.y * ty.x < 0.0 ? -1.0 : 1.0;
        tangent = (px * ty.y - py * tx.y) * handedness;
        bitangent = (px * ty.x - py * tx.x) * handedness;
    }
    vec3 t = texture(normalTexture, uvNormalAndOcclusion.xy).xyz * 2.0 - 1.0;
    t.xy *= material.normalScale;
    vec3 bent = t.x * tangent * inversesqrt(max(dot(tangent, tangent), 1e-20)) +
                t.y * bitangent * inversesqrt(max(dot(bitangent, bitangent), 1e-20)) + t.z * normal;
    return dot(bent, bent) > 1e-8 ? normalize(bent) : normal;
}

Surface surfaceAt(vec3 albedo, vec3 normal) {
    Surface s = Surface(albedo, material.metallic, material.roughness, 1.0, normal);
    if (hasTexture(SINEW_TEXTURE_METALLIC_ROUGHNESS)) {
        vec2 t = texture(metallicRoughnessTexture, uvBaseColorAndMetallicRoughness.zw).bg;
        s.metallic *= t.x;
        s.roughness *= t.y;
    }
    if (hasTexture(SINEW_TEXTURE_OCCLUSION)) {
        float t = texture(occlusionTexture, uvNormalAndOcclusion.zw).r;
        s.occlusion = 1.0 + material.occlusionStrength * (t - 1.0);
    }
    return s;
}

vec3 emission() {
    vec3 emissive = material.emissive;
    if (hasTexture(SINEW_TEXTURE_EMISSIVE)) {
        emissive *= texture(emissiveTexture, uvEmissive).rgb;
    }
    return emissive;
}

/// Returns true if the vertex stage writes the data of the view mode as vertex colour.
bool isOfVertices() {
    return kView == SINEW_VIEW_WEIGHTS || kView == SINEW_VIEW_LEVELS ||
           kView == SINEW_VIEW_RATES || kView == SINEW_VIEW_DIFFERENCE || kView == SINEW_VIEW_UV;
}

#ifndef DEPTH_ONLY
const vec3 kEdgeColor = vec3(0.40, 0.62, 0.85);
const float kDimmed = 0.35;

/// Returns the linear colour that a display (gamma 2.2) shows as `value`.
vec3 displayed(vec3 value) { return pow(value, vec3(2.2)); }

/// Returns the colour of the lit surface, or of the data that the view mode shows.
vec4 shownColor(vec4 base, vec3 normal, vec3 triangleNormal, vec3 toCamera) {
    if (kView == SINEW_VIEW_DIFFERENCE) {
        return vec4(vertexColor.rgb * (0.55 + 0.45 * abs(dot(normal, toCamera))), 1.0);
    }
    if (kView == SINEW_VIEW_NORMALS) return vec4(displayed(normal * 0.5 + 0.5), 1.0);
    if (kView == SINEW_VIEW_UV) return vec4(displayed(vec3(fract(vertexColor.rg), 0.0)), 1.0);
    if (kView == SINEW_VIEW_BASE_COLOR) return vec4(base.rgb, 1.0);
    float alpha = drawHas(SINEW_DRAW_BLEND) ? base.a : 1.0;
    if (drawHas(SINEW_DRAW_UNLIT) && kView == SINEW_VIEW_SHADED) {
        return vec4(base.rgb * alpha, alpha);
    }
    vec3 albedo = isOfVertices() ? vertexColor.rgb : base.rgb;
    if (kView == SINEW_VIEW_CASCADES) albedo = cascadeTint(worldPosition, triangleNormal);
    Surface surface = surfaceAt(albedo, normal);
    if (kView == SINEW_VIEW_ROUGHNESS) return vec4(displayed(vec3(surface.roughness)), 1.0);
    if (kView == SINEW_VIEW_METALLIC) return vec4(displayed(vec3(surface.metallic)), 1.0);
    if (kView == SINEW_VIEW_OCCLUSION) return vec4(displayed(vec3(surface.occlusion)), 1.0);
    float visibility = sunVisibility(worldPosition, triangleNormal, gl_FragCoord.xy);
    vec3 lit = shade(surface, toCamera, visibility);
    if (kView == SINEW_VIEW_SHADED) lit += emission();
    return vec4(toneMap(lit) * alpha, alpha);
}
#endif

void main() {
    vec4 base = material.baseColor;
    if (!isOfVertices()) base *= vertexColor;
    if (hasTexture(SINEW_TEXTURE_BASE_COLOR)) {
        base *= texture(baseColorTexture, uvBaseColorAndMetallicRoughness.xy);
    }
    if (drawHas(SINEW_DRAW_MASK) && base.a < material.alphaCutoff) discard;

#ifdef MOTION
    velocity = motionOf(clipNow, clipBefore);
#endif
    vec3 toCamera = normalize(view.cameraPosition - worldPosition);
    vec3 triangleNormal = normalize(cross(dFdx(worldPosition), dFdy(worldPosition)));
    if (dot(triangleNormal, toCamera) < 0.0) triangleNormal = -triangleNormal;
    vec3 normal = normalize(worldNormal);
    // A matrix that mirrors reverses the winding of front faces.
    bool clockwise = drawHas(SINEW_DRAW_CHANGING) ? mirrored != 0u : drawHas(SINEW_DRAW_MIRRORED);
    bool back = gl_FrontFacing == clockwise;
    if (back && drawHas(SINEW_DRAW_CULL)) discard;
#ifndef DEPTH_ONLY
    if (drawHas(SINEW_DRAW_EDGES)) {
        color = vec4(kEdgeColor, 1.0);
        return;
    }
    if (drawHas(SINEW_DRAW_FLAT)) normal = back ? -triangleNormal : triangleNormal;
    if (hasTexture(SINEW_TEXTURE_NORMAL)) normal = mappedNormal(normal);
    // glTF requires reversed normals on back faces of double-sided materials.
    if (back) normal = -normal;
#ifdef MOTION
    if (kView == SINEW_VIEW_MOTION) {
        color = vec4(motionColor(velocity), 1.0);
    } else
#endif
        color = shownColor(base, normal, triangleNormal, toCamera);
    if (drawHas(SINEW_DRAW_DIM)) color.rgb *= kDimmed;
#endif
}
