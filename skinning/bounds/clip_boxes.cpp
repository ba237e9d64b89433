// Boxes of clips over time, from poses and from the path lengths of channels between these poses.
#include "skinning/bounds/clip_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shaders/shared/culling.h"
#include "skinning/animation/clip_parts.h"
#include "skinning/bounds/farthest.h"
#include "skinning/bounds/range.h"

namespace sinew {
namespace {

/// Number of parts of a clip for movements, relative to the number for boxes. It is larger, because
/// only norms bound the motion within a part. It doubles until ClipMovement::least is at most the
/// movement in kSecondsWithin.
constexpr double kFewestPartsOfMoment = 4, kMostPartsOfMoment = 32;
constexpr float kSecondsWithin = 1.0f / 120;
/// Movements are measured over intervals of at most this length, seconds. Longer intervals are sums
/// of these.
constexpr double kLongestInterval = 0.04;

Box finite(const Box& box) {
    const glm::vec3 farthest(kFarthest);
    return {glm::clamp(box.low, -farthest, farthest), glm::clamp(box.high, -farthest, farthest)};
}

Box ball(const glm::dvec3& center, double radius) {
    const glm::vec3 c(center), r(static_cast<float>(radius * (1 + kPoseRounding)));
    return {c - r, c + r};
}

/// Bounds of a joint for every request.
struct JointReach {
    // `center` and `radius` are of a ball that contains the joint.
    glm::dvec3 center{0.0};
    double radius = 0;
    double stretch = 1;
    bool turns = false;  // the joint or an ancestor rotates or scales
    glm::dmat3 linear{1.0};
};

/// All translations of a joint: centre of their box, largest distance from it, and largest length.
struct Translations {
    glm::dvec3 middle{0.0};
    double apart = 0;
    double longest = 0;
};

std::vector<Translations> translationsOf(const Model& model) {
    std::vector<std::vector<glm::dvec3>> all(model.skeleton.size());
    for (size_t j = 0; j < all.size(); ++j) {
        all[j].emplace_back(model.skeleton.rest[j].translation);
    }
    for (const Clip& clip : model.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Channel::Path::translation) continue;
            const bool cubic = channel.cubic();
            const float* values = clip.values.data() + channel.firstValue;
            const auto row = [&](size_t i) {
                return glm::dvec3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
            };
            for (uint32_t key = 0; key < channel.keyCount; ++key) {
                const size_t value = cubic ? size_t{3} * key + 1 : key;
                all[channel.target].push_back(row(value));
                if (!cubic || key + 1 == channel.keyCount) continue;
                // A cubic spline is in the convex hull of its control points.
                const float* time = clip.times.data() + channel.firstKey + key;
                const double third = (double{time[1]} - time[0]) / 3;
                all[channel.target].push_back(row(value) + third * row(value + 1));
                all[channel.target].push_back(row(value + 3) - third * row(value + 2));
            }
        }
    }
    std::vector<Translations> result(all.size());
    for (size_t j = 0; j < all.size(); ++j) {
        glm::dvec3 low = all[j][0], high = all[j][0];
        for (const glm::dvec3& t : all[j]) {
            low = glm::min(low, t);
            high = glm::max(high, t);
            result[j].longest = std::max(result[j].longest, glm::length(t));
        }
        result[j].middle = 0.5 * (low + high);
        result[j].apart = 0.5 * glm::length(high - low);
    }
    return result;
}

std::vector<bool> turningJoints(const Model& model) {
    std::vector<bool> turns(model.skeleton.size(), false);
    for (const Clip& clip : model.clips) {
        for (const Channel& channel : clip.channels) {
            const bool turn =
                channel.path == Channel::Path::rotation || channel.path == Channel::Path::scale;
            if (turn) turns[channel.target] = true;
        }
    }
    return turns;
}

std::vector<JointReach> jointReachesOf(const Model& model, const LargestPose& layered) {
    const std::vector<LargestLocal> locals = largestOfKeys(model).locals;
    const std::vector<Translations> translations = translationsOf(model);
    const std::vector<bool> turning = turningJoints(model);
    std::vector<JointReach> reaches;
    for (size_t j = 0; j < model.skeleton.size(); ++j) {
        const int32_t parent = model.skeleton.parents[j];
        const JointReach from = parent == kNoParent ? JointReach{} : reaches[size_t(parent)];
        const double added = layered.locals[j].translation - locals[j].translation;
        const double longest = translations[j].longest + added;
        JointReach joint{.center = from.center,
                         .radius = from.radius + from.stretch * longest,
                         .stretch = from.stretch * layered.locals[j].scale,
                         .turns = from.turns || turning[j]};
        if (!from.turns) {
            joint.center += from.linear * translations[j].middle;
            joint.radius = from.radius + from.stretch * (translations[j].apart + added);
        }
        joint.radius += kPoseRounding * (glm::length(from.center) + from.stretch * longest);
        if (!joint.turns) {
            const Transform& local = model.skeleton.rest[j];
            const glm::dmat3 rotation(glm::mat3_cast(local.rotation));
            const glm::dvec3 s(local.scale);
            joint.linear =
                from.linear * glm::dmat3(rotation[0] * s.x, rotation[1] * s.y, rotation[2] * s.z);
        }
        reaches.push_back(joint);
    }
    return reaches;
}

