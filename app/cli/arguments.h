// Turns words of the command line into values. A fault lists the words that are known.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/clip_and_size.h"
#include "app/command_line.h"
#include "renderer/camera.h"
#include "skinning/gpu/frame.h"

namespace sinew::cli {

// All throw std::runtime_error that names the option, what was given and what is possible.

/// Settings of every choice of a command, where its text leaves the default and its method supports
/// them.
struct ChoiceDefaults {
    uint32_t jointLimit = 0;       // --joint-limit
    PosedBy poses = PosedBy::cpu;  // --poses
};
void addChoiceDefaults(Command& command, ChoiceDefaults& defaults);
void addPoses(Command& command, ChoiceDefaults& defaults);
/// Says which methods ignore --poses.
void applyDefaults(const ChoiceDefaults& defaults, std::span<SkinChoice> choices);
SkinChoice parseChoice(const std::string& text, const ChoiceDefaults& defaults);

/// "1,10,100", each within [1, most]. No number twice.
std::vector<uint32_t> parseCounts(const std::string& option, const std::string& list,
                                  uint32_t most);

/// A clip's name or index; "none" for the rest pose, and "rest" unless a clip is called that.
/// Prints a line that lists further clips of the same name.
uint32_t parseClip(const Model& model, const std::string& nameOrIndex);
/// Whether parseClip() finds it.
bool hasClip(const Model& model, const std::string& nameOrIndex);

/// --size: "1280x720".
VkExtent2D requireSize(const std::string& text);

/// "shaded", "normals", "weights", "cascades", "levels", "rates", "motion", "difference" to
/// SINEW_VIEW_*.
uint32_t parseView(const std::string& name);
/// By name. Throws std::runtime_error.
uint32_t parseJoint(const Model& model, const std::string& name);

/// Parses "AZ,EL[,ZOOM[,X,Y,Z]]": azimuth and elevation in degrees, a zoom factor (2: twice as
/// large) and the target in the middle of the image. `option` is the option's name, for faults.
struct CameraAngles {
    float yawDegrees = 0.0f;
    float pitchDegrees = 0.0f;
    float zoom = 1.0f;
    std::optional<glm::vec3> target;  // none: the middle of the crowd
};
CameraAngles parseCamera(const char* option, const std::string& text);

/// The value of an option that selects a skinning method with its settings.
inline constexpr const char* kChoiceForm = "METHOD";

}  // namespace sinew::cli
