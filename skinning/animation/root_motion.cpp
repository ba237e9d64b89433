// Finds the root joint of a model, and its path in each clip.
#include "skinning/animation/root_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "skinning/animation/affine.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

constexpr float kMomentsASecond = 60.0f;
constexpr size_t kMostMoments = 4096;
/// A clip is in place if the offset at its end is below this fraction of its largest offset.
constexpr float kLeastMotion = 0.1f;

std::vector<uint32_t> commonJoints(const Model& model) {
    const auto chainOf = [&](uint32_t joint) {
        std::vector<uint32_t> chain;
        for (auto j = static_cast<int32_t>(joint); j != kNoParent;
             j = model.skeleton.parents[static_cast<size_t>(j)]) {
            chain.push_back(static_cast<uint32_t>(j));
        }
        std::reverse(chain.begin(), chain.end());
        return chain;
    };
    if (model.binds.empty()) return {};
    std::vector<uint32_t> common = chainOf(model.binds.front().joint);
    for (const Bind& bind : model.binds) {
        const std::vector<uint32_t> chain = chainOf(bind.joint);
        const auto [end, other] =
            std::mismatch(common.begin(), common.end(), chain.begin(), chain.end());
        common.erase(end, common.end());
    }
    return common;
}

const Channel* channelOf(const Clip& clip, uint32_t joint, bool translation) {
    const auto found =
        std::find_if(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
            return channel.path != Channel::Path::weights && channel.target == joint &&
                   (!translation || channel.path == Channel::Path::translation);
        });
    return found == clip.channels.end() ? nullptr : &*found;
}

bool someClip(const Model& model, uint32_t joint, bool translates) {
    return std::any_of(model.clips.begin(), model.clips.end(), [&](const Clip& clip) {
        return channelOf(clip, joint, translates) != nullptr;
    });
}

[[noreturn]] void fault(const Model& model, const std::string& why) {
    throw std::runtime_error(plainText(fmt::format("{} has no root motion: {}", model.name, why)));
}

uint32_t rootOf(const Model& model) {
    for (const uint32_t joint : commonJoints(model)) {
        if (someClip(model, joint, true)) return joint;
        if (someClip(model, joint, false)) {
            fault(model,
                  fmt::format("clips rotate or scale the root joint \"{}\", but none translates it",
                              model.skeleton.names[joint]));
        }
    }
    fault(model, "no clip translates a joint that is an ancestor of all vertices");
}

/// Returns a clip with only the translation of one joint, which is fast to sample.
Clip translationAlone(const Clip& clip, const Channel& channel) {
    Clip alone{.durationSeconds = clip.durationSeconds, .channels = {channel}};
    const auto copy = [](const std::vector<float>& from, uint32_t first, size_t count) {
        return std::vector(from.begin() + first,
                           from.begin() + first + static_cast<std::ptrdiff_t>(count));
    };
    alone.times = copy(clip.times, channel.firstKey, channel.keyCount);
    alone.values = copy(clip.values, channel.firstValue, channel.valueCount());
    alone.channels[0].firstKey = alone.channels[0].firstValue = 0;
    alone.channels[0].target = 0;
    return alone;
}

RootPath pathOf(const Clip& clip, uint32_t joint, const glm::mat3& objectFromParent) {
    RootPath path{.durationSeconds = clip.durationSeconds};
    const Channel* channel = channelOf(clip, joint, true);
    if (!channel || !(clip.durationSeconds > 0)) return path;
    const Clip alone = translationAlone(clip, *channel);
    const ClipSampler sampler(alone);
    Pose pose{.joints = {Transform{}}};
    const auto translationAt = [&](float seconds) {
        sampler.sample(seconds, pose);
        return pose.joints[0].translation;
    };
    const glm::vec3 start = translationAt(0);
    const float moments = std::ceil(clip.durationSeconds * kMomentsASecond);
    const auto last =
        static_cast<size_t>(std::clamp(moments, 1.0f, static_cast<float>(kMostMoments)));
    float furthest = 0;
    for (size_t m = 0; m <= last; ++m) {
        const float share = static_cast<float>(m) / static_cast<float>(last);
        glm::vec3 offset = objectFromParent * (translationAt(share * clip.durationSeconds) - start);
        offset.y = 0;
        furthest = std::max(furthest, glm::length(offset));
        path.offsets.push_back(offset);
    }
    path.total = path.offsets.back();
    if (!(glm::length(path.total) > kLeastMotion * furthest)) return {path.durationSeconds};
    return path;
}

}  // namespace

glm::vec3 RootPath::at(float seconds) const {
    if (offsets.empty()) return glm::vec3(0.0f);
    const auto last = static_cast<float>(offsets.size() - 1);
    const float position = std::clamp(seconds / durationSeconds * last, 0.0f, last);
    const auto before = std::min(static_cast<size_t>(position), offsets.size() - 2);
    return glm::mix(offsets[before], offsets[before + 1], position - static_cast<float>(before));
}

RootMotion rootMotionOf(const Model& model) {
    RootMotion motion{.joint = rootOf(model)};
    const auto objectFromJoint = objectFromJointOf(model.skeleton, restPose(model));
    glm::mat3 objectFromParent(1.0f);
    if (const int32_t parent = model.skeleton.parents[motion.joint]; parent != kNoParent) {
        const gpu::Affine& m = objectFromJoint[static_cast<size_t>(parent)];
        objectFromParent =
            glm::transpose(glm::mat3(glm::vec3(m[0]), glm::vec3(m[1]), glm::vec3(m[2])));
    }
    bool hasMotion = false;
    for (const Clip& clip : model.clips) {
        motion.clips.push_back(pathOf(clip, motion.joint, objectFromParent));
        hasMotion |= !motion.clips.back().offsets.empty();
    }
    if (!hasMotion) fault(model, "each clip ends at its start position");
    return motion;
}

}  // namespace sinew
