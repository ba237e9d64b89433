// Imports samplers and channels of animations. Channels that share an accessor share its keys in
// the clip.
#include "skinning/gltf/clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "skinning/animation/slerp.h"
#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

using Path = Channel::Path;
using Interpolation = Channel::Interpolation;

constexpr uint64_t kChannelBytes = 256;
// Memory for a key time: the time, and data for its lookup (KeyTime and search tables).
constexpr uint64_t kKeyTimeBytes = sizeof(float) + sizeof(KeyTime) + 2 * sizeof(uint32_t);
// Work units per rotation key: interpolation needs the angle to the next key.
constexpr uint64_t kRotationWork = 16;

constexpr uint64_t kClipBytes = 1024;
constexpr uint64_t kClipWork = 1024;

template <typename Where>
Interpolation interpolationOf(const std::string& name, const Where& where) {
    if (name == "LINEAR") return Interpolation::linear;
    if (name == "STEP") return Interpolation::step;
    if (name == "CUBICSPLINE") return Interpolation::cubicSpline;
    fault(fmt::format("unknown interpolation \"{}\"", name), where(), kValidate);
}

// Two keys with equal times mean a step. Moves the second key to a slightly later time. Returns the
// number of moved keys.
size_t separateTimes(std::span<float> times, const std::string& where) {
    constexpr float kStepSeconds = 1e-6f;
    size_t moved = 0;
    if (times.empty()) fault("the sampler has no keys", where, kValidate);
    for (size_t k = 1; k < times.size(); ++k) {
        if (times[k] > times[k - 1]) continue;
        const float before = times[k - 1];
        const float after = std::max(before + kStepSeconds,
                                     std::nextafter(before, std::numeric_limits<float>::max()));
        const bool hasSpace = k + 1 == times.size() || times[k + 1] > after;
        if (times[k] == before && hasSpace) {
            times[k] = after;
            ++moved;
            continue;
        }
        fault(fmt::format("key {} at {} s does not follow key {} at {} s", k, times[k], k - 1,
                          times[k - 1]),
              where, kValidate);
    }
    return moved;
}

double lengthOf(std::span<const float> rotation) {
    const double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    return std::sqrt(x * x + y * y + z * z + w * w);
}

// Replaces rotations of length 0 by the preceding rotation, or by the next one at the start.
// Returns their number. A key has `size` floats; its rotation begins at `first`.
size_t replaceZeroRotations(std::span<float> values, size_t size, size_t first) {
    const auto isZero = [](std::span<const float> key) { return !(lengthOf(key) > 1e-12); };
    const auto keyAt = [&](size_t i) { return values.subspan(i + first, 4); };
    std::array<float, 4> last{0, 0, 0, 1};
    size_t start = 0, replaced = 0;
    while (start < values.size() && isZero(keyAt(start))) start += size;
    if (start < values.size()) std::ranges::copy(keyAt(start), last.begin());
    for (size_t i = 0; i < values.size(); i += size) {
        const bool zero = isZero(keyAt(i));
        if (zero) std::ranges::copy(last, keyAt(i).begin());
        std::ranges::copy(keyAt(i), last.begin());
        replaced += zero;
    }
    return replaced;
}

// Normalizes rotation keys at import. Otherwise each sampling would normalize two keys.
void normalizeRotations(std::vector<float>& values) {
    for (size_t i = 0; i + 3 < values.size(); i += 4) {
        const double length = lengthOf(std::span(values).subspan(i, 4));
        for (size_t c = 0; c < 4; ++c) {
            values[i + c] = static_cast<float>(values[i + c] / length);
        }
    }
}

class ClipBuilder {
public:
    ClipBuilder(const Document& document, size_t index)
        : document_(document),
          source_(document.gltf.animations[index]),
          path_(fmt::format("animations[{}]", index)) {
        clip_.name = source_.name.empty() ? fmt::format("clip {}", index) : source_.name;
    }