/// Returns the largest displacement of a point in a box. A displacement is affine in the point, so
/// the largest is at a corner.
double apart(const Corners& a, const Corners& b) {
    double square = 0;
    for (int i = 0; i < 8; ++i) {
        const glm::dvec3 d = b[i] - a[i];
        square = std::max(square, glm::dot(d, d));
    }
    return std::sqrt(square);
}

/// Returns a bound of the float rounding error of a bind's vertices (BindBoxes::rounding).
double rounded(const BindBoxes& boxes, const BindBoxes::Entry& entry, const gpu::Affine& matrix,
               const Pose& pose) {
    glm::dvec3 farthest = farthestIn(entry.box);
    for (uint32_t i = entry.firstMorph; i < entry.firstMorph + entry.morphCount; ++i) {
        const BindBoxes::Morph& morph = boxes.morphs[i];
        farthest += std::abs(double{pose.morphWeights[morph.weight]}) * farthestIn(morph.delta);
    }
    const glm::dmat3x4 m(matrix);
    return boxes.rounding *
           glm::length(glm::dvec4(farthest, 1) *
                       glm::dmat3x4(glm::abs(m[0]), glm::abs(m[1]), glm::abs(m[2])));
}

}  // namespace

const Box& ClipBoxes::of(const PoseRequest& request) const {
    if (request.otherWeight != 0 || hasLayers(request)) return any;
    const uint32_t clip = baseOf(request).clip;
    return clip < clips.size() ? clips[clip] : rest;
}

Box clipBox(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts) {
    Box bounds = Box::nothing();
    eachPart(model, boxes, clip, parts, [&](const ClipPart& part) {
        for (size_t e = 0; e < boxes.entries.size(); ++e) {
            const BindBoxes::Entry& entry = boxes.entries[e];
            const glm::vec3 wider(static_cast<float>(part.positionOffs[e]));
            const Box box =
                posedBox(boxes, entry, part.palette[entry.bind], part.pose.morphWeights);
            bounds.include(Box{box.low - wider, box.high + wider});
        }
    });
    return boxes.entries.empty() ? Box{} : finite(bounds);
}

static void appendImages(const BindBoxes& boxes, const BindBoxes::Entry& entry,
                         const gpu::Affine& matrix, const Pose& pose,
                         std::vector<Corners>& images) {
    const glm::dmat3x4 m(matrix);
    images.push_back(imagesOf(entry.box, m));
    for (uint32_t i = entry.firstMorph; i < entry.firstMorph + entry.morphCount; ++i) {
        const BindBoxes::Morph& morph = boxes.morphs[i];
        const double weight = pose.morphWeights[morph.weight];
        const auto scaled = [&](int row) { return weight * glm::dvec4(glm::dvec3(m[row]), 0); };
        images.push_back(imagesOf(morph.delta, {scaled(0), scaled(1), scaled(2)}));
    }
}

/// Returns a bound of the displacement of any vertex between two poses.
static double farthestApart(const BindBoxes& boxes, const std::vector<Corners>& a,
                            const std::vector<Corners>& b) {
    double most = 0;
    size_t image = 0;
    for (const BindBoxes::Entry& entry : boxes.entries) {
        double sum = 0;
        for (uint32_t i = 0; i <= entry.morphCount; ++i, ++image) sum += apart(a[image], b[image]);
        most = std::max(most, sum);
    }
    return most;
}

gpu::ClipMovement clipMovement(const Model& model, const BindBoxes& boxes, const Clip& clip,
                               uint32_t parts) {
    const double seconds = double{clip.durationSeconds} / parts;
    std::vector<double> moved;  // bounds over intervals of 1, 2, 4, ... parts
    for (uint32_t n = 1; n < parts && (n == 1 || n * seconds <= kLongestInterval); n *= 2) {
        moved.push_back(0);
    }
    const uint32_t interval = (1u << moved.size()) / 2;
    std::vector<std::vector<Corners>> recent(interval + 1);
    double within = 0;
    uint32_t part = 0;
    eachPart(model, boxes, clip, parts, [&](const ClipPart& posed) {
        std::vector<Corners>& now = recent[part % recent.size()];
        now.clear();
        for (size_t e = 0; e < boxes.entries.size(); ++e) {
            const BindBoxes::Entry& entry = boxes.entries[e];
            const gpu::Affine& matrix = posed.palette[entry.bind];
            appendImages(boxes, entry, matrix, posed.pose, now);
            within =
                std::max(within, posed.positionOffs[e] + rounded(boxes, entry, matrix, posed.pose));
        }
        for (size_t i = 0; i < moved.size() && part >= 1u << i; ++i) {
            const auto& before = recent[(part - (1u << i)) % recent.size()];
            moved[i] = std::max(moved[i], farthestApart(boxes, before, now));
        }
        ++part;
    });
    const bool moves = interval > 0 && seconds > 0;
    const double perSecond = moves ? moved.back() / (interval * seconds) : 0;
    // A time is a number of full intervals and a remainder, which is a sum of shorter intervals.
    double over = 0;
    for (size_t i = 0; i < moved.size(); ++i) {
        over += std::max(moved[i] - perSecond * (1u << i) * seconds, 0.0);
    }
    // The boundaries of parts are rounded to floats, which may lengthen a part.
    const double longest =
        seconds + double{std::numeric_limits<float>::epsilon()} * clip.durationSeconds;
    const double least = 2 * within + over + perSecond * longest;
    const auto bound = [](double value) {
        return static_cast<float>(std::min(value, double{kFarthest}) * (1 + kPoseRounding));
    };
    return {.least = bound(least), .perSecond = bound(perSecond)};
}

