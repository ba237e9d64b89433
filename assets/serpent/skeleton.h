// The serpent's 212 joints and the line of its body in the bind pose.
#pragma once

#include <vector>

#include "assets/animation/joint.h"

// The serpent lies straight on y = 0 with its snout towards +Z. Places along it are given by s,
// metres from the snout; every joint's axes are the object's axes.
namespace sinew::assets {

inline constexpr double kSerpentLength = 4.8, kHeadLength = 0.34, kMiddleAt = 2.35;
inline constexpr int kFrontJoints = 70, kRearJoints = 80, kCrestJoints = 30, kFrillRibs = 6,
                     kTailFinJoints = 6;

enum SerpentJoint : int {
    kSerpentRoot,
    kFront,                         // 70, from the middle to the neck
    kRear = kFront + kFrontJoints,  // 80, from the middle to the tail
    kSerpentHead = kRear + kRearJoints,
    kSerpentHeadEnd,
    kSerpentJaw,
    kTongue,
    kTongueTip = kTongue + 1,
    kForkLeft,
    kForkRight,
    kSerpentEyeLeft,
    kSerpentEyeRight,
    kHornLeft,
    kHornRight = kHornLeft + 2,
    kFrillLeft = kHornRight + 2,
    kFrillRight = kFrillLeft + kFrillRibs,
    kCrest = kFrillRight + kFrillRibs,
    kTailFin = kCrest + kCrestJoints,
    kSerpentJointCount = kTailFin + kTailFinJoints
};
static_assert(kSerpentJointCount == 212);

/// Half-width, height above and depth below the body's line at s.
struct BodySection {
    double halfWidth, above, below;
};
BodySection bodySection(double s);

/// A point on the body's line.
Vec3 bodyLine(double s);

/// Where the front joint `i` and the rear joint `i` lie.
double frontJointAt(int i);
double rearJointAt(int i);

/// The crest's i-th spine and the frill's i-th rib (0 nearest to the head), and the fin joints of
/// the tail.
double crestAt(int i);
double frillAt(int i);
double tailFinAt(int i);

/// The joint of the body that carries what grows at s.
int bodyJointAt(double s);

std::vector<JointPlace> serpentJoints();

}  // namespace sinew::assets
