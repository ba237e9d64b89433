// The mannequin's body as a signed-distance field: a smooth union of limbs.
#pragma once

#include <array>

#include "assets/mannequin/skeleton.h"
#include "assets/surface/field.h"

namespace sinew::assets {

enum class Part {
    Head,
    Hair,
    Torso,
    Arm,
    Palm,
    Thumb,
    Index,
    Middle,
    Ring,
    Little,
    Leg,
    Foot,
    Count
};
using PartDistances = std::array<double, static_cast<std::size_t>(Part::Count)>;

/// The left half of a body that is symmetric in x.
class Body {
public:
    Body();

    /// Signed distance in metres at `p` in object space; both sides of the body.
    double distance(Vec3 p) const;
    /// The distance of each part on its own, at a point with x >= 0. Parts far away give a lower
    /// bound.
    PartDistances parts(Vec3 p) const;
    /// The unit normal of the surface nearest to `p`.
    Vec3 normal(Vec3 p) const;
    /// `p` moved onto the surface, to within `tolerance` metres.
    Vec3 project(Vec3 p, double tolerance = 1e-6) const;

private:
    double torso(Vec3 p) const;
    double skull(Vec3 p) const;
    double head(Vec3 p) const;
    double hair(Vec3 p) const;
    double arm(Vec3 p) const;
    double palm(Vec3 p) const;
    double leg(Vec3 p) const;
    double foot(Vec3 p) const;

    ArmFrame armFrame_;
    std::array<Finger, 5> fingers_;
    Loft trunk_, neck_, face_, armLoft_, palmLoft_, legLoft_, footLoft_;
    Quat earTurn_, browTurn_, pecTurn_;
};

}  // namespace sinew::assets
