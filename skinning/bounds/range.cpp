// Fast tests of poses by bounds, and exact checks of poses that fail them.
#include "skinning/bounds/range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "skinning/animation/affine.h"

namespace sinew {
namespace {

/// Largest morph weight of the fast bound. Larger weights need the exact check.
constexpr float kUsualWeight = 16.0f;
/// The fast bound may reach only this share of a limit, because it is rounded.
constexpr double kNearly = 0.999;

bool isFinite(const gpu::Affine& m) {
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            if (!std::isfinite(m[r][c])) return false;
        }
    }
    return true;
}

float largestOf(const glm::vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// Returns a bound of the coordinates of a bind's vertices. `weightOf(morph)` is the morph weight.
template <typename WeightOf>
glm::dvec3 reachOf(const BindBoxes& boxes, const BindBoxes::Entry& entry,
                   const WeightOf& weightOf) {
    const auto largest = [](const Box& box) {
        return glm::dvec3(glm::max(glm::abs(box.low), glm::abs(box.high)));
    };
    glm::dvec3 reach = largest(entry.box);
    for (uint32_t m = entry.firstMorph; m < entry.firstMorph + entry.morphCount; ++m) {
        const BindBoxes::Morph& morph = boxes.morphs[m];
        reach += std::abs(double{weightOf(morph)}) * largest(morph.delta);
    }
    return reach;
}

enum class Of : uint8_t {
    values,
    differences  // from the clip's first pose, for additive clips
};

/// Calls `take(channel, size)` for each channel. `size` bounds all components at any time: the
/// largest key, plus the effect of a cubic spline's tangents.
template <typename Take>
void eachLargest(const Clip& clip, Of of, const Take& take) {
    constexpr double kTangents = 4.0 / 27.0;  // maximum of t^3 - 2 t^2 + t in [0, 1]
    for (const Channel& channel : clip.channels) {
        const bool cubic = channel.cubic();
        const float* all = clip.values.data() + channel.firstValue;
        const auto largestOf = [&](size_t value, const float* from = nullptr) {
            const float* v = all + value * channel.width;
            double largest = 0;
            for (uint32_t c = 0; c < channel.width; ++c) {
                largest = std::max(largest, std::abs(double{v[c]} - (from ? double{from[c]} : 0)));
            }
            return largest;
        };
        const float* first = all + (cubic ? channel.width : 0);
        double values = 0, tangents = 0, seconds = 0;
        for (size_t key = 0; key < channel.keyCount; ++key) {
            values = std::max(values, largestOf(cubic ? 3 * key + 1 : key,
                                                of == Of::differences ? first : nullptr));
            if (cubic) tangents = std::max({tangents, largestOf(3 * key), largestOf(3 * key + 2)});
            const float* time = clip.times.data() + channel.firstKey + key;
            if (key > 0) seconds = std::max(seconds, double{time[0]} - time[-1]);
        }
        take(channel, values + 2 * kTangents * seconds * tangents);
    }
}

/// Raises the bounds of `largest` to those of all clips.
void raise(const Model& model, Of of, LargestPose& largest) {
    for (const Clip& clip : model.clips) {
        eachLargest(clip, of, [&](const Channel& channel, double size) {
            if (channel.path == Channel::Path::translation) {
                double& translation = largest.locals[channel.target].translation;
                translation = std::max(translation, std::sqrt(3.0) * size);
            } else if (channel.path == Channel::Path::scale) {
                double& scale = largest.locals[channel.target].scale;
                scale = std::max(scale, size);
            } else if (channel.path == Channel::Path::weights) {
                for (uint32_t w = 0; w < channel.width; ++w) {
                    float& weight = largest.weights[channel.target + w];
                    weight = std::max(weight, static_cast<float>(size));
                }
            }
        });
    }
}

/// Returns true if the squares of sampled rotations cannot overflow. Only cubic splines can make a
/// quaternion longer than its keys.
bool turnsSafely(const Model& model) {
    bool safe = true;
    for (const Clip& clip : model.clips) {
        eachLargest(clip, Of::values, [&](const Channel& channel, double size) {
            safe = safe && (channel.path != Channel::Path::rotation || size <= double{kFarthest});
        });
    }
    return safe;
}

/// Returns bounds of all joint matrices. Along the hierarchy, each joint adds at most its largest
/// translation and multiplies by its largest scale.
PoseRange::Largest largestOfClips(const Model& model) {
    const auto [locals, weights] = largestLayered(model);
    PoseRange::Largest largest{.columns = {}, .morphWeights = weights};
    constexpr double kRounding = 1 + 1e-5;
    std::vector<LargestLocal> posed;
    LargestLocal most;
    for (uint32_t j = 0; j < model.skeleton.size(); ++j) {
        const int32_t parent = model.skeleton.parents[j];
        const LargestLocal from =
            parent == kNoParent ? LargestLocal{0, 1} : posed[static_cast<size_t>(parent)];
        const auto& [translation, scale] = locals[j];
        posed.push_back({(from.translation + from.scale * translation) * kRounding,
                         from.scale * scale * kRounding});
        most = {std::max(most.translation, posed[j].translation),
                std::max(most.scale, posed[j].scale)};
    }
    if (!turnsSafely(model)) most.scale = std::numeric_limits<double>::infinity();
    const auto scale = static_cast<float>(most.scale);
    largest.columns = {scale, scale, scale, static_cast<float>(most.translation)};
    return largest;
}

}  // namespace

