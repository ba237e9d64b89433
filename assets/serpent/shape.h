// The serpent's surface: tubes and fins swept along its body, with weights as they are made.
#pragma once

#include <vector>

#include "assets/animation/joint.h"
#include "assets/surface/mesh.h"

namespace sinew::assets {

enum class SerpentPiece { Body, Jaw, Eye, Horn, Crest, Frill, TailFin, Tongue };

struct SerpentShape {
    Mesh mesh;
    std::vector<SerpentPiece> pieces;    // of each triangle
    std::vector<Influences> influences;  // of each vertex
};

SerpentShape makeSerpentShape();

}  // namespace sinew::assets
