// Error bounds of formats are not less than the errors of double-precision emulations, and are not
// much larger.
#include "skinning/reference/format_bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "shaders/shared/vertex.h"
#include "skinning/animation/crowd.h"
#include "skinning/bounds/bounds.h"
#include "skinning/packing/quantized_mesh.h"
#include "skinning/reference/reference_blend.h"
#include "tests/unit/posed.h"
#include "tests/unit/random_model.h"

namespace sinew {
namespace {

using reference::Share;

// Quantizes the weights to multiples of 1 / `total`. They are rounded down, then the largest
// remainders get one unit more each, so that the sum does not change.
void quantise(std::vector<Share>& shares, uint32_t total) {
    std::vector<std::pair<double, size_t>> remainders;
    double left = total;
    for (size_t i = 0; i < shares.size(); ++i) {
        const double exact = shares[i].weight * total, floored = std::floor(exact + 1e-9);
        remainders.emplace_back(exact - floored, i);
        shares[i].weight = floored / total;
        left -= floored;
    }
    std::sort(remainders.begin(), remainders.end(), std::greater<>());
    for (size_t i = 0; left > 0.5; ++i, --left) shares[remainders[i].second].weight += 1.0 / total;
}

void store(std::vector<Share>& shares, InfluenceFormat format, size_t binds) {
    switch (format) {
        case InfluenceFormat::split32:
            return quantise(shares, ~0u >> std::bit_width(binds - 1));
        case InfluenceFormat::u8x4:
            return quantise(shares, 255);
        case InfluenceFormat::u16x4:
            return quantise(shares, 65535);
        case InfluenceFormat::split20:
            return quantise(shares, 4095);
        case InfluenceFormat::split64: {
            const int bits = binds > 128 ? 11 : 12, last = binds > 128 ? 10 : 12;
            for (size_t i = 1; i < shares.size(); ++i) {
                const double most = (i + 1) * (std::exp2(i < 3 ? bits : last) - 1);
                const double stored = std::floor(shares[i].weight * most + 0.5) / most;
                shares[0].weight += shares[i].weight - stored;
                shares[i].weight = stored;
            }
            return;
        }
        case InfluenceFormat::packedFloat:
            for (Share& share : shares) {
                const auto stored = static_cast<float>(share.bind + 0.5 * share.weight);
                share.weight = 2 * (double{stored} - share.bind);
            }
    }
}

// Rounds to half precision towards zero, the less exact rounding that Vulkan allows.
double asHalf(double value) {
    if (value == 0) return 0;
    const double step = std::exp2(std::max(std::floor(std::log2(std::abs(value))), -14.0) - 10);
    return std::trunc(value / step) * step;
}

std::vector<glm::dmat4> asHalves(std::vector<glm::dmat4> palette) {
    for (glm::dmat4& matrix : palette) {
        for (int c = 0; c < 4; ++c) {
            for (int r = 0; r < 3; ++r) matrix[c][r] = asHalf(matrix[c][r]);
        }
    }
    return palette;
}

struct Error {
    double position = 0, normal = 0, tangent = 0;
};

Error errorOf(const reference::Transform& t, const reference::Vertex& vertex,
              const ReferenceVertices& expected, uint32_t v) {
    return {glm::length(t.rotation * (t.linear * vertex.position) + t.translation -
                        expected.positions[v]),
            test::degreesBetween(t.rotation * (t.normals * vertex.normal), expected.normals[v]),
            test::degreesBetween(t.rotation * (t.linear * vertex.tangent),
                                 glm::dvec3(expected.tangents[v]))};
}

// Returns the part of `bound` that the formats cause, without the tolerance of full precision.
Error derived(const VertexBound& bound, const ReferenceVertices& reference, uint32_t v) {
    const auto full = [](double share) { return kFullDegrees / std::min(share / kFullShare, 1.0); };
    return {bound.position - kFullPosition * reference.extent,
            bound.normalDegrees - full(reference.normalShares[v]),
            bound.tangentDegrees - full(reference.tangentShares[v])};
}

/// Compares the error of each vertex with its bound. Bounds are tight if 99 % are at most `slack`
/// times the largest error. The other 1 % allows for a few vertices whose directions nearly vanish.
class Comparison {
public:
    void add(const Error& error, const Error& bound, const Error& rounding, uint32_t v) {
        const double errors[] = {error.position, error.normal, error.tangent};
        const double most[] = {bound.position, bound.normal, bound.tangent};
        const double more[] = {rounding.position, rounding.normal, rounding.tangent};
        for (size_t i = 0; i < 3; ++i) {
            EXPECT_LE(errors[i], most[i] + more[i]) << kNames[i] << " of vertex " << v;
            worst_[i] = std::max(worst_[i], errors[i]);
            bounds_[i].push_back(most[i]);
        }
    }
    void expectTight(double slack) {
        for (size_t i = 0; i < 3; ++i) {
            std::sort(bounds_[i].begin(), bounds_[i].end());
            EXPECT_LE(bounds_[i][bounds_[i].size() * 99 / 100], slack * worst_[i]) << kNames[i];
        }
    }

private:
    static constexpr const char* kNames[] = {"position", "normal", "tangent"};
    double worst_[3] = {};
    std::vector<double> bounds_[3];
};

/// Emulates the formats of `settings` in double precision. Expects that each vertex is within its
/// bound and that the bounds are tight.
void expectWithinBounds(const SkinSettings& settings, uint32_t joints = 60, double slack = 20) {
    SCOPED_TRACE(fmt::format("blend {}, normals {}, influences {}, palette {}",
                             static_cast<int>(settings.blend), static_cast<int>(settings.normals),
                             static_cast<int>(settings.influences),
                             static_cast<int>(settings.palette)));
    const Model model = test::randomModel(joints, 3000, 4, false);
    const ReferencePose pose = referencePose(model, kRestPose, 0);
    const ReferenceVertices expected = referenceVertices(model, pose, settings);
    const bool half = settings.palette == PaletteFormat::half;
    const std::vector<glm::dmat4> errors =
        half ? halfErrors(model, pose.palette) : std::vector<glm::dmat4>{};
    const std::vector<VertexBound> bounds = formatBounds(model, pose, expected, settings, errors);
    std::vector<reference::Entry> palette;
    for (const glm::dmat4& m : half ? asHalves(pose.palette) : pose.palette) {
        palette.push_back(reference::makeEntry(m));
    }
    std::vector<Share> shares;
    Comparison comparison;
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
        reference::sharesOf(model.geometry, v, 0, shares);
        store(shares, settings.influences, joints);
        const Error error =
            errorOf(reference::blended(palette, shares, settings.blend, settings.normals),
                    reference::morphedVertex(model.geometry, v, pose.morphWeights), expected, v);
        comparison.add(error, derived(bounds[v], expected, v), {1e-12, 1e-5, 1e-5}, v);
        if (testing::Test::HasFailure()) return;
    }
    comparison.expectTight(slack);
}

TEST(FormatBounds, HoldForEveryInfluenceFormatAndAreNotLoose) {
    for (const InfluenceFormat format :
         {InfluenceFormat::u8x4, InfluenceFormat::u16x4, InfluenceFormat::split20,
          InfluenceFormat::split64, InfluenceFormat::packedFloat}) {
        for (const Normals normals : {Normals::cofactor, Normals::raw, Normals::inverseTranspose}) {
            expectWithinBounds({.influences = format, .normals = normals});
            expectWithinBounds(
                {.blend = Blend::dualQuaternion, .influences = format, .normals = normals});
        }
    }
}

TEST(FormatBounds, OfFourInfluencesInSixtyFourBitsGrowWithTheNumberOfEntries) {
    const SkinSettings settings{.influences = InfluenceFormat::split64};
    EXPECT_NEAR(stepsOf(settings, 128).behindFirst[2], 0.125 / 4095, 1e-12);
    EXPECT_NEAR(stepsOf(settings, 129).behindFirst[2], 0.125 / 1023, 1e-12);
    expectWithinBounds(settings, 200);
}

/// Tests quantized meshes as expectWithinBounds() tests other formats. The error is that of
/// asQuantized(model), skinned with `ofStored`, which must not have MeshFormat::quantized.
void expectQuantizedWithinBounds(const SkinSettings& ofStored, double slack) {
    SCOPED_TRACE(fmt::format("blend {}, normals {}", static_cast<int>(ofStored.blend),
                             static_cast<int>(ofStored.normals)));
    const Model model = test::randomModel(60, 3000, 4, false);
    const ReferencePose pose = referencePose(model, kRestPose, 0);
    SkinSettings settings = ofStored;
    settings.mesh = MeshFormat::quantized;
    const ReferenceVertices expected = referenceVertices(model, pose, settings);
    const ReferenceVertices stored = referenceVertices(asQuantized(model), pose, ofStored);
    const std::vector<VertexBound> bounds = formatBounds(model, pose, expected, settings);
    Comparison comparison;
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
        const Error error{
            glm::length(stored.positions[v] - expected.positions[v]),
            test::degreesBetween(stored.normals[v], expected.normals[v]),
            test::degreesBetween(glm::dvec3(stored.tangents[v]), glm::dvec3(expected.tangents[v]))};
        comparison.add(error, derived(bounds[v], expected, v), {1e-6 * expected.extent, 1e-4, 1e-4},
                       v);
        if (testing::Test::HasFailure()) return;
    }
    comparison.expectTight(slack);
}

