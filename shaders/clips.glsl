// Step sample on the GPU: sampling of clips, by appendix C of the glTF 2.0 specification. How clips lie
// in their words: shaders/shared/clips.h. Needs the buffer `clips`.
#ifndef SINEW_CLIPS_GLSL
#define SINEW_CLIPS_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/clips.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"
#include "shaders/transform.glsl"

const bool kPacked = (kClips & SINEW_CLIPS_PACKED) != 0;
const uint kTrackWords = kPacked ? SINEW_PACKED_TRACK_WORDS : SINEW_TRACK_WORDS;

uint clipWord(uint word) { return clips[word]; }
float clipFloat(uint word) { return uintBitsToFloat(clipWord(word)); }

/// A track of either kind. `count` is constant wherever it is passed: the numbers of a value, 1, 3 or 4.
struct Track {
    uint moments;  // of fp32 keys: where their times begin
    uint keyCount;
    uint interpolation;
    uint firstValue;
    uint width;  // floats from a value to the next
    // Of packed keys alone.
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

/// `bits` from bit `at`, less than 64, of three words.
int bitsOf(uvec3 words, uint at, uint bits) {
    uvec2 pair = at < 32 ? words.xy : words.yz;
    uint shift = at & 31u;
    uint low = pair.x >> shift;
    uint high = shift == 0 ? 0u : pair.y << (32u - shift);
    return int((low | high) & ((1u << bits) - 1u));
}

/// A value of integers. Of a rotation the part that was left out makes its length 1.
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

/// `part`: in a cubic spline 0 is the in-tangent, 1 the value, 2 the out-tangent.
vec4 valueAt(Track track, uint key, uint part, uint count) {
    if (kPacked && track.bits != SINEW_PACKED_FLOATS) return unpackedValue(track, key, count);
    uint parts = isCubic(track) ? 3 : 1;
    uint word = track.firstValue + (key * parts + part) * track.width;
    vec4 value = vec4(clipFloat(word), 0.0, 0.0, 0.0);
    if (count >= 3) value.yz = vec2(clipFloat(word + 1), clipFloat(word + 2));
    if (count == 4) value.w = clipFloat(word + 3);
    return value;
}

/// Where a time falls between keys.
struct Place {
    uint key;
    uint next;       // the key itself at the last key and outside of the keys
    float fraction;  // [0, 1); 0 where `next` is `key`
    float seconds;   // from one to the other
};

/// One clip, or the rest pose, as an instance plays it.
struct Player {
    uint table;  // the clip's
    float seconds;
    uint moments;  // of fp32 keys: where the times begin that `place` is among
    Place place;
    // Of packed clips: where the clip's moments begin, and the last that is not later, or the first.
    uint firstMoment;
    uint moment;
};

/// The last of `count` times that is not later, or the first.
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
    Player player = Player(table, seconds, ~0u, Place(0, 0, 0.0, 0.0), 0, 0);
    if (kPacked) {
        player.firstMoment = clipWord(table - 2);
        player.moment = lastBefore(player.firstMoment, clipWord(table - 1), seconds);
    }
    return player;
}

/// The moment of a packed key.
uint momentOf(Track track, uint key) {
    if (!track.listed) return track.moments + key;
    uint half_ = track.moments + key;
    return bitfieldExtract(clipWord(half_ >> 1), int(half_ & 1u) * 16, 16);
}

/// The last key that is not later than the player, or the first.
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

Place placeBetween(uint key, uint keyCount, float seconds, float from, float next) {
    bool between = key + 1 < keyCount && seconds > from;
    return Place(key, between ? key + 1 : key, between ? (seconds - from) / (next - from) : 0.0,
                 between ? next - from : 0.0);
}

