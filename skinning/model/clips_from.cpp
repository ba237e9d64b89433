// Matches joints by name and redirects channels.
#include "skinning/model/clips_from.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>

#include "skinning/animator/animator_file.h"

namespace sinew {
namespace {

constexpr float kMostDegrees = 5.0f;
constexpr float kMostShare = 0.05f;

using Path = Channel::Path;

std::string plainName(const std::string& name) {
    std::string plain = name.substr(name.rfind(':') + 1);
    for (char& c : plain) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return plain;
}

/// Finds joints by exact name, or by name without prefix and letter case. A name is mapped to
/// nullopt if several joints have it.
class JointNames {
public:
    explicit JointNames(const Skeleton& skeleton) {
        for (uint32_t joint = 0; joint < skeleton.size(); ++joint) {
            add(exact_, skeleton.names[joint], joint);
            add(plain_, plainName(skeleton.names[joint]), joint);
        }
    }
    std::optional<uint32_t> find(const std::string& name) const {
        const auto exact = exact_.find(name);
        if (exact != exact_.end() && exact->second) return exact->second;
        const auto plain = plain_.find(plainName(name));
        return plain == plain_.end() ? std::nullopt : plain->second;
    }

private:
    using Names = std::map<std::string, std::optional<uint32_t>>;
    static void add(Names& names, const std::string& name, uint32_t joint) {
        const auto [found, isNew] = names.try_emplace(name, joint);
        if (!isNew) found->second.reset();
    }
    Names exact_, plain_;
};

std::string listed(std::vector<std::string> names) {
    constexpr size_t kMost = 8;
    std::ranges::stable_sort(names, {}, &std::string::size);
    const size_t more = names.size() > kMost ? names.size() - kMost : 0;
    names.resize(names.size() - more);
    return fmt::format("{}{}", fmt::join(names, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
}

bool differs(float a, float b) {
    return std::abs(a - b) > kMostShare * std::max(std::abs(a), std::abs(b));
}

/// Returns true if two rest transforms differ by more than kMostDegrees or kMostShare. A distance
/// of at most `smallest` is ignored.
bool differ(const Transform& a, const Transform& b, float smallest) {
    const float cosine = std::min(std::abs(glm::dot(a.rotation, b.rotation)), 1.0f);
    if (2 * std::acos(cosine) > glm::radians(kMostDegrees)) return true;
    const float apart = glm::distance(a.translation, b.translation);
    const float length = std::max(glm::length(a.translation), glm::length(b.translation));
    if (apart > smallest && apart > kMostShare * length) return true;
    return differs(a.scale.x, b.scale.x) || differs(a.scale.y, b.scale.y) ||
           differs(a.scale.z, b.scale.z);
}

using Joints = std::map<uint32_t, std::optional<uint32_t>>;  // by joint of the clip's file

Joints matched(const AnimationFile& from, const Model& model) {
    const JointNames names(model.skeleton);
    Joints matches;
    std::set<uint32_t> taken;
    for (const Clip& clip : from.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path == Path::weights || matches.contains(channel.target)) continue;
            std::optional<uint32_t> joint = names.find(from.skeleton.names[channel.target]);
            if (joint && !taken.insert(*joint).second) joint.reset();
            matches[channel.target] = joint;
        }
    }
    return matches;
}

using Weights = std::vector<std::optional<uint32_t>>;  // by weight of the clip's file

/// Returns the weight of `model` for each morph weight of `from`. Nodes match by name like joints.
/// Their targets match by name. Targets match by index if the nodes have equal lists of names, or
/// equal numbers of targets without names.
Weights matchedWeights(const AnimationFile& from, const Model& model) {
    const JointNames names(model.skeleton);
    Weights matches(from.morphNames.size());
    std::set<uint32_t> taken;
    for (const MorphedNode& node : from.morphedNodes) {
        const std::optional<uint32_t> joint = names.find(from.skeleton.names[node.joint]);
        const auto own = std::ranges::find_if(
            model.morphedNodes, [&](const MorphedNode& other) { return other.joint == joint; });
        if (own == model.morphedNodes.end()) continue;
        const std::span targets = std::span(from.morphNames).subspan(node.first, node.count);
        const std::span owns = std::span(model.morphNames).subspan(own->first, own->count);
        const bool equal = std::ranges::equal(targets, owns);
        for (uint32_t t = 0; t < node.count; ++t) {
            const bool unnamed = targets[t] == fmt::format("target {}", t);
            const auto found = equal ? owns.begin() + t : std::ranges::find(owns, targets[t]);
            if (found == owns.end() || (unnamed && !equal)) continue;
            const uint32_t weight = own->first + static_cast<uint32_t>(found - owns.begin());
            if (taken.insert(weight).second) matches[node.first + t] = weight;
        }
    }
    return matches;
}

std::string morphLabel(const AnimationFile& from, uint32_t weight) {
    const auto node = std::ranges::find_if(from.morphedNodes, [&](const MorphedNode& n) {
        return weight >= n.first && weight - n.first < n.count;
    });
    return fmt::format("{} ({})", from.morphNames[weight], from.skeleton.names[node->joint]);
}

/// Copies `count` columns of the channel's values to the end of the clip's values.
uint32_t copyColumns(const Channel& channel, uint32_t column, uint32_t count, Clip& clip) {
    const auto first = static_cast<uint32_t>(clip.values.size());
    for (size_t row = 0; row < channel.rows(); ++row) {
        for (uint32_t c = column; c < column + count; ++c) {
            clip.values.push_back(clip.values[channel.firstValue + row * channel.width + c]);
        }
    }
    return first;
}

/// Appends a channel for each run of the channel's weights that are consecutive in the model.
void addWeights(const Channel& channel, const Weights& matches, Clip& clip,
                std::vector<Channel>& channels) {
    for (uint32_t t = 0, run = 1; t < channel.width; t += run, run = 1) {
        const std::optional<uint32_t> first = matches[channel.target + t];
        if (!first) continue;
        while (t + run < channel.width && matches[channel.target + t + run] == *first + run) ++run;
        Channel part = channel;
        part.target = *first;
        part.width = run;
        if (run < channel.width) part.firstValue = copyColumns(channel, t, run, clip);
        channels.push_back(part);
    }
}

/// Warns of animated joints that the model does not have, and of joints with another rest pose.
/// Throws if fewer than half of the joints match.
void reportJoints(const AnimationFile& from, const Joints& matches, Model& model) {
    float smallest = 0;
    for (const Transform& rest : model.skeleton.rest) {
        smallest = std::max(smallest, 1e-3f * glm::length(rest.translation));
    }
    std::vector<std::string> missing, different;
    for (const auto& [source, joint] : matches) {
        const std::string& name = from.skeleton.names[source];
        if (!joint) {
            missing.push_back(name);
        } else if (differ(from.skeleton.rest[source], model.skeleton.rest[*joint], smallest)) {
            different.push_back(name);
        }
    }
    if (2 * missing.size() > matches.size()) {
        throw std::runtime_error(
            fmt::format("{}: {} of its {} animated joints have no unique joint of that name in {}: "
                        "{}; the model has: "
                        "{}; use clips that were made for its skeleton",
                        from.name, missing.size(), matches.size(), model.name, listed(missing),
                        listed(model.skeleton.names)));
    }
    if (!missing.empty()) {
        model.warnings.push_back(
            fmt::format("{}: {} of its {} animated joints have no unique joint of that name in the "
                        "model and are left out: {}",
                        from.name, missing.size(), matches.size(), listed(missing)));
    }
    if (!different.empty()) {
        model.warnings.push_back(fmt::format(
            "{}: the rest pose of {} {} by more than 5 degrees or 5 %, and clips are not "
            "retargeted: {}",
            from.name, different.size(), different.size() == 1 ? "joint differs" : "joints differ",
            listed(different)));
    }
}

/// Warns of animated morph targets that the model does not have. Throws if `isAll`, and none of
/// them matches.
void reportMorphs(const AnimationFile& from, const Weights& matches, bool isAll, Model& model) {
    std::set<uint32_t> animated;
    for (const Clip& clip : from.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Path::weights) continue;
            for (uint32_t t = 0; t < channel.width; ++t) animated.insert(channel.target + t);
        }
    }
    std::vector<std::string> missing;
    for (const uint32_t weight : animated) {
        if (!matches[weight]) missing.push_back(morphLabel(from, weight));
    }
    if (isAll && animated.empty()) {
        throw std::runtime_error(fmt::format(
            "{}: no clip animates joints or morph targets; choose a file with animations",
            from.name));
    }
    if (isAll && missing.size() == animated.size()) {
        throw std::runtime_error(fmt::format(
            "{}: none of its {} animated morph targets is in {}: {}; use clips that were made for "
            "its meshes",
            from.name, animated.size(), model.name, listed(missing)));
    }
    if (!missing.empty()) {
        const char* verb = missing.size() == 1 ? "is" : "are";
        model.warnings.push_back(fmt::format(
            "{}: {} of its {} animated morph targets {} not in the model and {} left out: {}",
            from.name, missing.size(), animated.size(), verb, verb, listed(missing)));
    }
}