TEST(FormatBounds, HoldForQuantizedMeshesAndAreNotLoose) {
    for (const Blend blend : {Blend::linear, Blend::dualQuaternion}) {
        for (const Normals normals : {Normals::cofactor, Normals::raw, Normals::inverseTranspose}) {
            expectQuantizedWithinBounds({.blend = blend, .normals = normals}, 10);
        }
    }
}

TEST(FormatBounds, HoldForHalfPalettesAndAreNotLoose) {
    for (const Normals normals : {Normals::cofactor, Normals::raw, Normals::inverseTranspose}) {
        SkinSettings settings{.palette = PaletteFormat::half, .normals = normals};
        expectWithinBounds(settings);
        settings.influences = InfluenceFormat::u8x4;
        expectWithinBounds(settings);
        // The bound is less tight here: for the decomposition of a matrix, it assumes the worst
        // error of each element.
        settings = {
            .blend = Blend::dualQuaternion, .palette = PaletteFormat::half, .normals = normals};
        expectWithinBounds(settings, 60, 30);
    }
}

TEST(FormatBounds, FullPrecisionIsTheStatedToleranceAndNoMore) {
    const Model model = test::randomModel(60, 500, 4, false);
    const ReferencePose pose = referencePose(model, kRestPose, 0);
    for (const Blend blend : {Blend::linear, Blend::dualQuaternion}) {
        const SkinSettings settings{.blend = blend};
        const ReferenceVertices expected = referenceVertices(model, pose, settings);
        for (const VertexBound& bound : formatBounds(model, pose, expected, settings)) {
            ASSERT_EQ(bound.position, 1e-5 * expected.extent);
            ASSERT_EQ(bound.normalDegrees, 0.05);
            ASSERT_EQ(bound.tangentDegrees, 0.05);
        }
    }
}