    void addChannel(size_t index, const SceneNodes& scene, std::span<const MorphRange> morphsOfNode,
                    std::vector<std::string>& warnings) {
        const tinygltf::AnimationChannel& source = source_.channels[index];
        const auto where = [&] { return fmt::format("{}.channels[{}]", path_, index); };
        if (source.sampler < 0 || static_cast<size_t>(source.sampler) >= source_.samplers.size()) {
            fault(fmt::format("sampler {} does not exist (the animation has {})", source.sampler,
                              source_.samplers.size()),
                  where() + ".sampler", kValidate);
        }
        const auto node = static_cast<size_t>(source.target_node);
        requireIndex("node", source.target_node, scene.jointOfNode.size(),
                     [&] { return where() + ".target.node"; });
        Channel channel;
        addTimes(source.sampler, channel, warnings);
        if (scene.jointOfNode[node] == kNotInScene) return;
        channel.target = scene.jointOfNode[node];
        if (source.target_path == "translation") {
            channel.path = Path::translation;
        } else if (source.target_path == "rotation") {
            channel.path = Path::rotation;
            channel.width = 4;
        } else if (source.target_path == "scale") {
            channel.path = Path::scale;
        } else if (source.target_path == "weights") {
            channel.path = Path::weights;
            channel.target = morphsOfNode[node].first;
            channel.width = morphsOfNode[node].count;
        } else {
            warnings.push_back(
                fmt::format("{}: the path \"{}\" is not animated", where(), source.target_path));
            return;
        }
        if (channel.width == 0) {
            warnings.push_back(fmt::format(
                "{}: the node has no morph targets and the channel is ignored", where()));
            return;
        }
        if (!targets_.insert({node, channel.path}).second) {
            fault(fmt::format("two channels animate the {} of {}", source.target_path,
                              nodeLabel(document_, source.target_node)),
                  where(), "keep one channel for each property of a node");
        }
        addValues(source.sampler, channel, warnings);
        clip_.channels.push_back(channel);
    }

    /// Returns the clip with channels sorted by key times, then by path and interpolation. The
    /// speed of sampleClip() depends on this order.
    Clip take() {
        startAtFirstKey();
        const auto kind = [](const Channel& channel) {
            return std::tuple(channel.firstKey, channel.path, channel.interpolation);
        };
        std::stable_sort(clip_.channels.begin(), clip_.channels.end(),
                         [&](const Channel& a, const Channel& b) { return kind(a) < kind(b); });
        return std::move(clip_);
    }

private:
    enum class Kind : uint8_t { plain, rotation, splineRotation };
    using Keys = std::pair<uint32_t, uint32_t>;  // first and count in Clip::times

    std::string samplerPath(int sampler) const {
        return fmt::format("{}.samplers[{}]", path_, sampler);
    }

    void addTimes(int sampler, Channel& channel, std::vector<std::string>& warnings) {
        const tinygltf::AnimationSampler& source = source_.samplers[static_cast<size_t>(sampler)];
        channel.interpolation = interpolationOf(
            source.interpolation, [&] { return samplerPath(sampler) + ".interpolation"; });
        const auto [found, isNew] = keysOfInput_.try_emplace(source.input);
        if (isNew) {
            const std::string where = samplerPath(sampler) + ".input";
            const tinygltf::Accessor& accessor = accessorAt(document_, source.input, where);
            if (accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT) {
                fault("key times are not floats", where, kValidate);
            }
            std::vector<float> times = readFloats(document_, source.input, 1, where);
            if (const size_t moved = separateTimes(times, where); moved > 0) {
                warnings.push_back(
                    fmt::format("{}: keys with equal times become a step ({} of {} keys)", where,
                                moved, times.size()));
            }
            document_.account->memory("key times", where, times.size() * kKeyTimeBytes);
            found->second = keysOf(times);
        }
        std::tie(channel.firstKey, channel.keyCount) = found->second;
    }

    // Returns the keys with these times. Adds them only once, because many exporters repeat the
    // same times for every node.
    Keys keysOf(const std::vector<float>& times) {
        const auto [found, isNew] = keysOfTimes_.try_emplace(times);
        if (isNew) {
            found->second = {static_cast<uint32_t>(clip_.times.size()),
                             static_cast<uint32_t>(times.size())};
            clip_.times.insert(clip_.times.end(), times.begin(), times.end());
        }
        return found->second;
    }

