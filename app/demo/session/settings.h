// The user's settings, saved between runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shaders/shared/view.h"
#include "skinning/gpu/frame/frame_settings.h"

namespace sinew {

/// Choices of Settings::posesASecond; 0: a new pose in every frame.
inline constexpr uint32_t kPoseRates[] = {0, 30, 15, 8};
/// Choices of Settings::samples; 0: the device's default, which has no button.
inline constexpr uint32_t kSampleCounts[] = {0, 1, 2, 4};

/// The values of a setting that sliders and settings files accept.
struct SettingRange {
    float least = 0;
    float most = 0;
    bool orZero = false;  // accepts 0 too
};
inline constexpr SettingRange kSpeeds{-3, 3};
inline constexpr SettingRange kFadeSeconds{0, 2};
inline constexpr SettingRange kErrorPixels{0, 16};
inline constexpr SettingRange kSunAzimuths{-180, 180};
inline constexpr SettingRange kSunElevations{-45, 35};
inline constexpr SettingRange kSunAngles{0, Shadows::kLargestSunAngle};
inline constexpr SettingRange kSpeedSpreads{0, 1};
inline constexpr SettingRange kRandomInputSeconds{0, 20};
inline constexpr SettingRange kTurntableSpeeds{-90, 90};
inline constexpr SettingRange kInterfaceScales{0.25f, 3, true};

/// Tabs of the left column.
enum class Tab : uint8_t { skinning, scene, animation, view };
inline constexpr const char* kTabNames[] = {"Skinning", "Scene", "Animation", "View"};

enum class Comparison : uint8_t { off, sideBySide, difference };
inline constexpr const char* kComparisonNames[] = {"off", "side by side", "difference"};
inline constexpr const char* kTimerModeNames[] = {"overlapped", "serialised"};

/// `byModel` selects animators if the model has an animator description and several instances, else
/// a clip.
enum class Plays : uint8_t { byModel, clip, animator };

/// `byModel` applies root motion if the animator description of the model enables it.
enum class RootMotionChoice : uint8_t { byModel, off, on };

struct Settings {
    std::string model;  // file; empty: the default character
    std::vector<std::string> moreModels;
    std::vector<uint32_t> removedModels;  // ascending indices into the models of all files
    bool dropsAdd = false;
    std::vector<std::string> droppedModels;  // newest first, at most kDroppedModels
    std::string clip;                        // name; empty: the model's default

    SkinChoice skinning;  // method A
    Comparison comparison = Comparison::off;
    SkinChoice compared{Method::cpuReference, {}};  // method B
    float divider = 0.5f;                           // share of the window's width
    uint32_t instanceCount = 1;
    uint32_t cascadeCount = 2;
    bool depthPrepass = false;
    uint32_t view = SINEW_VIEW_SHADED;  // SINEW_VIEW_*, except SINEW_VIEW_DIFFERENCE
    std::string joint;                  // joint of the view `weights`; empty or unknown: all joints
    bool wireframe = false;
    float lodPixels = 1.0f;   // maximum LOD error, pixels
    float ratePixels = 1.0f;  // maximum error of reused poses, pixels
    SunMoved sun;
    Shadows shadows;        // requested; State::shadows() returns the drawn ones
    float exposure = 0.0f;  // EV
    bool skeleton = false;
    bool jointAxes = false;  // all joints of one instance
    bool bounds = false;
    TimerMode timerMode = TimerMode::serialised;

    std::string scenario = "quick";  // name or file
    bool thoroughBenchmark = false;

    float speed = 1.0f;         // 1: as authored; negative: clips run backwards, animators stop
    float fadeSeconds = 0.35f;  // crossfade
    uint32_t posesASecond = 0;  // 0: every frame
    bool staggered = true;

    Plays plays = Plays::byModel;
    RootMotionChoice rootMotion = RootMotionChoice::byModel;
    uint32_t seed = 1;  // for animators and placement
    float speedSpread = 0.1f;
    float randomInputSeconds = 4.0f;  // 0: inputs are not randomized

    /// Yaw, pitch, distance and target of the camera, if the user moved it. Empty: the crowd is
    /// framed.
    std::vector<float> camera;
    bool turntable = false;
    float turntableSpeed = 20.0f;  // degrees per second
    bool panels = true;
    bool controls = true;            // left column
    bool measurements = true;        // right column
    bool measurementsFirst = false;  // if one column fits: the right one is shown
    Tab tab = Tab::skinning;
    std::vector<std::string> closedSections{"Settings", "Materials", "Cost", "Window"};
    bool graphShowsCpu = false;
    std::string device;  // name, for the next start; empty: the best
    bool vsync = true;
    uint32_t samples = 0;         // MSAA; 0: default of the device
    float interfaceScale = 0.0f;  // 0: from the display's density
    uint32_t windowWidth = 1440;
    uint32_t windowHeight = 900;

    static constexpr size_t kDroppedModels = 8;
    static constexpr size_t kMoreModels = 63;
    static constexpr uint32_t kListedModels = 4096;  // models of all files
    static constexpr size_t kCameraNumbers = 6;

    /// Restores the defaults, except for models, clip, device, window and panels.
    void reset();
    /// Adds the file of a model to droppedModels, as the newest.
    void rememberModel(const std::string& file);
};

/// Reads the settings file in configFolder(). Returns the defaults if there is no file or it is
/// unreadable; an invalid value also becomes its default. Adds a message to `problems` for each
/// such fault.
Settings loadSettings(std::vector<std::string>& problems);
/// Parses the text of a settings file. The messages in `problems` do not include the name of the
/// file.
Settings readSettings(std::string_view text, std::vector<std::string>& problems);

/// Throws std::runtime_error if the file cannot be written.
void saveSettings(const Settings& settings);
std::string settingsText(const Settings& settings);

}  // namespace sinew
