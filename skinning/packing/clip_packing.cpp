// Splits clips into tracks and packs them into words.
#include "skinning/packing/clip_packing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <tuple>

#include "shaders/shared/clips.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/sample.h"
#include "skinning/packing/clip_words.h"
#include "skinning/packing/packed_track.h"
#include "skinning/packing/packing_bound.h"

namespace sinew {
namespace {

using packing::Reaches;
using packing::Stored;
using packing::Track;

/// Returns the tracks of a clip, sorted by joint. Each morph weight has a track. `moments`: all
/// different key times of the clip.
std::vector<Track> tracksOf(const Clip& clip, std::span<const float> moments) {
    std::vector<Track> tracks;
    for (const Channel& channel : clip.channels) {
        const bool weights = channel.path == Channel::Path::weights;
        const uint32_t floats = channel.cubic() ? 3 : 1;
        for (uint32_t w = 0; w < (weights ? channel.width : 1); ++w) {
            Track track{.path = channel.path,
                        .interpolation = channel.interpolation,
                        .target = channel.target + w,
                        .parts = weights ? 1 : channel.width,
                        .moments = {},
                        .values = {}};
            for (uint32_t k = 0; k < channel.keyCount; ++k) {
                const float time = clip.times[channel.firstKey + k];
                track.moments.push_back(static_cast<uint32_t>(
                    std::lower_bound(moments.begin(), moments.end(), time) - moments.begin()));
                for (uint32_t f = 0; f < floats; ++f) {
                    const float* value = clip.values.data() + channel.firstValue +
                                         size_t{channel.width} * (k * floats + f) + w;
                    glm::dvec4 parts(0.0);
                    for (uint32_t c = 0; c < track.parts; ++c) {
                        parts[static_cast<int>(c)] = double{value[c]};
                    }
                    track.values.push_back(parts);
                }
            }
            tracks.push_back(std::move(track));
        }
    }
    std::stable_sort(tracks.begin(), tracks.end(), [](const Track& a, const Track& b) {
        const auto orderOf = [](const Track& track) {
            const bool weights = track.path == Channel::Path::weights;
            return std::tuple(weights, track.target, track.path);
        };
        return orderOf(a) < orderOf(b);
    });
    return tracks;
}

glm::dvec4 restOf(const Model& model, const Track& track) {
    if (track.path == Channel::Path::weights) {
        return {double{model.restMorphWeights[track.target]}, 0, 0, 0};
    }
    const Transform& rest = model.skeleton.rest[track.target];
    switch (track.path) {
        case Channel::Path::translation:
            return glm::dvec4(rest.translation, 0);
        case Channel::Path::scale:
            return glm::dvec4(rest.scale, 0);
        default:
            return {double{rest.rotation.x}, double{rest.rotation.y}, double{rest.rotation.z},
                    double{rest.rotation.w}};
    }
}

/// Returns the largest distance of a track from the rest pose. If it exceeds `limit`, returns any
/// number above `limit`.
double distanceFromRest(const Model& model, const Track& track, std::span<const float> moments,
                        double limit) {
    return packing::distanceFrom(restOf(model, track), track, moments, limit);
}

class PackedWords {
public:
    explicit PackedWords(const Model& model) : model_(model) {
        words.resize(SINEW_CLIPS_TABLES + model.clips.size() + 1);
        words[SINEW_CLIPS_COUNT] = static_cast<uint32_t>(model.clips.size());
        words[SINEW_CLIPS_REST_WEIGHTS] = append(model.restMorphWeights);
    }

    uint32_t append(std::span<const float> values) {
        const auto first = static_cast<uint32_t>(words.size());
        for (const float value : values) words.push_back(std::bit_cast<uint32_t>(value));
        return first;
    }

    /// Appends the table of a clip. Its entries are 0, which means the rest pose.
    void beginClip(size_t clip, std::span<const float> moments) {
        const uint32_t first = append(moments);
        words.push_back(first);
        words.push_back(static_cast<uint32_t>(moments.size()));
        table_ = static_cast<uint32_t>(words.size());
        words[SINEW_CLIPS_TABLES + clip] = table_;
        words.resize(table_ + model_.skeleton.size() + model_.restMorphWeights.size());
    }

