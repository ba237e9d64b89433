// Errors of packed clips are within their bound and packed clips are small, for every shipped and
// shared model. Clips convert to words of a buffer.
#include "skinning/packing/clip_packing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "shaders/shared/variant.h"
#include "skinning/gltf/import.h"
#include "skinning/model/gather.h"
#include "skinning/packing/clip_words.h"
#include "skinning/packing/packed_track.h"
#include "skinning/reference/reference.h"
#include "skinning/settings.h"
#include "tests/model_files.h"
#include "tests/unit/chain_model.h"
#include "tests/unit/shipped.h"

namespace sinew {
namespace {

PackedClips packedOf(const Model& model) {
    return packClips(model, makeBindBoxes(model));
}

/// Returns a copy of the model with only a few hundred vertices, because the reference is slow. If
/// `packed` is not null, the copy has the clips decoded from it.
Model thinned(const Model& model, const PackedClips* packed) {
    constexpr uint32_t kVertices = 300;
    Model thin;
    thin.skeleton = model.skeleton;
    thin.binds = model.binds;
    thin.restMorphWeights = model.restMorphWeights;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        thin.clips.push_back(packed ? packed->clips[c].decoded : model.clips[c]);
    }
    thin.geometry = model.geometry;
    const uint32_t count = thin.geometry.vertexCount(), stride = std::max(count / kVertices, 1u);
    std::vector<uint32_t> some;
    for (uint32_t v = 0; v < count; v += stride) some.push_back(v);
    gather(thin.geometry, some);
    thin.geometry.indices.clear();
    return thin;
}

/// Returns key times and the times midway between them, where rotations have the largest error.
std::vector<double> timesOf(const Clip& clip) {
    constexpr size_t kMost = 120;
    std::vector<double> times(clip.times.begin(), clip.times.end());
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    for (size_t i = times.size(); i-- > 1;) times.push_back((times[i] + times[i - 1]) / 2);
    std::vector<double> some;
    const size_t stride = std::max<size_t>(times.size() / kMost, 1);
    for (size_t i = 0; i < times.size(); i += stride) some.push_back(times[i]);
    return some;
}

/// Expects that the largest vertex error of each clip is within clip.bound, relative to
/// packed.size.
void expectWithinBound(const Model& model, const PackedClips& packed) {
    const Model exact = thinned(model, nullptr), decoded = thinned(model, &packed);
    for (uint32_t c = 0; c < model.clips.size(); ++c) {
        double largest = 0;
        for (const double time : timesOf(model.clips[c])) {
            const ReferenceVertices a = referenceVertices(exact, c, time);
            const ReferenceVertices b = referenceVertices(decoded, c, time);
            for (size_t v = 0; v < a.positions.size(); ++v) {
                largest = std::max(largest, glm::distance(a.positions[v], b.positions[v]));
            }
        }
        const PackedClip& clip = packed.clips[c];
        EXPECT_LE(largest, (clip.bound + 1e-6) * packed.size) << model.name << ", clip " << c;
    }
}

TEST(ClipPacking, ShippedCharactersStayWithinTheirBoundsInAQuarterOfTheBytes) {
    for (const char* file : {"mannequin_low.glb", "serpent.glb"}) {
        const Model model = test::shipped(file);
        const PackedClips packed = packedOf(model);
        expectWithinBound(model, packed);
        uint64_t bytes = 0;
        for (const PackedClip& clip : packed.clips) bytes += clip.fp32Bytes;
        EXPECT_LE(packed.words.size() * sizeof(uint32_t), bytes / 4) << file;
    }
}

// The requests blend two clips, a masked layer and an additive clip.
TEST(ClipPacking, LayersStayWithinTheirBound) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> share(0, 1);
    for (Model model : {test::shipped("mannequin_low.glb"), test::chainModel(20, .15f)}) {
        Mask mask{.name = "some",
                  .joints = std::vector<uint8_t>(model.skeleton.size(), 255),
                  .morphWeights = 255};
        for (size_t j = 0; j < mask.joints.size() / 2; ++j) mask.joints[j] = j % 3 == 0 ? 90 : 0;
        model.masks = {mask};
        const PackedClips packed = packedOf(model);
        Model decoded = model;
        double single = 0;
        for (size_t c = 0; c < model.clips.size(); ++c) {
            decoded.clips[c] = packed.clips[c].decoded;
            single = std::max(single, packed.clips[c].bound);
        }
        const auto moment = [&] {
            const auto clip = static_cast<uint32_t>(random() % model.clips.size());
            return ClipMoment{clip, share(random) * model.clips[clip].durationSeconds};
        };
        double largest = 0;
        for (int i = 0; i < 60; ++i) {
            const PoseRequest request =
                withAdditive(withLayer(requestOf(moment(), moment(), share(random)),
                                       {moment(), 1, share(random)}),
                             {moment(), kFullBody, 1});
            const ReferenceVertices a = referenceVertices(model, request, {});
            const ReferenceVertices b = referenceVertices(decoded, request, {});
            for (size_t v = 0; v < a.positions.size(); ++v) {
                largest = std::max(largest, glm::distance(a.positions[v], b.positions[v]));
            }
        }
        EXPECT_LE(largest, (packed.layeredBound + 1e-6) * packed.size) << model.name;
        EXPECT_GT(largest, packed.layeredBound * packed.size * 1e-3) << model.name;
        EXPECT_GT(packed.layeredBound, single);
        EXPECT_LT(packed.layeredBound, 20 * single);
    }
}

