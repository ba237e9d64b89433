// Skinning methods, and settings that change their arithmetic, bytes or errors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// A test substitutes a list with one more row.
#ifndef SINEW_METHODS
#define SINEW_METHODS "skinning/methods.inc"
#endif

/// The limit of requested instances. Memory is checked later.
inline constexpr uint32_t kMostInstances = 1'000'000;

/// Each has a class in skinning/gpu/skin.
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

/// The baseline of comparisons; deliberately slow.
inline constexpr Method kReference = Method::cpuReference;

/// Blending of a vertex's transforms. linear: the weighted sum of palette matrices.
///
/// dualQuaternion (Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending",
/// 2008): each palette matrix is split into R U, a rotation and an upper triangle of scale and
/// shear. The split is QR by Gram-Schmidt on the columns. R is a proper rotation; if the matrix
/// mirrors, the last diagonal element of U is negative. U is blended linearly and applied first. R
/// and the translation are blended as dual quaternions, each on the side of the first (heaviest)
/// influence's. A vertex with one influence gets exactly its matrix.
enum class Blend : uint8_t { linear, dualQuaternion };

/// Storage of influences on the GPU.
enum class InfluenceFormat : uint8_t {
    split32,  // 32 bits each: entry below, weight above, split by the number of entries (default)
    packedFloat,  // one float each: entry in the integer part, weight / 2 in the fraction
    u8x4,         // sets of four: u8 entries, unorm8 weights
    u16x4,        // sets of four: u16 entries, unorm16 weights
    split20,      // 32 bits each: 20 of entry below, 12 of weight above
    split64,      // the heaviest four in 64 bits: entries, then all weights but the first
};

/// Storage of vertices before skinning.
enum class MeshFormat : uint8_t {
    fp32,       // 20 bytes: fp32 position, octahedral normal and tangent of 2 x 16 bits (default)
    quantized,  // 12 bytes: unorm16 position in the mesh's box, octahedral 2 x 12 bits
};

/// Storage of palette entries under Blend::linear. A dual quaternion has 32 bytes, and 32 more if a
/// joint scales or shears.
enum class PaletteFormat : uint8_t {
    affine,  // 3x4 fp32, 48 bytes (default)
    matrix,  // 4x4 fp32, 64 bytes
    half,    // 3x4 fp16, 24 bytes
};

/// Matrix of normals. Under Blend::dualQuaternion it is applied to U, before R.
enum class Normals : uint8_t {
    cofactor,          // cofactor matrix of the blended 3x3, times the determinant's sign (default)
    raw,               // the blended 3x3: wrong under non-uniform scale
    inverseTranspose,  // each joint's, blended; the cofactor matrix if it does not exist
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
    boxes,  // instances that a pass may see, by the bounds of their clips
};

enum class Lod : uint8_t {
    none,   // level 0 (default)
    error,  // coarsest level within an error in pixels (skinning/lod/levels.h); culled, too
};

enum class Rate : uint8_t {
    everyFrame,  // (default)
    error,       // as rarely as an error in pixels allows (shaders/rate.glsl); culled, too
};

enum class KeyFormat : uint8_t {
    fp32,    // as in the file (default)
    packed,  // reduced and quantized within a bound (skinning/packing/clip_packing.h)
};

inline constexpr uint32_t kMostFramesPerSecond = 240;
inline constexpr uint32_t kMostJointLimit = 65536;

struct BakeSettings {
    uint32_t framesPerSecond = 30;
    bool halfTexels = false;
    bool interpolated = true;  // false: the earlier frame

    auto operator<=>(const BakeSettings&) const = default;
};

/// All settings of skinning. A method ignores those that it does not use.
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
    uint32_t influenceLimit = 0;  // a vertex keeps its heaviest 1, 2, 4 or 8; 0: as authored
    uint32_t jointLimit = 0;      // for Method::vertexUniform; 0: the device's limit
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
/// Settings with a closed list of values, for help texts, panels and the parser.
std::span<const SettingWords> settingWords();

std::string_view methodName(Method method);
/// If true, the method's GPU time is not its total time.
bool skinsOnCpu(Method method);
/// Throws std::runtime_error with the known methods.
Method findMethod(std::string_view name);

/// METHOD[:WORD...], such as "compute", "vertex:dual-quaternion:u8x4", "texture:15hz:fp16:floor" or
/// "vertex-uniform:joints64". Throws std::runtime_error with the word and the known ones.
SkinChoice parseChoice(std::string_view text);
/// The inverse of parseChoice(); omits defaults.
std::string choiceText(const SkinChoice& choice);
/// Choices separated by commas; "all" and the empty text mean every method with its defaults.
std::vector<SkinChoice> parseChoices(std::string_view text);

}  // namespace sinew
