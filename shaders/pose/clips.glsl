// Samples clips by appendix C of the glTF 2.0 specification. shaders/shared/clips.h describes the
// layout of the words. The including shader declares the buffer `clips`.
#ifndef SINEW_CLIPS_GLSL
#define SINEW_CLIPS_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/clips.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"
#include "shaders/pose/transform.glsl"

const bool kPacked = (kClips & SINEW_CLIPS_PACKED) != 0;
const uint kTrackWords = kPacked ? SINEW_PACKED_TRACK_WORDS : SINEW_TRACK_WORDS;

uint clipWord(uint word) { return clips[word]; }
float clipFloat(uint word) { return uintBitsToFloat(clipWord(word)); }

/// The keys of a joint's translation, rotation or scale, or of a morph weight: fp32 or packed.
/// `count` in the functions below is the number of components of a value, constant at each call.
struct Track {
    uint moments;  // fp32: word index of the key times; packed: PackedTrack::moments
    uint keyCount;
    uint interpolation;
    uint firstValue;
    uint width;
    // The members below are for packed keys only, see PackedTrack.
    uint bits;
    uint dropped;
    bool listed;
    float step;
    ivec3 lowest;
};

Track trackAt(uint word, uint count) {
    Track track;
    uint keys = clipWord(word + 1);
    track.moments = clipWord(word);
    track.firstValue = clipWord(word + 2);
    if (kPacked) {
        track.keyCount = bitfieldExtract(keys, 0, SINEW_PACKED_KEY_BITS);
        track.interpolation = bitfieldExtract(keys, SINEW_PACKED_INTERPOLATION, 2);
        track.listed = bitfieldExtract(keys, SINEW_PACKED_LISTED, 1) != 0;
        track.dropped = bitfieldExtract(keys, SINEW_PACKED_DROPPED, 2);
        track.bits = bitfieldExtract(keys, SINEW_PACKED_BITS, 5);
        track.width = count;
        track.step = clipFloat(word + 3);
        int lowest = int(clipWord(word + 4));
        int last = int(clipWord(word + 5));
        track.lowest = ivec3(bitfieldExtract(lowest, 0, 16), bitfieldExtract(lowest, 16, 16),
                             bitfieldExtract(last, 0, 16));
    } else {
        track.keyCount = keys & ((1u << SINEW_TRACK_KEY_BITS) - 1u);
        track.interpolation = keys >> SINEW_TRACK_KEY_BITS;
        track.width = clipWord(word + 3);
    }
    return track;
}

bool isCubic(Track track) {
    return (kClips & SINEW_CLIPS_CUBIC) != 0 && track.interpolation == SINEW_CUBIC_SPLINE;
}

/// Returns the `bits` bits of three words that start at bit `at`. `at` is below 64.
int bitsOf(uvec3 words, uint at, uint bits) {
    uvec2 pair = at < 32 ? words.xy : words.yz;
    uint shift = at & 31u;
    uint low = pair.x >> shift;
    uint high = shift == 0 ? 0u : pair.y << (32u - shift);
    return int((low | high) & ((1u << bits) - 1u));
}

/// Unpacks the value of a packed key. A rotation's omitted component follows from unit length.
vec4 unpackedValue(Track track, uint key, uint count) {
    uint numbers = count == 4 ? 3 : count;
    uint bit = key * numbers * track.bits;
    uint word = track.firstValue + (bit >> 5);
    uint at = bit & 31u;
    uvec3 words = uvec3(clipWord(word), clipWord(word + 1), count == 1 ? 0u : clipWord(word + 2));
    ivec3 units = track.lowest;
    units.x += bitsOf(words, at, track.bits);
    if (count > 1) {
        units.y += bitsOf(words, at + track.bits, track.bits);
        units.z += bitsOf(words, at + 2 * track.bits, track.bits);
    }
    vec3 v = vec3(units) * track.step;
    if (count < 4) return vec4(v, 0.0);
    float left = sqrt(max(1.0 - dot(v, v), 0.0));
    return track.dropped == 0   ? vec4(left, v)
           : track.dropped == 1 ? vec4(v.x, left, v.yz)
           : track.dropped == 2 ? vec4(v.xy, left, v.z)
                                : vec4(v, left);
}