    /// Writes the position of a track, `word`, to the table. The tracks of a joint must be
    /// contiguous.
    void name(const Track& track, uint32_t word) {
        const bool weights = track.path == Channel::Path::weights;
        uint32_t& tracks = words[table_ + track.target + (weights ? model_.skeleton.size() : 0)];
        if (tracks == 0) tracks = word << SINEW_TRACK_BITS;
        tracks |= weights ? 1u : 1u << static_cast<uint32_t>(track.path);
    }

    gpu::PackedTrack appendKeys(const Track& track, const Stored& stored) {
        const bool listed = packing::isListed(track, stored.keys);
        gpu::PackedTrack packed{
            .moments = track.moments[stored.keys.front()],
            .keys = static_cast<uint32_t>(stored.keys.size()) |
                    static_cast<uint32_t>(track.interpolation) << SINEW_PACKED_INTERPOLATION |
                    (listed ? 1u : 0u) << SINEW_PACKED_LISTED |
                    stored.dropped << SINEW_PACKED_DROPPED | stored.bits << SINEW_PACKED_BITS,
            .firstValue = static_cast<uint32_t>(words.size()),
            .step = static_cast<float>(stored.step),
            .lowest = 0,
            .lowestLast = 0};
        if (stored.bits == SINEW_PACKED_FLOATS) {
            appendFloats(track, stored);
        } else {
            appendIntegers(track, stored, packed);
        }
        if (!listed) return packed;
        packed.moments = static_cast<uint32_t>(2 * words.size());
        Bits bits(words);
        for (const uint32_t key : stored.keys) bits.append(track.moments[key], 16);
        return packed;
    }

    std::vector<uint32_t> words;

private:
    class Bits {
    public:
        explicit Bits(std::vector<uint32_t>& words) : words_(words) {}
        void append(uint32_t value, uint32_t count) {
            for (uint32_t b = 0; b < count; ++b, ++used_) {
                if (used_ % 32 == 0) words_.push_back(0);
                words_.back() |= (value >> b & 1u) << used_ % 32;
            }
        }

    private:
        std::vector<uint32_t>& words_;
        uint32_t used_ = 0;
    };

    void appendFloats(const Track& track, const Stored& stored) {
        const size_t each = track.cubic() ? 3 : 1;
        for (const uint32_t key : stored.keys) {
            for (size_t f = 0; f < each; ++f) {
                const glm::dvec4& value = stored.values[key * each + f];
                for (uint32_t c = 0; c < track.parts; ++c) {
                    const auto part = static_cast<float>(value[static_cast<int>(c)]);
                    words.push_back(std::bit_cast<uint32_t>(part));
                }
            }
        }
    }

    void appendIntegers(const Track& track, const Stored& stored, gpu::PackedTrack& packed) {
        const uint32_t count = track.turns() ? 3 : track.parts;
        std::array<int32_t, 3> lowest = stored.quantized[stored.keys.front()];
        for (const uint32_t key : stored.keys) {
            for (uint32_t c = 0; c < count; ++c) {
                lowest[c] = std::min(lowest[c], stored.quantized[key][c]);
            }
        }
        packed.lowest =
            (static_cast<uint32_t>(lowest[0]) & 0xffffu) | static_cast<uint32_t>(lowest[1]) << 16;
        packed.lowestLast = static_cast<uint32_t>(lowest[2]) & 0xffffu;
        Bits bits(words);
        for (const uint32_t key : stored.keys) {
            for (uint32_t c = 0; c < count; ++c) {
                bits.append(static_cast<uint32_t>(stored.quantized[key][c] - lowest[c]),
                            stored.bits);
            }
        }
    }

