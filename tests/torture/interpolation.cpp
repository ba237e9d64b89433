// Cases of STEP, LINEAR and CUBICSPLINE on every property, and key values of every component type.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

PoseFact moved(double time, double x, double y, double z) {
    return {0, time, {{x, y, z}, {x + 1, y, z}, {x, y + 1, z}}};
}

/// Returns the pose of the triangle, turned about z by the angle with this cosine and sine.
PoseFact turned(double time, double cosine, double sine) {
    return {0, time, {{0, 0, 0}, {cosine, sine, 0}, {-sine, cosine, 0}}};
}

PoseFact scaled(double time, double x, double y) {
    return {0, time, {{0, 0, 0}, {x, 0, 0}, {0, y, 0}}};
}

/// Adds a rotation from the identity to 90 degrees about z, with keys of the integer type T. `half`
/// is one * sqrt(1/2), rounded. The rounding does not matter: if z = w, the half angle is 45
/// degrees for any length of the quaternion.
template <typename T>
void addIntegerRotation(Cases& cases, const char* name, T one, T half) {
    Gltf gltf = triangle();
    const int input = gltf.times({0, 1});
    gltf.channel(0, "rotation", input,
                 gltf.accessor<T>({0, 0, 0, one, 0, 0, half, half}, "VEC4", {.normalized = true}));
    cases.add(
        name, "normalised integer quaternions", gltf,
        {.clips = {{"move", 1}}, .poses = {turned(0, 1, 0), turned(.5, kHalfRoot2, kHalfRoot2)}});
}

}  // namespace