TEST(FormatBounds, FloatsThatHoldEntryAndWeightLosePrecisionWithTheEntry) {
    const SkinSettings packed{.influences = InfluenceFormat::packedFloat};
    EXPECT_EQ(stepsOf(packed, 2).weight, 0x1p-23);
    EXPECT_EQ(stepsOf(packed, 65).weight, 0x1p-17);
    EXPECT_EQ(stepsOf(packed, 4097).weight, 0x1p-11);
    expectWithinBounds(packed, 600);
}

TEST(FormatBounds, ThirtyTwoBitsAreFullPrecisionUntilEntriesTakeTooMany) {
    EXPECT_EQ(stepsOf({}, 1).weight, 0);
    EXPECT_EQ(stepsOf({}, 4096).weight, 0);
    EXPECT_NEAR(stepsOf({}, 65536).weight, 0x1p-16, 1e-9);
}

TEST(FormatBounds, CompactOutputAddsHalfAStepOfTheBoxAndOfTheDirections) {
    const FormatSteps steps = stepsOf({.output = Output::compact}, 60);
    EXPECT_NEAR(steps.positionInBox, 0.5 / 65535, 1e-12);
    double normal = 0, tangent = 0;
    for (int i = 0; i < 200000; ++i) {
        const glm::vec3 n = test::spreadDirection(i, 200000), t(n.z, n.x, n.y);
        const float sign = i % 3 == 0 ? 1.0f : -1.0f;
        const gpu::CompactVertex packed =
            gpu::packCompact(glm::vec3(0.5f), 3.0f * n, 5.0f * t, sign);
        const glm::vec4 back = gpu::unpackCompactTangent(packed);
        normal = std::max(normal, test::degreesBetween(n, gpu::unpackCompactNormal(packed)));
        tangent = std::max(tangent, test::degreesBetween(t, glm::vec3(back)));
        ASSERT_EQ(back.w, sign) << i;
    }
    EXPECT_LT(normal, 0.06);
    EXPECT_LT(tangent, 0.1);
    EXPECT_LE(normal, steps.normalDegrees + 1e-4);
    EXPECT_LE(steps.normalDegrees, 1.1 * normal);
    EXPECT_LE(tangent, steps.tangentDegrees + 1e-4);
    EXPECT_LE(steps.tangentDegrees, 1.1 * tangent);
}

TEST(FormatBounds, AHalfThatOverflowsIsAnErrorThatNamesTheJoint) {
    Model model = test::randomModel(3, 10, 1, false);
    model.name = "giant";
    model.skeleton.rest[0].translation = {70000, 0, 0};
    const ReferencePose pose = referencePose(model, kRestPose, 0);
    EXPECT_THAT([&] { halfErrors(model, pose.palette); },
                testing::ThrowsMessage<std::runtime_error>(
                    testing::AllOf(testing::HasSubstr("giant"), testing::HasSubstr("\"j0\""),
                                   testing::HasSubstr("65504"))));
}

}  // namespace
}  // namespace sinew
