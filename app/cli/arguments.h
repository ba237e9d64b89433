// Parses values of the command line. Error messages list the accepted values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/clip_and_size.h"
#include "app/command_line.h"
#include "skinning/animator/animator.h"
#include "skinning/gpu/frame/crowd_camera.h"
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

/// Maps kViewNames to SINEW_VIEW_*.
uint32_t parseView(const std::string& name);
/// Throws std::runtime_error for an unknown name.
uint32_t parseJoint(const Model& model, const std::string& name);

/// Applies texts of --vary: "speed=0.5,2" is the range of a parameter's random values,
/// "speed-spread=0.2" and "random-inputs=4" set these AnimatorSettings.
void vary(AnimatorSettings& settings, const std::vector<std::string>& texts,
          const AnimatorSpec& spec);

inline constexpr const char* kCameraOption = "--camera";
inline constexpr const char* kCameraForm = "AZ,EL[,ZOOM[,...]]";  // in help
/// Parses AZ,EL[,ZOOM[,X,Y,Z[,SHIFT]]], the numbers of CameraAngles. Errors name `option`.
CameraAngles parseCamera(const char* option, const std::string& text);

inline constexpr const char* kChoiceForm = "METHOD";

}  // namespace sinew::cli
