// Computes path lengths of channels, one interval between keys after the other.
#include "skinning/bounds/travelled.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace sinew {
namespace {

/// If a spline of rotations comes this close to zero, relative to the key, its path length is
/// bounded by pi only.
constexpr double kTooShort = 1e-3;

class PathLength {
public:
    PathLength(const Clip& clip, const Channel& channel, ChannelParts parts)
        : channel_(channel),
          parts_(parts),
          times_(clip.times.data() + channel.firstKey),
          values_(clip.values.data() + channel.firstValue) {}

    /// Returns the path length between two fractions of the interval after `key`.
    double between(uint32_t key, double from, double to) {
        switch (channel_.interpolation) {
            case Channel::Interpolation::step:
                return to >= 1 ? apart(key) : 0;
            case Channel::Interpolation::linear:
                return apart(key) * (to - from);
            case Channel::Interpolation::cubicSpline:
                break;
        }
        return alongSpline(key, from, to);
    }

private:
    bool rotates() const { return channel_.path == Channel::Path::rotation; }
    double value(size_t row, uint32_t part) const {
        return double{values_[row * channel_.width + parts_.first + part]};
    }

    /// Returns the distance between `key` and the next key; for rotations the shorter arc. Stores
    /// the result, because successive times are often between the same two keys.
    double apart(uint32_t key) {
        if (key == storedKey_) return storedDistance_;
        double minus = 0, plus = 0;
        for (uint32_t c = 0; c < parts_.count; ++c) {
            const double a = value(key, c), b = value(key + 1, c);
            minus += (b - a) * (b - a);
            plus += (b + a) * (b + a);
        }
        storedKey_ = key;
        storedDistance_ = rotates() ? 2 * std::atan2(std::sqrt(std::min(minus, plus)),
                                                     std::sqrt(std::max(minus, plus)))
                                    : std::sqrt(minus);
        return storedDistance_;
    }

    /// Bounds a spline's path length. A curve is at most as long as its control polygon.
    double alongSpline(uint32_t key, double from, double to) const {
        const double seconds = double{times_[key + 1]} - times_[key];
        std::array<double, 3> legs{};
        double startSquare = 0, keySquare = 0;
        for (uint32_t c = 0; c < parts_.count; ++c) {
            const size_t row = size_t{3} * key;
            const std::array<double, 4> curve{
                value(row + 1, c), value(row + 1, c) + seconds / 3 * value(row + 2, c),
                value(row + 4, c) - seconds / 3 * value(row + 3, c), value(row + 4, c)};
            const std::array<double, 4> part{
                blossom(curve, from, from, from), blossom(curve, from, from, to),
                blossom(curve, from, to, to), blossom(curve, to, to, to)};
            for (size_t leg = 0; leg < 3; ++leg) {
                legs[leg] += (part[leg + 1] - part[leg]) * (part[leg + 1] - part[leg]);
            }
            startSquare += part[0] * part[0];
            keySquare += curve[0] * curve[0];
        }
        const double length = std::sqrt(legs[0]) + std::sqrt(legs[1]) + std::sqrt(legs[2]);
        if (!rotates()) return length;
        const double nearest = std::sqrt(startSquare) - length;  // to zero, lower bound
        const bool hasDirection = nearest > kTooShort * std::sqrt(keySquare);
        return hasDirection ? length / nearest : std::numbers::pi;
    }

    static double blossom(const std::array<double, 4>& points, double r, double s, double t) {
        const auto mix = [](double a, double b, double share) { return a + (b - a) * share; };
        const double a = mix(points[0], points[1], r), b = mix(points[1], points[2], r),
                     c = mix(points[2], points[3], r);
        return mix(mix(a, b, s), mix(b, c, s), t);
    }

    const Channel& channel_;
    ChannelParts parts_;
    const float* times_;
    const float* values_;
    uint32_t storedKey_ = std::numeric_limits<uint32_t>::max();
    double storedDistance_ = 0;
};

}  // namespace

std::vector<double> travelled(const Clip& clip, const Channel& channel, ChannelParts parts,
                              std::span<const float> times) {
    PathLength path(clip, channel, parts);
    const float* keys = clip.times.data() + channel.firstKey;
    std::vector<double> lengths;
    // `length` is the path length up to the fraction `share` of the interval after `key`.
    double length = 0, share = 0;
    uint32_t key = 0;
    for (const float time : times) {
        for (; key + 1 < channel.keyCount && keys[key + 1] <= time; ++key, share = 0) {
            length += path.between(key, share, 1);
        }
        if (key + 1 < channel.keyCount && time > keys[key]) {
            const double reached = (double{time} - keys[key]) / (double{keys[key + 1]} - keys[key]);
            if (reached > share) length += path.between(key, share, reached);
            share = std::max(share, reached);
        }
        lengths.push_back(length);
    }
    return lengths;
}

}  // namespace sinew
