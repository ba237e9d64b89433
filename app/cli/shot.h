// What one picture shows: which moment of which crowd, from where.
#pragma once

#include <span>
#include <string>

#include "app/command_line.h"
#include "skinning/gpu/frame.h"

namespace sinew::cli {

struct Shot {
    std::string model;
    std::string clip;
    float time = 0.0f;
    uint32_t instances = 1;
    std::string size = "1280x720";
    std::string camera;
};
void addShotOptions(Command& command, Shot& shot);

/// Checks what needs no model; returns the size. Throws std::runtime_error.
VkExtent2D requireSensible(const Shot& shot);

/// Throws std::runtime_error for a clip that the model lacks.
Playback playbackOf(const Shot& shot, const Model& model);

/// The crowd in view, at that moment.
Camera cameraOf(const Shot& shot, Scene& scene, const Playback& playback, VkExtent2D size);

/// Throws std::runtime_error where a choice is impossible or a crowd does not fit, and prints what
/// is done in place of something that was asked for.
void settle(const Scene& scene, std::span<const SkinChoice> choices, uint32_t instances);

}  // namespace sinew::cli
