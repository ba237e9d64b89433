// The mannequin's body: the figures that draw each limb, and how the limbs flow into each other.
#include "assets/mannequin/body.h"

#include <algorithm>

#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

// Cross-sections in metres: half-width, then how far the section reaches in +z and in -z.
Station trunkSection(double y, double halfWidth, double front, double back) {
    const double z = (front + back) * 0.5;
    return {y, 0.0, z, halfWidth, halfWidth, front - z, z - back};
}

std::vector<Station> trunkStations() {
    return {
        trunkSection(0.815, 0.080, 0.055, -0.062), trunkSection(0.850, 0.124, 0.080, -0.094),
        trunkSection(0.900, 0.157, 0.094, -0.112), trunkSection(0.950, 0.160, 0.098, -0.112),
        trunkSection(1.000, 0.145, 0.096, -0.096), trunkSection(1.050, 0.124, 0.090, -0.078),
        trunkSection(1.095, 0.114, 0.088, -0.070), trunkSection(1.140, 0.116, 0.089, -0.073),
        trunkSection(1.200, 0.129, 0.096, -0.086), trunkSection(1.260, 0.142, 0.106, -0.099),
        trunkSection(1.315, 0.151, 0.107, -0.110), trunkSection(1.365, 0.150, 0.094, -0.113),
        trunkSection(1.405, 0.138, 0.075, -0.105), trunkSection(1.435, 0.112, 0.056, -0.093),
        trunkSection(1.460, 0.080, 0.038, -0.082), trunkSection(1.485, 0.050, 0.020, -0.072),
    };
}

std::vector<Station> neckStations() {
    return {
        trunkSection(1.420, 0.056, 0.030, -0.084),
        trunkSection(1.480, 0.047, 0.014, -0.073),
        trunkSection(1.530, 0.0435, 0.017, -0.065),
        trunkSection(1.590, 0.0440, 0.030, -0.068),
    };
}

std::vector<Station> faceStations() {
    return {
        trunkSection(1.553, 0.038, 0.080, -0.010),  trunkSection(1.580, 0.0545, 0.086, -0.052),
        trunkSection(1.610, 0.0630, 0.088, -0.080), trunkSection(1.645, 0.070, 0.088, -0.096),
        trunkSection(1.680, 0.072, 0.088, -0.101),  trunkSection(1.708, 0.067, 0.078, -0.094),
        trunkSection(1.728, 0.052, 0.056, -0.074),
    };
}

// Outer and inner half-extent, then front and back.
Station legSection(double y, double x, double outer, double inner, double front, double back) {
    return {y, x, 0.0, outer, inner, front, back};
}

std::vector<Station> legStations() {
    return {
        legSection(0.060, 0.104, 0.030, 0.030, 0.022, 0.046),
        legSection(0.110, 0.103, 0.030, 0.029, 0.018, 0.044),
        legSection(0.170, 0.102, 0.032, 0.031, 0.021, 0.048),
        legSection(0.250, 0.101, 0.041, 0.040, 0.030, 0.063),
        legSection(0.330, 0.100, 0.051, 0.049, 0.037, 0.077),
        legSection(0.390, 0.099, 0.052, 0.049, 0.041, 0.076),
        legSection(0.445, 0.098, 0.047, 0.046, 0.047, 0.060),
        legSection(0.495, 0.098, 0.048, 0.048, 0.056, 0.050),
        legSection(0.545, 0.097, 0.051, 0.051, 0.060, 0.054),
        legSection(0.620, 0.095, 0.059, 0.061, 0.071, 0.066),
        legSection(0.700, 0.093, 0.067, 0.068, 0.079, 0.078),
        legSection(0.780, 0.090, 0.073, 0.074, 0.084, 0.090),
        legSection(0.850, 0.087, 0.077, 0.072, 0.086, 0.098),
        legSection(0.910, 0.083, 0.070, 0.062, 0.078, 0.090),
        legSection(0.960, 0.080, 0.052, 0.046, 0.060, 0.070),
    };
}

