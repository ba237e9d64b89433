// Writes a skinned, animated, textured character, or a rigid prop, as binary glTF 2.0.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assets/animation/clip.h"
#include "assets/animation/joint.h"
#include "assets/surface/mesh.h"
#include "assets/texture/bake.h"

namespace sinew::assets {

struct Tangent {
    Vec3 direction;
    double hand = 1.0;
};

struct Character {
    std::string name;
    std::vector<JointPlace> joints;  // none: a prop, rigid on a node of its own
    Vec3 position;                   // of that node
    Quat rotation;
    std::vector<Vec3> positions, normals;
    std::vector<Tangent> tangents;
    std::vector<Vec2> uvs;
    std::vector<Influences> influences;  // normalised, heaviest first
    std::vector<Triangle> triangles;
    Picture baseColour;
    double roughness = 0.7;
    std::vector<Clip> clips;
};

/// How numbers are stored; the shipped files differ here on purpose, so that an importer meets them
/// all.
struct Encoding {
    int influences = 4;             // 4 or 8 for each vertex
    bool wideJoints = false;        // u16 instead of u8
    bool packedWeights = false;     // normalised u16 instead of f32
    bool packedRotations = false;   // normalised i16 instead of f32
    double rotationError = 0.0009;  // radians that leaving out keys may cost a joint
};

std::vector<std::uint8_t> encodeGlb(const Character& character, const Encoding& encoding);

/// Tangents of the texture directions at every vertex: weighted by angle, perpendicular to the
/// normal, with the hand of the vertex's chart, in the manner of MikkTSpace.
std::vector<Tangent> vertexTangents(const std::vector<Vec3>& positions,
                                    const std::vector<Vec3>& normals, const std::vector<Vec2>& uvs,
                                    const std::vector<Triangle>& triangles);

}  // namespace sinew::assets
