// What one picture shows: which moment of which crowd, from where.
#pragma once

#include <span>
#include <string>

#include "app/cli/played.h"
#include "app/command_line.h"
#include "app/model_options.h"
#include "skinning/gpu/frame.h"

namespace sinew::cli {

struct Shot {
    ModelOptions modelOptions;
    PlayedOptions played;
    uint32_t instances = 1;  // 0: as many as its models ask for
    std::string size = "1280x720";
    std::string camera;
};
void addShotOptions(Command& command, Shot& shot);

/// Checks what needs no model; returns the size. Throws std::runtime_error.
VkExtent2D requireSensible(const Shot& shot);

/// Throws as Played does.
Played playedBy(const Shot& shot, const Model& model);

inline constexpr const char* kCameraForm = "AZ,EL[,ZOOM[,X,Y,Z]]";

/// A crowd in its box, as pictures show it.
struct InView {
    const Box& crowd;
    uint32_t instances;
    VkExtent2D size;
};
/// By an option's text, of the form above; without one, as they are seen best.
Camera cameraOf(const char* option, const std::string& text, const InView& view);
/// By Shot::camera.
Camera cameraOf(const Shot& shot, const InView& view);

/// Throws std::runtime_error where a choice is impossible or a crowd does not fit, and prints what
/// is done in place of something that was asked for.
void settle(Scene& scene, std::span<const SkinChoice> choices, uint32_t instances,
            uint64_t vertexBudget = 0);

}  // namespace sinew::cli
