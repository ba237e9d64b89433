// Choreography of idle, walk, run and wave; the dance has a file of its own.
#include "assets/mannequin/clips.h"

#include <functional>
#include <string>

#include "assets/mannequin/dance.h"
#include "assets/mannequin/figure.h"
#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

double wave(double phase) {
    return std::sin(2.0 * kPi * phase);
}

// Samples `figureAt(phase)`, phase in [0, 1), at `count` steps and closes the loop.
Clip record(const std::string& name, double durationSeconds, int count,
            const std::function<Figure(double)>& figureAt) {
    const FigurePoser poser;
    Clip clip{name, durationSeconds, {}};
    for (int i = 0; i < count; ++i)
        clip.samples.push_back(poser.pose(figureAt(static_cast<double>(i) / count)));
    clip.samples.push_back(clip.samples.front());
    return clip;
}

Figure standing() {
    Figure f;
    f.hips = {0, -0.012, 0};
    for (LegGoal& leg : f.legs) leg.yaw = 5.0;
    return f;
}

// Weight wanders from leg to leg, the chest breathes, the head looks about.
Figure idleAt(double phase) {
    Figure f = standing();
    const double sway = wave(phase), breath = wave(phase * 2.0 + 0.1);
    f.hips = {0.022 * sway, -0.016 - 0.004 * wave(phase * 2.0 + 0.25), 0.004 * wave(phase + 0.3)};
    f.hipTurn = {1.0, 2.0 * wave(phase + 0.1), -2.2 * sway};
    f.spineTurn = {-1.0 + 0.6 * breath, -3.0 * wave(phase + 0.1), 2.8 * sway};
    f.headTurn = {2.0 + 1.5 * wave(phase * 2.0), 9.0 * wave(phase + 0.3), 1.5 * wave(phase + 0.2)};
    f.gaze = {0, 4.0 * wave(phase + 0.36), 0};
    f.breath = 1.2 * breath;
    for (std::size_t side = 0; side < 2; ++side) {
        ArmGoal& arm = f.arms[side];
        const double s = wave(phase + 0.15 + 0.08 * static_cast<double>(side));
        arm.upper = {0.20 + 0.012 * breath, -0.97, -0.03 + 0.02 * s};
        arm.fore = {0.13, -0.96, 0.24 + 0.03 * s};
        arm.shrug = 1.0 * breath;
        arm.pronate = -14.0;
        arm.curl = 0.28 + 0.03 * s;
        arm.wristBend = 4.0;
    }
    return f;
}

struct Gait {
    double stance;               // share of the cycle that a foot bears weight
    double strideMetres;         // what the ground moves in that time
    double width;                // of the track: inward shift of each foot
    Cycle pitch, lift, forward;  // of one foot over its own cycle, which begins where it lands
};

// One foot: on the ground it moves back as evenly as the ground does.
LegGoal footAt(const Gait& gait, double phase) {
    LegGoal leg;
    leg.foot = {-gait.width, gait.lift.at(phase), gait.forward.at(phase)};
    leg.pitch = gait.pitch.at(phase);
    return leg;
}

// The forward curve of a foot: even while it stands, then a swing that leaves and meets the ground
// with the shares `leaving` and `landing` of its speed; all of it would make a fast foot overshoot
// far.
Cycle treadmill(double stance, double stride, double centre, double leaving, double landing) {
    std::vector<Cycle::Key> keys;
    const double speed = stride / stance;
    constexpr int kStanceKeys = 24, kSwingKeys = 24;
    for (int i = 0; i <= kStanceKeys; ++i) {
        const double s = static_cast<double>(i) / kStanceKeys;
        keys.push_back({stance * s, centre + stride * (0.5 - s)});
    }
    const double swing = 1.0 - stance;
    for (int i = 1; i < kSwingKeys; ++i) {
        const double s = static_cast<double>(i) / kSwingKeys, s2 = s * s, s3 = s2 * s;
        const double slope = -speed * swing;
        keys.push_back({stance + swing * s, centre + (2 * s3 - 3 * s2 + 1) * (-0.5 * stride) +
                                                (s3 - 2 * s2 + s) * slope * leaving +
                                                (3 * s2 - 2 * s3) * (0.5 * stride) +
                                                (s3 - s2) * slope * landing});
    }
    return {1.0, keys};
}

Figure walkAt(double phase) {
    static const Gait gait{
        0.60,
        0.62,
        0.030,
        {1.0,
         {{0.0, 16},
          {0.09, 0},
          {0.36, 0},
          {0.48, -14},
          {0.60, -44},
          {0.70, -48},
          {0.84, -6},
          {0.93, 17}}},
        {1.0, {{0.0, 0}, {0.60, 0}, {0.72, 0.052}, {0.84, 0.034}, {0.94, 0.012}}},
        treadmill(0.60, 0.62, 0.005, 1.0, 0.6)};
    Figure f;
    f.legs[0] = footAt(gait, phase);
    f.legs[1] = footAt(gait, phase + 0.5);
    for (LegGoal& leg : f.legs) leg.yaw = 3.0;
    // The body is lowest just after each landing and leans over the leg that stands.
    const double bob = wave(phase * 2.0 - 0.12 - 0.25);
    f.hips = {0.020 * wave(phase - 0.04), -0.036 + 0.014 * bob, 0.008 * wave(phase * 2.0 + 0.1)};
    f.hipTurn = {3.0 + 1.0 * wave(phase * 2.0), -7.0 * wave(phase + 0.25),
                 -4.0 * wave(phase - 0.02)};
    f.spineTurn = {-1.0 - 1.0 * wave(phase * 2.0), 14.0 * wave(phase + 0.25),
                   4.5 * wave(phase - 0.02)};
    f.headTurn = {2.0 + 1.0 * wave(phase * 2.0 + 0.2), 1.5 * wave(phase + 0.25),
                  -1.0 * wave(phase)};
    for (std::size_t side = 0; side < 2; ++side) {
        // Each arm swings with the other leg.
        const double p = phase + (side == 0 ? 0.5 : 0.0);
        const double swing = wave(p + 0.23), follow = wave(p + 0.17);
        ArmGoal& arm = f.arms[side];
        arm.upper = {0.15, -0.95, -0.06 + 0.36 * swing};
        arm.fore = {0.06, -0.86, 0.22 + 0.44 * follow};
        arm.pronate = -18.0;
        arm.curl = 0.34 + 0.05 * follow;
        arm.wristBend = 5.0 - 6.0 * follow;
        arm.shrug = 1.5 * wave(phase * 2.0);
    }
    return f;
}

