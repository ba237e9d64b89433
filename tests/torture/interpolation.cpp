// STEP, LINEAR and CUBICSPLINE on every property; key values in every component type.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

/// A rigid triangle whose node one channel animates.
Gltf animated(const char* path, const std::vector<float>& times, const std::vector<float>& values,
              const char* interpolation = "LINEAR") {
    Gltf gltf = triangle();
    const int input = gltf.times(times);
    const int output = std::string(path) == "rotation" ? gltf.vec4(values) : gltf.vec3(values);
    gltf.channel(0, path, input, output, interpolation);
    return gltf;
}

Expected moving(double durationSeconds, std::vector<PoseFact> poses) {
    return {.clips = {{"move", durationSeconds}}, .poses = std::move(poses)};
}

PoseFact moved(double time, double x, double y, double z) {
    return {.clip = 0, .timeSeconds = time, .positions = {{x, y, z}, {x + 1, y, z}, {x, y + 1, z}}};
}

/// The triangle turned about z by an angle of this cosine and sine.
PoseFact turned(double time, double cosine, double sine) {
    return {.clip = 0,
            .timeSeconds = time,
            .positions = {{0, 0, 0}, {cosine, sine, 0}, {-sine, cosine, 0}}};
}

PoseFact scaled(double time, double x, double y) {
    return {.clip = 0, .timeSeconds = time, .positions = {{0, 0, 0}, {x, 0, 0}, {0, y, 0}}};
}

Case linearTranslation() {
    return {.name = "linear_translation",
            .shows = "linear keys at uneven times",
            .gltf = animated("translation", {0, 1, 3}, {0, 0, 0, 2, 0, 0, 2, 4, 8}),
            .expected = moving(3, {moved(0, 0, 0, 0), moved(.5, 1, 0, 0), moved(1, 2, 0, 0),
                                   moved(2, 2, 2, 4), moved(2.5, 2, 3, 6)})};
}

// Key k at x = k. Seven keys stand within half a second, far from where an even spread of keys
// over ten seconds would have them. 1.34375 lies between 1.3125 (6) and 1.375 (7), 5.6875 halfway
// between 1.375 (7) and 10 (8).
Case crowdedKeys() {
    return {.name = "linear_keys_crowded",
            .shows = "keys that stand close together in a long clip",
            .gltf = animated(
                "translation", {0, 1, 1.0625f, 1.125f, 1.1875f, 1.25f, 1.3125f, 1.375f, 10},
                {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0, 8, 0, 0}),
            .expected = moving(10, {moved(.5, .5, 0, 0), moved(1.0625, 2, 0, 0),
                                    moved(1.34375, 6.5, 0, 0), moved(5.6875, 7.5, 0, 0)})};
}

Case linearScale() {
    return {.name = "linear_scale",
            .shows = "linear scale, through zero to its mirror image",
            .gltf = animated("scale", {0, 2}, {1, 1, 1, -1, 3, 1}),
            .expected = moving(2, {scaled(.5, .5, 1.5), scaled(1, 0, 2), scaled(1.5, -.5, 2.5)})};
}

// Identity to 120 degrees about z, (0, 0, sin 60, cos 60). At a quarter 30 degrees, at half 60;
// lerping the quaternions would give 27.8 at a quarter.
Case slerp() {
    return {.name = "linear_rotation",
            .shows = "rotations turn at an even speed: slerp",
            .gltf = animated("rotation", {0, 1}, {0, 0, 0, 1, 0, 0, .8660254f, .5f}),
            .expected = moving(
                1, {turned(.25, kHalfRoot3, .5), turned(.5, .5, kHalfRoot3), turned(.75, 0, 1)})};
}

// The second key is minus the quaternion of 90 degrees about z: the same rotation, and the short
// way there is 90 degrees, not 270.
Case shortWay() {
    return {.name = "linear_rotation_short_way",
            .shows = "quaternions of opposite sign: slerp the short way",
            .gltf = animated("rotation", {0, 1, 2},
                             {0, 0, 0, 1, 0, 0, -.70710678f, -.70710678f, 0, 0, 0, 1}),
            .expected = moving(2, {turned(.5, kHalfRoot2, kHalfRoot2), turned(1, 0, 1),
                                   turned(1.5, kHalfRoot2, kHalfRoot2)})};
}

