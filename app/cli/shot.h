// An image's crowd, time and camera.
#pragma once

#include <span>
#include <string>

#include "app/cli/played.h"
#include "app/command_line.h"
#include "app/model_options.h"
#include "skinning/gpu/frame/frame.h"

namespace sinew::cli {

struct Shot {
    ModelOptions modelOptions;
    PlayedOptions played;
    uint32_t instances = 1;  // 0: from the models
    std::string size = "1280x720";
    std::string camera;
};
void addShotOptions(Command& command, Shot& shot);

/// Checks values that need no model and returns the size. Throws std::runtime_error.
VkExtent2D requireSensible(const Shot& shot);

/// Throws like Played.
Played playedBy(const Shot& shot, const Model& model);

inline constexpr const char* kCameraForm = "AZ,EL[,ZOOM[,X,Y,Z[,SHIFT]]]";

struct InView {
    const Box& crowd;
    uint32_t instances;
    VkExtent2D size;
};
/// Parses an option of the form kCameraForm; an empty text gives the default view.
Camera cameraOf(const char* option, const std::string& text, const InView& view);
Camera cameraOf(const Shot& shot, const InView& view);

/// Throws std::runtime_error for an impossible choice or a crowd that does not fit. Prints
/// substituted settings.
void settle(Scene& scene, std::span<const SkinChoice> choices, uint32_t instances,
            uint64_t vertexBudget = 0);

}  // namespace sinew::cli
