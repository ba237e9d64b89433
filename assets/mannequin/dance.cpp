// Choreography of the dance, in beats: step out left, gather, step out right, gather, then hips and
// arms.
#include "assets/mannequin/dance.h"

#include <utility>
#include <vector>

#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

constexpr double kBeats = 8.0;

using Keys = std::vector<VectorCycle::Key>;

// Where an arm points, upper arm and forearm; the two arms take turns in the same positions.
struct ArmKey {
    Vec3 upper, fore;
};
constexpr ArmKey kPoint{{0.66, 0.73, 0.18}, {0.60, 0.77, 0.24}};    // up and out, one long line
constexpr ArmKey kAway{{0.80, -0.56, -0.10}, {0.76, -0.62, 0.14}};  // the line's other end
constexpr ArmKey kWing{{0.84, 0.02, 0.38},
                       {-0.72, -0.12, 0.66}};  // fist before the chest, elbow high
constexpr ArmKey kCrown{{0.50, 0.83, 0.24}, {0.02, 0.95, 0.30}};    // round over the head
constexpr ArmKey kReach{{0.86, 0.40, 0.22}, {0.70, 0.62, 0.34}};    // out and up
constexpr ArmKey kFold{{0.42, 0.86, 0.26}, {-0.58, 0.76, 0.30}};    // hand over the head
constexpr ArmKey kBack{{0.46, -0.78, -0.40}, {0.40, -0.88, 0.05}};  // swung down behind
constexpr ArmKey kOpen{{0.92, 0.08, 0.32}, {0.62, 0.22, 0.72}};   // on the way down or up, in front
constexpr ArmKey kRise{{0.82, 0.42, 0.38}, {0.34, 0.74, 0.56}};   // from the chest to the crown
constexpr ArmKey kLow{{0.74, -0.66, 0.00}, {0.66, -0.66, 0.30}};  // on the way back to kAway

struct ArmScore {
    VectorCycle upper, fore;
};

ArmScore scoreOf(const std::vector<std::pair<double, ArmKey>>& keys) {
    Keys upper, fore;
    for (const auto& [beat, key] : keys) {
        upper.push_back({beat, key.upper});
        fore.push_back({beat, key.fore});
    }
    return {{kBeats, upper}, {kBeats, fore}};
}

const ArmScore& armScore(bool left) {
    static const ArmScore l = scoreOf({{0.0, kPoint},
                                       {0.4, kPoint},
                                       {1.0, kWing},
                                       {2.0, kAway},
                                       {2.4, kAway},
                                       {3.0, kWing},
                                       {3.5, kRise},
                                       {4.0, kCrown},
                                       {5.0, kReach},
                                       {6.0, kFold},
                                       {6.5, kOpen},
                                       {7.0, kBack},
                                       {7.5, kOpen}});
    static const ArmScore r = scoreOf({{0.0, kAway},
                                       {0.4, kAway},
                                       {1.0, kWing},
                                       {2.0, kPoint},
                                       {2.4, kPoint},
                                       {3.0, kWing},
                                       {3.5, kRise},
                                       {4.0, kCrown},
                                       {5.0, kFold},
                                       {6.0, kReach},
                                       {6.5, kOpen},
                                       {7.0, kBack},
                                       {7.5, kLow}});
    return left ? l : r;
}

// Feet: the free foot reaches out to the side on its beat and comes home on the next.
LegGoal danceLeg(double beat, bool left) {
    constexpr double kHome = 0.045, kOut = 0.275;
    static const Cycle outL(
        kBeats, {{0.0, kOut}, {0.42, kOut}, {0.95, kHome}, {7.30, kHome}, {7.92, kOut}});
    static const Cycle liftL(
        kBeats,
        {{0.0, 0}, {0.42, 0}, {0.68, 0.055}, {0.95, 0}, {7.30, 0}, {7.62, 0.065}, {7.92, 0}});
    static const Cycle outR(
        kBeats, {{0.0, kHome}, {1.30, kHome}, {1.92, kOut}, {2.42, kOut}, {2.95, kHome}});
    static const Cycle liftR(
        kBeats,
        {{0.0, 0}, {1.30, 0}, {1.62, 0.065}, {1.92, 0}, {2.42, 0}, {2.68, 0.055}, {2.95, 0}});
    static const Cycle pitchL(kBeats, {{0.0, -30},
                                       {0.42, -30},
                                       {0.95, 0},
                                       {3.4, 0},
                                       {4.0, -24},
                                       {4.5, -10},
                                       {5.0, -30},
                                       {5.6, 0},
                                       {6.4, 0},
                                       {7.0, 0},
                                       {7.30, -6}});
    static const Cycle pitchR(kBeats, {{0.0, 0},
                                       {1.30, -6},
                                       {1.92, -30},
                                       {2.42, -30},
                                       {2.95, 0},
                                       {3.4, 0},
                                       {4.0, -24},
                                       {4.5, -6},
                                       {5.4, 0},
                                       {6.0, -30},
                                       {6.6, 0},
                                       {7.0, 0}});
    static const Cycle knees(
        kBeats,
        {{0.0, 8}, {1.0, 14}, {2.0, 8}, {3.0, 14}, {4.0, 5}, {5.0, 4}, {6.0, 4}, {7.0, 20}});
    LegGoal leg;
    leg.foot = {(left ? outL : outR).at(beat), (left ? liftL : liftR).at(beat), 0.0};
    leg.pitch = (left ? pitchL : pitchR).at(beat);
    leg.yaw = 10.0 + 50.0 * (leg.foot.x - kHome);
    leg.kneeOut = knees.at(beat);
    return leg;
}

}  // namespace

