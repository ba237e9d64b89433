// What the window shows and what its user changes: shared by the loop, the keys and the panels.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/demo/frame_history.h"
#include "app/demo/settings.h"
#include "app/demo/verify.h"

namespace sinew {

/// Something to tell the user over the picture for a while.
struct Notice {
    std::string text;
    bool isFault = false;
    double untilSeconds = 0;  // of State::nowSeconds
};

/// What a key or a panel asked for that takes more than another setting; the loop carries it out
/// after the interface is drawn, and forgets it.
struct Requests {
    std::optional<std::filesystem::path> model;
    std::optional<uint32_t> clip;
    std::optional<float> seekSeconds;
    bool frameCamera = false;
    bool reloadShaders = false;
    bool verify = false;
    bool toggleFullscreen = false;
    bool quit = false;
};

struct State {
    Settings settings;
    Requests requests;

    Camera camera;
    bool cameraMoved = false;  // by the user, since the crowd was last framed
    Playback playback;
    bool playing = true;
    bool helpShown = false;

    // The model on the screen, and the files to choose from.
    std::shared_ptr<const Model> authored;  // as in the file
    std::shared_ptr<const Model> model;     // with the influence cap
    float droppedWeight = 0;
    std::filesystem::path modelFile;
    std::string modelName;  // of the file
    std::vector<std::filesystem::path> modelFiles;
    std::string importing;        // the file that is being read, or empty
    float importFraction = 0;     // how far it is, 0 to 1
    double importingSeconds = 0;  // for how long it has been

    // What the machine says.
    std::string deviceName;
    std::string driver;
    bool deviceIsCpu = false;
    bool gpuTimes = false;  // the queue has timestamps
    VkExtent2D extent{};
    uint32_t samples = 1;
    const char* presentMode = "";
    MemoryReport memory;
    uint32_t maxInstances = 1;
    uint32_t draggedInstances = 0;  // where the slider is being dragged to; 0: it is not

    // What was measured.
    FrameHistory history;
    uint64_t framesShown = 0;
    double framesPerSecond = 0;  // 0: not known yet

    std::optional<Agreement> agreement;
    bool compilingShaders = false;
    std::string shaderErrors;
    std::vector<Notice> notices;
    double nowSeconds = 0;

    const Clip* clip() const {
        return playback.clip < model->clips.size() ? &model->clips[playback.clip] : nullptr;
    }
    void tell(std::string text) { notices.push_back({std::move(text), false, nowSeconds + 5.0}); }
    /// On the terminal too, where it stays.
    void complain(std::string text) {
        std::fprintf(stderr, "sinew: %s\n", text.c_str());
        notices.push_back({std::move(text), true, nowSeconds + 20.0});
    }
};

}  // namespace sinew
