// Reads and writes settings as JSON.
#include "app/demo/session/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <type_traits>
#include <utility>

#include "app/demo/platform/files.h"
#include "shaders/shared/view.h"
#include "skinning/json_node.h"
#include "skinning/json_text.h"
#include "skinning/plain_text.h"

namespace sinew {

using Json = nlohmann::json;

namespace {

constexpr const char* kPlaysNames[] = {"by model", "clip", "animator"};
constexpr const char* kRootMotionNames[] = {"by model", "off", "on"};

/// Calls `visit`, a Reader or a Writer, for every field, with its JSON name and its bounds or
/// words.
template <typename AnySettings, typename Visitor>
void visitFields(AnySettings& s, Visitor&& visit) {
    const auto within = [&](const char* name, auto& value, const SettingRange& range) {
        visit(name, value, range.least, range.most, range.orZero);
    };
    visit("model", s.model);
    visit("moreModels", s.moreModels);
    visit("removedModels", s.removedModels, Settings::kListedModels);
    visit("dropsAdd", s.dropsAdd);
    visit("droppedModels", s.droppedModels);
    visit("clip", s.clip);
    visit("skinning", s.skinning);
    visit("comparison", s.comparison, kComparisonNames);
    visit("compared", s.compared);
    visit("divider", s.divider, 0.0f, 1.0f);
    visit("instanceCount", s.instanceCount, 1u, kMostInstances);
    visit("cascadeCount", s.cascadeCount, 0u, uint32_t{SINEW_MAX_CASCADES});
    visit("depthPrepass", s.depthPrepass);
    visit("view", s.view, 0u, uint32_t{SINEW_VIEW_UV});
    visit("joint", s.joint);
    visit("wireframe", s.wireframe);
    within("lodPixels", s.lodPixels, kErrorPixels);
    within("ratePixels", s.ratePixels, kErrorPixels);
    within("sunAzimuth", s.sun.azimuthDegrees, kSunAzimuths);
    within("sunElevation", s.sun.elevationDegrees, kSunElevations);
    visit("shadows", s.shadows.mode, namesOf(ShadowMode{}));
    within("sunAngle", s.shadows.sunAngle, kSunAngles);
    visit("exposure", s.exposure, -kMostExposure, kMostExposure);
    visit("skeleton", s.skeleton);
    visit("jointAxes", s.jointAxes);
    visit("bounds", s.bounds);
    visit("timerMode", s.timerMode, kTimerModeNames);
    visit("scenario", s.scenario);
    visit("thoroughBenchmark", s.thoroughBenchmark);
    within("speed", s.speed, kSpeeds);
    within("fadeSeconds", s.fadeSeconds, kFadeSeconds);
    visit("posesASecond", s.posesASecond, kPoseRates);
    visit("staggered", s.staggered);
    visit("plays", s.plays, kPlaysNames);
    visit("rootMotion", s.rootMotion, kRootMotionNames);
    visit("seed", s.seed, 0u, ~0u);
    within("speedSpread", s.speedSpread, kSpeedSpreads);
    within("secondsBetweenWishes", s.randomInputSeconds, kRandomInputSeconds);
    visit("camera", s.camera, Settings::kCameraNumbers, 1e6f);
    visit("turntable", s.turntable);
    within("turntableSpeed", s.turntableSpeed, kTurntableSpeeds);
    visit("panels", s.panels);
    visit("controls", s.controls);
    visit("measurements", s.measurements);
    visit("measurementsFirst", s.measurementsFirst);
    visit("tab", s.tab, kTabNames);
    visit("closedSections", s.closedSections);
    visit("graphShowsCpu", s.graphShowsCpu);
    visit("device", s.device);
    visit("vsync", s.vsync);
    visit("samples", s.samples, kSampleCounts);
    within("interfaceScale", s.interfaceScale, kInterfaceScales);
    visit("windowWidth", s.windowWidth, 320u, 16384u);
    visit("windowHeight", s.windowHeight, 240u, 16384u);
}

/// Reads the valid fields of a settings file; adds a message to `problems` for each invalid field.
struct Reader {
    const Json& file;
    std::vector<std::string>& problems;

