// Quantizes keys, and drops keys that interpolation reproduces.
#include "skinning/packing/packed_track.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace sinew::packing {
namespace {

/// A packed rotation omits one component, which is at least this large in all keys. The error of
/// the omitted component grows with the inverse of its value.
constexpr double kLeastDropped = 0.2;

double angleBetween(const glm::dvec4& a, const glm::dvec4& b) {
    return 2 * std::asin(std::min(glm::length(b - a) / 2, 1.0));
}

/// Interpolates between unit quaternions with `angle` between them. Requires dot(a, b) >= 0.
glm::dvec4 slerpNear(const glm::dvec4& a, const glm::dvec4& b, double angle, double t) {
    if (angle < 1e-9) return glm::mix(a, b, t);
    return (std::sin((1 - t) * angle) * a + std::sin(t * angle) * b) / std::sin(angle);
}

/// Computes the error of the decoded track from kept key `first` to `last`. Without `last`, the
/// track is constant from `first` to the end. The error is a bound at all times, not only at keys.
///
/// The original and the decoded track are linear between two keys of the original. Differences of
/// translations, scales and weights are linear too, so the largest is at a key. Two rotations
/// follow arcs a(t) and b(t) of the unit sphere with angles A and B. Their difference f has f'' =
/// B^2 b - A^2 a, so |f''| <= |A^2 - B^2| + A^2 |f|. So f deviates from the line between its ends
/// by at most an eighth of that.
class Deviation {
public:
    Deviation(const Track& track, std::span<const float> moments)
        : track_(track), moments_(moments) {}

    double between(const std::vector<glm::dvec4>& decoded, uint32_t first,
                   std::optional<uint32_t> last, double limit) const {
        const glm::dvec4 from = decoded[first];
        const bool steps = track_.interpolation == Channel::Interpolation::step;
        glm::dvec4 to = last && !steps ? decoded[*last] : from;
        if (track_.turns() && glm::dot(from, to) < 0) to = -to;
        const double angle = track_.turns() ? angleBetween(from, to) : 0;
        const auto end = static_cast<uint32_t>(last.value_or(track_.keyCount() - 1));
        const auto at = [&](uint32_t key) {
            if (!last || steps) return from;
            const double t =
                (secondsOf(key) - secondsOf(first)) / (secondsOf(*last) - secondsOf(first));
            return track_.turns() ? slerpNear(from, to, angle, t) : glm::mix(from, to, t);
        };
        double largest = track_.turns() ? 0 : glm::length(from - track_.values[first]);
        if (track_.turns() && first == end) return chord(from, track_.values[first]);
        for (uint32_t key = first; key < end && largest <= limit; ++key) {
            // In a step track, `last` belongs to the next interval.
            if (steps || !track_.turns()) {
                const uint32_t own = steps && last ? key : key + 1;
                largest =
                    std::max(largest, track_.turns() ? chord(at(own), track_.values[own])
                                                     : glm::length(at(own) - track_.values[own]));
                continue;
            }
            const glm::dvec4 a = track_.values[key];
            glm::dvec4 b = track_.values[key + 1];
            if (glm::dot(a, b) < 0) b = -b;
            const glm::dvec4 p = at(key), q = at(key + 1);
            const double side = glm::dot(a, p) < 0 ? -1 : 1;
            const double A = angleBetween(a, b), B = angleBetween(p, q);
            const double ends = std::max(glm::length(p - side * a), glm::length(q - side * b));
            largest = std::max(largest, (ends + std::abs(A * A - B * B) / 8) / (1 - A * A / 8));
        }
        return largest;
    }

private:
    static double chord(const glm::dvec4& a, const glm::dvec4& b) {
        return std::min(glm::length(a - b), glm::length(a + b));
    }
    double secondsOf(uint32_t key) const { return double{moments_[track_.moments[key]]}; }

