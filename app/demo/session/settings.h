// What the user chose, kept for the next start.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shaders/shared/view.h"
#include "skinning/gpu/frame_settings.h"

namespace sinew {

/// Poses a second to choose from; 0: every frame.
inline constexpr uint32_t kPoseRates[] = {0, 30, 15, 8};

/// How way B is shown beside way A.
enum class Comparison : uint8_t { off, sideBySide, difference };

/// Who says what the crowd plays; by the model: animators, where one is described beside the model
/// and there are several characters, else a clip.
enum class Plays : uint8_t { byModel, clip, animator };

struct Settings {
    std::string model;                       // file; empty: the character that ships
    std::vector<std::string> moreModels;     // files beside it
    std::vector<uint32_t> removedModels;     // not shown, of all models of these files, counted on
    bool dropsAdd = false;                   // what is opened comes beside what is shown
    std::vector<std::string> droppedModels;  // newest first, at most kDroppedModels
    std::string clip;                        // by name; empty: the model's own default

    SkinChoice skinning;  // way A
    Comparison comparison = Comparison::off;
    SkinChoice compared{Method::cpuReference, {}};  // way B
    float divider = 0.5f;                           // between them, of the window's width
    uint32_t instanceCount = 1;
    uint32_t cascadeCount = 2;
    bool depthPrepass = false;
    uint32_t view = SINEW_VIEW_SHADED;  // without SINEW_VIEW_DIFFERENCE: that is a comparison
    std::string joint;  // whose weights are shown, by name; empty, or not of the model: of all
    bool wireframe = false;
    float lodPixels = 1.0f;   // that levels of detail may be off
    float ratePixels = 1.0f;  // that poses of frames before may be off
    SunMoved sun;
    bool skeleton = false;
    bool bounds = false;
    TimerMode timerMode = TimerMode::serialised;  // each step's time its own

    std::string scenario = "quick";  // of the benchmark; a name or a file
    bool thoroughBenchmark = false;

    float speed = 1.0f;         // 1: as authored; negative: backwards, which animators do not go
    float fadeSeconds = 0.35f;  // of a crossfade
    uint32_t posesASecond = 0;  // 0: every frame
    bool staggered = true;

    Plays plays = Plays::byModel;
    uint32_t seed = 1;  // of the animators
    float speedSpread = 0.1f;
    float secondsBetweenWishes = 4.0f;  // 0: none

    /// Where the camera was moved to: yaw, pitch, distance, target; empty: it frames the crowd.
    std::vector<float> camera;
    bool panels = true;
    bool controls = true;            // of them those at the left
    bool measurements = true;        // and those at the right
    bool measurementsFirst = false;  // where the window has room for one column
    std::vector<std::string> closedSections{"Settings", "Cost", "Window"};
    bool graphShowsCpu = false;
    std::string device;  // for the next start, by name; empty: the best
    bool vsync = true;
    uint32_t samples = 0;         // of MSAA; 0: what suits the device
    float interfaceScale = 0.0f;  // 0: by the display's density
    uint32_t windowWidth = 1440;
    uint32_t windowHeight = 900;

    static constexpr size_t kDroppedModels = 8;
    static constexpr size_t kMoreModels = 63;
    static constexpr uint32_t kListedModels = 4096;  // by all of the files
    static constexpr size_t kCameraNumbers = 6;

    /// That draw the character.
    uint32_t passes() const {
        return passesOf({.cascadeCount = cascadeCount, .depthPrepass = depthPrepass});
    }
    /// Notes a file from outside the shipped ones, newest first.
    void rememberModel(const std::string& file);
};

/// Reads the file in configFolder(). Without a file, the settings are the defaults; also with a
/// file that cannot be read, which is named in `problems`. A value of another type or out of its
/// bounds is named there too, and only that value is ignored.
Settings loadSettings(std::vector<std::string>& problems);
/// The same for the file's text; without the file's name in `problems`.
Settings readSettings(std::string_view text, std::vector<std::string>& problems);

/// Throws std::runtime_error when the file cannot be written.
void saveSettings(const Settings& settings);
/// What it writes.
std::string settingsText(const Settings& settings);

}  // namespace sinew