    const Model& model_;
    uint32_t table_ = 0;
};

void appendDecoded(const Track& track, const Stored& stored, std::span<const float> moments,
                   Clip& clip) {
    clip.channels.push_back({.path = track.path,
                             .interpolation = track.interpolation,
                             .target = track.target,
                             .width = track.parts,
                             .firstKey = static_cast<uint32_t>(clip.times.size()),
                             .keyCount = static_cast<uint32_t>(stored.keys.size()),
                             .firstValue = static_cast<uint32_t>(clip.values.size())});
    const size_t each = track.cubic() ? 3 : 1;
    for (const uint32_t key : stored.keys) {
        clip.times.push_back(moments[track.moments[key]]);
        for (size_t f = 0; f < each; ++f) {
            for (uint32_t c = 0; c < track.parts; ++c) {
                clip.values.push_back(
                    static_cast<float>(stored.values[key * each + f][static_cast<int>(c)]));
            }
        }
    }
}

std::vector<float> momentsOf(const Clip& clip) {
    std::vector<float> moments = clip.times;
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    return moments;
}

double sizeOf(const Model& model, const BindBoxes& bindBoxes) {
    const Box box =
        posedBounds(bindBoxes, paletteOf(model, restPose(model)), model.restMorphWeights);
    return glm::length(glm::dvec3(box.high) - glm::dvec3(box.low));
}

PackedClip packClip(const Model& model, const Reaches& reaches, size_t index, PackedWords& out,
                    Reaches::Errors& errors) {
    const Clip& clip = model.clips[index];
    const std::vector<float> moments = momentsOf(clip);
    PackedClip result{.decoded = {.name = clip.name,
                                  .durationSeconds = clip.durationSeconds,
                                  .channels = {},
                                  .times = {},
                                  .values = {}},
                      .fp32Bytes = keyBytes(clip)};
    const size_t before = out.words.size();
    out.beginClip(index, moments);
    std::vector<std::pair<const Track*, gpu::PackedTrack>> stored;
    const std::vector<Track> tracks = tracksOf(clip, moments);
    for (const Track& track : tracks) {
        result.keys += static_cast<uint32_t>(track.keyCount());
        const double tolerance = reaches.toleranceOf(track);
        double error = distanceFromRest(model, track, moments, tolerance);
        if (error > tolerance) {
            const Stored encoding = packing::smallest(track, moments, tolerance);
            error = encoding.error;
            result.keptKeys += static_cast<uint32_t>(encoding.keys.size());
            stored.emplace_back(&track, out.appendKeys(track, encoding));
            appendDecoded(track, encoding, moments, result.decoded);
        }
        switch (track.path) {
            case Channel::Path::translation:
                errors.joints[track.target].translation = error;
                break;
            case Channel::Path::rotation:
                errors.joints[track.target].turn = error;
                break;
            case Channel::Path::scale:
                errors.joints[track.target].scale = error;
                break;
            case Channel::Path::weights:
                errors.weights[track.target] = error;
                break;
        }
    }
    for (const auto& [track, words] : stored) {
        out.name(*track, static_cast<uint32_t>(out.words.size()));
        const auto all = std::bit_cast<std::array<uint32_t, SINEW_PACKED_TRACK_WORDS>>(words);
        out.words.insert(out.words.end(), all.begin(), all.end());
    }
    result.bytes = (out.words.size() - before) * sizeof(uint32_t);
    result.bound = reaches.boundOf(errors);
    return result;
}

}  // namespace

bool canPack(const Model& model) {
    constexpr size_t kMost = (size_t{1} << SINEW_PACKED_KEY_BITS) - 1;
    return std::all_of(model.clips.begin(), model.clips.end(), [&](const Clip& clip) {
        return clip.times.size() <= kMost || momentsOf(clip).size() <= kMost;
    });
}

PackedClips packClips(const Model& model, const BindBoxes& bindBoxes) {
    const double size = std::max(sizeOf(model, bindBoxes), 1e-30);
    const Reaches reaches(model, bindBoxes, size);
    PackedWords words(model);
    PackedClips result{.words = {}, .clips = {}, .size = size};
    std::vector<Reaches::Errors> errors;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        result.clips.push_back(packClip(model, reaches, c, words, errors.emplace_back(model)));
        result.clips.back().bound /= size;
    }
    result.layeredBound = reaches.layeredBoundOf(errors) / size;
    words.beginClip(model.clips.size(), {});
    words.words.resize(words.words.size() + 2);  // shaders read two words past a key
    result.words = std::move(words.words);
    return result;
}

}  // namespace sinew