/// Returns one vector of a key. `part`: 0 the in-tangent, 1 the value, 2 the out-tangent of a cubic
/// spline; other tracks have only part 0, the value.
vec4 valueAt(Track track, uint key, uint part, uint count) {
    if (kPacked && track.bits != SINEW_PACKED_FLOATS) return unpackedValue(track, key, count);
    uint parts = isCubic(track) ? 3 : 1;
    uint word = track.firstValue + (key * parts + part) * track.width;
    vec4 value = vec4(clipFloat(word), 0.0, 0.0, 0.0);
    if (count >= 3) value.yz = vec2(clipFloat(word + 1), clipFloat(word + 2));
    if (count == 4) value.w = clipFloat(word + 3);
    return value;
}

struct KeyPosition {
    uint key;
    uint next;       // next key; equals `key` before the first and from the last key on
    float fraction;  // [0, 1); 0 if `next` is `key`
    float seconds;   // from `key` to `next`
};

/// A clip (or the rest pose) and the time at which it is sampled.
struct Player {
    uint table;
    float seconds;
    uint moments;  // fp32: Track::moments for which `keyPosition` is valid; ~0u: none
    KeyPosition keyPosition;
    uint firstMoment;  // packed: word index of the clip's moments
    uint moment;       // packed: index of the last moment at or before `seconds`, or 0
};

