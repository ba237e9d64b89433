// Parses and prints settings.
#include "skinning/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace sinew {
namespace {

constexpr std::array<std::string_view, kMethodCount> kMethodNames{
#define SINEW_METHOD(id, name, onCpu) name,
#include SINEW_METHODS
#undef SINEW_METHOD
};
constexpr std::array<bool, kMethodCount> kSkinsOnCpu{
#define SINEW_METHOD(id, name, onCpu) onCpu,
#include SINEW_METHODS
#undef SINEW_METHOD
};

template <auto where, auto value>
constexpr SettingWord word(std::string_view text, std::string_view meaning) {
    return {text, meaning, [](SkinSettings& settings) { settings.*where = value; },
            [](const SkinSettings& settings) { return settings.*where == value; }};
}
template <auto where, auto value>
constexpr SettingWord bakeWord(std::string_view text, std::string_view meaning) {
    return {text, meaning, [](SkinSettings& settings) { settings.bake.*where = value; },
            [](const SkinSettings& settings) { return settings.bake.*where == value; }};
}

constexpr SettingWord kBlends[] = {
    word<&SkinSettings::blend, Blend::linear>("linear", "weighted sum of matrices"),
    word<&SkinSettings::blend, Blend::dualQuaternion>(
        "dual-quaternion", "blended rotations: a twisted limb keeps its volume"),
};
constexpr SettingWord kInfluences[] = {
    word<&SkinSettings::influences, InfluenceFormat::split32>(
        "split32", "4 bytes per influence; bits split by palette size"),
    word<&SkinSettings::influences, InfluenceFormat::packedFloat>(
        "float", "4 bytes per influence: one float, entry + weight / 2"),
    word<&SkinSettings::influences, InfluenceFormat::u8x4>(
        "u8x4", "8 bytes per 4 influences: u8 entries, unorm8 weights"),
    word<&SkinSettings::influences, InfluenceFormat::u16x4>(
        "u16x4", "16 bytes per 4 influences: u16 entries, unorm16 weights"),
    word<&SkinSettings::influences, InfluenceFormat::split20>(
        "20+12", "4 bytes per influence: 20 bits of entry, 12 of weight"),
    word<&SkinSettings::influences, InfluenceFormat::split64>(
        "split64", "8 bytes for the 4 largest weights; bits split by palette size"),
};
constexpr SettingWord kMeshes[] = {
    word<&SkinSettings::mesh, MeshFormat::fp32>("fp32-mesh", "20 bytes per input vertex"),
    word<&SkinSettings::mesh, MeshFormat::quantized>(
        "quantized-mesh", "12 bytes per input vertex: 16-bit positions in the mesh AABB"),
};
constexpr SettingWord kPalettes[] = {
    word<&SkinSettings::palette, PaletteFormat::affine>("3x4", "48 bytes per palette entry, fp32"),
    word<&SkinSettings::palette, PaletteFormat::matrix>("4x4", "64 bytes per palette entry, fp32"),
    word<&SkinSettings::palette, PaletteFormat::half>("3x4-fp16",
                                                      "24 bytes per palette entry, fp16"),
};
constexpr SettingWord kNormals[] = {
    word<&SkinSettings::normals, Normals::cofactor>("cofactor",
                                                    "cofactor matrix of the blended 3x3: exact"),
    word<&SkinSettings::normals, Normals::raw>(
        "raw", "blended 3x3 matrix: inexact under scale and between rotations"),
    word<&SkinSettings::normals, Normals::inverseTranspose>(
        "inverse-transpose", "blended inverse transposes of the joints: inexact"),
};
constexpr SettingWord kOutputs[] = {
    word<&SkinSettings::output, Output::full>("full", "20 bytes per skinned vertex"),
    word<&SkinSettings::output, Output::compact>(
        "compact", "12 bytes per skinned vertex: 16-bit positions in its AABB"),
};
constexpr SettingWord kPoses[] = {
    word<&SkinSettings::poses, PosedBy::cpu>(
        "cpu-poses", "poses computed on all CPU cores, joint matrices uploaded"),
    word<&SkinSettings::poses, PosedBy::gpu>(
        "gpu-poses", "poses computed by a compute pass; at most 32 bytes uploaded per instance"),
};
constexpr SettingWord kKeys[] = {
    word<&SkinSettings::keys, KeyFormat::fp32>("fp32-keys",
                                               "clips on the GPU as fp32 keyframes (gpu-poses)"),
    word<&SkinSettings::keys, KeyFormat::packed>(
        "packed-keys",
        "quantized keyframes: a quarter of the bytes; inspect prints the error bound"),
};
constexpr SettingWord kCulls[] = {
    word<&SkinSettings::cull, Cull::none>("unculled", "all instances are skinned and drawn"),
    word<&SkinSettings::cull, Cull::boxes>(
        "culled", "frustum culling: only instances visible to the camera or a shadow cascade"),
};
constexpr SettingWord kLods[] = {
    word<&SkinSettings::lod, Lod::none>("full-detail", "LOD 0 for all instances"),
    word<&SkinSettings::lod, Lod::error>("lod",
                                         "coarsest LOD within an error in pixels; implies culled"),
};
constexpr SettingWord kRates[] = {
    word<&SkinSettings::rate, Rate::everyFrame>("every-frame",
                                                "all instances are posed in each frame"),
    word<&SkinSettings::rate, Rate::error>(
        "rate", "gpu-poses: posed every 2nd, 4th or 8th frame within an error in pixels"),
};
constexpr SettingWord kLimits[] = {
    word<&SkinSettings::influenceLimit, 0u>("authored", "all influences of the file"),
    word<&SkinSettings::influenceLimit, 1u>("max1", "largest weight only"),
    word<&SkinSettings::influenceLimit, 2u>("max2", "2 largest weights, renormalized"),
    word<&SkinSettings::influenceLimit, 4u>("max4", "4 largest weights, renormalized"),
    word<&SkinSettings::influenceLimit, 8u>("max8", "8 largest weights, renormalized"),
};
constexpr SettingWord kTexels[] = {
    bakeWord<&BakeSettings::halfTexels, false>("fp32",
                                               "baked clips with 16 bytes per texel (texture)"),
    bakeWord<&BakeSettings::halfTexels, true>("fp16",
                                              "baked clips with 8 bytes per texel (texture)"),
};
constexpr SettingWord kFrames[] = {
    bakeWord<&BakeSettings::interpolated, true>("interpolated",
                                                "interpolates two baked frames (texture)"),
    bakeWord<&BakeSettings::interpolated, false>("floor", "uses the earlier baked frame (texture)"),
};
constexpr SettingWords kSettings[] = {
    {"blend", kBlends},      {"influences", kInfluences},
    {"mesh", kMeshes},       {"palette", kPalettes},
    {"normals", kNormals},   {"output", kOutputs},
    {"poses", kPoses},       {"keys", kKeys},
    {"cull", kCulls},        {"detail", kLods},
    {"update rate", kRates}, {"influence limit", kLimits},
    {"texels", kTexels},     {"frames", kFrames},
};

std::optional<uint32_t> numberIn(std::string_view text, std::string_view before,
                                 std::string_view after, uint32_t most) {
    if (!text.starts_with(before) || !text.ends_with(after)) return std::nullopt;
    text.remove_prefix(before.size());
    if (text.size() < after.size()) return std::nullopt;
    text.remove_suffix(after.size());
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value >= 1 && value <= most ? std::optional(value) : std::nullopt;
}

std::string knownWords() {
    std::string known;
    for (const SettingWords& setting : kSettings) {
        known += fmt::format("{} ", setting.name);
        for (size_t i = 0; i < setting.words.size(); ++i) {
            known += fmt::format("{}{}", i ? "|" : "", setting.words[i].word);
        }
        known += ", ";
    }
    return known +
           fmt::format("1hz to {}hz, joints1 to joints{}", kMostFramesPerSecond, kMostPaletteLimit);
}

std::string_view applyWord(std::string_view text, SkinSettings& settings) {
    for (const SettingWords& setting : kSettings) {
        for (const SettingWord& word : setting.words) {
            if (word.word != text) continue;
            word.apply(settings);
            return setting.name;
        }
    }
    if (const auto rate = numberIn(text, "", "hz", kMostFramesPerSecond)) {
        settings.bake.framesPerSecond = *rate;
        return "bake rate";
    }
    if (const auto joints = numberIn(text, "joints", "", kMostPaletteLimit)) {
        settings.paletteLimit = *joints;
        return "joint limit";
    }
    if (text == "overlap" || text == "one-queue") {
        throw std::runtime_error(fmt::format(
            "setting '{}' was removed after version 0.1.0; remove it from the method", text));
    }
    throw std::runtime_error(
        fmt::format("unknown setting '{}'; choose one of: {}", text, knownWords()));
}

/// Removes and returns the text before the next `separator`.
std::string_view cut(std::string_view& text, char separator) {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
}

}  // namespace