    template <typename Use>
    void take(const char* name, const char* wanted, Use&& use) {
        const auto found = file.find(name);
        if (found != file.end() && !use(*found)) {
            problems.push_back(fmt::format("{}: {} is expected, not {}; the value is ignored", name,
                                           wanted, shownValue(*found)));
        }
    }

    void operator()(const char* name, std::string& value) {
        take(name, "a string", [&](const Json& json) {
            if (json.is_string()) value = json.get<std::string>();
            return json.is_string();
        });
    }
    void operator()(const char* name, std::vector<std::string>& values) {
        take(name, "a list of strings", [&](const Json& json) {
            const bool right =
                json.is_array() && std::all_of(json.begin(), json.end(),
                                               [](const Json& item) { return item.is_string(); });
            if (right) values = json.get<std::vector<std::string>>();
            return right;
        });
    }
    void operator()(const char* name, bool& value) {
        take(name, "true or false", [&](const Json& json) {
            if (json.is_boolean()) value = json.get<bool>();
            return json.is_boolean();
        });
    }
    template <typename Number>
    void operator()(const char* name, Number& value, Number least, Number most,
                    bool orZero = false) {
        constexpr bool kInteger = std::is_integral_v<Number>;
        const std::string wanted = fmt::format("{}a {}number from {} to {}", orZero ? "0 or " : "",
                                               kInteger ? "whole " : "", least, most);
        take(name, wanted.c_str(), [&](const Json& json) {
            if (kInteger ? !json.is_number_integer() : !json.is_number()) return false;
            // Compares as double, which represents every bound exactly. A number out of range is
            // not converted.
            const auto number = json.get<double>();
            const bool right =
                (number >= static_cast<double>(least) && number <= static_cast<double>(most)) ||
                (orZero && number == 0);
            if (right) value = json.get<Number>();
            return right;
        });
    }
    void operator()(const char* name, uint32_t& value, std::span<const uint32_t> choices) {
        take(name, fmt::format("one of {}", fmt::join(choices, ", ")).c_str(),
             [&](const Json& json) {
                 const auto found = std::find(choices.begin(), choices.end(), json);
                 if (found != choices.end()) value = *found;
                 return found != choices.end();
             });
    }
    /// Accepts an empty list or `count` numbers in [-most, most].
    void operator()(const char* name, std::vector<float>& values, size_t count, float most) {
        take(name, fmt::format("a list of {} numbers", count).c_str(), [&](const Json& json) {
            const auto isRight = [&](const Json& item) {
                return item.is_number() && std::abs(item.get<double>()) <= double{most};
            };
            const bool right = json.is_array() && (json.empty() || json.size() == count) &&
                               std::all_of(json.begin(), json.end(), isRight);
            if (right) values = json.get<std::vector<float>>();
            return right;
        });
    }
    /// Accepts a list of integers below `count`.
    void operator()(const char* name, std::vector<uint32_t>& values, uint32_t count) {
        take(name, fmt::format("a list of whole numbers below {}", count).c_str(),
             [&](const Json& json) {
                 const auto isRight = [&](const Json& item) {
                     return item.is_number_unsigned() && item.get<uint64_t>() < count;
                 };
                 const bool right = json.is_array() && json.size() <= count &&
                                    std::all_of(json.begin(), json.end(), isRight);
                 if (right) values = json.get<std::vector<uint32_t>>();
                 return right;
             });
    }
    template <typename Enum>
    requires std::is_enum_v<Enum>
    void operator()(const char* name, Enum& value, std::span<const char* const> words) {
        const std::string wanted = fmt::format("one of {}", fmt::join(words, ", "));
        take(name, wanted.c_str(), [&](const Json& json) {
            for (size_t i = 0; i < words.size(); ++i) {
                if (!json.is_string() || json.get_ref<const std::string&>() != words[i]) continue;
                value = static_cast<Enum>(i);
                return true;
            }
            return false;
        });
    }
    // Reads a method and its settings from text, such as "vertex:dual-quaternion".
    void operator()(const char* name, SkinChoice& choice) {
        take(name, "a skinning method", [&](const Json& json) {
            if (!json.is_string()) return false;
            try {
                choice = parseChoice(json.get<std::string>());
            } catch (const std::runtime_error& error) {
                problems.push_back(plainText(fmt::format("{}: {}", name, error.what())));
            }
            return true;
        });
    }
};

/// Ignores bounds, and writes the word of an enum.
struct Writer {
    Json file = Json::object();

