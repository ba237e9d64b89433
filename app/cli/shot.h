// The crowd, time and camera of an image.
#pragma once

#include <span>
#include <string>

#include "app/cli/arguments.h"
#include "app/cli/played.h"
#include "app/command_line.h"
#include "app/model_options.h"
#include "skinning/gpu/frame/frame.h"

namespace sinew::cli {

struct Shot {
    ModelOptions modelOptions;
    PlayedOptions played;
    uint32_t instances = 1;  // 0: sum over the scene
    std::string size = "1280x720";
    std::string camera;
};
void addShotOptions(Command& command, Shot& shot);

/// Returns the image size. Throws std::runtime_error if the size or the camera is invalid.
VkExtent2D requireSensible(const Shot& shot);

/// Returns the playback that the options select. Throws like the constructor of Played.
Played playedBy(const Shot& shot, const Model& model);

struct InView {
    const Box& crowd;
    uint32_t instances;
    VkExtent2D size;
};
/// Parses an option value of the form kCameraForm; empty text selects the default view.
Camera cameraOf(const char* option, const std::string& text, const InView& view);
Camera cameraOf(const Shot& shot, const InView& view);

/// Throws std::runtime_error if the device cannot run a choice or cannot store its instances.
/// Prints a note if another method or other settings replace a choice. `traced`: the first choice
/// has traced shadows.
void settle(Scene& scene, std::span<const SkinChoice> choices, uint32_t instances,
            uint64_t vertexBudget = 0, bool traced = false);

}  // namespace sinew::cli
