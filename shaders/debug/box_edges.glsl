// The 12 edges of a box as a line list of 24 vertices.
#ifndef SINEW_BOX_EDGES_GLSL
#define SINEW_BOX_EDGES_GLSL

/// Returns the corner of the unit cube at which line vertex `lineVertex` (in [0, 24)) is.
vec3 cornerOfEdge(uint lineVertex) {
    uint edge = lineVertex >> 1;
    uint axis = edge >> 2;
    uvec3 bits;
    bits[axis] = lineVertex & 1u;
    bits[(axis + 1u) % 3u] = edge & 1u;
    bits[(axis + 2u) % 3u] = (edge >> 1) & 1u;
    return vec3(bits);
}

#endif
