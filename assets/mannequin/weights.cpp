// Skin weights: each limb hands over from joint to joint along its axis, and limbs fade into each
// other.
#include "assets/mannequin/weights.h"

#include <algorithm>
#include <array>

namespace sinew::assets {
namespace {

struct Handover {
    int joint;
    double from, to;  // the axis interval over which this joint takes over from the one before
};

// Shares `amount` among a chain of joints at the place `t` along it.
template <std::size_t N>
void shareAlong(std::vector<double>& weights, double amount, double t,
                const std::array<Handover, N>& chain) {
    double left = amount;
    for (std::size_t i = N; i-- > 0;) {
        const double taken = i == 0 ? 1.0 : smoothstep(chain[i].from, chain[i].to, t);
        weights[static_cast<std::size_t>(chain[i].joint)] += left * taken;
        left *= 1.0 - taken;
    }
}

void addHead(std::vector<double>& w, double amount, Vec3 p, bool left) {
    const double jaw = smoothstep(1.583, 1.560, p.y) * smoothstep(0.000, 0.055, p.z) *
                       smoothstep(1.505, 1.540, p.y) * 0.9;
    const Vec3 eye{0.031, 1.640, 0.072};
    const double eyeShare =
        smoothstep(0.0205, 0.0175, length(Vec3{std::fabs(p.x), p.y, p.z} - eye)) *
        smoothstep(0.078, 0.082, p.z);
    w[kJaw] += amount * jaw;
    w[static_cast<std::size_t>(left ? kEyeLeft : kEyeRight)] += amount * (1.0 - jaw) * eyeShare;
    // The jaw line stays with the head while the throat below it follows the neck.
    const double t = p.y - 0.35 * p.z;
    shareAlong<4>(
        w, amount * (1.0 - jaw) * (1.0 - eyeShare), t,
        {{{kSpine3, 0, 0}, {kNeck1, 1.440, 1.505}, {kNeck2, 1.490, 1.550}, {kHead, 1.525, 1.585}}});
}

void addTorso(std::vector<double>& w, double amount, Vec3 p, int side) {
    std::vector<double> spine(w.size(), 0.0);
    shareAlong<5>(spine, amount, p.y,
                  {{{kHips, 0, 0},
                    {kSpine1, 0.985, 1.090},
                    {kSpine2, 1.090, 1.210},
                    {kSpine3, 1.200, 1.330},
                    {kNeck1, 1.445, 1.520}}});
    // The shoulder girdle rides on the clavicle.
    const double girdle = smoothstep(0.045, 0.150, p.x) * smoothstep(1.250, 1.400, p.y) * 0.85;
    const double moved = spine[kSpine3] * girdle;
    spine[kSpine3] -= moved;
    w[static_cast<std::size_t>(side + kClavicle)] += moved;
    // Hip bend: the flank above the thigh follows it a little, more in front than behind.
    const double fold =
        smoothstep(0.960, 0.855, p.y - 0.10 * p.z) * smoothstep(0.000, 0.060, p.x) * 0.75;
    const double thigh = spine[kHips] * fold;
    spine[kHips] -= thigh;
    w[static_cast<std::size_t>(side + kThigh)] += thigh;
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += spine[j];
}

void addArm(std::vector<double>& w, double amount, double t, int side) {
    shareAlong<6>(w, amount, t,
                  {{{side + kClavicle, 0, 0},
                    {side + kUpperArm, -0.080, 0.055},
                    {side + kUpperArmTwist, 0.050, 0.240},
                    {side + kForearm, kElbowAt - 0.036, kElbowAt + 0.036},
                    {side + kForearmTwist, 0.310, 0.510},
                    {side + kHand, kWristAt - 0.024, kWristAt + 0.018}}});
}

void addLeg(std::vector<double>& w, double amount, Vec3 p, int side) {
    // The crease runs higher outside than at the crotch.
    const double t = -(p.y - 0.10 * p.z - 0.25 * (p.x - 0.09));
    shareAlong<6>(w, amount, t,
                  {{{kHips, 0, 0},
                    {side + kThigh, -0.985, -0.850},
                    {side + kThighTwist, -0.830, -0.580},
                    {side + kShin, -0.548, -0.442},
                    {side + kShinTwist, -0.420, -0.180},
                    {side + kFoot, -0.118, -0.072}}});
}

void addFoot(std::vector<double>& w, double amount, Vec3 p, int side) {
    const double high = smoothstep(0.072, 0.118, p.y);
    w[static_cast<std::size_t>(side + kShinTwist)] += amount * high;
    const double toes = smoothstep(0.088, 0.136, p.z + 0.10 * (p.x - 0.11));
    w[static_cast<std::size_t>(side + kToes)] += amount * (1.0 - high) * toes;
    w[static_cast<std::size_t>(side + kFoot)] += amount * (1.0 - high) * (1.0 - toes);
}

void addHand(std::vector<double>& w, double amount, const Vec3& p, const PartDistances& d,
             const std::array<Finger, 5>& fingers, double armT, int side) {
    const double palm = d[static_cast<std::size_t>(Part::Palm)];
    std::array<double, 5> share{};
    double total = 0.0;
    for (std::size_t f = 0; f < 5; ++f) {
        const Finger& finger = fingers[f];
        const double own = d[static_cast<std::size_t>(Part::Thumb) + f];
        const Vec3 along = normalize(finger.points[1] - finger.points[0]);
        const double past = dot(p - finger.points[0], along);
        // A finger begins at its knuckle; the thumb's first bone lies inside the palm.
        share[f] =
            f == 0 ? smoothstep(-0.012, 0.034, past) * smoothstep(0.010, -0.006, own - palm * 0.5)
                   : smoothstep(-0.011, 0.010, past) * smoothstep(0.0045, 0.0005, own);
        total += share[f];
    }
    const double scale = total > 1.0 ? 1.0 / total : 1.0;
    double rest = amount;
    for (std::size_t f = 0; f < 5; ++f) {
        const double mine = amount * share[f] * scale;
        rest -= mine;
        const Finger& finger = fingers[f];
        const int first = side + kFinger + static_cast<int>(f) * 3;
        const auto bend = [&](std::size_t b) {
            const Vec3 along = normalize(finger.points[b + 1] - finger.points[b - 1]);
            return smoothstep(-0.0075, 0.0075, dot(p - finger.points[b], along));
        };
        const double second = bend(1), third = second * bend(2);
        w[static_cast<std::size_t>(first)] += mine * (1.0 - second);
        w[static_cast<std::size_t>(first + 1)] += mine * (second - third);
        w[static_cast<std::size_t>(first + 2)] += mine * third;
    }
    addArm(w, rest, armT, side);
}

}  // namespace

Influences strongest(const std::vector<double>& dense, std::size_t limit) {
    Influences all;
    for (std::size_t j = 0; j < dense.size(); ++j) {
        if (dense[j] > 0.004) all.emplace_back(static_cast<int>(j), dense[j]);
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    if (all.size() > limit) all.resize(limit);
    double sum = 0.0;
    for (const auto& [joint, weight] : all) sum += weight;
    for (auto& [joint, weight] : all) weight /= sum;
    return all;
}

Influences mannequinInfluences(const Body& body, Vec3 p, std::size_t limit) {
    const bool left = p.x >= 0.0;
    const int side = left ? kLeftSide : kRightSide;
    const Vec3 q{std::fabs(p.x), p.y, p.z};
    const PartDistances d = body.parts(q);
    const auto at = [&](Part part) { return d[static_cast<std::size_t>(part)]; };
    const ArmFrame arm = leftArmFrame();
    static const std::array<Finger, 5> kFingers = leftFingers();
    const double armT = dot(q - arm.shoulder, arm.along);

    double hand = at(Part::Palm);
    for (std::size_t f = 0; f < 5; ++f)
        hand = std::min(hand, d[static_cast<std::size_t>(Part::Thumb) + f]);
    const double limb = std::min(at(Part::Arm), hand);
    const double lower = std::min(at(Part::Leg), at(Part::Foot));
    const double top = std::min(at(Part::Head), at(Part::Hair));

    // Every pair of neighbours fades over a band around the crease where both are equally near.
    const double headShare = smoothstep(-0.035, 0.035, std::min(at(Part::Torso), limb) - top);
    const double armShare = smoothstep(-0.070, 0.055, at(Part::Torso) - limb) * (1.0 - headShare);
    const double legShare =
        smoothstep(-0.050, 0.050, at(Part::Torso) - lower) * (1.0 - armShare) * (1.0 - headShare);
    const double torsoShare = std::max(0.0, 1.0 - armShare - legShare - headShare);

    std::vector<double> w(kMannequinJointCount, 0.0);
    if (torsoShare > 0.0) addTorso(w, torsoShare, q, side);
    if (headShare > 0.0) addHead(w, headShare, q, left);
    if (armShare > 0.0) addHand(w, armShare, q, d, kFingers, armT, side);
    if (legShare > 0.0) {
        const double foot = smoothstep(-0.010, 0.010, at(Part::Leg) - at(Part::Foot));
        addLeg(w, legShare * (1.0 - foot), q, side);
        addFoot(w, legShare * foot, q, side);
    }
    // On the middle line both sides count alike.
    const double other = 0.5 * smoothstep(0.020, 0.0, q.x);
    if (other > 0.0) {
        for (int j = kLeftSide; j < kRightSide; ++j) {
            const int mirror = j + (kRightSide - kLeftSide);
            const auto mine = static_cast<std::size_t>(left ? j : mirror);
            const auto theirs = static_cast<std::size_t>(left ? mirror : j);
            const double moved = w[mine] * other;
            w[mine] -= moved;
            w[theirs] += moved;
        }
    }
    return strongest(w, limit);
}

}  // namespace sinew::assets