std::string nameFor(const std::string& name, const std::string& stem, size_t clipsOfFile,
                    const Model& model) {
    const auto isTaken = [&](const std::string& text) {
        return std::ranges::any_of(model.clips, [&](const Clip& c) { return c.name == text; });
    };
    const bool saysNothing = name == "mixamo.com" || name == "Take 001" || name == "clip 0";
    if (!saysNothing && !isTaken(name)) return name;
    std::string own = clipsOfFile == 1 ? stem : fmt::format("{} {}", stem, name);
    for (int i = 2; isTaken(own); ++i) own = fmt::format("{} {}", stem, i);
    return own;
}

}  // namespace

void addClipsFrom(AnimationFile from, const std::string& stem, Model& model) {
    if (model.clips.size() + from.clips.size() > kMostClips) {
        throw std::runtime_error(
            fmt::format("{}: its {} clips exceed the limit of {} clips per model; add fewer files",
                        from.name, from.clips.size(), kMostClips));
    }
    const auto matches = matched(from, model);
    const Weights weights = matchedWeights(from, model);
    reportJoints(from, matches, model);
    reportMorphs(from, weights, matches.empty(), model);
    for (const std::string& warning : from.warnings) {
        model.warnings.push_back(fmt::format("{}: {}", from.name, warning));
    }
    const size_t clipsOfFile = from.clips.size();
    for (Clip& clip : from.clips) {
        std::vector<Channel> channels;
        for (Channel& channel : clip.channels) {
            if (channel.path == Path::weights) {
                addWeights(channel, weights, clip, channels);
            } else if (const std::optional<uint32_t> joint = matches.at(channel.target)) {
                channel.target = *joint;
                channels.push_back(channel);
            }
        }
        clip.channels = std::move(channels);
        clip.name = nameFor(clip.name, stem, clipsOfFile, model);
        model.clips.push_back(std::move(clip));
    }
}

void addClipsOfAnimator(const std::filesystem::path& animator, Model& model) {
    for (const std::filesystem::path& file : clipFilesOf(animator)) {
        addClipsFrom(importAnimations(file), file.stem().string(), model);
    }
}

}  // namespace sinew