Figure runAt(double phase) {
    static const Gait gait{
        0.34,
        0.64,
        0.060,
        {1.0,
         {{0.0, 7},
          {0.06, 0},
          {0.15, 0},
          {0.34, -50},
          {0.45, -78},
          {0.58, -70},
          {0.76, -16},
          {0.92, 9}}},
        {1.0, {{0.0, 0}, {0.34, 0}, {0.47, 0.235}, {0.58, 0.285}, {0.74, 0.165}, {0.90, 0.060}}},
        treadmill(0.34, 0.64, -0.080, 0.75, 0.35)};
    Figure f;
    f.legs[0] = footAt(gait, phase);
    f.legs[1] = footAt(gait, phase + 0.5);
    // In the air between the steps, lowest in the middle of each stance.
    const double bob = wave(phase * 2.0 - 0.34 - 0.25);
    f.hips = {0.010 * wave(phase - 0.04), -0.070 + 0.036 * bob, 0.0};
    f.hipTurn = {9.0, -10.0 * wave(phase + 0.22), -4.0 * wave(phase - 0.05)};
    f.spineTurn = {5.0 + 2.0 * wave(phase * 2.0), 26.0 * wave(phase + 0.22),
                   4.0 * wave(phase - 0.05)};
    f.headTurn = {4.0 + 1.5 * wave(phase * 2.0 + 0.2), 2.0 * wave(phase + 0.22), 0};
    for (std::size_t side = 0; side < 2; ++side) {
        const double p = phase + (side == 0 ? 0.5 : 0.0);
        const double swing = wave(p + 0.22), follow = wave(p + 0.19);
        ArmGoal& arm = f.arms[side];
        arm.upper = {0.30 - 0.06 * swing, -0.80, -0.24 + 0.58 * swing};
        arm.fore = {-0.10 - 0.22 * follow, -0.16 + 0.30 * follow, 0.92};
        arm.pronate = -10.0;
        arm.curl = 0.72;
        arm.shrug = 3.0;
    }
    return f;
}

// The right arm goes up, waves three times from the elbow and comes down.
Figure waveAt(double phase) {
    constexpr double kSeconds = 3.2;
    const double t = phase * kSeconds;
    static const Cycle raised(kSeconds, {{0.0, 0}, {0.10, 0}, {0.62, 1}, {2.45, 1}, {3.02, 0}});
    static const Cycle side(kSeconds, {{0.0, 0},
                                       {0.45, 0},
                                       {0.75, 1},
                                       {1.02, -1},
                                       {1.29, 1},
                                       {1.56, -1},
                                       {1.83, 1},
                                       {2.10, -1},
                                       {2.40, 0.3},
                                       {2.8, 0}});
    const double up = raised.at(t), swing = side.at(t);
    Figure f = idleAt(phase);
    f.hips.x += -0.018 * up;
    f.hipTurn.z += 2.5 * up;
    f.spineTurn = f.spineTurn + Vec3{-1.5, -5.0, -5.5 + 1.2 * swing} * up;
    f.headTurn = f.headTurn + Vec3{-2.0, -8.0, -7.0 + 1.5 * swing} * up;
    f.jaw = 3.0 * up;
    ArmGoal& arm = f.arms[1];
    arm.upper = mix(arm.upper, Vec3{0.86, 0.30, 0.32}, up);
    // On its way up the forearm leads in front of the body.
    const double lead = 4.0 * up * (1.0 - up);
    arm.fore =
        mix(arm.fore, Vec3{0.12 + 0.42 * swing, 0.95, 0.22}, up) + Vec3{0.25, 0.0, 0.45} * lead;
    arm.pronate = mix(arm.pronate, 6.0, up);
    arm.wristSide = 14.0 * swing * up;
    arm.wristBend = mix(arm.wristBend, -6.0, up);
    arm.curl = mix(arm.curl, 0.06, up);
    arm.spread = 7.0 * up;
    f.arms[0].upper = f.arms[0].upper + Vec3{0.10, 0, -0.06} * up;
    return f;
}

}  // namespace

std::vector<Clip> mannequinClips() {
    return {record("idle", 6.0, 96, idleAt), record("walk", 1.0666666666666667, 32, walkAt),
            record("run", 0.7, 24, runAt), record("dance", kDanceSeconds, 120, danceAt),
            record("wave", 3.2, 96, waveAt)};
}

}  // namespace sinew::assets