// Dorsal and palmar half-extent, then towards the thumb and away from it.
Station armSection(double t, double dorsal, double palmar, double thumb, double little) {
    return {t, 0.0, 0.0, palmar, dorsal, thumb, little};
}

std::vector<Station> armStations() {
    return {
        armSection(-0.035, 0.032, 0.040, 0.042, 0.044),
        armSection(0.010, 0.042, 0.045, 0.049, 0.048),
        armSection(0.050, 0.047, 0.044, 0.050, 0.049),
        armSection(0.100, 0.044, 0.043, 0.046, 0.046),
        armSection(0.150, 0.039, 0.041, 0.043, 0.043),
        armSection(0.200, 0.036, 0.038, 0.040, 0.039),
        armSection(0.250, 0.034, 0.034, 0.035, 0.035),
        armSection(0.285, 0.034, 0.032, 0.034, 0.037),
        armSection(0.325, 0.035, 0.035, 0.039, 0.037),
        armSection(0.365, 0.034, 0.035, 0.040, 0.035),
        armSection(0.420, 0.029, 0.029, 0.034, 0.030),
        armSection(0.475, 0.023, 0.023, 0.028, 0.026),
        armSection(0.520, 0.019, 0.019, 0.026, 0.025),
        armSection(0.550, 0.018, 0.018, 0.027, 0.026),
    };
}

std::vector<Station> palmStations() {
    return {
        armSection(0.545, 0.016, 0.016, 0.024, 0.024),
        armSection(0.575, 0.014, 0.016, 0.032, 0.034),
        armSection(0.605, 0.013, 0.016, 0.037, 0.038),
        armSection(0.632, 0.012, 0.013, 0.038, 0.039),
    };
}

// Along the foot from under the ankle: outer and inner half-width and the height of the instep. The
// sections reach below the ground; the sole is cut flat.
Station footSection(double t, double x, double outer, double inner, double top) {
    constexpr double kMiddle = 0.020;
    return {t, x, -kMiddle, outer, inner, 0.040, top - kMiddle};
}

std::vector<Station> footStations() {
    return {
        footSection(-0.042, 0.000, 0.027, 0.027, 0.058),
        footSection(-0.015, 0.000, 0.033, 0.032, 0.088),
        footSection(0.030, 0.000, 0.035, 0.034, 0.090),
        footSection(0.075, 0.002, 0.041, 0.036, 0.066),
        footSection(0.120, 0.003, 0.046, 0.041, 0.047),
        footSection(0.160, 0.000, 0.043, 0.040, 0.040),
        footSection(0.190, -0.004, 0.033, 0.031, 0.034),
    };
}

const Vec3 kFootTurn{0.121869343405147, 0.0, 0.992546151641322};  // 7 degrees outwards
const Vec3 kFootSide{0.992546151641322, 0.0, -0.121869343405147};

// A part further than this from `p` cannot blend with anything there; its bound will do.
constexpr double kFar = 0.10;

}  // namespace

Body::Body()
    : armFrame_(leftArmFrame()),
      fingers_(leftFingers()),
      trunk_({}, {0, 1, 0}, {1, 0, 0}, trunkStations(), 0.030, 0.020),
      neck_({}, {0, 1, 0}, {1, 0, 0}, neckStations(), 0.030, 0.030),
      face_({}, {0, 1, 0}, {1, 0, 0}, faceStations(), 0.018, 0.022),
      armLoft_(armFrame_.shoulder, armFrame_.along, -armFrame_.dorsal, armStations(), 0.040, 0.012),
      palmLoft_(armFrame_.shoulder, armFrame_.along, -armFrame_.dorsal, palmStations(), 0.010,
                0.012),
      legLoft_({}, {0, 1, 0}, {1, 0, 0}, legStations(), 0.020, 0.030),
      footLoft_({0.103, 0.0, -0.020}, kFootTurn, kFootSide, footStations(), 0.024, 0.026),
      earTurn_(rotationAbout({0, 1, 0}, radians(18.0))),
      browTurn_(rotationAbout({0, 1, 0}, radians(22.0))),
      pecTurn_(rotationAbout({0, 0, 1}, radians(14.0))) {}