void addInterpolation(Cases& cases) {
    /// Adds a rigid triangle. One channel animates the property `path` of its node.
    const auto add = [&cases](const char* name, const char* shows, const char* path,
                              const std::vector<float>& times, const std::vector<float>& values,
                              std::vector<PoseFact> poses, const char* interpolation = "LINEAR") {
        Gltf gltf = triangle();
        const int input = gltf.times(times);
        const int output = std::string(path) == "rotation" ? gltf.vec4(values) : gltf.vec3(values);
        gltf.channel(0, path, input, output, interpolation);
        cases.add(name, shows, gltf,
                  {.clips = {{"move", times.back()}}, .poses = std::move(poses)});
    };
    constexpr float h = .70710678f;

    add("linear_translation", "linear keys at uneven times", "translation", {0, 1, 3},
        {0, 0, 0, 2, 0, 0, 2, 4, 8},
        {moved(0, 0, 0, 0), moved(.5, 1, 0, 0), moved(1, 2, 0, 0), moved(2, 2, 2, 4),
         moved(2.5, 2, 3, 6)});
    // Key k has x = k. Seven keys are within half a second, in a clip of ten seconds. 1.34375 s is
    // halfway between 1.3125 s (key 6) and 1.375 s (key 7); 5.6875 s is halfway between 1.375 s
    // (key 7) and 10 s (key 8).
    add("linear_keys_crowded", "keys that stand close together in a long clip", "translation",
        {0, 1, 1.0625f, 1.125f, 1.1875f, 1.25f, 1.3125f, 1.375f, 10},
        {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0, 8, 0, 0},
        {moved(.5, .5, 0, 0), moved(1.0625, 2, 0, 0), moved(1.34375, 6.5, 0, 0),
         moved(5.6875, 7.5, 0, 0)});
    add("linear_scale", "linear scale, through zero to its mirror image", "scale", {0, 2},
        {1, 1, 1, -1, 3, 1}, {scaled(.5, .5, 1.5), scaled(1, 0, 2), scaled(1.5, -.5, 2.5)});
    // From the identity to 120 degrees about z: the quaternion (0, 0, sin 60, cos 60). Slerp turns
    // by 30 degrees in a quarter of the time, and by 60 in half of it. Linear interpolation of the
    // quaternions would turn by 27.8 in a quarter.
    add("linear_rotation", "rotations turn at an even speed: slerp", "rotation", {0, 1},
        {0, 0, 0, 1, 0, 0, .8660254f, .5f},
        {turned(.25, kHalfRoot3, .5), turned(.5, .5, kHalfRoot3), turned(.75, 0, 1)});
    // The second key is the negated quaternion of 90 degrees about z, which is the same rotation.
    // The shorter arc is 90 degrees, not 270.
    add("linear_rotation_short_way", "quaternions of opposite sign: slerp the short way",
        "rotation", {0, 1, 2}, {0, 0, 0, 1, 0, 0, -h, -h, 0, 0, 0, 1},
        {turned(.5, kHalfRoot2, kHalfRoot2), turned(1, 0, 1), turned(1.5, kHalfRoot2, kHalfRoot2)});
    // The first two keys are 180 degrees apart: their dot product is 0. The last two keys are
    // equal: their angle is 0.
    add("linear_rotation_half_turn", "rotations 180 degrees apart, and equal ones", "rotation",
        {0, 1, 2}, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}, {turned(.5, 0, 1), turned(1.5, -1, 0)});
    // The angles of the keys are nearly equal: 0 and 1/1024 radian about z;
    // sin(1/2048) = .00048828123. At half of the time, the angle is 1/2048 radian: cosine
    // .99999988079, sine .00048828123.
    add("linear_rotation_nearly_same", "a slerp over a thousandth of a radian divides by no sine",
        "rotation", {0, 1}, {0, 0, 0, 1, 0, 0, .00048828123f, .99999988f},
        {turned(.5, .99999988079, .00048828123)});

    const auto step = [&add](const char* name, const char* path, const std::vector<float>& values,
                             const PoseFact& first, const PoseFact& second) {
        PoseFact late = first, later = second;
        late.timeSeconds = .99;
        later.timeSeconds = 1.9;
        add(name, "STEP holds a key until the next", path, {0, 1, 2}, values,
            {first, late, second, later}, "STEP");
    };
    step("step_translation", "translation", {0, 0, 0, 3, 4, 5, 9, 9, 9}, moved(0, 0, 0, 0),
         moved(1, 3, 4, 5));
    step("step_rotation", "rotation", {0, 0, 0, 1, 0, 0, h, h, 0, 0, 1, 0}, turned(0, 1, 0),
         turned(1, 0, 1));
    step("step_scale_to_zero", "scale", {1, 2, 1, 0, 0, 0, 1, 1, 1}, scaled(0, 1, 2),
         scaled(1, 0, 0));
    step("step_scale", "scale", {1, 1, 1, 2, 3, 1, 5, 5, 5}, scaled(0, 1, 1), scaled(1, 2, 3));

    // glTF specification, appendix C.5. The keys are two seconds apart: 0 with the out-tangent
    // (4, 0, 0) per second, and b = (2, 2, 2) with the in-tangent (0, 8, 0). With the fraction t
    // and T = 2 s:
    // p = (-2t3 + 3t2) b + T (t3 - 2t2 + t) out + T (t3 - t2) in.
    // t = .5: .5 b + 2 (.125) out + 2 (-.125) in = (1 + 1, 1 - 2, 1).
    // t = .25: .15625 b + 2 (.140625) out + 2 (-.046875) in = (.3125 + 1.125, .3125 - .75, .3125).
    add("cubic_translation", "a cubic spline with tangents a second, keys two seconds apart",
        "translation", {0, 2}, {9, 9, 9, 0, 0, 0, 4, 0, 0, 0, 8, 0, 2, 2, 2, 9, 9, 9},
        {moved(0, 0, 0, 0), moved(.5, 1.4375, -.4375, .3125), moved(1, 2, -1, 1)}, "CUBICSPLINE");
    // Three keys with zero tangents: a segment interpolates by -2t3 + 3t2, which is .15625 at
    // t = .25.
    // The scale goes from 1 to 3 in x, then from 1 to 5 in y: 1 + .15625 * 2 and 1 + .15625 * 4.
    add("cubic_scale", "a cubic spline of three keys", "scale", {0, 1, 2},
        {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 3, 1, 1, 0, 0, 0, 0, 0, 0, 3, 5, 1, 0, 0, 0},
        {scaled(.25, 1.3125, 1), scaled(1, 3, 1), scaled(1.25, 3, 1.625), scaled(1.5, 3, 3)},
        "CUBICSPLINE");
    // From the identity to 90 degrees about z, with zero tangents. The interpolated quaternion is
    // normalised. At half: (0, 0, s/2, (1 + c)/2), which is 45 degrees. At a quarter:
    // .84375 (0,0,0,1) + .15625 (0,0,h,h), h = sqrt(1/2): z = .1104854346, w = .9542354346. The
    // angle is 2 atan(z / w): cosine (w2 - z2)/(w2 + z2) = .9735427, sine 2zw/(w2 + z2) = .2285052.
    add("cubic_rotation", "a cubic spline of quaternions is normalised after", "rotation", {0, 1},
        {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, h, h, 0, 0, 0, 0},
        {turned(.25, 0.97354270104274507, 0.2285051624064461), turned(.5, kHalfRoot2, kHalfRoot2)},
        "CUBICSPLINE");
    // The out-tangent of the first key is (0, 0, 2, 0). At half: .5 (0,0,0,1) + .125 (0,0,2,0) +
    // .5 (0,0,0,1) = (0, 0, .25, 1): cosine (1 - .0625)/(1 + .0625) = 15/17, sine .5/1.0625 = 8/17.
    add("cubic_rotation_tangents", "tangents of quaternions count as they stand", "rotation",
        {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
        {turned(.5, 15. / 17, 8. / 17)}, "CUBICSPLINE");

    addIntegerRotation<int8_t>(cases, "rotations_i8_normalized", 127, 90);
    addIntegerRotation<uint8_t>(cases, "rotations_u8_normalized", 255, 180);
    addIntegerRotation<int16_t>(cases, "rotations_i16_normalized", 32767, 23170);
    addIntegerRotation<uint16_t>(cases, "rotations_u16_normalized", 65535, 46340);

    // A sparse accessor sets key 1 of the three keys. The other two are zero.
    Gltf gltf = triangle();
    const int input = gltf.times({0, 1, 2});
    gltf.channel(0, "translation", input,
                 zeros<float>(gltf, "VEC3", sparse<uint8_t, float>(gltf, {1}, {4, 2, 0})));
    cases.add("sparse_keys", "key values of a sparse accessor", gltf,
              {.clips = {{"move", 2}},
               .poses = {moved(.5, 2, 1, 0), moved(1, 4, 2, 0), moved(1.5, 2, 1, 0)}});
}

}  // namespace sinew::torture
