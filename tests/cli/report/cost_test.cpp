// Tests the cost card of a model whose bytes were counted by hand; no device is needed. Also tests
// the costs of a report's rows.
#include "skinning/gpu/skin/cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/run/row_cost.h"
#include "shaders/shared/palette.h"
#include "skinning/gpu/crowd/buffers.h"
#include "tests/keyed.h"

namespace sinew::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns a model with 3 joints, 2 palette entries, 4 vertices with 1, 2, 2 and 5 influences (10
/// in all), two primitives of one triangle each, and one clip of 1 second.
Model smallModel() {
    Model model;
    for (int32_t j = 0; j < 3; ++j) {
        model.skeleton.names.emplace_back("j");
        model.skeleton.parents.push_back(j - 1);
        model.skeleton.rest.emplace_back();
    }
    model.binds = {{.joint = 0}, {.joint = 2}};
    Geometry& geometry = model.geometry;
    geometry.positions.resize(4);
    geometry.normals.resize(4, glm::vec3(0, 0, 1));
    geometry.tangents.resize(4, glm::vec4(1, 0, 0, 1));
    geometry.uvSets.emplace_back(4);
    geometry.influenceOffsets = {0, 1, 3, 5, 10};
    geometry.influences.resize(10);
    geometry.indices = {0, 1, 2, 1, 2, 3};
    model.primitives.resize(2);
    model.materials.resize(1);
    model.clips.push_back({.name = "clip", .durationSeconds = 1.0f});
    return model;
}

CostCard costOf(const SkinChoice& choice, uint32_t passes = 3, bool motion = false) {
    return sinew::costOf(smallModel(), choice, passes, {}, motion);
}

TEST(Cost, ComputeUploadsPosesAndTouchesEveryVertexOnceBeforeThePasses) {
    const CostCard card = costOf({.method = Method::compute});
    EXPECT_EQ(card.uploaded, 3u * 48);             // poses of 3 joints
    EXPECT_EQ(card.palette.read, 2u * (48 + 64));  // for each entry: a pose and a BindEntry
    EXPECT_EQ(card.palette.written, 2u * 48);
    EXPECT_EQ(card.skin.read, 4u * 20 + 10 * (4 + 48));  // a word and an entry per influence
    EXPECT_EQ(card.skin.written, 4u * 20);
    EXPECT_EQ(card.readForward, 4u * 20);
    EXPECT_EQ(card.readForDepth, 4u * 12);  // positions
    EXPECT_EQ(card.readForMotion, 0u);
    EXPECT_EQ(card.verticesSkinned, 4u);
    EXPECT_EQ(card.perFrame(), 144u + 224 + 96 + 600 + 80 + 80 + 2 * 48);
    EXPECT_EQ(card.dispatches, 1u + 3);  // 1: palette; 3: vertices of 1, 2 and 5 influences
    EXPECT_EQ(card.drawsPerPass, 2u);
    EXPECT_EQ(card.paletteLimit.entries, 0u);
}

TEST(Cost, VertexReadsAllOfItAgainInEveryPass) {
    const CostCard card = costOf({.method = Method::vertex});
    EXPECT_EQ(card.uploaded, 3u * 48);
    EXPECT_EQ(card.skin.total(), 0u);
    EXPECT_EQ(card.readForward, 4u * (20 + 8) + 10 * (4 + 48));  // 8: range of influences
    EXPECT_EQ(card.readForDepth, 4u * (12 + 8) + 10 * (4 + 48));
    EXPECT_EQ(card.verticesSkinned, 3u * 4);
    EXPECT_EQ(card.perFrame(), 144u + 224 + 96 + 632 + 2 * 600);
    EXPECT_EQ(card.dispatches, 1u);
    const CostCard moving = costOf({.method = Method::vertex}, 3, true);
    EXPECT_EQ(moving.readForMotion, card.readForDepth);
    EXPECT_EQ(moving.verticesSkinned, 4u * 4);
    EXPECT_GT(moving.memoryPerInstance, card.memoryPerInstance);
}

TEST(Cost, TheCpuSendsItsVertices) {
    for (const Method method : {Method::cpu, Method::cpuReference}) {
        const CostCard card = costOf({.method = method});
        EXPECT_EQ(card.uploaded, 4u * 20);
        EXPECT_EQ(card.palette.total() + card.skin.total(), 0u);
        EXPECT_EQ(card.cpu.read, 4u * 20 + 10 * (4 + 48) + 2 * (48 + 64));
        EXPECT_EQ(card.cpu.written, 2u * 48 + 3 * 48);  // palette, poses
        EXPECT_EQ(card.perFrame(), 80u + card.cpu.total() + 80 + 2 * 48);
        EXPECT_EQ(card.dispatches, 0u);
        EXPECT_EQ(card.paletteLimit.entries, 0u);
        EXPECT_THAT(card.cannot, Contains(HasSubstr("uploaded in every frame")));
    }
}

TEST(Cost, FeedbackHasAPointsDrawInsteadOfDispatches) {
    const CostCard card = costOf({.method = Method::feedback});
    EXPECT_EQ(card.skin.read, 4u * (20 + 8) + 10 * (4 + 48));
    EXPECT_EQ(card.skin.written, 4u * 20);
    EXPECT_EQ(card.dispatches, 1u);
    EXPECT_EQ(card.pointDraws, 1u);
    EXPECT_THAT(card.cannot, Contains(HasSubstr("VK_EXT_transform_feedback")));
}

TEST(Cost, FormatsCountWithTheirOwnSizes) {
    const auto read = [](const SkinSettings& settings) {
        return costOf({.method = Method::compute, .settings = settings}).skin.read;
    };
    EXPECT_EQ(read({.influences = InfluenceFormat::packedFloat}), 80u + 10 * (4 + 48));
    EXPECT_EQ(read({.influences = InfluenceFormat::split20}), 80u + 10 * (4 + 48));
    // The influences are in sets of four. The vertices have 1, 1, 1 and 2 sets, and unused entries
    // are read too.
    EXPECT_EQ(read({.influences = InfluenceFormat::u8x4}), 80u + 5 * 8 + 20 * 48);
    EXPECT_EQ(read({.influences = InfluenceFormat::u16x4}), 80u + 5 * 16 + 20 * 48);
    // The format stores at most four influences, in 8 bytes per vertex.
    EXPECT_EQ(read({.influences = InfluenceFormat::split64}), 80u + 4 * 8 + 9 * 48);
    EXPECT_EQ(read({.mesh = MeshFormat::quantized}), 48u + 10 * (4 + 48));
    EXPECT_EQ(read({.palette = PaletteFormat::matrix}), 80u + 10 * (4 + 64));
    EXPECT_EQ(read({.palette = PaletteFormat::half}), 80u + 10 * (4 + 24));
    EXPECT_EQ(read({.blend = Blend::dualQuaternion}), 80u + 10 * (4 + 32));
    EXPECT_EQ(read({.normals = Normals::inverseTranspose}), 80u + 10 * (4 + 48 + 36));
    EXPECT_EQ(read({.influenceLimit = 2}), 80u + 7 * (4 + 48));  // 1 + 2 + 2 + 2
    EXPECT_EQ(read({.influenceLimit = 1}), 80u + 4 * (4 + 48));
}

TEST(Cost, AVertexTakesThirtyTwoBytesInAndOutAtTheLeast) {
    const SkinSettings least{.influences = InfluenceFormat::split64,
                             .mesh = MeshFormat::quantized,
                             .output = Output::compact};
    const CostCard card = costOf({.method = Method::compute, .settings = least});
    EXPECT_EQ(card.skin.total(), 4u * 32 + 9 * 48 + 24);  // 48: palette entry; 24: box
    const CostCard vertex = costOf({.method = Method::vertex, .settings = least});
    EXPECT_EQ(vertex.readForDepth, 4u * 16 + 9 * 48);
    EXPECT_EQ(vertex.readForward, 4u * 20 + 9 * 48) << "influences are where the vertex says";
    EXPECT_EQ(card.memoryOfModel + 4 * 8 + (10 * 4 - 4 * 8),
              costOf({.method = Method::compute}).memoryOfModel);
}

TEST(Cost, DepthPassesReadNoNormalsOfPalettesAndMorphTargets) {
    Model model = smallModel();
    model.restMorphWeights = {0.5f};
    model.geometry.morphOffsets = {0, 0, 1, 3, 3};
    model.geometry.morphDeltas.resize(3);
    const SkinChoice choice{.method = Method::vertex,
                            .settings = {.normals = Normals::inverseTranspose}};
    const CostCard card = sinew::costOf(model, choice, 2, {});
    EXPECT_EQ(card.readForward, 4u * (28 + 8) + 10 * (4 + 48 + 36) + 3 * (40 + 4));
    EXPECT_EQ(card.readForDepth, 4u * (20 + 8) + 10 * (4 + 48) + 3 * (16 + 4));
}

TEST(Cost, DualQuaternionsOfModelsThatScaleCarryTheScaleToo) {
    Model model = smallModel();
    model.skeleton.rest[1].scale = {1, 2, 1};
    const SkinChoice choice{.settings = {.blend = Blend::dualQuaternion}};
    EXPECT_EQ(sinew::costOf(model, choice, 1, {}).skin.read, 80u + 10 * (4 + 64));
}

TEST(Cost, CompactVerticesBringTheirBox) {
    const CostCard card =
        costOf({.method = Method::compute, .settings = {.output = Output::compact}});
    EXPECT_EQ(card.uploaded, 3u * 48 + 24);
    EXPECT_EQ(card.skin.written, 4u * 12);
    EXPECT_EQ(card.readForward, 4u * 12 + 24);
    EXPECT_EQ(card.readForDepth, 4u * 8 + 24);
}

TEST(Cost, PosesOnTheGpuUploadNothingAndReadClips) {
    Model model = smallModel();
    model.clips = {
        keyed("turn", {.path = Channel::Path::rotation}, {0, 1}, {0, 0, 0, 1, 0, 0, 1, 0})};
    const CostCard onCpu = sinew::costOf(model, {}, 1, {});
    const CostCard onGpu = sinew::costOf(model, {.settings = {.poses = PosedBy::gpu}}, 1, {});
    EXPECT_EQ(onCpu.pose.total(), 0u);
    EXPECT_EQ(onGpu.uploaded, 0u);
    // For each joint, the kernel reads its entry (48 bytes) and a word of the clip (4). It also
    // reads the track (16) and two of its keys (2 * 16).
    EXPECT_EQ(onGpu.pose.read, 3u * (48 + 4) + 16 + 2 * 16);
    EXPECT_EQ(onGpu.pose.written, 3u * 48);
    EXPECT_EQ(onGpu.dispatches, onCpu.dispatches + 1);
    // Each joint and an end entry have 48 bytes. The words are table offsets (4), the tables of the
    // clip and of the rest pose (2 * 3), the track (4), times (2) and keys (8).
    EXPECT_EQ(onGpu.memoryOfModel - onCpu.memoryOfModel, 4u * 48 + (4 + 2 * 3 + 4 + 2 + 8) * 4);
    EXPECT_EQ(onGpu.perFrame() - onGpu.uploaded - onGpu.pose.total(),
              onCpu.perFrame() - onCpu.uploaded);
    // Packed keys have a larger track (24 bytes) and two keys of three words.
    const CostCard packed = sinew::costOf(
        model, {.settings = {.poses = PosedBy::gpu, .keys = KeyFormat::packed}}, 1, {});
    EXPECT_EQ(packed.pose.read, 3u * (48 + 4) + 24 + 2 * 12);
    EXPECT_EQ(packed.pose.written, onGpu.pose.written);
    // Posed bounds need one more dispatch. It reads a matrix, a bind and a box for each bind.
    const CostCard compact = sinew::costOf(
        model, {.settings = {.output = Output::compact, .poses = PosedBy::gpu}}, 1, {});
    EXPECT_EQ(compact.dispatches, onGpu.dispatches + 1);
    EXPECT_EQ(compact.pose.written, onGpu.pose.written + 24);
    EXPECT_EQ(compact.pose.read,
              onGpu.pose.read + model.binds.size() * (48 + sizeof(gpu::BindEntry) + 36));
}

TEST(Cost, MorphTargetsCountWhereTheyAreAdded) {
    Model model = smallModel();
    model.restMorphWeights = {0.5f, 0.0f};
    model.geometry.morphOffsets = {0, 0, 1, 3, 3};
    model.geometry.morphDeltas.resize(3);
    const CostCard card = sinew::costOf(model, {}, 1, {});
    EXPECT_EQ(card.uploaded, 3u * 48 + 2 * 4);
    // The kernel reads the range of each vertex's deltas (8 bytes), and for each delta a MorphEntry
    // (40) and a weight (4).
    EXPECT_EQ(card.skin.read, 80u + 10 * 52 + 4 * 8 + 3 * (40 + 4));
}

TEST(Cost, TextureReadsThreeTexelsAnInfluenceFromTwoFramesAndFromFourInACrossfade) {
    const CostCard card = costOf({.method = Method::texture});
    EXPECT_EQ(card.uploaded, 20u);
    EXPECT_EQ(card.palette.total() + card.skin.total(), 0u);
    EXPECT_EQ(card.readForward, 4u * 28 + 10 * (4 + 2 * 3 * 16) + 20);
    EXPECT_EQ(card.readForDepth, 4u * 20 + 10 * (4 + 2 * 3 * 16) + 20);
    EXPECT_EQ(card.readWhileFading, 4u * 28 + 10 * (4 + 4 * 3 * 16) + 20);
    // 30 steps, the end and the rest pose are 32 frames. Each has 2 entries of 3 texels of 16
    // bytes.
    EXPECT_EQ(card.bakedBytes, 32u * 6 * 16);
    SkinChoice half{.method = Method::texture};
    half.settings.bake = {.framesPerSecond = 15, .halfTexels = true, .interpolated = false};
    EXPECT_EQ(costOf(half).readForward, 4u * 28 + 10 * (4 + 3 * 8) + 20);
    EXPECT_EQ(costOf(half).bakedBytes, 17u * 6 * 8);
    EXPECT_THAT(card.cannot, Contains(HasSubstr("crossfade of two clips")));
    EXPECT_THAT(card.cannot, Contains(HasSubstr("between 30 baked frames a second")));
}

TEST(Cost, PaletteLimitsFollowFromFormatRangeAndImageSide) {
    struct Case {
        SkinChoice choice;
        uint32_t entries;
        DeviceLimits limits = {};
    };
    for (const Case& c : std::initializer_list<Case>{
             {{.settings = {.influences = InfluenceFormat::u8x4}}, 256},
             {{.settings = {.influences = InfluenceFormat::u16x4}}, 65'536},
             {{.settings = {.influences = InfluenceFormat::split64}}, 256},
             {{.settings = {.influences = InfluenceFormat::split20}}, 1'048'576},
             {{.method = Method::vertexUniform}, 341},  // 16,384 bytes / 48
             {{.method = Method::vertexUniform}, 1365, {.uniform = {.rangeBytes = 65536}}},
             {{Method::vertexUniform, {.palette = PaletteFormat::matrix}}, 256},
             {{Method::vertexUniform, {.blend = Blend::dualQuaternion}}, 512},
             {{Method::vertexUniform, {.paletteLimit = 64}}, 64},
             {{Method::vertexUniform, {.paletteLimit = 1000}}, 341},
             {{.method = Method::texture}, 1365}}) {  // 4,096 texels / 3
        EXPECT_EQ(sinew::costOf(smallModel(), c.choice, 1, c.limits).paletteLimit.entries,
                  c.entries)
            << choiceText(c.choice);
    }
}

TEST(Cost, CullingTakesTwoDispatchesARound) {
    size_t taken = 0;
    for (const Method method : allMethods()) {
        if (!skinningMethod(method).facts.supports.cull) continue;
        ++taken;
        const CostCard all = costOf({method, {}}), culled = costOf({method, {.cull = Cull::boxes}});
        EXPECT_EQ(culled.dispatches, all.dispatches + 2) << methodName(method);
        EXPECT_EQ(all.cull.written, 0u);
        EXPECT_GT(culled.cull.written, 0u) << methodName(method);
        if (!skinningMethod(method).facts.supports.poses) continue;
        // GPU poses are culled twice: before posing, and again by their posed bounds. One more
        // dispatch computes these bounds.
        const CostCard posed = costOf({method, {.poses = PosedBy::gpu}});
        const CostCard twice = costOf({method, {.poses = PosedBy::gpu, .cull = Cull::boxes}});
        EXPECT_EQ(twice.dispatches, posed.dispatches + 2 * 2 + 1) << methodName(method);
        EXPECT_EQ(twice.cull.written, 2 * culled.cull.written);
    }
    EXPECT_EQ(taken, allMethods().size() - 2) << "all but cpu-reference and vertex-uniform";
}

TEST(Cost, AModelBeyondThePaletteLimitIsSkinnedByAnotherMethod) {
    const CostCard within = costOf({Method::vertexUniform, {.paletteLimit = 2}});
    const CostCard beyond = costOf({Method::vertexUniform, {.paletteLimit = 1}});
    EXPECT_THAT(within.cannot, Not(Contains(HasSubstr("palette entries"))));
    EXPECT_THAT(beyond.cannot, Contains(HasSubstr("2 palette entries")));
    EXPECT_THAT(beyond.cannot, Contains(HasSubstr("method cpu replaces it")));
}

TEST(Cost, AnInstancesPaletteEndsWhereAUniformRangeMayBegin) {
    // 2 entries of 48 bytes are padded to 16 entries (768 bytes), because a range begins at a
    // multiple of 256 bytes.
    EXPECT_EQ(costOf({.method = Method::vertexUniform}).instancesPerDraw, 21u);
    EXPECT_EQ(costOf({.method = Method::vertex}).instancesPerDraw, 0u);
}

TEST(Cost, APaletteOfTheLargestSizeFitsTheUniformRange) {
    Model model = smallModel();
    model.binds.resize(16'384 / 48, model.binds.back());
    const PaletteLayout palette = planOf({}, model, {.method = Method::vertexUniform}).palette;
    EXPECT_EQ(palette.stride * palette.entryBytes, 66u * 256) << "padded to the alignment";
    EXPECT_EQ(palette.rangeBytes, 16'384u);
}

TEST(Cost, MemoryGrowsWithVerticesOnlyWhereTheyAreKept) {
    Model larger = smallModel();
    larger.geometry.positions.resize(5);
    larger.geometry.influenceOffsets.push_back(10);
    for (size_t i = 0; i < kMethodCount; ++i) {
        const Method method = static_cast<Method>(i);
        const uint64_t before = costOf({.method = method}).memoryPerInstance;
        const uint64_t after = sinew::costOf(larger, {.method = method}, 3, {}).memoryPerInstance;
        const bool kept = !skinningMethod(method).facts.passesSkin;
        EXPECT_EQ(after > before, kept) << methodName(method);
    }
}

TEST(Cost, MotionAddsACopyOfTheBuffersWhosePreviousDataPassesRead) {
    const BufferRow skinned{.buffer = CrowdBuffer::skinned, .writer = WrittenBy::gpu};
    EXPECT_EQ(copiesOf(skinned, false), 1u);
    EXPECT_EQ(copiesOf(skinned, true), 2u);
    // No pass reads the previous frame's joint matrices.
    EXPECT_EQ(copiesOf({.buffer = CrowdBuffer::poses, .writer = WrittenBy::gpu}, true), 1u);
    EXPECT_EQ(copiesOf({.writer = WrittenBy::gpu, .keptByKernels = true}, true), 1u);
}

TEST(Cost, TheTableHasALineForEveryMethodAndWhatItCannotDo) {
    std::vector<CostCard> cards;
    for (const Method method : allMethods()) cards.push_back(costOf({.method = method}));
    const std::string table = costTable(cards);
    EXPECT_THAT(table, HasSubstr("3 passes"));
    for (const CostCard& card : cards) {
        EXPECT_THAT(table, HasSubstr("\n                " + choiceText(card.choice) + " "));
        for (const std::string& sentence : card.cannot) EXPECT_THAT(table, HasSubstr(sentence));
    }
    CostCard tenths = costOf({Method::compute, {}});
    tenths.vertices = 4;
    tenths.skin.read = 251;
    EXPECT_THAT(costTable({&tenths, 1}), HasSubstr("62.8"));
}

/// Returns a crowd part with 100 vertices per instance, drawn in 2 cascades and the forward pass.
CrowdPart partOf(uint32_t instances) {
    CostCard card{.passes = 3, .vertices = 100, .vertexBytes = 20, .uploaded = 50};
    card.cull = {7, 3};
    card.palette = {30, 20};
    card.skin = {4000, 2000};
    card.readForward = 2000;
    card.readForDepth = 1200;
    return {card, instances};
}

Row culledRow() {
    Row row{.instances = 200, .passes = 3};
    row.verticesSkinned = 500;
    row.listed = RowListed{.skinned = 20,
                           .posed = 40,
                           .inView = 10,
                           .inCascades = {15, 5},
                           .verticesInView = 900,
                           .verticesInCascades = 1500};
    return row;
}

TEST(RowCost, AFullCrowdReadsEachVertexOnceAPass) {
    const std::vector<CrowdPart> crowd{partOf(200)};
    const RowCost cost = rowCost(crowd, fullCounts(crowd));
    EXPECT_DOUBLE_EQ(cost.uploadedPerInstance, 50);
    EXPECT_DOUBLE_EQ(cost.movedPerInstance, static_cast<double>(crowd[0].card.perFrame()));
    EXPECT_DOUBLE_EQ(cost.forwardReadPerVertex, 20);
    EXPECT_DOUBLE_EQ(cost.depthReadPerVertex, 12);
    EXPECT_DOUBLE_EQ(cost.skinReadPerVertex, 40);
}

TEST(RowCost, ACulledCrowdCountsWhatWasPosedSkinnedAndDrawn) {
    const std::vector<CrowdPart> crowd{partOf(200)};
    const RowCost cost = rowCost(crowd, processedCounts(culledRow(), crowd));
    EXPECT_DOUBLE_EQ(cost.uploadedPerInstance, 50.0 * 40 / 200);
    const double perFrame = 200 * 10.0 + 40 * (50 + 50.0) + 500 * 60.0 + 900 * 20.0 + 1500 * 12.0;
    EXPECT_DOUBLE_EQ(cost.movedPerInstance, perFrame / 200);
}

TEST(RowCost, InvocationsOfTheVertexStageCountWhereTheDeviceCounts) {
    const std::vector<CrowdPart> crowd{partOf(200)};
    Row row = culledRow();
    row.forwardInvocations = 1307;  // 7: ground and sky
    row.vertexInvocations = 1307 + 2600;
    const double without =
        rowCost(crowd, processedCounts(culledRow(), crowd)).movedPerInstance * 200 -
        (900 * 20.0 + 1500 * 12.0);
    EXPECT_DOUBLE_EQ(rowCost(crowd, processedCounts(row, crowd)).movedPerInstance * 200,
                     without + 1300 * 20.0 + 2600 * 12.0);
}

TEST(RowCost, ADepthPrepassUploadsOfTheCpuAndKeptPosesCount) {
    std::vector<CrowdPart> crowd{partOf(200)};
    Row row = culledRow();
    row.passes = 4;
    EXPECT_DOUBLE_EQ(processedCounts(row, crowd).inDepth, 1500 + 900)
        << "what is in view is drawn again";
    row = culledRow();
    row.rates = RowRates{.posed = 4};
    EXPECT_DOUBLE_EQ(rowCost(crowd, processedCounts(row, crowd)).uploadedPerInstance,
                     50.0 * 4 / 200);
    crowd[0].card.cpu = {1000, 100};
    EXPECT_DOUBLE_EQ(rowCost(crowd, processedCounts(culledRow(), crowd)).uploadedPerInstance,
                     50.0 * 500 / (200 * 100))
        << "the CPU uploads the vertices that it skins";
}

}  // namespace
}  // namespace sinew::test
