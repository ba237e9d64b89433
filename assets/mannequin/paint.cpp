// The mannequin's painting and its charts.
#include "assets/mannequin/paint.h"

#include <algorithm>

#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

constexpr Vec3 hex(unsigned rgb) {
    return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

constexpr Vec3 kSkin = hex(0xD9A07C), kSkinWarm = hex(0xC97F63), kHair = hex(0x3A2620),
               kHairLight = hex(0x6A4530), kTop = hex(0xE8604C), kStripe = hex(0xF7E9D4),
               kTrim = hex(0xB23A35), kLeggings = hex(0x2B3252), kSideStripe = hex(0x37B6B0),
               kShoe = hex(0xF1EEE8), kSole = hex(0xE8604C), kLace = hex(0x2B3252),
               kLips = hex(0xB85450), kBrow = hex(0x3A2620), kEyeWhite = hex(0xF4EFEA),
               kIris = hex(0x3D6B6E);

// 1 inside an interval, with soft edges of the given width.
double band(double v, double lo, double hi, double soft) {
    return smoothstep(lo - soft, lo + soft, v) * smoothstep(hi + soft, hi - soft, v);
}

struct Place {
    Vec3 p, n;  // folded to x >= 0
    bool left;
    PartDistances d;
    double at(Part part) const { return d[static_cast<std::size_t>(part)]; }
};

Part nearest(const PartDistances& d) {
    return static_cast<Part>(std::min_element(d.begin(), d.end()) - d.begin());
}
bool isHand(Part part) {
    return part >= Part::Palm && part <= Part::Little;
}

double soft(double v, double edge, double width) {
    return smoothstep(edge - width, edge + width, v);
}

Vec3 face(const Place& s, Vec3 colour) {
    const double x = s.p.x, y = s.p.y;
    if (s.p.z < 0.03) return colour;
    const auto ellipse = [](double u, double v, double a, double b) {
        return std::sqrt(u * u / (a * a) + v * v / (b * b));
    };
    colour = mix(colour, kSkinWarm,
                 0.40 * smoothstep(1.0, 0.2, ellipse(x - 0.045, y - 1.605, 0.024, 0.018)));
    colour =
        mix(colour, kSkinWarm, 0.25 * smoothstep(1.0, 0.3, ellipse(x, y - 1.608, 0.016, 0.012)));
    const double ex = x - 0.0315, ey = y - (1.6425 + 0.10 * ex);
    // Upper lid shadow, eye white, iris, pupil, glint, lash line, brow.
    const double opening = ellipse(ex, ey < 0 ? ey * 1.20 : ey, 0.0152, 0.0076);
    colour = mix(colour, kSkinWarm * 0.80,
                 0.55 * smoothstep(1.9, 1.0, ellipse(ex, ey - 0.003, 0.0165, 0.0095)));
    colour = mix(colour, kEyeWhite, smoothstep(1.06, 0.94, opening));
    const double inEye = smoothstep(1.05, 0.95, opening);
    const double iris = ellipse(ex + 0.001, ey - 0.0012, 0.0070, 0.0070);
    colour = mix(colour, kIris * mix(0.55, 1.15, clamp(iris, 0, 1)),
                 inEye * smoothstep(1.06, 0.94, iris));
    colour = mix(colour, hex(0x0E1114), inEye * smoothstep(0.55, 0.45, iris));
    const double glint = ellipse(s.left ? ex - 0.0012 : ex + 0.0036, ey - 0.0036, 0.0017, 0.0017);
    colour = mix(colour, {1, 1, 1}, inEye * smoothstep(1.2, 0.8, glint));
    const double lash = smoothstep(0.80, 0.97, opening) * smoothstep(1.30, 1.10, opening) *
                        smoothstep(-0.001, 0.003, ey);
    colour = mix(colour, hex(0x241714), lash);
    const double bx = (x - 0.034) / 0.024,
                 by = (y - (1.6655 + 0.0045 * (1.0 - bx * bx) + 0.002 * bx)) /
                      (0.0032 * (1.15 - 0.55 * bx));
    colour =
        mix(colour, kBrow,
            0.85 * smoothstep(1.15, 0.80, std::fabs(bx)) * smoothstep(1.25, 0.65, std::fabs(by)));
    // Lips: two bows that meet in a darker line.
    const double half = 0.0240, u = clamp(x / half, 0.0, 1.0), smile = 0.0030 * u * u;
    const double upperEdge =
        1.5725 + smile + 0.0080 * std::sqrt(1.0 - u * u) - 0.0022 * smoothstep(0.30, 0.0, u);
    const double lowerEdge = 1.5725 + smile - 0.0092 * std::sqrt(1.0 - u * u);
    const double lips = soft(y, lowerEdge, 0.0010) * (1.0 - soft(y, upperEdge, 0.0010)) *
                        smoothstep(half, half - 0.003, x);
    colour = mix(colour, kLips, 0.88 * lips);
    colour = mix(colour, kLips * 0.45,
                 0.85 * smoothstep(0.0014, 0.0004, std::fabs(y - 1.5725 - smile)) *
                     smoothstep(half + 0.002, half - 0.002, x));
    // Nostrils.
    colour = mix(colour, kSkinWarm * 0.45,
                 0.8 * smoothstep(1.1, 0.6, ellipse(x - 0.0075, y - 1.6015, 0.0038, 0.0024)) *
                     smoothstep(0.0, -0.4, s.n.y));
    return colour;
}

Vec3 hairColour(const Place& s) {
    // Strands run from the forehead to the bun.
    const Vec3 q = s.p - Vec3{0, 1.742, -0.100};
    const double around = std::atan2(q.x * (s.left ? 1.0 : -1.0), q.y + 0.25 * q.z);
    const double strands = valueNoise({around * 34.0, length(q) * 9.0, 3.0}) * 0.6 +
                           valueNoise({around * 90.0, length(q) * 14.0, 7.0}) * 0.4;
    Vec3 c = mix(kHair, kHairLight, clamp(0.30 + 0.38 * strands + 0.18 * s.n.y, 0.0, 1.0));
    // A ribbon ties the bun.
    const double bun = length(Vec3{q.x, q.y, q.z});
    const Vec3 axis = normalize(Vec3{0, 0.60, -0.80});
    return mix(c, kTop, band(dot(q, axis), -0.030, -0.016, 0.0015) * smoothstep(0.060, 0.052, bun));
}

Vec3 topColour(const Place& s, double armT) {
    const bool onArm = s.at(Part::Arm) < s.at(Part::Torso);
    // Sailor stripes: level on the body, around the sleeve on the arm.
    const double across = onArm ? armT + 0.0065 : s.p.y;
    const double period = 0.044;
    const double phase = across / period - std::floor(across / period);
    return mix(kTop, kStripe, band(phase, 0.30, 0.70, 0.035));
}

// A cord of even width where the sleeve is set into the body.
double piping(const Body& body, const Place& s) {
    const double apart = s.at(Part::Arm) - s.at(Part::Torso);
    if (std::fabs(apart) > 0.02 || s.p.x < 0.08) return 0.0;
    constexpr double kStep = 0.002;
    const auto slope = [&](Vec3 step) {
        const PartDistances d = body.parts(s.p + step);
        return (d[static_cast<std::size_t>(Part::Arm)] - d[static_cast<std::size_t>(Part::Torso)] -
                apart) /
               kStep;
    };
    const Vec3 gradient{slope({kStep, 0, 0}), slope({0, kStep, 0}), slope({0, 0, kStep})};
    const Vec3 along = gradient - s.n * dot(gradient, s.n);
    return smoothstep(0.0046, 0.0034, std::fabs(apart) / std::max(length(along), 0.05));
}

Vec3 clothing(const Body& body, const Place& s, double armT) {
    const Part part = nearest(s.d);
    Vec3 colour = kSkin;
    if (part == Part::Head) colour = face(s, colour);
    if (part == Part::Hair) return hairColour(s);
    // Warm knuckles, fingertips and elbows.
    if (isHand(part)) colour = mix(colour, kSkinWarm, 0.30 * soft(armT, 0.645, 0.06));
    if (part == Part::Arm)
        colour = mix(colour, kSkinWarm,
                     0.22 * smoothstep(0.05, 0.0, std::fabs(armT - kElbowAt)) *
                         smoothstep(0.3, -0.6, s.n.z));

    // The top: a round neck, short sleeves set in with piping, a hem over the leggings.
    const double neck = length(s.p - Vec3{0, 1.502, 0.002});
    const bool sleeve = part == Part::Arm;
    double top = sleeve ? 1.0 - soft(armT, 0.150, 0.0010) : soft(s.p.y, 1.000, 0.0010);
    if (part != Part::Arm && part != Part::Torso && part != Part::Head) top = 0.0;
    top *= soft(neck, 0.104, 0.0010) * (s.p.y < 1.50 ? 1.0 : 0.0);
    if (top > 0.0) {
        Vec3 cloth = topColour(s, armT);
        const double hem = sleeve ? soft(armT, 0.138, 0.0008) : 1.0 - soft(s.p.y, 1.014, 0.0008);
        const double collar = 1.0 - soft(neck, 0.115, 0.0010);
        colour =
            mix(colour, mix(cloth, kTrim, std::max(std::max(hem, collar), piping(body, s))), top);
    }
    if (part == Part::Torso || part == Part::Leg) {
        // Leggings with a stripe down the outside, which shows how the leg turns.
        Vec3 cloth = kLeggings;
        const double stripe = s.n.x > 0.2 ? band(s.p.z + 0.004, -0.0115, 0.0115, 0.0010) : 0.0;
        cloth = mix(cloth, kSideStripe, stripe * soft(s.n.x, 0.25, 0.1));
        cloth = mix(cloth, kSideStripe, band(s.p.y, 0.118, 0.128, 0.0008));
        const double worn = (1.0 - soft(s.p.y, 1.000, 0.0010)) * soft(s.p.y, 0.112, 0.0010);
        colour = mix(colour, cloth, worn);
    }
    if (part == Part::Foot || part == Part::Leg) {
        Vec3 shoe = mix(kShoe, kSole, 1.0 - soft(s.p.y, 0.016, 0.0010));
        shoe = mix(
            shoe, kSideStripe,
            band(s.p.z - 0.55 * s.p.y, 0.010, 0.024, 0.0010) * band(s.p.y, 0.018, 0.066, 0.001));
        const double instep = smoothstep(0.020, 0.016, std::fabs(s.p.x - 0.108 - 0.12 * s.p.z)) *
                              smoothstep(0.35, 0.5, s.n.y);
        const double lace = s.p.z / 0.017 - std::floor(s.p.z / 0.017);
        shoe = mix(shoe, kLace,
                   instep * band(s.p.z, 0.022, 0.090, 0.002) * band(lace, 0.3, 0.62, 0.08));
        const double edge =
            0.084 + 0.16 * std::max(0.0, s.p.z + 0.005) + 0.10 * std::max(0.0, -0.04 - s.p.z);
        colour = mix(colour, shoe, 1.0 - soft(s.p.y, edge, 0.0012));
    }
    return colour;
}

}  // namespace