    template <typename Value, typename... Bounds>
    requires(!std::is_enum_v<Value>) void operator()(const char* name, const Value& value,
                                                     const Bounds&...) {
        file[name] = value;
    }
    template <typename Enum>
    requires std::is_enum_v<Enum>
    void operator()(const char* name, Enum value, std::span<const char* const> words) {
        file[name] = words[static_cast<size_t>(value)];
    }
    void operator()(const char* name, const SkinChoice& choice) { file[name] = choiceText(choice); }
};

void useCurrentNames(Json& file) {
    for (const auto& [former, name] :
         {std::pair("sunTurned", "sunAzimuth"), std::pair("sunRaised", "sunElevation")}) {
        if (!file.contains(former) || file.contains(name)) continue;
        file[name] = file[former];
        file.erase(former);
    }
}

std::filesystem::path settingsFile() {
    const std::filesystem::path folder = configFolder();
    return folder.empty() ? folder : folder / "settings.json";
}

}  // namespace

void Settings::reset() {
    const Settings before = std::exchange(*this, Settings());
    model = before.model;
    moreModels = before.moreModels;
    removedModels = before.removedModels;
    droppedModels = before.droppedModels;
    clip = before.clip;
    device = before.device;
    tab = before.tab;
    panels = before.panels;
    controls = before.controls;
    measurements = before.measurements;
    measurementsFirst = before.measurementsFirst;
    windowWidth = before.windowWidth;
    windowHeight = before.windowHeight;
    interfaceScale = before.interfaceScale;
}

void Settings::rememberModel(const std::string& file) {
    std::erase(droppedModels, file);
    droppedModels.insert(droppedModels.begin(), file);
    if (droppedModels.size() > kDroppedModels) droppedModels.resize(kDroppedModels);
}

Settings readSettings(std::string_view text, std::vector<std::string>& problems) {
    Settings settings;
    Json json;
    try {
        json = parseJsonText(text);
    } catch (const JsonError& error) {
        problems.push_back(fmt::format("{}; the defaults are used", error.what()));
        return settings;
    }
    if (!json.is_object()) {
        problems.emplace_back("the JSON is not an object; the defaults are used");
        return settings;
    }
    useCurrentNames(json);
    visitFields(settings, Reader{json, problems});
    if (settings.moreModels.size() > Settings::kMoreModels) {
        settings.moreModels.resize(Settings::kMoreModels);
    }
    if (settings.droppedModels.size() > Settings::kDroppedModels) {
        settings.droppedModels.resize(Settings::kDroppedModels);
    }
    return settings;
}

std::string settingsText(const Settings& settings) {
    Writer writer;
    visitFields(settings, writer);
    // A path need not be UTF-8, but JSON text must be.
    return writer.file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Settings loadSettings(std::vector<std::string>& problems) {
    const std::filesystem::path file = settingsFile();
    std::error_code error;
    if (file.empty() || !std::filesystem::exists(file, error)) return {};
    const auto content = readFile(file);
    if (!content) {
        problems.push_back(fmt::format(
            "{} {}; the defaults are used, and settings may not be saved", file.string(),
            std::filesystem::is_regular_file(file, error) ? "cannot be read" : "is not a file"));
        return {};
    }
    std::vector<std::string> wrong;
    Settings settings = readSettings(*content, wrong);
    for (const std::string& problem : wrong) {
        problems.push_back(fmt::format("{}: {}", file.string(), problem));
    }
    return settings;
}

void saveSettings(const Settings& settings) {
    const std::filesystem::path file = settingsFile();
    if (!file.empty()) keepFile(file, settingsText(settings));
}

}  // namespace sinew