std::span<const SettingWords> settingWords() {
    return kSettings;
}

std::string_view methodName(Method method) {
    return kMethodNames[static_cast<size_t>(method)];
}

bool skinsOnCpu(Method method) {
    return kSkinsOnCpu[static_cast<size_t>(method)];
}

Method findMethod(std::string_view name) {
    const auto at = std::find(kMethodNames.begin(), kMethodNames.end(), name);
    if (at != kMethodNames.end()) return static_cast<Method>(at - kMethodNames.begin());
    throw std::runtime_error(
        fmt::format("unknown method '{}'; choose one of: {}", name, fmt::join(kMethodNames, ", ")));
}

SkinChoice parseChoice(std::string_view text) {
    const std::string full(text);
    SkinChoice choice{.method = findMethod(cut(text, ':'))};
    std::vector<std::string_view> applied;
    if (full.ends_with(':'))
        throw std::runtime_error(
            fmt::format("'{}' ends in ':'; remove the colon or add a setting", full));
    while (!text.empty()) {
        const std::string_view setting = applyWord(cut(text, ':'), choice.settings);
        if (std::find(applied.begin(), applied.end(), setting) != applied.end()) {
            throw std::runtime_error(
                fmt::format("'{}' sets {} twice; remove one value", full, setting));
        }
        applied.push_back(setting);
    }
    return choice;
}