// 180 degrees about z: the dot product is 0, the last angle with a way of its own.
// Then the same key twice, where the angle between is 0.
Case halfTurn() {
    return {.name = "linear_rotation_half_turn",
            .shows = "rotations 180 degrees apart, and equal ones",
            .gltf = animated("rotation", {0, 1, 2}, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}),
            .expected = moving(2, {turned(.5, 0, 1), turned(1.5, -1, 0)})};
}

// Angles near each other: 0 and 1/1024 of a radian about z; sin(1/2048) = .00048828123.
// At half 1/2048 of a radian: cosine .99999988079, sine .00048828123.
Case nearlySame() {
    return {.name = "linear_rotation_nearly_same",
            .shows = "a slerp over a thousandth of a radian divides by no sine",
            .gltf = animated("rotation", {0, 1}, {0, 0, 0, 1, 0, 0, .00048828123f, .99999988f}),
            .expected = moving(1, {turned(.5, .99999988079, .00048828123)})};
}

Case step(const char* name, const char* path, const std::vector<float>& values, PoseFact first,
          PoseFact second) {
    PoseFact late = first;
    late.timeSeconds = .99;
    second.timeSeconds = 1;
    PoseFact later = second;
    later.timeSeconds = 1.9;
    return {.name = name,
            .shows = "STEP holds a key until the next",
            .gltf = animated(path, {0, 1, 2}, values, "STEP"),
            .expected = moving(
                2, {std::move(first), std::move(late), std::move(second), std::move(later)})};
}

// Appendix C.5, keys two seconds apart: a from 0 with out-tangent (4, 0, 0) a second to
// b = (2, 2, 2) with in-tangent (0, 8, 0). With t the fraction and T = 2 s:
// p = (-2t3 + 3t2) b + T (t3 - 2t2 + t) out + T (t3 - t2) in.
// t = .5: .5 b + 2 (.125) out + 2 (-.125) in = (1 + 1, 1 - 2, 1).
// t = .25: .15625 b + 2 (.140625) out + 2 (-.046875) in = (.3125 + 1.125, .3125 - .75, .3125).
Case cubicTranslation() {
    return {.name = "cubic_translation",
            .shows = "a cubic spline with tangents a second, keys two seconds apart",
            .gltf = animated("translation", {0, 2},
                             {9, 9, 9, 0, 0, 0, 4, 0, 0, 0, 8, 0, 2, 2, 2, 9, 9, 9}, "CUBICSPLINE"),
            .expected = moving(
                2, {moved(0, 0, 0, 0), moved(.5, 1.4375, -.4375, .3125), moved(1, 2, -1, 1)})};
}

// Three keys, tangents all zero: each segment eases by -2t3 + 3t2, .15625 at a quarter.
// 1 -> 3 in x, then 1 -> 5 in y: 1 + .15625 * 2 and 1 + .15625 * 4.
Case cubicScale() {
    return {.name = "cubic_scale",
            .shows = "a cubic spline of three keys",
            .gltf = animated("scale", {0, 1, 2}, {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 3, 1,
                                                  1, 0, 0, 0, 0, 0, 0, 3, 5, 1, 0, 0, 0},
                             "CUBICSPLINE"),
            .expected = moving(2, {scaled(.25, 1.3125, 1), scaled(1, 3, 1), scaled(1.25, 3, 1.625),
                                   scaled(1.5, 3, 3)})};
}

// Identity to 90 degrees about z, tangents zero; the sum is normalised. At half (0, 0, s/2,
// (1 + c)/2): 45 degrees. At a quarter .84375 (0,0,0,1) + .15625 (0,0,h,h), h = sqrt(1/2):
// z = .1104854346, w = .9542354346, whose angle is 2 atan(z / w): cosine (w2 - z2)/(w2 + z2) =
// .9735427, sine 2zw/(w2 + z2) = .2285052.
Case cubicRotation() {
    return {
        .name = "cubic_rotation",
        .shows = "a cubic spline of quaternions is normalised after",
        .gltf = animated("rotation", {0, 1}, {0, 0, 0, 0, 0, 0, 0,          1,          0, 0, 0, 0,
                                              0, 0, 0, 0, 0, 0, .70710678f, .70710678f, 0, 0, 0, 0},
                         "CUBICSPLINE"),
        .expected = moving(1, {turned(.25, 0.97354270104274507, 0.2285051624064461),
                               turned(.5, kHalfRoot2, kHalfRoot2)})};
}