LargestPose largestOfKeys(const Model& model) {
    LargestPose largest;
    for (const Transform& rest : model.skeleton.rest) {
        largest.locals.push_back(
            {glm::length(glm::dvec3(rest.translation)), largestOf(rest.scale)});
    }
    for (const float weight : model.restMorphWeights) largest.weights.push_back(std::abs(weight));
    raise(model, Of::values, largest);
    return largest;
}

// An additive clip adds at most the largest difference of all clips from their first poses.
LargestPose largestLayered(const Model& model) {
    LargestPose layered = largestOfKeys(model);
    LargestPose added{std::vector<LargestLocal>(layered.locals.size()),
                      std::vector<float>(layered.weights.size())};
    raise(model, Of::differences, added);
    for (size_t j = 0; j < added.locals.size(); ++j) {
        layered.locals[j].translation += added.locals[j].translation;
        layered.locals[j].scale += added.locals[j].scale;
    }
    for (size_t w = 0; w < added.weights.size(); ++w) layered.weights[w] += added.weights[w];
    return layered;
}

PoseRange::PoseRange(const Model& model, BindBoxes boxes)
    : model_(&model), boxes_(std::move(boxes)), ofClips_(largestOfClips(model)) {
    for (const Bind& bind : model.binds) {
        const glm::dmat4 rows = glm::transpose(glm::dmat4(bind.jointFromBind));
        for (int k = 0; k < 3; ++k) {
            const glm::dvec4 row = glm::abs(rows[k]);
            stretch_[k] = std::max({stretch_[k], row.x, row.y, row.z});
            entry_[k] = std::max({entry_[k], row.x, row.y, row.z, row.w});
        }
    }
    for (const BindBoxes::Entry& entry : boxes_.entries) {
        const glm::dmat4 rows = glm::transpose(glm::dmat4(model.binds[entry.bind].jointFromBind));
        const glm::dvec3 reach =
            reachOf(boxes_, entry, [](const BindBoxes::Morph&) { return kUsualWeight; });
        for (int k = 0; k < 3; ++k) {
            vertex_[k] = std::max(vertex_[k], glm::dot(glm::abs(rows[k]), glm::dvec4(reach, 1.0)));
        }
    }
    entry_.w = vertex_.w = 1.0;
}

bool PoseRange::surelyHolds(const glm::vec4& largest, std::span<const float> morphWeights) const {
    if (!boxes_.morphs.empty()) {
        for (const float weight : morphWeights) {
            if (!(std::abs(weight) <= kUsualWeight)) return false;
        }
    }
    const glm::dvec4 columns(largest);
    return glm::dot(columns, stretch_) <= kNearly * kLargestStretch &&
           glm::dot(columns, vertex_) <= kNearly * kFarthest && surelyFits(largest, kNoLimit);
}

bool PoseRange::surelyFits(const glm::vec4& largest, float largestEntry) const {
    const double limit = std::min(largestEntry, std::numeric_limits<float>::max());
    return glm::dot(glm::dvec4(largest), entry_) <= kNearly * limit;
}

bool PoseRange::holdsAlways(float largestEntry) const {
    return surelyHolds(ofClips_.columns, ofClips_.morphWeights) &&
           surelyFits(ofClips_.columns, largestEntry);
}

