// How vertices are skinned: the method, and the choices that change its arithmetic, bytes or
// errors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// A test puts a list with one row more in its place.
#ifndef SINEW_METHODS
#define SINEW_METHODS "skinning/methods.inc"
#endif

/// The most instances that may be asked for. Whether memory suffices is checked later.
inline constexpr uint32_t kMostInstances = 1'000'000;

/// skinning/gpu/skin has a class for each.
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

/// What the others are held against: slow on purpose.
inline constexpr Method kReference = Method::cpuReference;

/// How the transforms of a vertex's influences become one.
///
/// linear: the weighted sum of the palette's matrices.
///
/// dualQuaternion (Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending",
/// 2008): each palette matrix is taken apart as R U, a rotation and an upper triangle of scale and
/// shear (QR by Gram-Schmidt on the columns, R proper; where the matrix mirrors, the last diagonal
/// element of U is negative). U is blended linearly and applied first; R and the translation are
/// blended as dual quaternions, each on the side of the first (heaviest) influence's. A vertex with
/// one influence gets exactly its matrix.
enum class Blend : uint8_t { linear, dualQuaternion };

/// How a vertex names its palette entries and weights on the GPU.
enum class InfluenceFormat : uint8_t {
    split32,    // 32 bits each: entry below, weight above, split by the number of entries (default)
    folkFloat,  // one float each: entry + weight / 2
    u8x4,       // sets of four: u8 entries, unorm8 weights
    u16x4,      // sets of four: u16 entries, unorm16 weights
    split20,    // 32 bits each: 20 of entry below, 12 of weight above
    split64,    // the heaviest four in 64 bits: entries, then all weights but the first
};

/// How a vertex lies in memory before it is skinned.
enum class MeshFormat : uint8_t {
    fp32,       // 20 bytes: fp32 position, octahedral normal and tangent of 2 x 16 bits (default)
    quantized,  // 12 bytes: unorm16 position in the mesh's box, octahedral 2 x 12 bits
};

/// How a palette entry lies in memory under Blend::linear. Dual quaternions have their own: 32
/// bytes, and 32 more where a joint scales or shears.
enum class PaletteFormat : uint8_t {
    affine,  // 3x4 fp32, 48 bytes (default)
    matrix,  // 4x4 fp32, 64 bytes
    half,    // 3x4 fp16, 24 bytes
};

/// How normals are carried. Under Blend::dualQuaternion the same is done to U, before R.
enum class Normals : uint8_t {
    cofactor,          // of the blended 3x3, times the determinant's sign (default)
    raw,               // the blended 3x3 itself: wrong under non-uniform scale
    inverseTranspose,  // the textbook's: of each joint, blended; the cofactor where there is none
};

/// What the skin step writes.
enum class Output : uint8_t {
    full,     // 20 bytes: fp32 position, octahedral normal and tangent of 2 x 16 bits (default)
    compact,  // 12 bytes: unorm16 position in the instance's box, octahedral 2 x 12 bits
};

/// Who makes poses from pose requests.
enum class PosedBy : uint8_t {
    cpu,  // on all cores; a frame uploads the matrices of all joints (default)
    gpu,  // in compute; a frame uploads the requests
};

/// Which instances a frame works for.
enum class Cull : uint8_t {
    none,   // all of the crowd (default)
    boxes,  // those that a pass may see, told by the boxes of their clips
};

/// How finely instances are skinned and drawn.
enum class Lod : uint8_t {
    none,   // in full detail (default)
    error,  // as coarsely as an error in pixels allows (skinning/levels.h); culled, too
};

/// How often instances are posed.
enum class Rate : uint8_t {
    everyFrame,  // (default)
    error,       // as seldom as an error in pixels allows (shaders/rate.glsl); culled, too
};

/// How keys of clips lie in memory where the GPU makes poses.
enum class KeyFormat : uint8_t {
    fp32,    // as the file has them (default)
    packed,  // few and quantized, within a bound (skinning/animation/clip_packing.h)
};

inline constexpr uint32_t kMostFramesPerSecond = 240;
inline constexpr uint32_t kMostJointLimit = 65536;

/// What Method::texture plays back.
struct BakeSettings {
    uint32_t framesPerSecond = 30;  // up to kMostFramesPerSecond
    bool halfTexels = false;        // fp16 in place of fp32
    bool interpolated = true;       // false: the frame before, as the classic did

    auto operator<=>(const BakeSettings&) const = default;
};

/// Everything about skinning that may be chosen; what a method has no use for is ignored by it.
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
    uint32_t jointLimit = 0;      // of Method::vertexUniform; 0: what the device's range holds
    BakeSettings bake;

    auto operator<=>(const SkinSettings&) const = default;
};

struct SkinChoice {
    Method method = Method::compute;
    SkinSettings settings;

    auto operator<=>(const SkinChoice&) const = default;
};

/// One value of one setting, as people write it.
struct SettingWord {
    std::string_view word;
    std::string_view meaning;
    void (*apply)(SkinSettings&);
    bool (*is)(const SkinSettings&);
};
/// One setting: its name and its values, the default first.
struct SettingWords {
    std::string_view name;
    std::span<const SettingWord> words;
};
/// Every setting with a closed list of values, for help texts, panels and the parser.
std::span<const SettingWords> settingWords();

std::string_view methodName(Method method);
/// The CPU skins the vertices: the method's GPU time is not all of its time.
bool skinsOnCpu(Method method);
/// Throws std::runtime_error listing the known methods.
Method findMethod(std::string_view name);

/// METHOD[:WORD...], such as "compute", "vertex:dual-quaternion:u8x4", "texture:15hz:fp16:floor" or
/// "vertex-uniform:joints64". Throws std::runtime_error naming the word and listing the known ones.
SkinChoice parseChoice(std::string_view text);
/// What parseChoice reads; only what differs from the default.
std::string choiceText(const SkinChoice& choice);
/// Several, separated by commas; "all" and the empty text mean every method with its defaults.
std::vector<SkinChoice> parseChoices(std::string_view text);

}  // namespace sinew