    const Track& track_;
    std::span<const float> moments_;
};

/// Returns the component that packed rotations omit. It is the component whose smallest magnitude
/// over all keys is the largest. Returns nullopt if that magnitude is below kLeastDropped.
std::optional<uint32_t> partToDrop(const Track& track) {
    uint32_t best = 0;
    double most = 0;
    for (int c = 0; c < 4; ++c) {
        double least = 1;
        for (const glm::dvec4& value : track.values) least = std::min(least, std::abs(value[c]));
        if (least > most) {
            most = least;
            best = static_cast<uint32_t>(c);
        }
    }
    return most >= kLeastDropped ? std::optional(best) : std::nullopt;
}

std::array<int, 3> storedParts(const Track& track, uint32_t dropped) {
    std::array<int, 3> parts{0, 1, 2};
    if (track.turns()) {
        for (int& part : parts) part += part >= static_cast<int>(dropped) ? 1 : 0;
    }
    return parts;
}

/// Rounds all keys to multiples of `step`. Returns nullopt if they need more than 16 bits, or if a
/// rotation has no component to drop.
std::optional<Stored> quantized(const Track& track, double step) {
    Stored stored;
    stored.step = step;
    if (track.turns()) {
        const auto dropped = partToDrop(track);
        if (!dropped) return std::nullopt;
        stored.dropped = *dropped;
    }
    const uint32_t count = track.turns() ? 3 : track.parts;
    const std::array<int, 3> parts = storedParts(track, stored.dropped);
    std::array<int32_t, 3> lowest{}, highest{};
    for (size_t k = 0; k < track.keyCount(); ++k) {
        glm::dvec4 value = track.values[k];
        if (track.turns() && value[static_cast<int>(stored.dropped)] < 0) value = -value;
        std::array<int32_t, 3> units{};
        glm::dvec4 decoded(0.0);
        for (uint32_t c = 0; c < count; ++c) {
            const double unit = std::round(value[parts[c]] / step);
            if (std::abs(unit) > 32767) return std::nullopt;
            units[c] = static_cast<int32_t>(unit);
            decoded[parts[c]] = unit * step;
            lowest[c] = k == 0 ? units[c] : std::min(lowest[c], units[c]);
            highest[c] = k == 0 ? units[c] : std::max(highest[c], units[c]);
        }
        if (track.turns()) {
            const double rest = 1 - glm::dot(decoded, decoded);
            decoded[static_cast<int>(stored.dropped)] = std::sqrt(std::max(rest, 0.0));
            decoded = glm::normalize(decoded);
        }
        stored.quantized.push_back(units);
        stored.values.push_back(decoded);
        stored.keys.push_back(static_cast<uint32_t>(k));
    }
    uint32_t span = 0;
    for (uint32_t c = 0; c < count; ++c) {
        span = std::max(span, static_cast<uint32_t>(highest[c] - lowest[c]));
    }
    stored.bits = static_cast<uint32_t>(std::bit_width(span));
    return stored.bits <= 16 ? std::optional(stored) : std::nullopt;
}

/// Drops keys. Each kept key is as far from the preceding one as `tolerance` allows. Requires that
/// the track with all keys is within `tolerance`.
void dropKeys(const Track& track, std::span<const float> moments, double tolerance,
              Stored& stored) {
    const Deviation deviation(track, moments);
    const auto count = static_cast<uint32_t>(track.keyCount());
    std::vector<uint32_t> kept{0};
    double error = 0;
    while (true) {
        const uint32_t key = kept.back();
        const double constantError = deviation.between(stored.values, key, std::nullopt, tolerance);
        if (constantError <= tolerance) {
            error = std::max(error, constantError);
            break;
        }
        // Searches the next key to keep: `step` doubles until the error is too large, then halves.
        uint32_t next = key + 1;
        double reached = deviation.between(stored.values, key, next, tolerance);
        bool doubles = true;
        for (uint32_t step = 1; step > 0 && next + 1 < count;) {
            const uint32_t farther = std::min(next + step, count - 1);
            const double there = deviation.between(stored.values, key, farther, tolerance);
            doubles = doubles && there <= tolerance;
            if (there <= tolerance) {
                next = farther;
                reached = there;
            }
            step = doubles ? 2 * step : step / 2;
        }
        error = std::max(error, reached);
        kept.push_back(next);
    }
    stored.keys = std::move(kept);
    stored.error = error;
}

Stored asFloats(const Track& track) {
    Stored stored;
    stored.values = track.values;
    for (uint32_t k = 0; k < track.keyCount(); ++k) stored.keys.push_back(k);
    return stored;
}

}  // namespace

bool isListed(const Track& track, std::span<const uint32_t> keys) {
    for (size_t i = 1; i < keys.size(); ++i) {
        if (track.moments[keys[i]] != track.moments[keys[0]] + i) return true;
    }
    return false;
}

Stored smallest(const Track& track, std::span<const float> moments, double tolerance) {
    Stored best = asFloats(track);
    if (track.cubic()) return best;
    if (tolerance > 0) {
        Stored fewer = best;
        dropKeys(track, moments, tolerance, fewer);
        best = fewer;
    }
    // Tries several quantization steps. Coarse steps need fewer bits; fine steps leave more of the
    // tolerance for dropped keys.
    const int coarsest = tolerance > 0 ? std::ilogb(2 * tolerance) : -149;
    for (int exponent = coarsest; exponent > coarsest - 5 && exponent > -120; --exponent) {
        std::optional<Stored> stored = quantized(track, std::ldexp(1.0, exponent));
        if (!stored) continue;
        // The last key needs a separate test, because no interval of a step track includes it.
        const auto last = static_cast<uint32_t>(track.keyCount() - 1);
        const Deviation deviation(track, moments);
        double all = deviation.between(stored->values, last, std::nullopt, tolerance);
        for (uint32_t k = 0; k < last; ++k) {
            all = std::max(all, deviation.between(stored->values, k, k + 1, tolerance));
        }
        if (all > tolerance) continue;
        Stored fewer = *stored;
        stored->error = all;
        dropKeys(track, moments, tolerance, fewer);
        for (const Stored* candidate : {&*stored, &fewer}) {
            if (candidate->bitsOf(track, isListed(track, candidate->keys)) <
                best.bitsOf(track, isListed(track, best.keys))) {
                best = *candidate;
            }
        }
    }
    return best;
}

double distanceFrom(const glm::dvec4& value, const Track& track, std::span<const float> moments,
                    double limit) {
    if (track.cubic()) return std::numeric_limits<double>::infinity();
    return Deviation(track, moments)
        .between(std::vector<glm::dvec4>{value}, 0, std::nullopt, limit);
}

}  // namespace sinew::packing
