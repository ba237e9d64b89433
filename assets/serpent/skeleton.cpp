// The serpent's outline along its length, and its joints.
#include "assets/serpent/skeleton.h"

#include <algorithm>
#include <array>

#include "assets/animation/clip.h"

namespace sinew::assets {
namespace {

struct Outline {
    double s, halfWidth, above, below;
};

constexpr std::array<Outline, 19> kOutline = {{
    {0.000, 0.018, 0.012, 0.006}, {0.020, 0.038, 0.026, 0.010}, {0.060, 0.052, 0.038, 0.012},
    {0.110, 0.063, 0.050, 0.014}, {0.160, 0.082, 0.066, 0.018}, {0.210, 0.098, 0.076, 0.026},
    {0.260, 0.101, 0.076, 0.042}, {0.310, 0.086, 0.068, 0.052}, {0.370, 0.067, 0.062, 0.055},
    {0.450, 0.060, 0.060, 0.055}, {0.700, 0.066, 0.066, 0.058}, {1.100, 0.084, 0.084, 0.070},
    {1.600, 0.104, 0.104, 0.082}, {2.200, 0.114, 0.112, 0.088}, {2.900, 0.108, 0.106, 0.084},
    {3.600, 0.082, 0.082, 0.066}, {4.200, 0.048, 0.050, 0.042}, {4.600, 0.021, 0.023, 0.021},
    {4.800, 0.006, 0.007, 0.007},
}};

template <typename Member>
double outline(double s, Member member) {
    std::size_t i = 0;
    while (i + 2 < kOutline.size() && s > kOutline[i + 1].s) ++i;
    const auto slope = [&](std::size_t k) {
        const Outline& a = kOutline[k == 0 ? 0 : k - 1];
        const Outline& b = kOutline[std::min(k + 1, kOutline.size() - 1)];
        return (b.*member - a.*member) / (b.s - a.s);
    };
    const Outline &a = kOutline[i], &b = kOutline[i + 1];
    const double h = b.s - a.s, t = clamp((s - a.s) / h, 0.0, 1.0), t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * (a.*member) + (t3 - 2 * t2 + t) * h * slope(i) +
           (3 * t2 - 2 * t3) * (b.*member) + (t3 - t2) * h * slope(i + 1);
}

}  // namespace

BodySection bodySection(double s) {
    return {outline(s, &Outline::halfWidth), outline(s, &Outline::above),
            outline(s, &Outline::below)};
}

Vec3 bodyLine(double s) {
    // The belly rests on the ground; the head's line runs through the mouth, a jaw's depth above
    // it.
    const double below = std::max(bodySection(std::max(s, 0.40)).below, 0.007);
    return {0.0, below + 0.010 * smoothstep(0.5, 0.3, s), kMiddleAt - s};
}

double frontJointAt(int i) {
    return mix(kMiddleAt - 0.015, kHeadLength + 0.03, static_cast<double>(i) / (kFrontJoints - 1));
}
double rearJointAt(int i) {
    return mix(kMiddleAt + 0.015, kSerpentLength - 0.06,
               static_cast<double>(i) / (kRearJoints - 1));
}
double crestAt(int i) {
    return mix(0.50, 4.05, static_cast<double>(i) / (kCrestJoints - 1));
}
double frillAt(int i) {
    return mix(0.315, 0.44, static_cast<double>(i) / (kFrillRibs - 1));
}
double tailFinAt(int i) {
    return mix(4.30, 4.74, static_cast<double>(i) / (kTailFinJoints - 1));
}

int bodyJointAt(double s) {
    if (s < kHeadLength) return kSerpentHead;
    if (s < kMiddleAt) {
        const double t = (s - frontJointAt(0)) / (frontJointAt(kFrontJoints - 1) - frontJointAt(0));
        return kFront + static_cast<int>(
                            clamp(std::floor(t * (kFrontJoints - 1) + 0.5), 0, kFrontJoints - 1));
    }
    const double t = (s - rearJointAt(0)) / (rearJointAt(kRearJoints - 1) - rearJointAt(0));
    return kRear +
           static_cast<int>(clamp(std::floor(t * (kRearJoints - 1) + 0.5), 0, kRearJoints - 1));
}

std::vector<JointPlace> serpentJoints() {
    std::vector<JointPlace> joints;
    const auto add = [&](const std::string& name, int parent, Vec3 p) {
        joints.push_back({name, parent, p});
    };
    add("root", -1, bodyLine(kMiddleAt));
    for (int i = 0; i < kFrontJoints; ++i) {
        add("front_" + std::to_string(i + 1), i == 0 ? kSerpentRoot : kFront + i - 1,
            bodyLine(frontJointAt(i)));
    }
    for (int i = 0; i < kRearJoints; ++i) {
        add("rear_" + std::to_string(i + 1), i == 0 ? kSerpentRoot : kRear + i - 1,
            bodyLine(rearJointAt(i)));
    }
    const Vec3 mouth = bodyLine(0.0);
    const auto head = [&](double x, double y, double s) {
        return Vec3{x, mouth.y + y, kMiddleAt - s};
    };
    add("head", kFront + kFrontJoints - 1, head(0, 0.010, 0.310));
    add("head_end", kSerpentHead, head(0, 0.010, 0.0));
    add("jaw", kSerpentHead, head(0, -0.008, 0.262));
    add("tongue", kSerpentJaw, head(0, -0.010, 0.120));
    add("tongue_tip", kTongue, head(0, -0.010, 0.040));
    add("fork_left", kTongueTip, head(0.002, -0.010, -0.020));
    add("fork_right", kTongueTip, head(-0.002, -0.010, -0.020));
    add("eye_left", kSerpentHead, head(0.062, 0.052, 0.155));
    add("eye_right", kSerpentHead, head(-0.062, 0.052, 0.155));
    for (const double side : {1.0, -1.0}) {
        const std::string suffix = side > 0 ? "_left" : "_right";
        const int base = side > 0 ? kHornLeft : kHornRight;
        add("horn_1" + suffix, kSerpentHead, head(side * 0.058, 0.066, 0.225));
        add("horn_2" + suffix, base, head(side * 0.082, 0.092, 0.320));
    }
    for (const double side : {1.0, -1.0}) {
        for (int i = 0; i < kFrillRibs; ++i) {
            const double s = frillAt(i);
            add("frill_" + std::to_string(i + 1) + (side > 0 ? "_left" : "_right"), bodyJointAt(s),
                bodyLine(s) + Vec3{side * bodySection(s).halfWidth * 0.9, 0.012, 0});
        }
    }
    for (int i = 0; i < kCrestJoints; ++i) {
        const double s = crestAt(i);
        add("crest_" + std::to_string(i + 1), bodyJointAt(s),
            bodyLine(s) + Vec3{0, bodySection(s).above * 0.9, 0});
    }
    for (int i = 0; i < kTailFinJoints; ++i) {
        const double s = tailFinAt(i);
        add("tail_fin_" + std::to_string(i + 1), i == 0 ? bodyJointAt(s) : kTailFin + i - 1,
            bodyLine(s));
    }
    return joints;
}

}  // namespace sinew::assets