// Out-tangent of the first key (0, 0, 2, 0): at half .5 (0,0,0,1) + .125 (0,0,2,0) + .5 (0,0,0,1) =
// (0, 0, .25, 1): cosine (1 - .0625)/(1 + .0625) = 15/17, sine .5/1.0625 = 8/17.
Case cubicRotationTangents() {
    return {.name = "cubic_rotation_tangents",
            .shows = "tangents of quaternions count as they stand",
            .gltf = animated("rotation", {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0,
                                                  0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
                             "CUBICSPLINE"),
            .expected = moving(1, {turned(.5, 0.88235294117647056, 0.47058823529411764)})};
}

/// Identity to 90 degrees about z in one integer type; `half` is nearest to one * sqrt(1/2), and
/// two equal components are 45 degrees of half angle whatever their length.
template <typename T>
Case integerRotation(const char* name, T one, T half) {
    Gltf gltf = triangle();
    const int input = gltf.times({0, 1});
    gltf.channel(0, "rotation", input,
                 gltf.accessor<T>({0, 0, 0, one, 0, 0, half, half}, "VEC4", {.normalized = true}));
    return {.name = name,
            .shows = "normalised integer quaternions",
            .gltf = gltf,
            .expected = moving(1, {turned(0, 1, 0), turned(.5, kHalfRoot2, kHalfRoot2)})};
}

// Key 1 of three is put there by a sparse accessor over zeros.
Case sparseKeys() {
    Gltf gltf = triangle();
    const int input = gltf.times({0, 1, 2});
    const int which = gltf.view<uint8_t>({1});
    const int value = gltf.view<float>({4, 2, 0});
    const int output =
        gltf.add("accessors", {{"componentType", 5126},
                               {"count", 3},
                               {"type", "VEC3"},
                               {"sparse",
                                {{"count", 1},
                                 {"indices", {{"bufferView", which}, {"componentType", 5121}}},
                                 {"values", {{"bufferView", value}}}}}});
    gltf.channel(0, "translation", input, output);
    return {.name = "sparse_keys",
            .shows = "key values of a sparse accessor",
            .gltf = gltf,
            .expected = moving(2, {moved(.5, 2, 1, 0), moved(1, 4, 2, 0), moved(1.5, 2, 1, 0)})};
}

}  // namespace

std::vector<Case> interpolationCases() {
    return {
        linearTranslation(),
        crowdedKeys(),
        linearScale(),
        slerp(),
        shortWay(),
        halfTurn(),
        nearlySame(),
        step("step_translation", "translation", {0, 0, 0, 3, 4, 5, 9, 9, 9}, moved(0, 0, 0, 0),
             moved(1, 3, 4, 5)),
        step("step_rotation", "rotation", {0, 0, 0, 1, 0, 0, .70710678f, .70710678f, 0, 0, 1, 0},
             turned(0, 1, 0), turned(1, 0, 1)),
        step("step_scale_to_zero", "scale", {1, 2, 1, 0, 0, 0, 1, 1, 1}, scaled(0, 1, 2),
             scaled(1, 0, 0)),
        step("step_scale", "scale", {1, 1, 1, 2, 3, 1, 5, 5, 5}, scaled(0, 1, 1), scaled(1, 2, 3)),
        cubicTranslation(),
        cubicScale(),
        cubicRotation(),
        cubicRotationTangents(),
        integerRotation<int8_t>("rotations_i8_normalized", 127, 90),
        integerRotation<uint8_t>("rotations_u8_normalized", 255, 180),
        integerRotation<int16_t>("rotations_i16_normalized", 32767, 23170),
        integerRotation<uint16_t>("rotations_u16_normalized", 65535, 46340),
        sparseKeys(),
    };
}

}  // namespace sinew::torture
