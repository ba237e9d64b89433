// The mannequin's 68 joints: names, parents and places in the bind pose.
#pragma once

#include <array>
#include <vector>

#include "assets/animation/joint.h"

// The figure is 1.75 m tall, stands on y = 0, faces +Z and has its left side at +X. In the bind
// pose every joint's axes are the object's axes, and the arms hang 40 degrees below the horizontal.
namespace sinew::assets {

/// Joints of the middle line, then 28 joints for each side.
enum MannequinJoint : int {
    kRoot,
    kHips,
    kSpine1,
    kSpine2,
    kSpine3,
    kNeck1,
    kNeck2,
    kHead,
    kJaw,
    kEyeLeft,
    kEyeRight,
    kHeadEnd,
    kLeftSide,
    kRightSide = kLeftSide + 28,
    kMannequinJointCount = kRightSide + 28
};
static_assert(kMannequinJointCount == 68);

/// Offsets inside one side's block; the upper arm swings and its twist joint turns, so that the
/// skin between them shares the turn. Fingers take three joints each from kFinger on, thumb first.
enum SideJoint : int {
    kClavicle,
    kUpperArm,
    kUpperArmTwist,
    kForearm,
    kForearmTwist,
    kHand,
    kFinger,
    kThigh = kFinger + 15,
    kThighTwist,
    kShin,
    kShinTwist,
    kFoot,
    kToes,
    kToesEnd
};

inline int sideJoint(bool left, int offset) {
    return (left ? kLeftSide : kRightSide) + offset;
}

/// The left arm's frame at the shoulder: `along` to the fingertips, `dorsal` to the back of the
/// hand, `thumb` to the thumb side; orthonormal.
struct ArmFrame {
    Vec3 shoulder, along, dorsal, thumb;
    Vec3 at(double t, double up, double forward) const {
        return shoulder + along * t + dorsal * up + thumb * forward;
    }
};
ArmFrame leftArmFrame();
inline constexpr double kElbowAt = 0.285,
                        kWristAt = 0.540;  // metres along the arm from the shoulder

/// Four points of one of the left hand's fingers (three joints and the tip) and the radius at each.
struct Finger {
    std::array<Vec3, 4> points;
    std::array<double, 4> radii;
};
std::array<Finger, 5> leftFingers();

/// All joints, parents before children.
std::vector<JointPlace> mannequinJoints();

}  // namespace sinew::assets
