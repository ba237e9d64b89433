// Parses values of the command line. Error messages list the accepted values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/clip_and_size.h"
#include "app/command_line.h"
#include "renderer/camera.h"
#include "skinning/animator/animator.h"
#include "skinning/gpu/frame/frame.h"

namespace sinew::cli {

// All throw std::runtime_error with the option, the value and the accepted values.

/// Used for settings that a choice's text leaves out and its method supports.
struct ChoiceDefaults {
    uint32_t jointLimit = 0;
    PosedBy poses = PosedBy::cpu;
};
void addChoiceDefaults(Command& command, ChoiceDefaults& defaults);
void addPoses(Command& command, ChoiceDefaults& defaults);
/// Also prints which methods ignore --poses.
void applyDefaults(const ChoiceDefaults& defaults, std::span<SkinChoice> choices);
SkinChoice parseChoice(const std::string& text, const ChoiceDefaults& defaults);

/// Parses distinct numbers such as "1,10,100", each in [1, most].
std::vector<uint32_t> parseCounts(const std::string& option, const std::string& list,
                                  uint32_t most);

/// Parses a clip's name or index, or "none" for the rest pose; "rest" too unless a clip has that
/// name. Prints further clips of the same name.
uint32_t parseClip(const Model& model, const std::string& nameOrIndex);
bool hasClip(const Model& model, const std::string& nameOrIndex);

VkExtent2D requireSize(const std::string& text);

/// Maps "shaded", "normals", "weights", "cascades", "levels", "rates", "motion" and "difference" to
/// SINEW_VIEW_*.
uint32_t parseView(const std::string& name);
/// Throws std::runtime_error for an unknown name.
uint32_t parseJoint(const Model& model, const std::string& name);

/// Parses texts such as "speed=0.5,2"; other parameters keep their range. Without texts, the result
/// is empty. Throws std::runtime_error.
std::vector<ParameterRange> parseRanges(const std::vector<std::string>& texts,
                                        const AnimatorSpec& spec);

/// Parses "AZ,EL[,ZOOM[,X,Y,Z[,SHIFT]]]": azimuth and elevation in degrees, zoom factor (2: twice
/// as large), the target, and its distance from the image centre. Errors name `option`.
struct CameraAngles {
    double yawDegrees = 0;
    double pitchDegrees = 0;
    double zoom = 1;
    std::optional<glm::vec3> target;  // none: centre of the crowd
    double shift = 0;               // to the right, share of the image's width
};
CameraAngles parseCamera(const char* option, const std::string& text);

inline constexpr const char* kChoiceForm = "METHOD";

}  // namespace sinew::cli
