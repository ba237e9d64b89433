// A case of the torture set: a file and its expected content.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/gltf.h"

namespace sinew::torture {

using namespace test;

struct Vec2 {
    double x = 0, y = 0;
};
struct Vec3 {
    double x = 0, y = 0, z = 0;
};
struct Vec4 {
    double x = 0, y = 0, z = 0, w = 0;
};

inline constexpr double kHalfRoot2 = 0.70710678118654752;   // sin 45 and cos 45 degrees
inline constexpr double kHalfRoot3 = 0.86602540378443865;   // cos 30 degrees
inline constexpr double kOneOfRoot5 = 0.44721359549995794;  // 1 / sqrt(5)
inline constexpr double kTwoOfRoot5 = 0.89442719099991588;

/// The expected vertices of one pose, in the order of the file and in object space. Normals and
/// tangents are empty if they are not compared.
struct PoseFact {
    int clip = -1;  // -1: the rest pose
    double timeSeconds = 0;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals = {};
    std::vector<Vec4> tangents = {};
};

/// Returns the expected poses of a case that compares only the rest pose.
inline std::vector<PoseFact> rest(std::vector<Vec3> positions, std::vector<Vec3> normals = {},
                                  std::vector<Vec4> tangents = {}) {
    return {{-1, 0, std::move(positions), std::move(normals), std::move(tangents)}};
}

struct ClipFact {
    std::string name;
    double durationSeconds = 0;
};

/// The expected pixels of a decoded image: 4 bytes per pixel, rows from top to bottom.
struct ImageFact {
    int width = 0;
    int height = 0;
    std::vector<int> rgba;
    int tolerance = 0;  // per byte
};

struct Expected {
    int joints = 1;  // nodes of the default scene
    int binds = 1;   // palette entries
    int mostInfluences = 1;
    std::vector<int> skins;  // number of joints, by skin
    std::vector<ClipFact> clips;
    std::vector<std::string> warnings;  // text that each warning contains, in order
    // Empty lists are not compared.
    std::vector<std::vector<int>> triangles;
    std::vector<std::vector<Vec2>> uvSets;  // by uv set of the model, then by vertex
    std::vector<Vec4> colors;
    Json materials = Json::array();  // the compared members of each material
    std::vector<ImageFact> images;
    std::vector<PoseFact> poses;

    /// Codes of the warnings that the Khronos glTF validator must print for this case.
    std::vector<std::string> validatorWarnings;
};

struct File {
    std::string name;
    Bytes bytes;
};

struct Case {
    std::string name;   // name of the files, without extension
    std::string shows;  // the tested feature
    Gltf gltf;
    Expected expected;
    bool binary = false;
    std::optional<Bytes> bytes = {};  // content of the file; empty: made from `gltf`
    std::vector<File> files = {};
};

/// A file that import must refuse. The error is the file's path, ": " and `line`. `line` may
/// contain one *, which matches any text.
struct Broken {
    std::string name;  // with extension
    Bytes bytes;
    std::string line;
    std::vector<File> files = {};
};

class Cases {
public:
    Case& add(std::string name, std::string shows, Gltf gltf, Expected expected) {
        return all.emplace_back(
            Case{std::move(name), std::move(shows), std::move(gltf), std::move(expected)});
    }
    std::vector<Case> all;
};

void addGeometry(Cases& cases);
void addQuantized(Cases& cases);
void addContainers(Cases& cases);
void addNodes(Cases& cases);
void addSkins(Cases& cases);
void addInfluences(Cases& cases);
void addJointScale(Cases& cases);
void addInterpolation(Cases& cases);
void addClips(Cases& cases);
void addMorphs(Cases& cases);
void addMaterials(Cases& cases);
void addTextures(Cases& cases);
void addImages(Cases& cases);

std::vector<Broken> brokenFiles();

}  // namespace sinew::torture
