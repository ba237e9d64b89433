// The mannequin's skeleton: where each joint lies inside the body that body.cpp draws.
#include "assets/mannequin/skeleton.h"

#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

struct FingerShape {
    double t, up, forward;        // knuckle in the arm frame
    double spread, droop;         // degrees away from the middle finger, degrees towards the palm
    std::array<double, 3> bones;  // metres
    std::array<double, 4> radii;
};

constexpr std::array<FingerShape, 5> kFingers = {{
    {0.566, -0.006, 0.024, 40.0, 16.0, {0.046, 0.034, 0.026}, {0.0155, 0.0125, 0.0112, 0.0088}},
    {0.637, 0.0015, 0.0300, 9.0, 3.0, {0.042, 0.026, 0.020}, {0.0102, 0.0092, 0.0083, 0.0068}},
    {0.642, 0.0030, 0.0085, 1.5, 3.0, {0.046, 0.030, 0.021}, {0.0104, 0.0094, 0.0085, 0.0069}},
    {0.636, 0.0020, -0.0130, -6.5, 4.0, {0.042, 0.028, 0.020}, {0.0099, 0.0090, 0.0081, 0.0066}},
    {0.624, -0.0010, -0.0325, -15.0, 6.0, {0.034, 0.021, 0.018}, {0.0088, 0.0079, 0.0071, 0.0058}},
}};

}  // namespace

ArmFrame leftArmFrame() {
    const double c = std::cos(radians(40.0)), s = std::sin(radians(40.0));
    return {{0.176, 1.418, -0.016}, {c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}};
}

std::array<Finger, 5> leftFingers() {
    const ArmFrame arm = leftArmFrame();
    std::array<Finger, 5> fingers;
    for (std::size_t f = 0; f < 5; ++f) {
        const FingerShape& shape = kFingers[f];
        Finger& finger = fingers[f];
        finger.radii = shape.radii;
        finger.points[0] = arm.at(shape.t, shape.up, shape.forward);
        const double spread = radians(shape.spread);
        for (std::size_t b = 0; b < 3; ++b) {
            // Each bone droops a little more than the one before: a hand at rest is not flat.
            const double droop =
                radians(shape.droop + (f == 0 ? 3.0 : 6.0) * static_cast<double>(b));
            const Vec3 ahead = arm.along * std::cos(spread) + arm.thumb * std::sin(spread);
            const Vec3 direction = ahead * std::cos(droop) - arm.dorsal * std::sin(droop);
            finger.points[b + 1] = finger.points[b] + direction * shape.bones[b];
        }
    }
    return fingers;
}

std::vector<JointPlace> mannequinJoints() {
    std::vector<JointPlace> joints = {
        {"root", -1, {0, 0, 0}},
        {"hips", kRoot, {0, 0.955, -0.008}},
        {"spine_1", kHips, {0, 1.055, -0.010}},
        {"spine_2", kSpine1, {0, 1.165, -0.012}},
        {"spine_3", kSpine2, {0, 1.285, -0.020}},
        {"neck_1", kSpine3, {0, 1.475, -0.034}},
        {"neck_2", kNeck1, {0, 1.525, -0.022}},
        {"head", kNeck2, {0, 1.575, -0.010}},
        {"jaw", kHead, {0, 1.588, 0.015}},
        {"eye_left", kHead, {0.031, 1.640, 0.072}},
        {"eye_right", kHead, {-0.031, 1.640, 0.072}},
        {"head_end", kHead, {0, 1.755, -0.010}},
    };
    const ArmFrame arm = leftArmFrame();
    const std::array<Finger, 5> fingers = leftFingers();
    constexpr std::array<const char*, 5> kFingerNames = {"thumb", "index", "middle", "ring",
                                                         "little"};
    for (const bool left : {true, false}) {
        const int base = left ? kLeftSide : kRightSide;
        const auto add = [&](const std::string& name, int parent, Vec3 position) {
            joints.push_back(
                {name + (left ? "_left" : "_right"), parent, left ? position : mirrorX(position)});
        };
        add("clavicle", kSpine3, {0.030, 1.432, 0.010});
        add("upper_arm", base + kClavicle, arm.shoulder);
        add("upper_arm_twist", base + kUpperArm, arm.at(kElbowAt * 0.5, 0, 0));
        add("forearm", base + kUpperArmTwist, arm.at(kElbowAt, 0, 0));
        add("forearm_twist", base + kForearm, arm.at((kElbowAt + kWristAt) * 0.5, 0, 0));
        add("hand", base + kForearmTwist, arm.at(kWristAt, 0, 0));
        for (std::size_t f = 0; f < 5; ++f) {
            for (std::size_t b = 0; b < 3; ++b) {
                const int self = base + kFinger + static_cast<int>(f * 3 + b);
                add(std::string(kFingerNames[f]) + "_" + std::to_string(b + 1),
                    b == 0 ? base + kHand : self - 1, fingers[f].points[b]);
            }
        }
        add("thigh", kHips, {0.090, 0.905, -0.006});
        add("thigh_twist", base + kThigh, {0.094, 0.700, -0.003});
        add("shin", base + kThighTwist, {0.098, 0.495, 0.000});
        add("shin_twist", base + kShin, {0.1005, 0.290, -0.010});
        add("foot", base + kShinTwist, {0.103, 0.085, -0.020});
        add("toes", base + kFoot, {0.116, 0.022, 0.112});
        add("toes_end", base + kToes, {0.122, 0.020, 0.185});
    }
    return joints;
}

}  // namespace sinew::assets