/// Puts the player where its time is among a track's keys. Tracks of fp32 keys mostly share their
/// times: the place is looked for once for each set of them that follow each other.
void seek(inout Player player, Track track) {
    uint last = track.keyCount - 1;
    if (kPacked) {
        uint key = packedKey(player, track);
        float from = clipFloat(player.firstMoment + momentOf(track, key));
        float next = clipFloat(player.firstMoment + momentOf(track, min(key + 1, last)));
        player.place = placeBetween(key, track.keyCount, player.seconds, from, next);
        return;
    }
    if (player.moments == track.moments) return;
    player.moments = track.moments;
    uint key = lastBefore(track.moments, track.keyCount, player.seconds);
    player.place = placeBetween(key, track.keyCount, player.seconds, clipFloat(track.moments + key),
                                clipFloat(track.moments + min(key + 1, last)));
}

vec4 between(Track track, Place at, uint count) {
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

/// A cubic spline's quaternion may pass through zero, which has no direction: there the key before
/// is held (kShortestRotation, skinning/animation/sample.h).
vec4 splineRotation(Track track, Place at) {
    vec4 value = between(track, at, 4);
    vec4 key = valueAt(track, at.key, 1, 4);
    return normalize(length(value) <= 1e-5 * length(key) ? key : value);
}

vec4 rotationBetween(Track track, Place at) {
    if (isCubic(track)) return splineRotation(track, at);
    float t = track.interpolation == SINEW_STEP ? 0.0 : at.fraction;
    return slerp(valueAt(track, at.key, 0, 4), valueAt(track, at.next, 0, 4), t);
}

/// What the clip says of a joint; `local` is its rest pose.
void sampleJoint(inout Player player, uint joint, inout Transform local) {
    uint tracks = clipWord(player.table + joint);
    uint word = tracks >> SINEW_TRACK_BITS;
    if ((tracks & SINEW_TRACK_TRANSLATION) != 0) {
        Track track = trackAt(word, 3);
        seek(player, track);
        local.translation = between(track, player.place, 3).xyz;
        word += kTrackWords;
    }
    if ((tracks & SINEW_TRACK_ROTATION) != 0) {
        Track track = trackAt(word, 4);
        seek(player, track);
        local.rotation = rotationBetween(track, player.place);
        word += kTrackWords;
    }
    if ((kClips & SINEW_CLIPS_SCALE) != 0 && (tracks & SINEW_TRACK_SCALE) != 0) {
        Track track = trackAt(word, 3);
        seek(player, track);
        local.scale = between(track, player.place, 3).xyz;
    }
}

/// What the clip says of a joint at 0 s, where every track is at its first key.
void firstOfJoint(uint table, uint joint, inout Transform local) {
    uint tracks = clipWord(table + joint);
    uint word = tracks >> SINEW_TRACK_BITS;
    if ((tracks & SINEW_TRACK_TRANSLATION) != 0) {
        local.translation = between(trackAt(word, 3), Place(0, 0, 0.0, 0.0), 3).xyz;
        word += kTrackWords;
    }
    if ((tracks & SINEW_TRACK_ROTATION) != 0) {
        vec4 rotation = between(trackAt(word, 4), Place(0, 0, 0.0, 0.0), 4);
        local.rotation = (kClips & SINEW_CLIPS_CUBIC) != 0 ? normalize(rotation) : rotation;
        word += kTrackWords;
    }
    if ((kClips & SINEW_CLIPS_SCALE) != 0 && (tracks & SINEW_TRACK_SCALE) != 0) {
        local.scale = between(trackAt(word, 3), Place(0, 0, 0.0, 0.0), 3).xyz;
    }
}

/// What the clip says of a morph weight; `jointCount` tells where their words begin.
float sampleWeight(inout Player player, uint jointCount, uint weight) {
    uint tracks = clipWord(player.table + jointCount + weight);
    if (tracks == 0) return clipFloat(clipWord(SINEW_CLIPS_REST_WEIGHTS) + weight);
    Track track = trackAt(tracks >> SINEW_TRACK_BITS, 1);
    seek(player, track);
    return between(track, player.place, 1).x;
}

/// What the clip says at 0 s of a morph weight that it has a track for.
float firstOfWeight(uint table, uint jointCount, uint weight) {
    uint word = clipWord(table + jointCount + weight) >> SINEW_TRACK_BITS;
    return between(trackAt(word, 1), Place(0, 0, 0.0, 0.0), 1).x;
}

#endif
