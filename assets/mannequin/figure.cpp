// Poses the mannequin: trunk by angles, legs by two-bone inverse kinematics, arms by directions.
#include "assets/mannequin/figure.h"

#include <algorithm>

#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

Quat mirrorX(Quat q) {
    return {q.x, -q.y, -q.z, q.w};
}
Quat turnOf(Vec3 pitchYawRoll) {
    return turn(pitchYawRoll.y, pitchYawRoll.x, pitchYawRoll.z);
}

// Where the shoe touches the ground, relative to the ankle joint, in the bind pose.
constexpr Vec3 kHeel{0.094, 0.0, -0.072}, kBall{0.117, 0.0, 0.115}, kTip{0.126, 0.0, 0.190};

}  // namespace

// Rotations from the bind pose in object space. One side at a time is solved as if it were the left
// one: the right side is solved in the mirror.
struct FigurePoser::Globals {
    std::vector<Quat> rotation = std::vector<Quat>(kMannequinJointCount);
    Vec3 hips;

    Quat side(bool left, int joint) const {
        return left ? rotation[static_cast<std::size_t>(joint)]
                    : mirrorX(rotation[static_cast<std::size_t>(joint)]);
    }
    void set(bool left, int offset, Quat q) {
        rotation[static_cast<std::size_t>(sideJoint(left, offset))] = left ? q : mirrorX(q);
    }
};

FigurePoser::FigurePoser()
    : joints_(mannequinJoints()), fingers_(leftFingers()), arm_(leftArmFrame()) {}

void FigurePoser::poseTrunk(const Figure& figure, Globals& g) const {
    auto& r = g.rotation;
    r[kHips] = turnOf(figure.hipTurn);
    const Quat spine = turnOf(figure.spineTurn);
    r[kSpine1] = r[kHips] * scaledRotation(spine, 0.30);
    r[kSpine2] = r[kSpine1] * scaledRotation(spine, 0.35);
    r[kSpine3] = r[kSpine2] * scaledRotation(spine, 0.35) * turn(0, -figure.breath, 0);
    const Quat neck = conjugate(r[kSpine3]) * turnOf(figure.headTurn);
    r[kNeck1] = r[kSpine3] * scaledRotation(neck, 0.28);
    r[kNeck2] = r[kSpine3] * scaledRotation(neck, 0.58);
    r[kHead] = r[kSpine3] * neck;
    r[kHeadEnd] = r[kHead];
    r[kJaw] = r[kHead] * turn(0, figure.jaw, 0);
    r[kEyeLeft] = r[kEyeRight] = r[kHead] * turn(figure.gaze.y, figure.gaze.x, 0);
}

void FigurePoser::poseArm(const ArmGoal& goal, bool left, Globals& g) const {
    const Quat chest = g.side(left, kSpine3);
    const Vec3 upper = normalize(goal.upper), fore = normalize(goal.fore);
    // The shoulder blade follows an arm that rises or reaches.
    const double raise = 38.0 * smoothstep(-0.25, 1.10, upper.y) + goal.shrug;
    const Quat clavicle =
        chest * turn(-14.0 * upper.z * (1.0 - 0.5 * std::fabs(upper.y)), 0, raise);
    const Vec3 u = rotate(chest, upper), f = rotate(chest, fore);
    // The hollow of the elbow faces the way the forearm bends; a nearly straight arm keeps it
    // forward.
    const Vec3 hollow = f - u * dot(f, u) + rotate(chest, Vec3{-0.3, 0.0, 1.0}) * 0.04;
    const Quat whole = rotationOfFrames(arm_.along, arm_.thumb, u, hollow);
    const Quat relative = conjugate(clavicle) * whole;
    const Quat swing = rotationBetween(arm_.along, rotate(relative, arm_.along));
    g.set(left, kClavicle, clavicle);
    g.set(left, kUpperArm, clavicle * swing);
    g.set(left, kUpperArmTwist, whole);
    const Quat forearm = rotationBetween(u, f) * whole;
    const Quat turned = rotationAbout(f, radians(goal.pronate)) * forearm;
    g.set(left, kForearm, forearm);
    g.set(left, kForearmTwist, rotationAbout(f, radians(goal.pronate * 0.7)) * forearm);
    const Quat wrist = rotationAbout(-arm_.thumb, radians(goal.wristBend)) *
                       rotationAbout(-arm_.dorsal, radians(goal.wristSide));
    g.set(left, kHand, turned * wrist);
    poseFingers(goal, left, g);
}

void FigurePoser::poseFingers(const ArmGoal& goal, bool left, Globals& g) const {
    const Quat hand = g.side(left, sideJoint(left, kHand));
    for (int f = 0; f < 5; ++f) {
        const Finger& finger = fingers_[static_cast<std::size_t>(f)];
        const Vec3 along = normalize(finger.points[1] - finger.points[0]);
        // Fingers close towards the palm, the thumb across it.
        const Vec3 to = f == 0
                            ? normalize(arm_.thumb * -0.75 - arm_.dorsal * 0.55 + arm_.along * 0.1)
                            : -arm_.dorsal;
        const Vec3 axis = normalize(cross(along, to));
        // The outer fingers lead when a hand closes.
        const double curl =
            goal.curl * (f == 0 ? 0.42 : 1.0 + 0.07 * (f - 2)) - (f == 0 ? 0.06 : 0.05);
        const double fan = goal.spread * (f == 0 ? 1.0 : (2.3 - f) * 0.55);
        Quat q = hand * rotationAbout(-arm_.dorsal, radians(fan));
        for (int b = 0; b < 3; ++b) {
            q = q * rotationAbout(axis, radians(kFingerCurl[static_cast<std::size_t>(b)] * curl));
            g.set(left, kFinger + f * 3 + b, q);
        }
    }
}

