// Sampled animation clips and the periodic curves that they are drawn with.
#pragma once

#include <string>
#include <vector>

#include "assets/math/vector.h"

namespace sinew::assets {

/// The pose of every joint at one moment: rotation from the bind pose in the parent's frame, and
/// the translation relative to the parent.
struct PoseSample {
    std::vector<Quat> rotations;
    std::vector<Vec3> translations;
};

/// Evenly spaced poses; the last one equals the first.
struct Clip {
    std::string name;
    double durationSeconds = 0.0;
    std::vector<PoseSample> samples;
};

/// A closed curve through keys at ascending times in [0, period). Between keys it neither
/// overshoots nor kinks (limited harmonic slopes after Fritsch and Butland, 1984): equal neighbours
/// make a hold.
class Cycle {
public:
    struct Key {
        double time, value;
    };
    Cycle(double period, std::vector<Key> keys);
    double at(double time) const;

private:
    double period_;
    std::vector<Key> keys_;
    std::vector<double> slopes_;
};

/// Three curves with the same key times.
class VectorCycle {
public:
    struct Key {
        double time;
        Vec3 value;
    };
    VectorCycle(double period, const std::vector<Key>& keys);
    Vec3 at(double time) const { return {x_.at(time), y_.at(time), z_.at(time)}; }

private:
    Cycle x_, y_, z_;
};

/// Turns by yaw (about y), then pitch (x), then roll (z), each in degrees, innermost last.
Quat turn(double yaw, double pitch, double roll);

}  // namespace sinew::assets
