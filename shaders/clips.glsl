// Step 3 on the GPU: sampling of clips, by appendix C of the glTF 2.0 specification. How clips lie
// in their words: shaders/shared/layout.h.
#ifndef SINEW_CLIPS_GLSL
#define SINEW_CLIPS_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/streams.glsl"
#include "shaders/transform.glsl"

MESH_STREAM(SINEW_BINDING_CLIPS, uint, Clips, clips);

float clipFloat(uint word) { return uintBitsToFloat(clips[word]); }
vec3 clipVec3(uint word) {
    return vec3(clipFloat(word), clipFloat(word + 1), clipFloat(word + 2));
}
vec4 clipVec4(uint word) { return vec4(clipVec3(word), clipFloat(word + 3)); }

struct Track {
    uint firstTime;
    uint keyCount;
    uint interpolation;
    uint firstValue;
    uint width;
};

Track trackAt(uint word) {
    uint keys = clips[word + 1];
    return Track(clips[word], keys & ((1u << SINEW_TRACK_KEY_BITS) - 1u),
                 keys >> SINEW_TRACK_KEY_BITS, clips[word + 2], clips[word + 3]);
}

/// Where a time falls between keys.
struct Place {
    uint key;
    uint next;       // the key itself at the last key and outside of the keys
    float fraction;  // [0, 1); 0 where `next` is `key`
    float seconds;   // from one to the other
};

Place placeIn(Track track, float seconds) {
    uint low = 0;  // the last key that is not later, or the first
    uint high = track.keyCount - 1;
    while (low < high) {
        uint middle = (low + high + 1) / 2;
        if (clipFloat(track.firstTime + middle) <= seconds) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    float from = clipFloat(track.firstTime + low);
    bool between = low + 1 < track.keyCount && seconds > from;
    uint next = between ? low + 1 : low;
    float to = clipFloat(track.firstTime + next);
    return Place(low, next, between ? (seconds - from) / (to - from) : 0.0, to - from);
}

/// One clip, or the rest pose, as an instance plays it. Tracks mostly share their times: the place
/// is looked for once for each set of them that follow each other.
struct Player {
    uint table;  // the clip's
    float seconds;
    uint firstTime;
    Place place;
};

Player playerOf(uint clip, float seconds) {
    uint table = clips[SINEW_CLIPS_TABLES + min(clip, clips[SINEW_CLIPS_COUNT])];
    return Player(table, seconds, ~0u, Place(0, 0, 0.0, 0.0));
}

void seek(inout Player player, Track track) {
    if (player.firstTime == track.firstTime) return;
    player.place = placeIn(track, player.seconds);
    player.firstTime = track.firstTime;
}

// Of a value's three floats in a cubic spline: in-tangent, value, out-tangent.
#define BETWEEN(read, track, at, result)                                                        \
    {                                                                                           \
        bool cubic = (kClips & SINEW_CLIPS_CUBIC) != 0 &&                                       \
                     track.interpolation == SINEW_CUBIC_SPLINE;                                 \
        uint stride = cubic ? 3 * track.width : track.width;                                    \
        uint key = track.firstValue + at.key * stride;                                          \
        uint next = track.firstValue + at.next * stride;                                        \
        float t = at.fraction;                                                                  \
        if (cubic) {                                                                            \
            float t2 = t * t;                                                                   \
            float t3 = t2 * t;                                                                  \
            result = (2.0 * t3 - 3.0 * t2 + 1.0) * read(key + track.width) +                    \
                     at.seconds * (t3 - 2.0 * t2 + t) * read(key + 2 * track.width) +           \
                     (3.0 * t2 - 2.0 * t3) * read(next + track.width) +                         \
                     at.seconds * (t3 - t2) * read(next);                                       \
        } else {                                                                                \
            t = track.interpolation == SINEW_STEP ? 0.0 : t;                                    \
            result = read(key) * (1.0 - t) + read(next) * t;                                    \
        }                                                                                       \
    }

vec3 vec3Between(Track track, Place at) {
    vec3 result;
    BETWEEN(clipVec3, track, at, result)
    return result;
}

float floatBetween(Track track, Place at) {
    float result;
    BETWEEN(clipFloat, track, at, result)
    return result;
}

/// A cubic spline's quaternion may pass through zero, which has no direction: there the key before
/// is held (kShortestRotation, skinning/animation/sample.h).
vec4 splineRotation(Track track, Place at) {
    vec4 value;
    BETWEEN(clipVec4, track, at, value)
    vec4 key = clipVec4(track.firstValue + at.key * 3 * track.width + track.width);
    return normalize(length(value) <= 1e-5 * length(key) ? key : value);
}

vec4 rotationBetween(Track track, Place at) {
    if ((kClips & SINEW_CLIPS_CUBIC) != 0 && track.interpolation == SINEW_CUBIC_SPLINE) {
        return splineRotation(track, at);
    }
    float t = track.interpolation == SINEW_STEP ? 0.0 : at.fraction;
    return slerp(clipVec4(track.firstValue + at.key * 4), clipVec4(track.firstValue + at.next * 4),
                 t);
}

/// What the clip says of a joint; `local` is its rest pose.
void sampleJoint(inout Player player, uint joint, inout Transform local) {
    uint tracks = clips[player.table + joint];
    uint word = tracks >> SINEW_TRACK_BITS;
    if ((tracks & SINEW_TRACK_TRANSLATION) != 0) {
        Track track = trackAt(word);
        seek(player, track);
        local.translation = vec3Between(track, player.place);
        word += SINEW_TRACK_WORDS;
    }
    if ((tracks & SINEW_TRACK_ROTATION) != 0) {
        Track track = trackAt(word);
        seek(player, track);
        local.rotation = rotationBetween(track, player.place);
        word += SINEW_TRACK_WORDS;
    }
    if ((kClips & SINEW_CLIPS_SCALE) != 0 && (tracks & SINEW_TRACK_SCALE) != 0) {
        Track track = trackAt(word);
        seek(player, track);
        local.scale = vec3Between(track, player.place);
    }
}

/// What the clip says of a morph weight; `jointCount` tells where their words begin.
float sampleWeight(inout Player player, uint jointCount, uint weight) {
    uint tracks = clips[player.table + jointCount + weight];
    if (tracks == 0) return clipFloat(clips[SINEW_CLIPS_REST_WEIGHTS] + weight);
    Track track = trackAt(tracks >> SINEW_TRACK_BITS);
    seek(player, track);
    return floatBetween(track, player.place);
}

#endif
