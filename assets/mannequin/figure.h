// A pose in a choreographer's words, and its translation to joint rotations.
#pragma once

#include <array>

#include "assets/animation/clip.h"
#include "assets/mannequin/skeleton.h"

// Angles are in degrees, lengths in metres. For limbs +x points outwards on both sides, so that
// equal figures on the left and on the right make a symmetric pose.
namespace sinew::assets {

struct LegGoal {
    Vec3 foot;             // shift of the flat foot from its place in the bind pose; y lifts it
    double yaw = 0.0;      // toes outwards
    double pitch = 0.0;    // positive: toes up, about the heel; negative: heel up, about the ball
    double kneeOut = 0.0;  // turns the knee outwards
    double toes = 0.0;     // bends the toes up further than the ground does
};

struct ArmGoal {
    Vec3 upper{0.25, -0.95, 0.0};  // direction of the upper arm, in the frame of the chest
    Vec3 fore{0.18, -0.95, 0.25};  // direction of the forearm, in the same frame
    double shrug = 0.0;            // lifts the shoulder
    double pronate = 0.0;    // turns the palm: positive turns the thumb towards the palm's side
    double wristBend = 0.0;  // positive towards the palm
    double wristSide = 0.0;  // positive towards the thumb
    double curl = 0.25;      // 0 flat hand, 1 fist
    double spread = 0.0;     // fans the fingers
};

struct Figure {
    Vec3 hips;            // shift of the hips
    Vec3 hipTurn;         // pitch (forwards), yaw (to the left), roll (right hip up)
    Vec3 spineTurn;       // the same, over the three joints of the spine, relative to the hips
    Vec3 headTurn;        // the same, of the head relative to the ground
    double breath = 0.0;  // opens the chest, degrees
    double jaw = 0.0;     // opens the mouth
    Vec3 gaze;            // of the eyes: pitch, yaw
    std::array<LegGoal, 2> legs;  // left, right
    std::array<ArmGoal, 2> arms;  // left, right
};

/// Legs by two-bone inverse kinematics with the soles kept on or above the ground, arms by
/// direction.
class FigurePoser {
public:
    FigurePoser();
    PoseSample pose(const Figure& figure) const;

private:
    struct Globals;
    void poseTrunk(const Figure& figure, Globals& g) const;
    void poseArm(const ArmGoal& goal, bool left, Globals& g) const;
    void poseFingers(const ArmGoal& goal, bool left, Globals& g) const;
    void poseLeg(const LegGoal& goal, bool left, Globals& g) const;

    std::vector<JointPlace> joints_;
    std::array<Finger, 5> fingers_;
    ArmFrame arm_;
};

/// The angle to which each finger joint bends for a curl of 1, degrees.
inline constexpr std::array<double, 3> kFingerCurl = {72.0, 92.0, 58.0};

}  // namespace sinew::assets
