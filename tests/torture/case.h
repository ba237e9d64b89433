// What a case of the torture set is: a file, and what it must look like.
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

inline constexpr double kHalfRoot2 = 0.70710678118654752;  // sin 45 and cos 45 degrees
inline constexpr double kHalfRoot3 = 0.86602540378443865;  // cos 30 degrees

/// One moment: every vertex in file order, object space. Normals and tangents only where the case
/// is about them.
struct PoseFact {
    int clip = -1;  // -1: the rest pose
    double timeSeconds = 0;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    std::vector<Vec4> tangents;
};

struct ClipFact {
    std::string name;
    double durationSeconds = 0;
};

/// Pixels of a decoded image: 4 bytes each, rows from the top.
struct ImageFact {
    int width = 0;
    int height = 0;
    std::vector<int> rgba;
    int tolerance = 0;  // of a byte
};

struct Expected {
    int joints = 1;  // nodes of the default scene
    int binds = 1;   // palette entries
    int mostInfluences = 1;
    std::vector<int> skins;  // joints of each
    std::vector<ClipFact> clips;
    std::vector<std::string> warnings;        // words of each warning; no others may come
    std::vector<std::vector<int>> triangles;  // empty: not what the case is about
    std::vector<std::vector<Vec2>> uvSets;  // likewise: those that materials read, TEXCOORD_0 first
    std::vector<Vec4> colors;               // likewise
    Json materials = Json::array();         // likewise: some members of each material
    std::vector<ImageFact> images;          // likewise
    std::vector<PoseFact> poses;

    /// Codes of the Khronos validator's warnings without which the case has no point.
    std::vector<std::string> validatorWarnings;
};

enum class Container { text, binary };

struct File {
    std::string name;
    Bytes bytes;
};

struct Case {
    std::string name;   // of the files, without extension
    std::string shows;  // the feature, in a few words
    Gltf gltf;
    Container container = Container::text;
    Expected expected;
    std::optional<Bytes> bytes;  // the whole file, where no Gltf makes it
    std::vector<File> beside;
};

/// A file that must be refused: the words that the one line of its error must hold.
struct Broken {
    std::string name;  // with extension
    Bytes bytes;
    std::vector<std::string> words;
    std::vector<File> beside;
};

std::vector<Case> geometryCases();
std::vector<Case> quantizedCases();
std::vector<Case> containerCases();
std::vector<Case> nodeCases();
std::vector<Case> skinCases();
std::vector<Case> influenceCases();
std::vector<Case> jointScaleCases();
std::vector<Case> interpolationCases();
std::vector<Case> clipCases();
std::vector<Case> morphCases();
std::vector<Case> materialCases();
std::vector<Case> textureCases();
std::vector<Case> imageCases();
std::vector<Case> colorCases();
std::vector<Case> tangentCases();

std::vector<Broken> brokenContainers();
std::vector<Broken> brokenSchema();
std::vector<Broken> brokenData();
std::vector<Broken> brokenGeometry();
std::vector<Broken> brokenNodes();
std::vector<Broken> brokenAnimations();
std::vector<Broken> brokenImages();

}  // namespace sinew::torture