double Body::torso(Vec3 p) const {
    double d = trunk_.distance(p);
    // Slope from the neck to the shoulder, chest, shoulder blade, buttock.
    d = smoothUnion(d, roundCone(p, {0.020, 1.480, -0.046}, {0.160, 1.420, -0.026}, 0.034, 0.040),
                    0.034);
    d = smoothUnion(d, ellipsoid(p, {0.068, 1.322, 0.066}, {0.066, 0.048, 0.040}, pecTurn_), 0.030);
    d = smoothUnion(d, ellipsoid(p, {0.078, 1.350, -0.084}, {0.058, 0.070, 0.032}), 0.030);
    d = smoothUnion(d, ellipsoid(p, {0.072, 0.895, -0.070}, {0.070, 0.075, 0.062}), 0.035);
    return d;
}

double Body::skull(Vec3 p) const {
    return smoothUnion(face_.distance(p), ellipsoid(p, {0, 1.668, -0.008}, {0.075, 0.084, 0.098}),
                       0.030);
}

double Body::head(Vec3 p) const {
    double d = skull(p);
    d = smoothUnion(d, ellipsoid(p, {0.038, 1.606, 0.053}, {0.026, 0.027, 0.031}), 0.030);  // cheek
    d = smoothUnion(d, ellipsoid(p, {0.030, 1.665, 0.073}, {0.028, 0.009, 0.014}, browTurn_),
                    0.018);
    // The jaw: from the chin to the corner below the ear.
    d = smoothUnion(
        d, roundCone(p, {0.004, 1.5480, 0.0615}, {0.040, 1.577, -0.010}, 0.0212, 0.0135), 0.020);
    d = smoothSubtraction(d, ellipsoid(p, {0.032, 1.643, 0.102}, {0.019, 0.011, 0.0175}), 0.016);
    d = smoothUnion(d, sphere(p, {0.031, 1.641, 0.0705}, 0.0170), 0.004);  // eye
    d = smoothUnion(d, roundCone(p, {0, 1.654, 0.089}, {0, 1.611, 0.1035}, 0.0070, 0.0098), 0.012);
    d = smoothUnion(d, ellipsoid(p, {0.0105, 1.606, 0.098}, {0.0070, 0.0065, 0.0085}), 0.008);
    d = smoothUnion(d, ellipsoid(p, {0, 1.5768, 0.0825}, {0.020, 0.0052, 0.0085}), 0.008);  // lips
    d = smoothUnion(d, ellipsoid(p, {0, 1.5675, 0.0815}, {0.0165, 0.0058, 0.0085}), 0.007);
    d = smoothUnion(d, ellipsoid(p, {0.072, 1.628, -0.008}, {0.008, 0.030, 0.018}, earTurn_),
                    0.008);
    return smoothUnion(d, neck_.distance(p), 0.024);
}

double Body::hair(Vec3 p) const {
    double cap = skull(p) - mix(0.006, 0.011, smoothstep(1.62, 1.74, p.y));
    // The hairline falls from the forehead to the nape, and swings back over the ear.
    const Vec3 down = normalize(Vec3{0.0, -0.66, 0.75});
    const double line = dot(p - Vec3{0, 1.722, 0.078}, down) - 0.018 * smoothstep(0.02, 0.07, p.x) +
                        0.10 * smoothstep(1.62, 1.56, p.y);
    cap = smoothIntersection(cap, line, 0.010);
    const double bun = ellipsoid(p, {0, 1.742, -0.100}, {0.041, 0.039, 0.036});
    return smoothUnion(cap, bun, 0.010);
}

double Body::arm(Vec3 p) const {
    return smoothUnion(armLoft_.distance(p),
                       ellipsoid(p, armFrame_.at(0.022, 0.002, 0.001), {0.046, 0.046, 0.049}),
                       0.024);
}

double Body::palm(Vec3 p) const {
    double d = palmLoft_.distance(p);
    // Heel of the hand on the side of the little finger.
    return smoothUnion(d,
                       roundCone(p, armFrame_.at(0.572, -0.008, -0.020),
                                 armFrame_.at(0.612, -0.008, -0.027), 0.013, 0.011),
                       0.012);
}