Vec3 mannequinColour(const Body& body, Vec3 position, Vec3 normal) {
    Place s{{std::fabs(position.x), position.y, position.z},
            {position.x < 0 ? -normal.x : normal.x, normal.y, normal.z},
            position.x >= 0.0,
            {}};
    s.d = body.parts(s.p);
    const ArmFrame arm = leftArmFrame();
    const Vec3 colour = clothing(body, s, dot(s.p - arm.shoulder, arm.along));
    // Occlusion: how much closer other surface is than open space would have it, at five distances.
    double hidden = 0.0, weight = 0.5;
    for (const double reach : {0.006, 0.014, 0.030, 0.060}) {
        hidden += weight * std::max(0.0, reach - body.distance(s.p + s.n * reach)) / reach;
        weight *= 0.72;
    }
    const double open = std::exp(-0.75 * hidden);
    // Shade in cloth and skin alike grows warmer, not greyer.
    return {colour.x * mix(0.40, 1.0, open), colour.y * mix(0.32, 1.0, open),
            colour.z * mix(0.33, 1.0, open)};
}

ChartPlan mannequinCharts(const Body& body) {
    enum Region {
        kFace,
        kNape,
        kThroat,
        kHairFront,
        kHairBack,
        kBunFront,
        kBunBack,
        kChest,
        kBack,
        kArmTop,
        kArmUnder,
        kHandBack,
        kHandPalm,
        kLegFront,
        kLegBack,
        kFootTop,
        kFootSole,
        kCount
    };
    ChartPlan plan;
    plan.region = [&body](std::size_t, Vec3 centre, Vec3 normal) -> int {
        static const std::array<Finger, 5> kFingers = leftFingers();
        const bool left = centre.x >= 0.0;
        const Vec3 p{std::fabs(centre.x), centre.y, centre.z};
        const Vec3 n{left ? normal.x : -normal.x, normal.y, normal.z};
        const ArmFrame arm = leftArmFrame();
        const double armT = dot(p - arm.shoulder, arm.along);
        const Part part = nearest(body.parts(p));
        const int side = left ? 0 : kCount;
        if (part == Part::Hair) {
            const Vec3 q = p - Vec3{0, 1.742, -0.100};
            if (length(q) < 0.050)
                return dot(q, normalize(Vec3{0, 0.5, -0.85})) > 0.004 ? kBunBack : kBunFront;
            return p.z > -0.030 ? kHairFront : kHairBack;
        }
        if (part == Part::Head) {
            if (p.y < 1.535 || (n.y < -0.55 && p.z < 0.075 && p.y < 1.56))
                return p.z > -0.022 ? kThroat : kNape;
            return p.z > -0.015 - 0.12 * (1.60 - p.y) ? kFace : kNape;
        }
        if (part == Part::Torso) return p.z > -0.012 ? kChest : kBack;
        // The collar of the shoe goes with the leg, so that the foot stays a flat shape.
        if (part == Part::Leg || (part == Part::Foot && p.y > 0.066 && p.z < 0.015))
            return side + (p.z > (p.y < 0.3 ? -0.014 : -0.004) ? kLegFront : kLegBack);
        if (part == Part::Foot) return side + (n.y < -0.6 ? kFootSole : kFootTop);
        if (part == Part::Arm && armT < kWristAt + 0.004)
            return side + (p.z > -0.018 ? kArmTop : kArmUnder);
        if (part == Part::Palm || part == Part::Arm)
            return side + (dot(p - arm.shoulder, arm.dorsal) > -0.002 ? kHandBack : kHandPalm);
        // Each finger is split along its own middle.
        const Finger& finger =
            kFingers[static_cast<std::size_t>(part) - static_cast<std::size_t>(Part::Thumb)];
        double best = 1e9, height = 0.0;
        for (std::size_t b = 0; b < 3; ++b) {
            const Vec3 a = finger.points[b], e = finger.points[b + 1] - a;
            const Vec3 foot = a + e * clamp(dot(p - a, e) / dot(e, e), 0.0, 1.0);
            const double distance = length(p - foot);
            if (distance < best) best = distance, height = dot(p - foot, arm.dorsal);
        }
        return side + (height > 0.0 ? kHandBack : kHandPalm);
    };
    plan.density = [](int region) {
        switch (region % kCount) {
            case kFace:
                return 2.1;
            case kHandBack:
            case kHandPalm:
                return 1.15;
            case kHairFront:
            case kHairBack:
            case kBunFront:
            case kBunBack:
                return 0.85;
            case kFootSole:
                return 0.5;
            case kFootTop:
                return 1.05;
            default:
                return 1.0;
        }
    };
    plan.mirrored = [](int region) { return region >= kCount; };
    return plan;
}

}  // namespace sinew::assets