TEST(ClipPacking, SharedModelsStayWithinTheirBounds) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const auto& file : test::sharedModels()) {
        const Model model = importGltf(file);
        expectWithinBound(model, packedOf(model));
    }
}

TEST(ClipPacking, EveryInterpolationAndMorphWeightsStayWithinTheirBounds) {
    for (const uint32_t joints : {3u, 20u, 200u}) {
        const Model model = test::chainModel(joints, 3.0f / static_cast<float>(joints));
        expectWithinBound(model, packedOf(model));
    }
}

TEST(ClipPacking, AStepsLastKeyIsWithinItsToleranceToo) {
    constexpr double kTolerance = 0.01;
    const std::vector<float> moments{0, 1};
    packing::Track track{.interpolation = Channel::Interpolation::step,
                         .parts = 3,
                         .moments = {0, 1},
                         .values = {glm::dvec4(0), {}}};
    // In each component, some values are between coarse quantization steps.
    for (int i = 1; i < 100; ++i) {
        track.values[1] = {0.0031 * i, 0.0031 * i, 0.0031 * i, 0};
        const packing::Stored stored = packing::smallest(track, moments, kTolerance);
        EXPECT_LE(stored.keys.back(), 1u) << i;
        EXPECT_LE(glm::distance(stored.values[1], track.values[1]), kTolerance) << i;
    }
}

TEST(ClipWords, TakeTheBytesThatWereCounted) {
    for (const uint32_t joints : {3u, 40u}) {
        Model model = test::chainModel(joints, 1.0f);
        EXPECT_EQ(layClips(model).size() * sizeof(uint32_t), clipBytes(model));
        // Channels with equal key times store the times once.
        Clip& clip = model.clips[0];
        const Channel first = clip.channels[0];
        for (Channel& channel : clip.channels) {
            if (channel.keyCount >= first.keyCount) channel.firstKey = first.firstKey;
            channel.keyCount = std::min(channel.keyCount, first.keyCount);
        }
        EXPECT_EQ(layClips(model).size() * sizeof(uint32_t), clipBytes(model));
    }
}

TEST(ClipWords, NameWhatShadersHaveToSample) {
    Model model = test::chainModel(8, 1.0f);
    EXPECT_EQ(clipFeatures(model), SINEW_CLIPS_CUBIC | SINEW_CLIPS_SCALE);
    for (Clip& clip : model.clips) {
        std::erase_if(clip.channels, [](const Channel& channel) { return channel.cubic(); });
    }
    EXPECT_EQ(clipFeatures(model), SINEW_CLIPS_SCALE);
    model.clips.clear();
    EXPECT_EQ(clipFeatures(model), 0u);
}

}  // namespace
}  // namespace sinew
