// Samples clips: one invocation per joint and instance finds keys, interpolates them and composes
// the joint's matrix.
#version 460

layout(local_size_x = 64) in;

struct Instance {
    float x, z;   // position
    float phase;  // seconds
    uint clip;
};

layout(push_constant) uniform Constants {
    float seconds;
    uint instanceCount;
    uint jointCount;   // per instance
    uint entryCount;   // palette entries per instance
    uint vertexCount;  // per instance
    uint entryBits;    // number of bits of the palette entry in an influence
};
layout(binding = 0, std430) restrict readonly buffer Instances {
    Instance instances[];
};
layout(binding = 1, std430) restrict readonly buffer Durations {
    float durations[];  // by clip, seconds
};
layout(binding = 2, std430) restrict readonly buffer Tracks {
    uvec2 tracks[];  // by clip, joint and property (T, R, S): first key, number of keys
};
layout(binding = 3, std430) restrict readonly buffer Times {
    float times[];  // by key, seconds; ascending in a track
};
layout(binding = 4, std430) restrict readonly buffer Values {
    vec4 values[];  // by key; rotations: x y z w
};
layout(binding = 5, std430) restrict writeonly buffer Joints {
    mat3x4 joints[];  // by instance and joint: rows, joint space to the parent's space
};

/// Two keys of a track.
struct Keys {
    vec4 value, next;
    float fraction;  // [0, 1]
};

/// The last key at or before `time`, and the next key. Before and after all keys, time is clamped.
Keys findKeys(uvec2 track, float time) {
    uint low = track.x, high = track.x + track.y - 1;
    const uint last = high;
    while (low < high) {
        uint middle = (low + high + 1) / 2;
        if (times[middle] <= time) low = middle;
        else high = middle - 1;
    }
    uint next = min(low + 1, last);
    float span = times[next] - times[low];
    float fraction = span > 0.0 ? clamp((time - times[low]) / span, 0.0, 1.0) : 0.0;
    return Keys(values[low], values[next], fraction);
}

vec4 slerp(Keys keys) {
    vec4 a = keys.value, b = keys.next;
    // A quaternion and its negative are the same rotation. The nearer one gives the shorter arc.
    if (dot(a, b) < 0.0) b = -b;
    // This formula is accurate for small angles; the arc cosine is not.
    float angle = 2.0 * atan(length(a - b), length(a + b));
    if (angle < 1e-3) return normalize(mix(a, b, keys.fraction));
    float from = sin((1.0 - keys.fraction) * angle), to = sin(keys.fraction * angle);
    return (from * a + to * b) / sin(angle);
}

mat3 rotationMatrix(vec4 q) {
    vec3 d = 2.0 * q.xyz;
    vec3 x = d.x * q.xyz, w = d * q.w;
    float yy = d.y * q.y, yz = d.y * q.z, zz = d.z * q.z;
    return mat3(1.0 - yy - zz, x.y + w.z, x.z - w.y,  //
                x.y - w.z, 1.0 - x.x - zz, yz + w.x,  //
                x.z + w.y, yz - w.x, 1.0 - x.x - yy);
}

void main() {
    uint joint = gl_GlobalInvocationID.x, index = gl_GlobalInvocationID.y;
    if (joint >= jointCount) return;
    Instance instance = instances[index];
    float duration = durations[instance.clip], time = seconds + instance.phase;
    time = duration > 0.0 ? time - duration * floor(time / duration) : 0.0;
    uint track = (instance.clip * jointCount + joint) * 3;
    Keys t = findKeys(tracks[track], time), s = findKeys(tracks[track + 2], time);
    vec3 translation = mix(t.value, t.next, t.fraction).xyz;
    vec3 scale = mix(s.value, s.next, s.fraction).xyz;
    mat3 m = rotationMatrix(slerp(findKeys(tracks[track + 1], time)));
    mat3 rows = transpose(mat3(m[0] * scale.x, m[1] * scale.y, m[2] * scale.z));
    joints[index * jointCount + joint] = mat3x4(vec4(rows[0], translation.x),  //
                                                vec4(rows[1], translation.y),  //
                                                vec4(rows[2], translation.z));
}
