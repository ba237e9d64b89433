// Sets morph weights in the rest pose and in clips.
#include "skinning/model/morph_weight.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <span>
#include <stdexcept>

#include "skinning/plain_text.h"

namespace sinew {
namespace {

std::vector<uint32_t> targetsCalled(const Model& model, const std::string& nameOrIndex) {
    const auto count = static_cast<uint32_t>(model.morphNames.size());
    std::vector<uint32_t> targets;
    for (uint32_t target = 0; target < count; ++target) {
        if (model.morphNames[target] == nameOrIndex) targets.push_back(target);
    }
    if (!targets.empty()) return targets;
    uint32_t index = 0;
    const char* end = nameOrIndex.data() + nameOrIndex.size();
    const auto [parsed, error] = std::from_chars(nameOrIndex.data(), end, index);
    if (error == std::errc() && parsed == end && index < count) return {index};
    if (count == 0) {
        throw std::runtime_error(fmt::format("{} has no morph targets; omit --morph", model.name));
    }
    throw std::runtime_error(
        fmt::format("{} has no morph target \"{}\"; choose one of: {}", model.name, nameOrIndex,
                    shortened(fmt::format("{}", fmt::join(model.morphNames, ", ")), 300)));
}

/// Sets the weight of `target` in all keys of `channel`. Copies the channel's values before,
/// because channels of other nodes may share them.
void fixInChannel(Channel& channel, uint32_t target, float weight, Clip& clip) {
    const std::span shared =
        std::span(clip.values).subspan(channel.firstValue, channel.valueCount());
    const std::vector<float> own(shared.begin(), shared.end());
    channel.firstValue = static_cast<uint32_t>(clip.values.size());
    clip.values.insert(clip.values.end(), own.begin(), own.end());
    for (size_t row = 0; row < channel.rows(); ++row) {
        const bool isTangent = channel.cubic() && row % 3 != 1;
        clip.values[channel.firstValue + row * channel.width + target - channel.target] =
            isTangent ? 0.0f : weight;
    }
}

}  // namespace

void fixMorphWeight(Model& model, const std::string& nameOrIndex, float weight) {
    for (const uint32_t target : targetsCalled(model, nameOrIndex)) {
        model.restMorphWeights[target] = weight;
        for (Clip& clip : model.clips) {
            for (Channel& channel : clip.channels) {
                const bool moves = channel.path == Channel::Path::weights &&
                                   target >= channel.target &&
                                   target - channel.target < channel.width;
                if (moves) fixInChannel(channel, target, weight, clip);
            }
        }
    }
}

}  // namespace sinew
