// Casts rays through a top-level acceleration structure, one ray per thread.
#version 460
#extension GL_EXT_ray_query : require

layout(local_size_x = 64) in;

struct Ray {
    vec4 origin;     // w: unused
    vec4 direction;  // unit length; w: unused
};
struct Hit {
    float distance;  // negative: no hit
    uint instance;
    uint geometry;
    uint triangle;
    vec2 barycentrics;  // weights of the second and third corner
    vec2 unused;
};
layout(push_constant) uniform Constants { uint rayCount; };
layout(set = 0, binding = 0) uniform accelerationStructureEXT structures;
layout(set = 0, binding = 1) readonly buffer Rays { Ray rays[]; };
layout(set = 0, binding = 2) writeonly buffer Hits { Hit hits[]; };

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= rayCount) return;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, structures, gl_RayFlagsOpaqueEXT, 0xffu, rays[index].origin.xyz,
                          0.0, rays[index].direction.xyz, 1e30);
    rayQueryProceedEXT(query);
    Hit hit = Hit(-1.0, 0, 0, 0, vec2(0), vec2(0));
    if (rayQueryGetIntersectionTypeEXT(query, true) !=
        gl_RayQueryCommittedIntersectionNoneEXT) {
        hit.distance = rayQueryGetIntersectionTEXT(query, true);
        hit.instance = rayQueryGetIntersectionInstanceCustomIndexEXT(query, true);
        hit.geometry = rayQueryGetIntersectionGeometryIndexEXT(query, true);
        hit.triangle = rayQueryGetIntersectionPrimitiveIndexEXT(query, true);
        hit.barycentrics = rayQueryGetIntersectionBarycentricsEXT(query, true);
    }
    hits[index] = hit;
}
