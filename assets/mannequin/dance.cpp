// Choreography of the dance, in beats: step out left, gather, step out right, gather, then hips and arms.
#include "assets/mannequin/dance.h"

#include "assets/math/exact.h"

namespace sinew::assets {
namespace {

constexpr double kBeats = 8.0;

using Keys = std::vector<VectorCycle::Key>;

// The left arm's directions; the right arm has its own score.
const VectorCycle& upperArm(bool left) {
    static const VectorCycle l(kBeats, Keys{{0.0, {0.62, 0.76, 0.18}},  {0.35, {0.60, 0.78, 0.20}},
                                            {1.0, {0.55, -0.62, 0.55}}, {2.0, {0.92, -0.30, -0.20}},
                                            {2.35, {0.92, -0.32, -0.20}}, {3.0, {0.55, -0.62, 0.55}},
                                            {4.0, {0.40, 0.88, 0.22}},  {5.0, {0.70, 0.68, 0.20}},
                                            {6.0, {0.30, 0.92, 0.20}},  {7.0, {0.75, -0.50, 0.35}}});
    static const VectorCycle r(kBeats, Keys{{0.0, {0.92, -0.30, -0.20}}, {0.35, {0.92, -0.32, -0.20}},
                                            {1.0, {0.55, -0.62, 0.55}}, {2.0, {0.62, 0.76, 0.18}},
                                            {2.35, {0.60, 0.78, 0.20}}, {3.0, {0.55, -0.62, 0.55}},
                                            {4.0, {0.40, 0.88, 0.22}},  {5.0, {0.30, 0.92, 0.20}},
                                            {6.0, {0.70, 0.68, 0.20}},  {7.0, {0.75, -0.50, 0.35}}});
    return left ? l : r;
}

const VectorCycle& forearm(bool left) {
    static const VectorCycle l(kBeats, Keys{{0.0, {0.42, 0.88, 0.30}},  {0.35, {0.40, 0.90, 0.30}},
                                            {1.0, {-0.62, 0.35, 0.70}}, {2.0, {0.80, -0.50, 0.25}},
                                            {2.35, {0.80, -0.50, 0.28}}, {3.0, {-0.62, 0.35, 0.70}},
                                            {4.0, {-0.30, 0.90, 0.35}}, {5.0, {0.55, 0.75, 0.40}},
                                            {6.0, {-0.55, 0.80, 0.30}}, {7.0, {0.10, 0.20, 0.95}}});
    static const VectorCycle r(kBeats, Keys{{0.0, {0.80, -0.50, 0.25}}, {0.35, {0.80, -0.50, 0.28}},
                                            {1.0, {-0.62, 0.35, 0.70}}, {2.0, {0.42, 0.88, 0.30}},
                                            {2.35, {0.40, 0.90, 0.30}}, {3.0, {-0.62, 0.35, 0.70}},
                                            {4.0, {-0.30, 0.90, 0.35}}, {5.0, {-0.55, 0.80, 0.30}},
                                            {6.0, {0.55, 0.75, 0.40}},  {7.0, {0.10, 0.20, 0.95}}});
    return left ? l : r;
}

// Feet: the free foot reaches out to the side on its beat and comes home on the next.
LegGoal danceLeg(double beat, bool left) {
    // The right foot dances the left foot's score two beats later in the first half.
    static const Cycle outL(kBeats, {{0.0, 0.20}, {0.40, 0.20}, {0.95, 0.035}, {7.35, 0.035}, {7.95, 0.20}});
    static const Cycle liftL(kBeats, {{0.0, 0}, {0.40, 0}, {0.68, 0.05}, {0.95, 0}, {7.35, 0}, {7.66, 0.06}, {7.95, 0}});
    static const Cycle outR(kBeats, {{0.0, 0.035}, {1.35, 0.035}, {1.95, 0.20}, {2.40, 0.20}, {2.95, 0.035}});
    static const Cycle liftR(kBeats, {{0.0, 0}, {1.35, 0}, {1.66, 0.06}, {1.95, 0}, {2.40, 0}, {2.68, 0.05}, {2.95, 0}});
    static const Cycle pitchL(kBeats, {{0.0, -38}, {0.40, -38}, {0.95, 0}, {3.5, 0}, {4.0, -20}, {4.5, -6}, {5.0, -26},
                                       {5.6, 0}, {6.4, 0}, {7.0, 0}, {7.35, -4}});
    static const Cycle pitchR(kBeats, {{0.0, 0}, {1.35, -4}, {1.95, -38}, {2.40, -38}, {2.95, 0}, {3.5, 0}, {4.0, -20},
                                       {4.5, -4}, {5.4, 0}, {6.0, -26}, {6.6, 0}, {7.0, 0}});
    LegGoal leg;
    leg.foot = {(left ? outL : outR).at(beat), (left ? liftL : liftR).at(beat), 0.0};
    leg.pitch = (left ? pitchL : pitchR).at(beat);
    leg.yaw = 10.0 + 40.0 * (leg.foot.x - 0.035);
    leg.kneeOut = 6.0;
    return leg;
}

}  // namespace

Figure danceAt(double phase) {
    const double beat = phase * kBeats;
    static const VectorCycle hips(kBeats, Keys{{0.0, {-0.075, -0.065, 0.0}}, {0.5, {-0.060, -0.095, 0.0}},
                                               {1.0, {0.0, -0.115, -0.02}},  {1.5, {0.055, -0.080, 0.0}},
                                               {2.0, {0.075, -0.065, 0.0}},  {2.5, {0.060, -0.095, 0.0}},
                                               {3.0, {0.0, -0.115, -0.02}},  {3.5, {0.0, -0.050, 0.0}},
                                               {4.0, {0.0, 0.004, 0.02}},    {4.5, {0.03, -0.060, 0.0}},
                                               {5.0, {-0.070, -0.045, 0.0}}, {5.5, {0.0, -0.085, 0.0}},
                                               {6.0, {0.070, -0.045, 0.0}},  {6.5, {0.01, -0.095, -0.01}},
                                               {7.0, {0.0, -0.150, -0.05}},  {7.5, {-0.050, -0.085, -0.01}}});
    static const VectorCycle hipTurn(kBeats, Keys{{0.0, {2, 14, 9}}, {1.0, {8, 0, 0}}, {2.0, {2, -14, -9}},
                                                  {3.0, {8, 0, 0}}, {4.0, {-3, 0, 0}}, {5.0, {2, -10, 11}},
                                                  {6.0, {2, 10, -11}}, {7.0, {14, 0, 0}}});
    static const VectorCycle spine(kBeats, Keys{{0.0, {-6, -24, -16}}, {1.0, {8, 0, 0}}, {2.0, {-6, 24, 16}},
                                                {3.0, {8, 0, 0}}, {4.0, {-9, 0, 0}}, {5.0, {-4, 14, -20}},
                                                {6.0, {-4, -14, 20}}, {7.0, {14, 0, 0}}});
    static const VectorCycle head(kBeats, Keys{{0.0, {-10, 24, -6}}, {1.0, {10, 0, 0}}, {2.0, {-10, -24, 6}},
                                               {3.0, {10, 0, 0}}, {4.0, {-14, 0, 0}}, {5.0, {-3, 14, 7}},
                                               {6.0, {-3, -14, -7}}, {7.0, {12, 0, 0}}});
    Figure f;
    f.hips = hips.at(beat);
    f.hipTurn = hipTurn.at(beat);
    // The chest arrives a little after the hips, the head after the chest.
    f.spineTurn = spine.at(beat - 0.06);
    f.headTurn = head.at(beat - 0.12);
    f.jaw = 2.0 + 1.5 * exactSin(2.0 * kPi * phase);
    for (const bool left : {true, false}) {
        const std::size_t side = left ? 0 : 1;
        f.legs[side] = danceLeg(beat, left);
        ArmGoal& arm = f.arms[side];
        arm.upper = upperArm(left).at(beat);
        arm.fore = forearm(left).at(beat - 0.08);
        static const Cycle curl(kBeats, {{0.0, 0.12}, {1.0, 0.75}, {2.0, 0.12}, {3.0, 0.75}, {4.0, 0.10}, {5.0, 0.22},
                                         {6.0, 0.22}, {7.0, 0.80}});
        static const Cycle bend(kBeats, {{0.0, -12}, {1.0, 10}, {2.0, -12}, {3.0, 10}, {4.0, -18}, {5.0, 16}, {6.0, -16}, {7.0, 0}});
        arm.curl = curl.at(beat - 0.1);
        arm.wristBend = bend.at(beat - 0.15);
        arm.spread = 5.0 * (1.0 - arm.curl);
    }
    return f;
}

}  // namespace sinew::assets