/// Returns the index of the last of `count` times that is at or before `seconds`, or 0.
uint lastBefore(uint firstTime, uint count, float seconds) {
    uint low = 0;
    uint high = max(count, 1) - 1;
    while (low < high) {
        uint middle = (low + high + 1) / 2;
        if (clipFloat(firstTime + middle) <= seconds) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

Player playerOf(uint clip, float seconds) {
    uint table = clipWord(SINEW_CLIPS_TABLES + min(clip, clipWord(SINEW_CLIPS_COUNT)));
    Player player = Player(table, seconds, ~0u, KeyPosition(0, 0, 0.0, 0.0), 0, 0);
    if (kPacked) {
        player.firstMoment = clipWord(table - 2);
        player.moment = lastBefore(player.firstMoment, clipWord(table - 1), seconds);
    }
    return player;
}

uint momentOf(Track track, uint key) {
    if (!track.listed) return track.moments + key;
    uint half_ = track.moments + key;
    return bitfieldExtract(clipWord(half_ >> 1), int(half_ & 1u) * 16, 16);
}

/// Returns the index of the last key at or before the player's time, or 0.
uint packedKey(Player player, Track track) {
    uint last = track.keyCount - 1;
    if (!track.listed) {
        return player.moment <= track.moments ? 0 : min(player.moment - track.moments, last);
    }
    uint low = 0;
    uint high = last;
    while (low < high) {
        uint middle = (low + high + 1) / 2;
        if (momentOf(track, middle) <= player.moment) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

KeyPosition keyPositionBetween(uint key, uint keyCount, float seconds, float from, float next) {
    bool between = key + 1 < keyCount && seconds > from;
    return KeyPosition(key, between ? key + 1 : key,
                       between ? (seconds - from) / (next - from) : 0.0,
                       between ? next - from : 0.0);
}

/// Sets player.keyPosition for `track`. Successive fp32 tracks with the same array of key times
/// need only one search.
void seek(inout Player player, Track track) {
    uint last = track.keyCount - 1;
    if (kPacked) {
        uint key = packedKey(player, track);
        float from = clipFloat(player.firstMoment + momentOf(track, key));
        float next = clipFloat(player.firstMoment + momentOf(track, min(key + 1, last)));
        player.keyPosition = keyPositionBetween(key, track.keyCount, player.seconds, from, next);
        return;
    }
    if (player.moments == track.moments) return;
    player.moments = track.moments;
    uint key = lastBefore(track.moments, track.keyCount, player.seconds);
    player.keyPosition = keyPositionBetween(key, track.keyCount, player.seconds,
                                            clipFloat(track.moments + key),
                                            clipFloat(track.moments + min(key + 1, last)));
}

vec4 between(Track track, KeyPosition at, uint count) {
    float t = at.fraction;
    if (isCubic(track)) {
        float t2 = t * t;
        float t3 = t2 * t;
        return (2.0 * t3 - 3.0 * t2 + 1.0) * valueAt(track, at.key, 1, count) +
               at.seconds * (t3 - 2.0 * t2 + t) * valueAt(track, at.key, 2, count) +
               (3.0 * t2 - 2.0 * t3) * valueAt(track, at.next, 1, count) +
               at.seconds * (t3 - t2) * valueAt(track, at.next, 0, count);
    }
    if (track.interpolation == SINEW_STEP) t = 0.0;
    return valueAt(track, at.key, 0, count) * (1.0 - t) + valueAt(track, at.next, 0, count) * t;
}

/// Samples a rotation of a cubic spline. If the sum is almost zero, it has no direction, and the
/// previous key is the result (kShortestRotation, skinning/animation/sample.h).
vec4 splineRotation(Track track, KeyPosition at) {
    vec4 value = between(track, at, 4);
    vec4 key = valueAt(track, at.key, 1, 4);
    return normalize(length(value) <= 1e-5 * length(key) ? key : value);
}

vec4 rotationBetween(Track track, KeyPosition at) {
    if (isCubic(track)) return splineRotation(track, at);
    float t = track.interpolation == SINEW_STEP ? 0.0 : at.fraction;
    return slerp(valueAt(track, at.key, 0, 4), valueAt(track, at.next, 0, 4), t);
}

/// Samples all tracks of a joint into `local`. Members without a track keep their value: the caller
/// passes the joint's rest pose.
void sampleJoint(inout Player player, uint joint, inout Transform local) {
    uint tracks = clipWord(player.table + joint);
    uint word = tracks >> SINEW_TRACK_BITS;
    if ((tracks & SINEW_TRACK_TRANSLATION) != 0) {
        Track track = trackAt(word, 3);
        seek(player, track);
        local.translation = between(track, player.keyPosition, 3).xyz;
        word += kTrackWords;
    }
    if ((tracks & SINEW_TRACK_ROTATION) != 0) {
        Track track = trackAt(word, 4);
        seek(player, track);
        local.rotation = rotationBetween(track, player.keyPosition);
        word += kTrackWords;
    }
    if ((kClips & SINEW_CLIPS_SCALE) != 0 && (tracks & SINEW_TRACK_SCALE) != 0) {
        Track track = trackAt(word, 3);
        seek(player, track);
        local.scale = between(track, player.keyPosition, 3).xyz;
    }
}

/// Returns in `local` what sampleJoint() returns at 0 s: every track is at its first key.
void firstOfJoint(uint table, uint joint, inout Transform local) {
    uint tracks = clipWord(table + joint);
    uint word = tracks >> SINEW_TRACK_BITS;
    if ((tracks & SINEW_TRACK_TRANSLATION) != 0) {
        local.translation = between(trackAt(word, 3), KeyPosition(0, 0, 0.0, 0.0), 3).xyz;
        word += kTrackWords;
    }
    if ((tracks & SINEW_TRACK_ROTATION) != 0) {
        vec4 rotation = between(trackAt(word, 4), KeyPosition(0, 0, 0.0, 0.0), 4);
        local.rotation = (kClips & SINEW_CLIPS_CUBIC) != 0 ? normalize(rotation) : rotation;
        word += kTrackWords;
    }
    if ((kClips & SINEW_CLIPS_SCALE) != 0 && (tracks & SINEW_TRACK_SCALE) != 0) {
        local.scale = between(trackAt(word, 3), KeyPosition(0, 0, 0.0, 0.0), 3).xyz;
    }
}

float sampleWeight(inout Player player, uint jointCount, uint weight) {
    uint tracks = clipWord(player.table + jointCount + weight);
    if (tracks == 0) return clipFloat(clipWord(SINEW_CLIPS_REST_WEIGHTS) + weight);
    Track track = trackAt(tracks >> SINEW_TRACK_BITS, 1);
    seek(player, track);
    return between(track, player.keyPosition, 1).x;
}

/// Returns what sampleWeight() returns at 0 s. The clip must have a track for the weight.
float firstOfWeight(uint table, uint jointCount, uint weight) {
    uint word = clipWord(table + jointCount + weight) >> SINEW_TRACK_BITS;
    return between(trackAt(word, 1), KeyPosition(0, 0, 0.0, 0.0), 1).x;
}

#endif