std::vector<gpu::ClipMovement> clipMovements(const Model& model, const BindBoxes& boxes) {
    std::vector<gpu::ClipMovement> movements;
    for (const Clip& clip : model.clips) {
        gpu::ClipMovement movement{};
        for (double often = kFewestPartsOfMoment; often <= kMostPartsOfMoment; often *= 2) {
            const uint32_t parts = partsOf(model, clip, kPartsASecond * often);
            movement = clipMovement(model, boxes, clip, parts);
            if (movement.least <= movement.perSecond * kSecondsWithin) break;
        }
        movements.push_back(movement);
    }
    return movements;
}

Box boxOfAnything(const Model& model, const BindBoxes& boxes) {
    const LargestPose layered = largestLayered(model);
    const std::vector<JointReach> reaches = jointReachesOf(model, layered);
    const Farthest farthest(model, boxes);
    const auto weightOf = [&](uint32_t w) { return double{layered.weights[w]}; };
    Box bounds = Box::nothing();
    for (size_t e = 0; e < boxes.entries.size(); ++e) {
        const BindBoxes::Entry& entry = boxes.entries[e];
        const Bind& bind = model.binds[entry.bind];
        const JointReach& joint = reaches[bind.joint];
        const double reach = joint.stretch * farthest.of(e, weightOf);
        if (joint.turns) {
            bounds.include(ball(joint.center, joint.radius + reach));
            continue;
        }
        const glm::dmat4 bindMatrix(bind.jointFromBind);
        const glm::dmat3 linear = joint.linear * glm::dmat3(bindMatrix);
        const glm::dvec3 origin = joint.center + joint.linear * glm::dvec3(bindMatrix[3]);
        const glm::mat3 rows = glm::transpose(glm::mat3(linear));
        const glm::vec3 o(origin);
        const Box moved = transformed(entry.box, {{rows[0], o.x}, {rows[1], o.y}, {rows[2], o.z}});
        const double by = joint.radius + joint.stretch * farthest.moved(e, weightOf) +
                          kPoseRounding * (glm::length(origin) + reach);
        const glm::vec3 wider(static_cast<float>(by * (1 + kPoseRounding)));
        bounds.include(Box{moved.low - wider, moved.high + wider});
    }
    return boxes.entries.empty() ? Box{} : finite(bounds);
}

double largestTerm(const Model& model, const BindBoxes& boxes) {
    const LargestPose layered = largestLayered(model);
    const std::vector<JointReach> reaches = jointReachesOf(model, layered);
    const double root = std::sqrt(3.0);  // |x| + |y| + |z| is at most this times the length
    double largest = 0;
    for (const BindBoxes::Entry& entry : boxes.entries) {
        const Bind& bind = model.binds[entry.bind];
        const JointReach& joint = reaches[bind.joint];
        const glm::dmat4 matrix(bind.jointFromBind);
        double vertex = glm::length(farthestIn(entry.box));
        for (uint32_t m = entry.firstMorph; m < entry.firstMorph + entry.morphCount; ++m) {
            vertex += double{layered.weights[boxes.morphs[m].weight]} *
                      glm::length(farthestIn(boxes.morphs[m].delta));
        }
        largest =
            std::max(largest, glm::length(joint.center) + joint.radius +
                                  joint.stretch * (glm::length(glm::dvec3(matrix[3])) +
                                                   root * stretchOf(glm::dmat3(matrix)) * vertex));
    }
    return largest;
}

ClipBoxes makeClipBoxes(const Model& model, const BindBoxes& boxes) {
    ClipBoxes result{.clips = {}, .rest = clipBox(model, boxes, {}, 1), .any = Box::nothing()};
    for (const Clip& clip : model.clips) {
        result.clips.push_back(clipBox(model, boxes, clip, partsOf(model, clip, kPartsASecond)));
    }
    result.any = boxOfAnything(model, boxes);
    return result;
}

}  // namespace sinew