double Body::leg(Vec3 p) const {
    double d = legLoft_.distance(p);
    return smoothUnion(d, ellipsoid(p, {0.098, 0.500, 0.034}, {0.026, 0.030, 0.024}),
                       0.020);  // kneecap
}

double Body::foot(Vec3 p) const {
    return smoothIntersection(footLoft_.distance(p), -p.y, 0.008);
}

PartDistances Body::parts(Vec3 p) const {
    PartDistances d;
    const auto set = [&](Part part, Vec3 centre, double radius, auto&& exact) {
        const double bound = length(p - centre) - radius;
        d[static_cast<std::size_t>(part)] = bound > kFar ? bound : exact();
    };
    set(Part::Head, {0, 1.61, 0.0}, 0.20, [&] { return head(p); });
    set(Part::Hair, {0, 1.68, -0.02}, 0.16, [&] { return hair(p); });
    set(Part::Torso, {0, 1.14, 0}, 0.40, [&] { return torso(p); });
    set(Part::Arm, armFrame_.at(0.27, 0, 0), 0.34, [&] { return arm(p); });
    set(Part::Palm, armFrame_.at(0.59, 0, 0), 0.07, [&] { return palm(p); });
    set(Part::Leg, {0.095, 0.48, 0}, 0.50, [&] { return leg(p); });
    set(Part::Foot, {0.11, 0.04, 0.05}, 0.18, [&] { return foot(p); });
    for (std::size_t f = 0; f < 5; ++f) {
        const Finger& finger = fingers_[f];
        set(static_cast<Part>(static_cast<std::size_t>(Part::Thumb) + f), finger.points[1], 0.075,
            [&] {
                double chain = roundCone(p, finger.points[0], finger.points[1], finger.radii[0],
                                         finger.radii[1]);
                for (std::size_t b = 1; b < 3; ++b) {
                    chain = smoothUnion(chain,
                                        roundCone(p, finger.points[b], finger.points[b + 1],
                                                  finger.radii[b], finger.radii[b + 1]),
                                        0.003);
                }
                return chain;
            });
    }
    return d;
}

double Body::distance(Vec3 p) const {
    p.x = std::fabs(p.x);
    const PartDistances d = parts(p);
    const auto at = [&](Part part) { return d[static_cast<std::size_t>(part)]; };
    double hand = at(Part::Palm);
    double digits = at(Part::Index);
    for (const Part finger : {Part::Middle, Part::Ring, Part::Little}) {
        digits = smoothUnion(digits, at(finger), 0.0015);
    }
    hand = smoothUnion(hand, digits, 0.009);
    hand = smoothUnion(hand, at(Part::Thumb), 0.010);
    const double limb = smoothUnion(at(Part::Arm), hand, 0.012);
    const double lower = smoothUnion(at(Part::Leg), at(Part::Foot), 0.012);
    double body = smoothUnion(at(Part::Torso), lower, 0.030);
    body = smoothUnion(body, limb, 0.035);
    body = smoothUnion(body, at(Part::Head), 0.040);
    return smoothUnion(body, at(Part::Hair), 0.005);
}

Vec3 Body::normal(Vec3 p) const {
    constexpr double kStep = 0.0008;
    const auto slope = [&](Vec3 e) { return distance(p + e) - distance(p - e); };
    return normalize(Vec3{slope({kStep, 0, 0}), slope({0, kStep, 0}), slope({0, 0, kStep})});
}

Vec3 Body::project(Vec3 p, double tolerance) const {
    constexpr double kStep = 0.0008;
    for (int i = 0; i < 4; ++i) {
        const double d = distance(p);
        if (std::fabs(d) < tolerance) break;
        const auto slope = [&](Vec3 e) {
            return (distance(p + e) - distance(p - e)) / (2.0 * kStep);
        };
        const Vec3 g{slope({kStep, 0, 0}), slope({0, kStep, 0}), slope({0, 0, kStep})};
        p += g * (-d / std::max(dot(g, g), 0.05));
    }
    return p;
}

}  // namespace sinew::assets
