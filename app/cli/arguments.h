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

// Functions that parse text throw std::runtime_error. The message names the option, the value and
// the accepted values.

/// Values of --joint-limit and --poses: defaults for choices whose text does not set them.
struct ChoiceDefaults {
    uint32_t paletteLimit = 0;
    PosedBy poses = PosedBy::cpu;
};
void addChoiceDefaults(Command& command, ChoiceDefaults& defaults);
void addPoses(Command& command, ChoiceDefaults& defaults);
/// Applies the defaults to `choices` whose methods support them. Prints which methods ignore
/// --poses gpu.
void applyDefaults(const ChoiceDefaults& defaults, std::span<SkinChoice> choices);
SkinChoice parseChoice(const std::string& text, const ChoiceDefaults& defaults);

/// Returns the distinct numbers of a list such as "1,10,100", each in [1, most].
std::vector<uint32_t> parseCounts(const std::string& option, const std::string& list,
                                  uint32_t most);

/// Returns the index of the clip with this name or index; kRestPose for "none" and, unless a clip
/// has that name, for "rest". Prints the other clips of the same name.
uint32_t parseClip(const Model& model, const std::string& nameOrIndex);
bool hasClip(const Model& model, const std::string& nameOrIndex);

VkExtent2D requireSize(const std::string& text);

/// Returns the SINEW_VIEW_* constant of a name in kViewNames.
uint32_t parseView(const std::string& name);
/// Returns the index of the joint with this name.
uint32_t parseJoint(const Model& model, const std::string& name);

/// Applies values of --vary to `settings`. "speed=0.5,2" is the range of random values of the
/// animator parameter `speed`. "speed-spread=0.2" sets speedSpread, and "random-inputs=4" sets
/// randomInputSeconds.
void vary(AnimatorSettings& settings, const std::vector<std::string>& texts,
          const AnimatorSpec& spec);

inline constexpr const char* kCameraOption = "--camera";
inline constexpr const char* kCameraForm = "AZ,EL[,ZOOM[,...]]";  // shown by --help
/// Parses AZ,EL[,ZOOM[,X,Y,Z[,SHIFT]]], the numbers of CameraAngles. Error messages name `option`.
CameraAngles parseCamera(const char* option, const std::string& text);

inline constexpr const char* kChoiceForm = "METHOD";

}  // namespace sinew::cli
