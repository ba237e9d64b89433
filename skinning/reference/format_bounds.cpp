// Bounds the errors of positions and angles that the rounding of storage formats causes. The blend
// propagates these errors (blend_bounds.h).
#include "skinning/reference/format_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "skinning/bounds/bounds.h"
#include "skinning/bounds/range.h"
#include "skinning/reference/blend_bounds.h"

namespace sinew {
namespace {

using reference::Blending;
using reference::Entry;
using reference::EntryError;
using reference::Share;
using reference::TransformError;

/// Smaller errors of a weight are ignored, because kFullPosition is ten times as large.
constexpr double kFullWeight = 1e-6;

double ulp(double value) {
    return std::exp2(std::floor(std::log2(value)) - 23);
}

/// Returns half a quantization step of weights 2 to 4 in InfluenceFormat::split64.
std::array<double, 3> behindFirst(size_t bindCount) {
    const int bits = bindCount > 128 ? 11 : 12, last = bindCount > 128 ? 10 : 12;
    return {0.5 * (1 / 2.0) / (std::exp2(bits) - 1), 0.5 * (1 / 3.0) / (std::exp2(bits) - 1),
            0.5 * (1 / 4.0) / (std::exp2(last) - 1)};
}

double weightStep(InfluenceFormat format, size_t bindCount) {
    switch (format) {
        case InfluenceFormat::split32: {
            const double step = splitStep(bindCount);
            return step <= kFullWeight ? 0 : step;
        }
        case InfluenceFormat::packedFloat:
            // The error of the stored number, entry + weight / 2, is half a step. The error of the
            // weight is twice that.
            return ulp(static_cast<double>(std::max<size_t>(bindCount, 1) - 1) + 0.5);
        case InfluenceFormat::u8x4:
            return 1 / 255.0;
        case InfluenceFormat::u16x4:
            return 1 / 65535.0;
        case InfluenceFormat::split20:
            return 1 / 4095.0;
        case InfluenceFormat::split64: {
            const std::array<double, 3> behind = behindFirst(bindCount);
            return behind[0] + behind[1] + behind[2];
        }
    }
    return 0;
}

struct Degrees {
    double normal = 0;
    double tangent = 0;
};

/// Returns the angle errors of directions in compact formats. Octahedral coordinates with the error
/// (g, h) move the point on the octahedron's face by at most (g, h, g + h). The squared length of
/// this vector is 2 (g^2 + h^2 + g h). The face has the distance 1 / sqrt(3) from the centre.
Degrees ofCompactDirections() {
    const auto degrees = [](double g, double h) {
        return glm::degrees(std::sqrt(3 * 2 * (g * g + h * h + g * h)));
    };
    return {degrees(0.5 / 2047, 0.5 / 2047), degrees(0.5 / 2047, 0.5 / 1023)};
}

void setSteps(const FormatSteps& steps, std::span<Share> shares) {
    const bool cancels = shares.size() == 1 && steps.weightsSumToOne;
    for (Share& share : shares) share.step = cancels ? 0 : steps.weight;
    if (steps.behindFirst[0] == 0) return;
    shares[0].step = 0;
    for (size_t i = 1; i < shares.size(); ++i) {
        shares[i].step = steps.behindFirst[i - 1];
        shares[0].step += shares[i].step;
    }
}

double endOff(double degrees) {
    return 2 * std::sin(0.5 * glm::radians(degrees));
}

}  // namespace

double splitStep(size_t bindCount) {
    // Weights have those of the 32 bits that bind indices do not need. The rounding of weights
    // preserves their sum, so the error of one weight can be almost a whole step.
    const int bindBits = std::bit_width(std::max<size_t>(bindCount, 2) - 1);
    return 1 / (std::exp2(32 - bindBits) - 1);
}

FormatSteps stepsOf(const SkinSettings& settings, size_t bindCount) {
    FormatSteps steps{.weight = weightStep(settings.influences, bindCount),
                      .weightsSumToOne = settings.influences != InfluenceFormat::packedFloat};
    if (settings.influences == InfluenceFormat::split64) steps.behindFirst = behindFirst(bindCount);
    const Degrees directions = ofCompactDirections();
    if (settings.mesh == MeshFormat::quantized) {
        steps.positionInMesh = 0.5 / 65535;
        steps.normalRead = directions.normal;
        steps.tangentRead = directions.tangent;
    }
    if (settings.output == Output::compact) {
        steps.positionInBox = 0.5 / 65535;
        steps.normalDegrees = directions.normal;
        steps.tangentDegrees = directions.tangent;
    }
    return steps;
}

std::vector<glm::dmat4> halfErrors(const Model& model, std::span<const glm::dmat4> palette) {
    std::vector<glm::dmat4> errors;
    for (size_t b = 0; b < palette.size(); ++b) {
        glm::dmat4& error = errors.emplace_back(0.0);
        for (int column = 0; column < 4; ++column) {
            for (int row = 0; row < 3; ++row) {
                const double element = std::abs(palette[b][column][row]);
                if (element > kLargestHalf) {
                    throw OutOfRange(
                        fmt::format("{}: the palette entry of joint \"{}\" contains {:g}, and the "
                                    "largest fp16 number is {}; choose another palette format",
                                    model.name, model.skeleton.names[model.binds[b].joint], element,
                                    kLargestHalf));
                }
                error[column][row] = std::max(element * 0x1p-10, 0x1p-24);
            }
        }
    }
    return errors;
}

std::vector<VertexBound> formatBounds(const Model& model, const ReferencePose& pose,
                                      const ReferenceVertices& reference,
                                      const SkinSettings& settings,
                                      std::span<const glm::dmat4> paletteErrors,
                                      const glm::dvec3& boxSides) {
    const FormatSteps steps = stepsOf(settings, pose.palette.size());
    const Box box = meshBox(model.geometry);
    const double read =
        steps.positionInMesh * glm::length(glm::dvec3(box.high) - glm::dvec3(box.low));
    const double normalRead = endOff(steps.normalRead), tangentRead = endOff(steps.tangentRead);
    std::vector<Entry> palette;
    std::vector<EntryError> errors;
    for (size_t b = 0; b < pose.palette.size(); ++b) {
        palette.push_back(reference::makeEntry(pose.palette[b]));
        errors.push_back(paletteErrors.empty() ? EntryError{}
                                               : reference::errorOf(palette[b], paletteErrors[b]));
    }
    std::vector<Share> shares;
    std::vector<VertexBound> bounds;
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
        const reference::Vertex vertex =
            reference::morphedVertex(model.geometry, v, pose.morphWeights);
        reference::sharesOf(model.geometry, v, settings.influenceLimit, shares);
        setSteps(steps, shares);
        const Blending blending{.palette = palette,
                                .errors = errors,
                                .shares = shares,
                                .kept = steps.weightsSumToOne ? 1.0 : 0.0};
        const reference::Transform transform =
            reference::blended(palette, shares, settings.blend, settings.normals);
        const TransformError error =
            reference::transformError(blending, transform, settings.blend, vertex.position);
        const double normal =
            reference::normalDegrees(transform, error, settings.normals, vertex.normal, normalRead);
        const double tangent =
            reference::tangentDegrees(transform, error, vertex.tangent, tangentRead);
        const double stretched = reference::longest(transform.linear) + error.linear;
        bounds.push_back(
            {.position = kFullPosition * reference.extent + error.position +
                         (read > 0 ? stretched * read : 0) +
                         steps.positionInBox * glm::length(boxSides),
             .normalDegrees = std::min(180.0, fullDegrees(reference.normalShares[v]) + normal +
                                                  error.turnDegrees + steps.normalDegrees),
             .tangentDegrees = std::min(180.0, fullDegrees(reference.tangentShares[v]) + tangent +
                                                   error.turnDegrees + steps.tangentDegrees),
             .handedness = reference::hasHandedness(
                 transform, error.linear + kFullPosition * reference::norm(transform.linear))});
    }
    return bounds;
}

}  // namespace sinew
