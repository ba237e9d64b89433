// Skinning methods and their settings, which change arithmetic, numbers of bytes or errors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// A test defines SINEW_METHODS as a list with one more row.
#ifndef SINEW_METHODS
#define SINEW_METHODS "skinning/methods.inc"
#endif

/// Largest instance count that settings accept. Memory is checked later.
inline constexpr uint32_t kMostInstances = 1'000'000;

/// Each method has a class in skinning/gpu/skin.
enum class Method : uint8_t {
#define SINEW_METHOD(id, name, onCpu) id,
#include SINEW_METHODS
#undef SINEW_METHOD
};
inline constexpr uint32_t kMethodCount = 0
#define SINEW_METHOD(id, name, onCpu) +1
#include SINEW_METHODS
#undef SINEW_METHOD
    ;

/// The method that other methods are compared with. It is slow on purpose.
inline constexpr Method kReference = Method::cpuReference;

/// Selects how the transforms of a vertex's influences are blended. linear: the weighted sum of
/// palette matrices.
///
/// dualQuaternion (Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending",
/// 2008): each palette matrix is split into R U by Gram-Schmidt on its columns (QR). R is a proper
/// rotation, and U is an upper triangular matrix of scale and shear; if the matrix mirrors, the
/// last diagonal element of U is negative. U is blended linearly and applied first. R and the
/// translation are blended as dual quaternions. A dual quaternion is negated if it is not in the
/// hemisphere of the first (heaviest) influence's. A vertex with one influence gets exactly its
/// matrix.
enum class Blend : uint8_t { linear, dualQuaternion };

/// Storage of influences on the GPU. An influence is the index of a palette entry, and a weight.
enum class InfluenceFormat : uint8_t {
    // 32 bits each (default): entry in the low bits, weight in the high bits. The number of palette
    // entries determines the split.
    split32,
    // One float each: the integer part is the entry, the fraction is half the weight.
    packedFloat,
    u8x4,     // sets of four influences: u8 entries, unorm8 weights
    u16x4,    // sets of four influences: u16 entries, unorm16 weights
    split20,  // 32 bits each: entry in the low 20, weight in the high 12
    // The four heaviest influences in 64 bits: the entries, then all weights but the first.
    split64,
};

/// Storage of vertices before skinning.
enum class MeshFormat : uint8_t {
    fp32,       // 20 bytes: fp32 position, octahedral normal and tangent of 2 x 16 bits (default)
    quantized,  // 12 bytes: unorm16 position in the mesh's box, octahedral 2 x 12 bits
};

/// Storage of palette entries with Blend::linear. With dual quaternions, an entry has 32 bytes, and
/// 32 more if a joint scales or shears.
enum class PaletteFormat : uint8_t {
    affine,  // 3x4 fp32, 48 bytes (default)
    matrix,  // 4x4 fp32, 64 bytes
    half,    // 3x4 fp16, 24 bytes
};

/// The matrix that transforms normals. With Blend::dualQuaternion, the rule is applied to U, before
/// R.
enum class Normals : uint8_t {
    cofactor,  // cofactor matrix of the blended 3x3, times the determinant's sign (default)
    raw,       // the blended 3x3; wrong with non-uniform scale
    // The blended inverse transposes of the joints; the cofactor matrix if there is no inverse.
    inverseTranspose,
    // No matrix: the normal is +z, the tangent +x with the right sign of w. planOf() selects it for
    // models without normals; no word does.
    none,
};

/// Storage of skinned vertices.
enum class Output : uint8_t {
    full,     // 20 bytes: fp32 position, octahedral normal and tangent of 2 x 16 bits (default)
    compact,  // 12 bytes: unorm16 position in the instance's box, octahedral 2 x 12 bits
};

/// The processor that computes poses from requests.
enum class PosedBy : uint8_t {
    cpu,  // all cores; a frame uploads the matrices of all joints (default)
    gpu,  // a compute pass; a frame uploads the requests
};

enum class Cull : uint8_t {
    none,   // all instances (default)
    boxes,  // only instances whose clip bounds a pass may see
};

enum class Lod : uint8_t {
    none,  // level 0 (default)
    // The coarsest level within an error in pixels (skinning/lod/levels.h). Implies culling.
    error,
};

enum class Rate : uint8_t {
    everyFrame,  // default
    // Poses change as rarely as an error in pixels allows (shaders/cull/rate.glsl). Implies
    // culling.
    error,
};

enum class KeyFormat : uint8_t {
    fp32,    // as in the file (default)
    packed,  // fewer, quantized keys within a bound (skinning/packing/clip_packing.h)
};

inline constexpr uint32_t kMostFramesPerSecond = 240;
inline constexpr uint32_t kMostPaletteLimit = 65536;

struct BakeSettings {
    uint32_t framesPerSecond = 30;
    bool halfTexels = false;
    bool interpolated = true;  // false: the earlier frame is used

    auto operator<=>(const BakeSettings&) const = default;
};

/// All settings of skinning. A method ignores the settings that do not apply to it.
struct SkinSettings {
    Blend blend = Blend::linear;
    InfluenceFormat influences = InfluenceFormat::split32;
    MeshFormat mesh = MeshFormat::fp32;
    PaletteFormat palette = PaletteFormat::affine;
    Normals normals = Normals::cofactor;
    Output output = Output::full;
    PosedBy poses = PosedBy::cpu;
    KeyFormat keys = KeyFormat::fp32;
    Cull cull = Cull::none;
    Lod lod = Lod::none;
    Rate rate = Rate::everyFrame;
    // Maximum number of influences of a vertex, the heaviest ones: 1, 2, 4 or 8. 0: all influences
    // of the file.
    uint32_t influenceLimit = 0;
    // Maximum number of palette entries for Method::vertexUniform. 0: the limit of the device.
    uint32_t paletteLimit = 0;
    BakeSettings bake;

    auto operator<=>(const SkinSettings&) const = default;
};

struct SkinChoice {
    Method method = Method::compute;
    SkinSettings settings;

    auto operator<=>(const SkinChoice&) const = default;
};

struct SettingWord {
    std::string_view word;
    std::string_view meaning;
    void (*apply)(SkinSettings&);
    bool (*is)(const SkinSettings&);
};
struct SettingWords {
    std::string_view name;
    std::span<const SettingWord> words;
};
/// Returns all settings that have a fixed list of values, for help texts, panels and the parser.
std::span<const SettingWords> settingWords();

std::string_view methodName(Method method);
/// True if the CPU skins the vertices, so that GPU time is only a part of the method's time.
bool skinsOnCpu(Method method);
/// Throws std::runtime_error with the names of all methods if `name` is unknown.
Method findMethod(std::string_view name);

/// Parses METHOD[:WORD...], such as "compute", "vertex:dual-quaternion:u8x4",
/// "texture:15hz:fp16:floor" or "vertex-uniform:joints64". Throws std::runtime_error with the
/// unknown word and the known ones.
SkinChoice parseChoice(std::string_view text);
/// The inverse of parseChoice(). Settings with default values are omitted.
std::string choiceText(const SkinChoice& choice);
/// Parses choices separated by commas. "all" and the empty text mean every method with default
/// settings.
std::vector<SkinChoice> parseChoices(std::string_view text);

}  // namespace sinew
