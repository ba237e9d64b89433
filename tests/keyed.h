// Makes clips with a few keys.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "skinning/model.h"

namespace sinew::test {

/// Appends a channel with these keys. The clip then lasts at least until the last key. The number
/// of values determines the channel's width.
inline void addKeys(Clip& clip, Channel channel, const std::vector<float>& times,
                    const std::vector<float>& values) {
    const bool cubic = channel.cubic();
    channel.width = static_cast<uint32_t>(values.size() / times.size() / (cubic ? 3 : 1));
    channel.firstKey = static_cast<uint32_t>(clip.times.size());
    channel.keyCount = static_cast<uint32_t>(times.size());
    channel.firstValue = static_cast<uint32_t>(clip.values.size());
    clip.times.insert(clip.times.end(), times.begin(), times.end());
    clip.values.insert(clip.values.end(), values.begin(), values.end());
    clip.durationSeconds = std::max(clip.durationSeconds, times.back());
    clip.channels.push_back(channel);
}

/// Returns a clip with one channel.
inline Clip keyed(std::string name, const Channel& channel, const std::vector<float>& times,
                  const std::vector<float>& values) {
    Clip clip{.name = std::move(name)};
    addKeys(clip, channel, times, values);
    return clip;
}

}  // namespace sinew::test