std::string PoseRange::problem(std::span<const gpu::Affine> objectFromJoint,
                               std::span<const float> morphWeights, float largestEntry) const {
    for (size_t j = 0; j < objectFromJoint.size(); ++j) {
        if (isFinite(objectFromJoint[j])) continue;
        return fmt::format(
            "the matrix of joint \"{}\" contains numbers too large for a float; try smaller "
            "translations and scales of it, its parents and their keys",
            model_->skeleton.names[j]);
    }
    for (size_t w = 0; w < morphWeights.size(); ++w) {
        if (std::isfinite(morphWeights[w])) continue;
        return fmt::format("morph weight {} is {}; try smaller keys", w, morphWeights[w]);
    }
    // All palette entries are checked, even those whose influences have weight 0, because 0 times
    // infinity is NaN.
    for (uint32_t b = 0; b < model_->binds.size(); ++b) {
        const std::string found = problemOfEntry(b, entryOf(b, objectFromJoint), largestEntry);
        if (!found.empty()) return found;
    }
    for (const BindBoxes::Entry& entry : boxes_.entries) {
        const std::string found =
            problemOfVertices(entry, entryOf(entry.bind, objectFromJoint), morphWeights);
        if (!found.empty()) return found;
    }
    return {};
}

gpu::Affine PoseRange::entryOf(uint32_t bind, std::span<const gpu::Affine> objectFromJoint) const {
    const Bind& of = model_->binds[bind];
    return multiply(objectFromJoint[of.joint], affineFrom(of.jointFromBind));
}

std::string PoseRange::problemOfEntry(uint32_t bind, const gpu::Affine& entry,
                                      float largestEntry) const {
    const std::string& joint = model_->skeleton.names[model_->binds[bind].joint];
    if (!isFinite(entry)) {
        return fmt::format(
            "the palette entry of joint \"{}\" contains numbers too large for a float; try a "
            "smaller "
            "inverse bind matrix",
            joint);
    }
    for (int r = 0; r < 3; ++r) {
        const float largest = std::max(largestOf(glm::vec3(entry[r])), std::abs(entry[r].w));
        if (largest <= largestEntry) continue;
        return fmt::format(
            "the palette entry of joint \"{}\" contains {:g}, and the largest number of its format "
            "is {}; choose another palette format",
            joint, largest, largestEntry);
    }
    return {};
}

std::string PoseRange::problemOfVertices(const BindBoxes::Entry& entry, const gpu::Affine& matrix,
                                         std::span<const float> morphWeights) const {
    const std::string& joint = model_->skeleton.names[model_->binds[entry.bind].joint];
    const glm::dvec3 reach = reachOf(
        boxes_, entry, [&](const BindBoxes::Morph& morph) { return morphWeights[morph.weight]; });
    for (int r = 0; r < 3; ++r) {
        const float stretch = largestOf(glm::vec3(matrix[r]));
        if (stretch > kLargestStretch) {
            return fmt::format(
                "joint \"{}\" scales vertices by {:g}, and normals allow at most {:g}; try smaller "
                "scales",
                joint, stretch, kLargestStretch);
        }
        const double farthest = glm::dot(glm::abs(glm::dvec4(matrix[r])), glm::dvec4(reach, 1.0));
        if (farthest <= kFarthest) continue;
        return fmt::format(
            "joint \"{}\" moves vertices to {:g}, and positions allow at most {:g}; try smaller "
            "translations and scales",
            joint, farthest, kFarthest);
    }
    return {};
}

void throwOutOfRange(const Model& model, const std::string& moment, const std::string& problem) {
    throw OutOfRange(fmt::format("{}: in {}, {}", model.name, moment, problem));
}

std::string momentText(const Model& model, size_t clip, double timeSeconds) {
    if (clip >= model.clips.size()) return "the rest pose";
    return fmt::format("clip '{}' at {:.4g} s", model.clips[clip].name, timeSeconds);
}

std::string momentText(const Model& model, const PoseRequest& request) {
    const auto textOf = [&](const ClipMoment& moment) {
        return momentText(model, moment.clip, double{moment.seconds});
    };
    std::string text = textOf(baseOf(request));
    if (request.otherWeight != 0) {
        text += fmt::format(" blended with {:.3g} of {}", request.otherWeight,
                            textOf(otherOf(request)));
    }
    const auto append = [&](const LayerMoment& layer, const char* what) {
        if (layer.weight == 0) return;
        text += fmt::format(", {} {:.3g} of {}", what, layer.weight, textOf(layer.moment));
        if (layer.mask != kFullBody) {
            text += fmt::format(" with mask '{}'", model.masks.at(layer.mask - 1).name);
        }
    };
    append(layerOf(request), "layer");
    append(additiveOf(request), "added");
    return text;
}

}  // namespace sinew