void FigurePoser::poseLeg(const LegGoal& goal, bool left, Globals& g) const {
    const auto place = [&](int offset) {
        return joints_[static_cast<std::size_t>(kLeftSide + offset)].position;
    };
    const Vec3 hip0 = place(kThigh), knee0 = place(kShin), ankle0 = place(kFoot),
               toes0 = place(kToes);
    const Quat pelvis = g.side(left, kHips);
    const Vec3 hips = left ? g.hips : Vec3{-g.hips.x, g.hips.y, g.hips.z};
    const Vec3 hip = hips + rotate(pelvis, hip0 - joints_[kHips].position);

    // The foot turns about the heel or about the ball of the toes, whichever bears it.
    const Quat yaw = turn(goal.yaw, 0, 0);
    const Quat foot = yaw * turn(0, -goal.pitch, 0);
    const double onHeel = smoothstep(-3.0, 3.0, goal.pitch);
    const Vec3 pivot = mix(kBall, kHeel, onHeel) - Vec3{ankle0.x, 0, ankle0.z};
    const Vec3 ankleUp{0, ankle0.y, 0};
    Vec3 ankle = Vec3{ankle0.x, 0, ankle0.z} + goal.foot +
                 rotate(yaw, pivot + rotate(turn(0, -goal.pitch, 0), ankleUp - pivot));
    // Toes stay flat on the ground while the heel is up, and follow the foot in the air.
    const double airborne = smoothstep(0.015, 0.070, goal.foot.y);
    const double bend = std::max(0.0, -goal.pitch) * (1.0 - 0.65 * airborne);
    const Quat toes = foot * turn(0, -bend - goal.toes, 0);
    double lowest = 0.0;
    for (const Vec3 sole : {kHeel, kBall}) {
        lowest = std::min(lowest, (ankle + rotate(foot, sole - ankle0)).y);
    }
    const Vec3 toeJoint = ankle + rotate(foot, toes0 - ankle0);
    lowest = std::min(lowest, (toeJoint + rotate(toes, kTip - toes0)).y);
    ankle.y -= lowest;

    const double thighLength = length(knee0 - hip0), shinLength = length(ankle0 - knee0);
    Vec3 reach = ankle - hip;
    // A leg stretches out softly: near full length the knee would snap.
    const double longest = (thighLength + shinLength) * 0.9985, soft = longest * 0.012;
    const double wanted = length(reach), over = wanted - (longest - soft);
    const double distance = over > 0.0 ? longest - soft * std::exp(-over / soft) : wanted;
    const Vec3 direction = normalize(reach);
    ankle = hip + direction * distance;
    const Vec3 pelvisAhead = rotate(pelvis, Vec3{0, 0, 1});
    const double heading =
        std::atan2(pelvisAhead.x, pelvisAhead.z) * 0.4 + radians(goal.yaw * 0.6 + goal.kneeOut);
    const Vec3 ahead = Vec3{std::sin(heading), 0.0, std::cos(heading)};
    const Vec3 pole = normalize(ahead - direction * dot(ahead, direction));
    const double along =
        (distance * distance + thighLength * thighLength - shinLength * shinLength) /
        (2.0 * distance);
    const double out = std::sqrt(std::max(0.0, thighLength * thighLength - along * along));
    const Vec3 knee = hip + direction * along + pole * out;

    const Vec3 thigh0 = normalize(knee0 - hip0), front{0, 0, 1};
    const Quat thigh = rotationOfFrames(thigh0, front, knee - hip, pole);
    const Quat shin = rotationOfFrames(ankle0 - knee0, front, ankle - knee, pole);
    const Quat relative = conjugate(pelvis) * thigh;
    g.set(left, kThigh, pelvis * rotationBetween(thigh0, rotate(relative, thigh0)));
    g.set(left, kThighTwist, thigh);
    g.set(left, kShin, shin);
    const Quat ankleTwist = twistAbout(conjugate(shin) * foot, normalize(ankle0 - knee0));
    g.set(left, kShinTwist, shin * scaledRotation(ankleTwist, 0.5));
    g.set(left, kFoot, foot);
    g.set(left, kToes, toes);
    g.set(left, kToesEnd, toes);
}

PoseSample FigurePoser::pose(const Figure& figure) const {
    Globals g;
    g.hips = joints_[kHips].position + figure.hips;
    poseTrunk(figure, g);
    for (const bool left : {true, false}) {
        poseArm(figure.arms[left ? 0 : 1], left, g);
        poseLeg(figure.legs[left ? 0 : 1], left, g);
    }
    PoseSample sample;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const int parent = joints_[j].parent;
        const Quat above = parent < 0 ? Quat{} : g.rotation[static_cast<std::size_t>(parent)];
        const Vec3 origin =
            parent < 0 ? Vec3{} : joints_[static_cast<std::size_t>(parent)].position;
        sample.rotations.push_back(normalize(conjugate(above) * g.rotation[j]));
        sample.translations.push_back(joints_[j].position - origin);
    }
    sample.translations[kHips] += figure.hips;
    return sample;
}

}  // namespace sinew::assets
