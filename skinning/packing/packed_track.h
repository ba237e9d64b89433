// Compresses one track of a clip: fewer keys and fewer bits.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "shaders/shared/clips.h"
#include "skinning/model.h"

namespace sinew::packing {

/// The keys of a channel, or of one of its morph weights.
struct Track {
    Channel::Path path = Channel::Path::translation;
    Channel::Interpolation interpolation = Channel::Interpolation::linear;
    uint32_t target = 0;
    uint32_t parts = 0;
    std::vector<uint32_t> moments;   // indices into the clip's key times
    std::vector<glm::dvec4> values;  // cubic spline: in-tangent, value, out-tangent per key

    bool turns() const { return path == Channel::Path::rotation; }
    bool cubic() const { return interpolation == Channel::Interpolation::cubicSpline; }
    size_t keyCount() const { return moments.size(); }
};

struct Stored {
    std::vector<uint32_t> keys;                     // indices into the keys of the track
    std::vector<std::array<int32_t, 3>> quantized;  // by key of the track; empty: floats
    uint32_t bits = SINEW_PACKED_FLOATS;
    uint32_t dropped = 0;
    double step = 0;
    std::vector<glm::dvec4> values;  // decoded, as Track::values
    double error = 0;

    uint64_t bitsOf(const Track& track, bool listed) const {
        const uint64_t floats = track.cubic() ? 3 : 1;
        const uint64_t parts = track.turns() && bits != SINEW_PACKED_FLOATS ? 3 : track.parts;
        const uint64_t value =
            bits == SINEW_PACKED_FLOATS ? 32 * floats * track.parts : parts * bits;
        return keys.size() * (value + (listed ? 16 : 0));
    }
};

/// Returns true if the stored keys are not at consecutive moments, so that a moment per key is
/// stored.
bool isListed(const Track& track, std::span<const uint32_t> keys);

/// Returns the encoding with the fewest bits whose error is at most `tolerance` at all times. The
/// error is the length of the difference, for rotations that of two unit quaternions. `moments`:
/// key times in seconds, which Track::moments indexes.
Stored smallest(const Track& track, std::span<const float> moments, double tolerance);

/// Returns the largest distance of a track from `value`. If it exceeds `limit`, returns any number
/// above `limit`. Returns infinity for cubic splines.
double distanceFrom(const glm::dvec4& value, const Track& track, std::span<const float> moments,
                    double limit);

}  // namespace sinew::packing