std::string choiceText(const SkinChoice& choice) {
    std::string text(methodName(choice.method));
    for (const SettingWords& setting : kSettings) {
        if (setting.words[0].is(choice.settings)) continue;
        for (const SettingWord& word : setting.words) {
            if (word.is(choice.settings)) text += fmt::format(":{}", word.word);
        }
    }
    if (choice.settings.bake.framesPerSecond != BakeSettings{}.framesPerSecond) {
        text += fmt::format(":{}hz", choice.settings.bake.framesPerSecond);
    }
    if (choice.settings.paletteLimit > 0)
        text += fmt::format(":joints{}", choice.settings.paletteLimit);
    return text;
}

std::vector<SkinChoice> parseChoices(std::string_view text) {
    std::vector<SkinChoice> choices;
    if (text.empty() || text == "all") {
        for (size_t i = 0; i < kMethodCount; ++i) choices.push_back({static_cast<Method>(i), {}});
        return choices;
    }
    if (text.ends_with(','))
        throw std::runtime_error(
            fmt::format("'{}' ends in ','; remove the comma or add a method", text));
    while (!text.empty()) {
        const SkinChoice choice = parseChoice(cut(text, ','));
        if (std::find(choices.begin(), choices.end(), choice) == choices.end()) {
            choices.push_back(choice);
        }
    }
    return choices;
}

}  // namespace sinew
