// Writes clips with unpacked keys as 32-bit words.
#include "skinning/packing/clip_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <stdexcept>

#include "shaders/shared/clips.h"
#include "shaders/shared/variant.h"

namespace sinew {
namespace {

static_assert(static_cast<uint32_t>(Channel::Interpolation::step) == SINEW_STEP);
static_assert(static_cast<uint32_t>(Channel::Interpolation::linear) == SINEW_LINEAR);
static_assert(static_cast<uint32_t>(Channel::Interpolation::cubicSpline) == SINEW_CUBIC_SPLINE);
static_assert(1u << static_cast<uint32_t>(Channel::Path::translation) == SINEW_TRACK_TRANSLATION);
static_assert(1u << static_cast<uint32_t>(Channel::Path::rotation) == SINEW_TRACK_ROTATION);
static_assert(1u << static_cast<uint32_t>(Channel::Path::scale) == SINEW_TRACK_SCALE);

class Words {
public:
    explicit Words(const Model& model) : model_(model) {}

    std::vector<uint32_t> laid() {
        const auto clipCount = static_cast<uint32_t>(model_.clips.size());
        words_.resize(SINEW_CLIPS_TABLES + clipCount + 1);
        words_[SINEW_CLIPS_COUNT] = clipCount;
        words_[SINEW_CLIPS_REST_WEIGHTS] = append(model_.restMorphWeights);
        for (uint32_t c = 0; c <= clipCount; ++c) {
            const uint32_t table = end();
            words_[SINEW_CLIPS_TABLES + c] = table;
            words_.resize(table + model_.skeleton.size() + model_.restMorphWeights.size());
            if (c < clipCount) layTracks(model_.clips[c], table);
        }
        return std::move(words_);
    }

private:
    uint32_t end() const {
        constexpr size_t kMost = size_t{1} << (32 - SINEW_TRACK_BITS);
        if (words_.size() > kMost) {
            throw std::runtime_error(fmt::format(
                "{}: has more keys than GPU posing can index; try cpu-poses", model_.name));
        }
        return static_cast<uint32_t>(words_.size());
    }

    uint32_t append(std::span<const float> values) {
        const uint32_t first = end();
        for (const float value : values) words_.push_back(std::bit_cast<uint32_t>(value));
        return first;
    }

    void layTracks(const Clip& clip, uint32_t table) {
        std::map<uint32_t, uint32_t> times;  // by Channel::firstKey: channels share times
        const auto lay = [&](const Channel& channel) {
            const std::span all(clip.times);
            const auto [found, isNew] = times.try_emplace(channel.firstKey);
            if (isNew) found->second = append(all.subspan(channel.firstKey, channel.keyCount));
            return gpu::ClipTrack{
                .firstTime = found->second,
                .keys = channel.keyCount | static_cast<uint32_t>(channel.interpolation)
                                               << SINEW_TRACK_KEY_BITS,
                .firstValue = append(
                    std::span(clip.values).subspan(channel.firstValue, channel.valueCount())),
                .width = channel.width};
        };
        // The tracks of a joint are contiguous, in the order of their bits (SINEW_TRACK_*).
        std::map<std::pair<uint32_t, uint32_t>, gpu::ClipTrack> ofJoints;
        const uint32_t weights = table + model_.skeleton.size();
        for (const Channel& channel : clip.channels) {
            gpu::ClipTrack track = lay(channel);
            if (channel.path != Channel::Path::weights) {
                ofJoints[{channel.target, static_cast<uint32_t>(channel.path)}] = track;
                continue;
            }
            for (uint32_t w = 0; w < channel.width; ++w, ++track.firstValue) {
                words_[weights + channel.target + w] = append(track) << SINEW_TRACK_BITS | 1u;
            }
        }
        for (const auto& [key, track] : ofJoints) {
            const auto [joint, path] = key;
            const uint32_t word = append(track);
            uint32_t& tracks = words_[table + joint];
            if (tracks == 0) tracks = word << SINEW_TRACK_BITS;
            tracks |= 1u << path;
        }
    }

    uint32_t append(const gpu::ClipTrack& track) {
        const uint32_t first = end();
        words_.insert(words_.end(), {track.firstTime, track.keys, track.firstValue, track.width});
        return first;
    }

    const Model& model_;
    std::vector<uint32_t> words_;
};

}  // namespace

std::vector<uint32_t> layClips(const Model& model) {
    return Words(model).laid();
}

uint64_t keyBytes(const Clip& clip) {
    std::map<uint32_t, uint32_t> times;  // by Channel::firstKey: channels share times
    uint64_t floats = 0;
    for (const Channel& channel : clip.channels) {
        times[channel.firstKey] = channel.keyCount;
        floats += channel.valueCount();
    }
    for (const auto& [first, count] : times) floats += count;
    return floats * sizeof(float);
}

uint64_t clipBytes(const Model& model) {
    const uint64_t entries = model.skeleton.size() + model.restMorphWeights.size();
    uint64_t words = SINEW_CLIPS_TABLES + (model.clips.size() + 1) * (entries + 1) +
                     model.restMorphWeights.size();
    uint64_t bytes = 0;
    for (const Clip& clip : model.clips) {
        bytes += keyBytes(clip);
        for (const Channel& channel : clip.channels) {
            const bool weights = channel.path == Channel::Path::weights;
            words += SINEW_TRACK_WORDS * uint64_t{weights ? channel.width : 1};
        }
    }
    return bytes + words * sizeof(uint32_t);
}

uint32_t clipFeatures(const Model& model) {
    uint32_t features = 0;
    for (const Clip& clip : model.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.cubic()) features |= SINEW_CLIPS_CUBIC;
            if (channel.path == Channel::Path::scale) features |= SINEW_CLIPS_SCALE;
        }
    }
    return features;
}

}  // namespace sinew
