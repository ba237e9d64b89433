// Parses option values.
#include "app/cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <ranges>
#include <string_view>

#include "app/cli/say.h"
#include "shaders/shared/view.h"
#include "skinning/gltf/import.h"

namespace sinew::cli {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (size_t start = 0;;) {
        const size_t end = text.find(separator, start);
        parts.push_back(text.substr(start, end - start));
        if (end == std::string_view::npos) return parts;
        start = end + 1;
    }
}

template <typename Number>
std::optional<Number> parseNumber(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

template <typename T>
void addOnce(std::vector<T>& values, T value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

}  // namespace

void addChoiceDefaults(Command& command, ChoiceDefaults& defaults) {
    command.group(group::kSkinning);
    command
        .option("--joint-limit", defaults.paletteLimit,
                "Palette limit of vertex-uniform; method cpu skins models with more")
        .within(1u, 65536u)
        .form("N");
    addPoses(command, defaults);
}

void addPoses(Command& command, ChoiceDefaults& defaults) {
    command.group(group::kSkinning);
    command
        .option(
            "--poses", [&defaults](const std::string& word) { defaults.poses = parsePoses(word); },
            "Compute poses on the CPU or GPU, unless METHOD says it; default: cpu")
        .form("cpu|gpu");
}

void applyDefaults(const ChoiceDefaults& defaults, std::span<SkinChoice> choices) {
    std::vector<std::string_view> ignoring;
    for (SkinChoice& choice : choices) {
        const MethodFacts::Supports& supports = skinningMethod(choice.method).facts.supports;
        SkinSettings& settings = choice.settings;
        if (supports.paletteLimit && settings.paletteLimit == 0)
            settings.paletteLimit = defaults.paletteLimit;
        if (supports.poses && settings.poses == PosedBy::cpu) settings.poses = defaults.poses;
        if (supports.poses || defaults.poses == PosedBy::cpu) continue;
        if (std::count(ignoring.begin(), ignoring.end(), methodName(choice.method)) > 0) continue;
        ignoring.push_back(methodName(choice.method));
    }
    if (ignoring.empty()) return;
    say("--poses gpu: ignored by {}, skinned on the CPU or from baked clips\n",
        fmt::join(ignoring, ", "));
}

SkinChoice parseChoice(const std::string& text, const ChoiceDefaults& defaults) {
    SkinChoice choice = sinew::parseChoice(text);
    applyDefaults(defaults, {&choice, 1});
    return choice;
}

std::vector<uint32_t> parseCounts(const std::string& option, const std::string& list,
                                  uint32_t most) {
    std::vector<uint32_t> counts;
    for (const std::string_view text : split(list, ',')) {
        const auto count = parseNumber<uint32_t>(text);
        if (!count || *count < 1 || *count > most) {
            throw std::runtime_error(
                fmt::format("{}: '{}' is not a whole number from 1 to {}", option, text, most));
        }
        addOnce(counts, *count);
    }
    return counts;
}

uint32_t parseClip(const Model& model, const std::string& nameOrIndex) {
    const auto hasName = [&](const Clip& clip) { return clip.name == nameOrIndex; };
    if (nameOrIndex == "none") return kRestPose;
    if (nameOrIndex == "rest" && std::ranges::none_of(model.clips, hasName)) return kRestPose;
    const uint32_t found = findClip(model, nameOrIndex);
    std::vector<std::string> others;
    for (uint32_t i = found + 1; i < model.clips.size(); ++i) {
        if (hasName(model.clips[i])) others.push_back(fmt::format("#{}", i));
    }
    if (!others.empty()) {
        say("{}: plays clip #{} \"{}\"; {} {} the same name\n", model.name, found, nameOrIndex,
            fmt::join(others, ", "), others.size() == 1 ? "has" : "have");
    }
    return found;
}

bool hasClip(const Model& model, const std::string& nameOrIndex) {
    try {
        (void)parseClip(model, nameOrIndex);
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}

VkExtent2D requireSize(const std::string& text) {
    const auto size = parseSize(text);
    if (size && size->first > 0 && size->second > 0) return {size->first, size->second};
    throw std::runtime_error(
        fmt::format("--size: '{}' is not WIDTHxHEIGHT in pixels, such as 1280x720", text));
}

uint32_t parseView(const std::string& name) {
    const auto at = std::find(kViewNames.begin(), kViewNames.end(), name);
    if (at != kViewNames.end()) return static_cast<uint32_t>(at - kViewNames.begin());
    throw std::runtime_error(fmt::format("--view: unknown view '{}'; choose one of: {}", name,
                                         fmt::join(kViewNames, ", ")));
}

uint32_t parseJoint(const Model& model, const std::string& name) {
    const std::vector<std::string>& names = model.skeleton.names;
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) {
        throw std::runtime_error(fmt::format(
            "--joint: {} has no joint called '{}'; sinew-cli inspect --json lists its joints",
            model.name, name));
    }
    if (const auto count = std::count(at, names.end(), name); count > 1) {
        throw std::runtime_error(fmt::format(
            "--joint: {} has {} joints called '{}'; rename one of them in the tool that made the "
            "file",
            model.name, count, name));
    }
    return static_cast<uint32_t>(at - names.begin());
}

namespace {

/// Throws unless `numbers` has `count` valid numbers in ascending order, all in [least, most].
void requireNumbers(const std::string& text, std::span<const std::optional<float>> numbers,
                    size_t count, const char* form, float least, float most) {
    bool valid = numbers.size() == count;
    for (size_t i = 0; i < numbers.size(); ++i) {
        valid = valid && numbers[i] && *numbers[i] >= least && *numbers[i] <= most &&
                (i == 0 || *numbers[i - 1] <= *numbers[i]);
    }
    if (valid) return;
    throw std::runtime_error(fmt::format("--vary {}: expected NAME={} with numbers from {} to {}",
                                         text, form, least, most));
}

}  // namespace

void vary(AnimatorSettings& settings, const std::vector<std::string>& texts,
          const AnimatorSpec& spec) {
    constexpr float kMostSeconds = 1000;
    for (const std::string& text : texts) {
        const size_t equals = std::min(text.rfind('='), text.size());
        const std::string name = text.substr(0, equals);
        std::vector<std::optional<float>> numbers;
        for (const auto& part :
             split(std::string_view(text).substr(std::min(equals + 1, text.size())), ',')) {
            numbers.push_back(parseNumber<float>(part));
        }
        const auto at = std::ranges::find(spec.parameters, name, &AnimatorParameter::name);
        if (at != spec.parameters.end()) {
            requireNumbers(text, numbers, 2, "LOW,HIGH", at->least, at->most);
            if (settings.ranges.empty()) {
                for (const AnimatorParameter& parameter : spec.parameters) {
                    settings.ranges.push_back({parameter.least, parameter.most});
                }
            }
            const auto index = static_cast<size_t>(at - spec.parameters.begin());
            settings.ranges[index] = {*numbers[0], *numbers[1]};
        } else if (name == "speed-spread") {
            requireNumbers(text, numbers, 1, "SHARE", 0, 1);
            settings.speedSpread = *numbers[0];
        } else if (name == "random-inputs") {
            requireNumbers(text, numbers, 1, "SECONDS", 0, kMostSeconds);
            settings.randomInputSeconds = *numbers[0];
        } else {
            std::string known = "speed-spread, random-inputs";
            for (const AnimatorParameter& parameter : spec.parameters) {
                known += ", " + parameter.name;
            }
            throw std::runtime_error(
                fmt::format("--vary {}: unknown name; this animator has: {}", text, known));
        }
    }
}

CameraAngles parseCamera(const char* option, const std::string& text) {
    const auto parts = split(text, ',');
    std::vector<double> numbers;
    for (const auto& part : parts) {
        const auto number = parseNumber<double>(part);
        if (number && std::isfinite(*number)) numbers.push_back(*number);
    }
    const size_t count = numbers.size();
    const bool valid =
        count == parts.size() && (count == 2 || count == 3 || count == 6 || count == 7);
    const CameraAngles angles = valid ? anglesFrom(numbers) : CameraAngles();
    if (!valid || std::abs(angles.pitchDegrees) > 86 || angles.zoom <= 0 ||
        std::abs(angles.shift) > 1) {
        throw std::runtime_error(fmt::format(
            "{}: '{}' is not AZIMUTH,ELEVATION[,ZOOM[,X,Y,Z[,SHIFT]]]; try 30,10,1.5: degrees, "
            "elevation from -86 to 86, zoom above 0, shift from -1 to 1",
            option, text));
    }
    return angles;
}

}  // namespace sinew::cli