Figure danceAt(double phase) {
    const double beat = phase * kBeats;
    static const VectorCycle hips(kBeats, Keys{{0.0, {-0.100, -0.100, 0.0}},
                                               {0.5, {-0.085, -0.125, 0.0}},
                                               {1.0, {0.0, -0.125, -0.02}},
                                               {1.5, {0.060, -0.085, 0.0}},
                                               {2.0, {0.100, -0.100, 0.0}},
                                               {2.5, {0.085, -0.125, 0.0}},
                                               {3.0, {0.0, -0.125, -0.02}},
                                               {3.5, {0.0, -0.055, 0.0}},
                                               {4.0, {0.0, 0.000, 0.02}},
                                               {4.5, {0.020, -0.070, 0.0}},
                                               {5.0, {-0.095, -0.055, 0.0}},
                                               {5.5, {0.0, -0.095, 0.0}},
                                               {6.0, {0.095, -0.055, 0.0}},
                                               {6.5, {0.01, -0.110, -0.01}},
                                               {7.0, {0.0, -0.200, -0.07}},
                                               {7.5, {-0.060, -0.110, -0.02}}});
    static const VectorCycle hipTurn(kBeats, Keys{{0.0, {2, 10, 10}},
                                                  {1.0, {8, -12, 0}},
                                                  {2.0, {2, -10, -10}},
                                                  {3.0, {8, 12, 0}},
                                                  {4.0, {-3, 0, 0}},
                                                  {5.0, {2, -10, 13}},
                                                  {6.0, {2, 10, -13}},
                                                  {7.0, {22, 0, 0}}});
    static const VectorCycle spine(kBeats, Keys{{0.0, {-7, -18, -20}},
                                                {1.0, {10, 26, 0}},
                                                {2.0, {-7, 18, 20}},
                                                {3.0, {10, -26, 0}},
                                                {4.0, {-10, 0, 0}},
                                                {5.0, {-4, 14, -24}},
                                                {6.0, {-4, -14, 24}},
                                                {7.0, {18, 0, 0}}});
    static const VectorCycle head(kBeats, Keys{{0.0, {-12, 26, -6}},
                                               {1.0, {10, 6, 3}},
                                               {2.0, {-12, -26, 6}},
                                               {3.0, {10, -6, -3}},
                                               {4.0, {-14, 0, 0}},
                                               {5.0, {-3, 16, 9}},
                                               {6.0, {-3, -16, -9}},
                                               {7.0, {16, 0, 0}}});
    Figure f;
    f.hips = hips.at(beat);
    f.hipTurn = hipTurn.at(beat);
    // The chest arrives a little after the hips, the head after the chest, the hands last.
    f.spineTurn = spine.at(beat - 0.06);
    f.headTurn = head.at(beat - 0.12);
    f.jaw = 2.0 + 1.5 * std::sin(2.0 * kPi * phase);
    static const Cycle curl(kBeats, {{0.0, 0.10},
                                     {1.0, 0.90},
                                     {2.0, 0.10},
                                     {3.0, 0.90},
                                     {4.0, 0.14},
                                     {5.0, 0.20},
                                     {6.0, 0.20},
                                     {7.0, 0.75}});
    static const Cycle bend(
        kBeats,
        {{0.0, -6}, {1.0, 4}, {2.0, -6}, {3.0, 4}, {4.0, -16}, {5.0, 16}, {6.0, -16}, {7.0, 0}});
    for (const bool left : {true, false}) {
        const std::size_t side = left ? 0 : 1;
        f.legs[side] = danceLeg(beat, left);
        ArmGoal& arm = f.arms[side];
        arm.upper = armScore(left).upper.at(beat);
        arm.fore = armScore(left).fore.at(beat - 0.08);
        arm.curl = curl.at(beat - 0.1);
        arm.wristBend = bend.at(beat - 0.15) * (left ? 1.0 : 0.8);
        arm.spread = 5.0 * (1.0 - arm.curl);
    }
    return f;
}

}  // namespace sinew::assets