    // Subtracts the time of the clip's first key from all times. Rounding may make times equal.
    void startAtFirstKey() {
        if (clip_.times.empty()) return;
        const auto [first, last] = std::ranges::minmax(clip_.times);
        if (!std::isfinite(last - first)) {
            fault(fmt::format("the keys from {} s to {} s are too far apart", first, last), path_,
                  kValidate);
        }
        clip_.firstKeySeconds = first;
        for (float& time : clip_.times) time -= first;
        for (const auto& [times, keys] : keysOfTimes_) {
            separateTimes(std::span(clip_.times).subspan(keys.first, keys.second), path_);
        }
        clip_.durationSeconds = std::ranges::max(clip_.times);
    }

    void addValues(int sampler, Channel& channel, std::vector<std::string>& warnings) {
        const tinygltf::AnimationSampler& source = source_.samplers[static_cast<size_t>(sampler)];
        const bool cubic = channel.cubic();
        const bool rotates = channel.path == Path::rotation;
        const Kind kind = rotates ? (cubic ? Kind::splineRotation : Kind::rotation) : Kind::plain;
        const size_t valueCount = channel.valueCount();
        const auto [found, isNew] = valuesOfOutput_.try_emplace({source.output, kind, valueCount});
        if (isNew) {
            const std::string where = samplerPath(sampler) + ".output";
            const int components =
                channel.path == Path::weights ? 1 : static_cast<int>(channel.width);
            std::vector<float> values = readFloats(document_, source.output, components, where);
            if (values.size() != valueCount) {
                fault(fmt::format("{} values are expected, not {} ({} keys)", valueCount,
                                  values.size(), channel.keyCount),
                      where, kValidate);
            }
            const size_t zeros = !rotates ? 0
                                 : cubic  ? replaceZeroRotations(values, 12, 4)
                                          : replaceZeroRotations(values, 4, 0);
            if (zeros > 0) {
                warnings.push_back(fmt::format(
                    "{}: {} of {} rotation keys have length 0 and take the value of another key",
                    where, zeros, channel.keyCount));
            }
            if (kind == Kind::rotation) normalizeRotations(values);
            found->second = static_cast<uint32_t>(clip_.values.size());
            document_.account->memory("key values", where, values.size() * sizeof(float));
            clip_.values.insert(clip_.values.end(), values.begin(), values.end());
        }
        channel.firstValue = found->second;
        if (rotates && channel.interpolation == Interpolation::linear) {
            const auto where = [&] { return samplerPath(sampler) + ".output"; };
            document_.account->memory("rotations", where,
                                      channel.keyCount * kMostBytesOfRotationKey);
            document_.account->work("rotations", where, channel.keyCount * kRotationWork);
        }
    }

    const Document& document_;
    const tinygltf::Animation& source_;
    std::string path_;
    Clip clip_;
    std::map<int, Keys> keysOfInput_;  // by accessor
    std::map<std::vector<float>, Keys> keysOfTimes_;
    std::map<std::tuple<int, Kind, size_t>, uint32_t> valuesOfOutput_;
    std::set<std::pair<size_t, Path>> targets_;
};

}  // namespace

std::vector<Clip> importClips(const Document& document, const SceneNodes& scene,
                              std::span<const MorphRange> morphsOfNode,
                              std::vector<std::string>& warnings) {
    const auto& animations = document.gltf.animations;
    // Every animation has a cost: even an empty clip is listed and posed.
    document.account->memory("clips", "animations", animations.size() * kClipBytes);
    document.account->work("clips", "animations", animations.size() * kClipWork);
    if (animations.size() > kMostClips) {
        fault(fmt::format("{} animations, and at most {} are supported", animations.size(),
                          kMostClips),
              "animations", "spread them over several files");
    }
    std::vector<Clip> clips;
    clips.reserve(animations.size());
    for (size_t i = 0; i < animations.size(); ++i) {
        const size_t channels = animations[i].channels.size();
        const auto where = [&] { return fmt::format("animations[{}].channels", i); };
        document.account->memory("channels", where, channels * kChannelBytes);
        ClipBuilder builder(document, i);
        for (size_t c = 0; c < channels; ++c) {
            builder.addChannel(c, scene, morphsOfNode, warnings);
        }
        clips.push_back(builder.take());
    }
    return clips;
}

}  // namespace sinew::gltf
