// What one picture shows: which moment of which crowd, from where.
#pragma once

#include <span>
#include <string>

#include "app/cli/played.h"
#include "app/command_line.h"
#include "app/held.h"
#include "skinning/gpu/frame.h"

namespace sinew::cli {

struct Shot {
    Holds holds;
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

/// `instances` in view, in the box around them.
Camera cameraOf(const Shot& shot, const Box& crowd, uint32_t instances, VkExtent2D size);

/// Throws std::runtime_error where a choice is impossible or a crowd does not fit, and prints what
/// is done in place of something that was asked for.
void settle(Scene& scene, std::span<const SkinChoice> choices, uint32_t instances,
            uint64_t vertexRoom = 0);

}  // namespace sinew::cli
