// Tests the skinning kernels of other engines: they are verified with the error bounds of their own
// formats, and their rows are complete.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "benchmarks/peers/copy_pass.h"
#include "benchmarks/peers/kernel_bench.h"
#include "benchmarks/peers/kernel_errors.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class PeersTest : public test::GpuTest {
protected:
    static const KernelRow& rowOf(const std::vector<KernelRow>& rows, std::string_view name) {
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [&](const KernelRow& r) { return r.name == name; });
        if (row == rows.end()) throw std::runtime_error("no row " + std::string(name));
        return *row;
    }
    static uint32_t clipOf(const Model& model) { return model.clips.empty() ? kRestPose : 0; }

    /// Returns Unity's streams with the heaviest weight of every vertex reduced by an eighth, as by
    /// a packing error.
    static PeerStreams packLighter(const Model& model) {
        PeerStreams streams = peerKernels()[3].pack(model);  // 3: Unity; fp32 weights come first
        for (size_t at = 0; at < streams[1].size(); at += 32) {
            float weight = 0;
            std::memcpy(&weight, &streams[1][at], sizeof(weight));
            weight *= 0.875f;
            std::memcpy(&streams[1][at], &weight, sizeof(weight));
        }
        return streams;
    }

    /// Returns Wicked's streams with the lowest bit of each weight cleared, except for weights of
    /// 1.
    static PeerStreams packCoarser(const Model& model) {
        PeerStreams streams = peerKernels()[0].pack(model);
        for (size_t at = 0; at < streams[3].size(); at += sizeof(uint32_t)) {
            uint32_t word = 0;
            std::memcpy(&word, &streams[3][at], sizeof(word));
            if (word >> 20 != 4095) word &= ~(1u << 20);
            std::memcpy(&streams[3][at], &word, sizeof(word));
        }
        return streams;
    }
};

TEST_F(PeersTest, DirectionsOfFilesWithoutNormalsAreIgnored) {
    Model model = importGltf(test::asset("mannequin_low.glb"));
    for (Primitive& primitive : model.primitives) primitive.hasNormals = false;
    for (const KernelRow& row : KernelBench(device(), model, clipOf(model), 2, 1).rows()) {
        SCOPED_TRACE(row.name);
        EXPECT_TRUE(row.measured()) << row.reason;
        EXPECT_EQ(row.errors.value_or(RowErrors{}).normalDegrees, 0);
    }
}

TEST_F(PeersTest, EveryKernelKeepsToWhatItsFormatsImplyOnShippedCharacters) {
    for (const char* file : {"mannequin_low.glb", "serpent.glb"}) {
        const Model model = importGltf(test::asset(file));
        const std::vector<KernelRow> rows =
            KernelBench(device(), model, clipOf(model), 5, 1).rows();
        for (const KernelRow& row : rows) {
            SCOPED_TRACE(row.name + " on " + model.name);
            EXPECT_NE(row.state, RowState::wrong) << row.reason;
            EXPECT_TRUE(row.measured()) << row.reason;
            EXPECT_EQ(row.errors.has_value(), !row.isCopy());
            if (row.isCopy()) continue;
            ASSERT_TRUE(row.errors);
            EXPECT_LT(row.errors->position, 2e-3);
        }
        EXPECT_LT(rowOf(rows, "sinew").errors->position, 1e-5);
        EXPECT_LT(rowOf(rows, "plain").errors->position, 1e-5);
        EXPECT_LT(rowOf(rows, "plain").errors->normalDegrees, 0.05);
        EXPECT_LT(rowOf(rows, "plain").errors->tangentDegrees, 0.05);
        const KernelRow& least = rowOf(rows, "sinew quantized");
        EXPECT_EQ(least.bytesRead, 20);
        EXPECT_EQ(least.bytesWritten, 12);
        EXPECT_LT(least.errors->position, 5e-5);
        EXPECT_LT(least.errors->normalDegrees, 0.5);
        EXPECT_LT(least.errors->tangentDegrees, 0.5);
        // Wicked truncates weights to 12 bits, which causes a larger error.
        EXPECT_GT(rowOf(rows, "wicked").errors->position,
                  5 * rowOf(rows, "godot").errors->position);
    }
}

TEST_F(PeersTest, BytesOfAVertexAreThoseOfTheStreamsAndOfTheEnginesTable) {
    struct Bytes {
        uint32_t read, written;
    };
    // Bytes that the kernels read and write per vertex. O3DE's motion history adds 12 to both.
    const Bytes table[] = {{32, 24}, {36, 20}, {76 + 12, 52 + 12}, {72, 40}, {80, 48}};
    const Model& model = *mannequin();
    for (size_t k = 0; k < peerKernels().size(); ++k) {
        const PeerKernel& kernel = peerKernels()[k];
        SCOPED_TRACE(kernel.name);
        EXPECT_EQ(kernel.bytesRead(), table[k].read);
        EXPECT_EQ(kernel.bytesWritten(), table[k].written);
        const PeerStreams streams = kernel.pack(model);
        ASSERT_EQ(streams.size(), kernel.read.size());
        for (size_t s = 0; s < streams.size(); ++s) {
            EXPECT_EQ(streams[s].size(), uint64_t{kernel.read[s]} * model.geometry.vertexCount());
        }
    }
}

TEST_F(PeersTest, AKernelWithWrongWeightsIsRefusedAndNotTimed) {
    std::vector<PeerKernel> kernels(peerKernels().begin(), peerKernels().end());
    kernels[0].pack = packCoarser;
    kernels[3].pack = packLighter;
    KernelBench bench(device(), *mannequin(), 0, 3, 1, kernels);
    bench.measureBlock(1, 1.0);
    const std::vector<KernelRow> rows = bench.rows();
    const KernelRow& wrong = rowOf(rows, "unity");
    EXPECT_EQ(wrong.state, RowState::wrong);
    EXPECT_THAT(wrong.reason, HasSubstr(" of vertex "));
    EXPECT_FALSE(wrong.gpu);
    EXPECT_EQ(wrong.verticesPerSecond, 0);
    // Error bounds are tight: they detect that one bit of a weight is missing.
    EXPECT_EQ(rowOf(rows, "wicked").state, RowState::wrong);
    EXPECT_TRUE(rowOf(rows, "godot").measured());
    EXPECT_TRUE(rowOf(rows, "godot").gpu);
}

TEST_F(PeersTest, RowsAreCompleteAndFollowFromOneAnother) {
    KernelBench bench(device(), *mannequin(), 0, 4, 1);
    bench.measureBlock(3, 5.0);
    bench.measureBlock(3, 5.0);
    const std::vector<KernelRow> rows = bench.rows();
    const double vertices = 4.0 * mannequin()->geometry.vertexCount();
    for (const KernelRow& row : rows) {
        SCOPED_TRACE(row.name);
        ASSERT_TRUE(row.gpu);
        EXPECT_EQ(row.gpu->all.count, 6u);
        EXPECT_EQ(row.gpu->blockMedians.size(), 2u);
        EXPECT_EQ(row.instances, 4u);
        EXPECT_FALSE(row.layout.empty());
        const double aSecond = vertices / (1e-3 * row.gpu->all.median);
        EXPECT_NEAR(row.verticesPerSecond, 1e-6 * aSecond, 1e-9 * aSecond);
        EXPECT_NEAR(row.gigabytesPerSecond,
                    1e-3 * row.verticesPerSecond * (row.bytesRead + row.bytesWritten),
                    1e-6 * row.gigabytesPerSecond);
        const bool isBufferCopy = row.kind == KernelKind::copyCommand;
        EXPECT_EQ(row.dispatches == 0, isBufferCopy);
    }
    // Other engines dispatch per instance and mesh or primitive; the plain kernel dispatches once.
    EXPECT_EQ(rowOf(rows, "wicked").dispatches,
              4 * peerRanges(*mannequin(), PeerDispatch::mesh).size());
    EXPECT_EQ(rowOf(rows, "plain").dispatches, 1u);
    // The plain kernel reads an offset per vertex; skin.comp gets the influence count from its
    // bucket.
    EXPECT_EQ(rowOf(rows, "plain").bytesRead, rowOf(rows, "sinew").bytesRead + 4);
    EXPECT_EQ(rowOf(rows, "plain").bytesWritten, rowOf(rows, "sinew").bytesWritten);
    EXPECT_EQ(rowOf(rows, "godot").dispatches, 4 * mannequin()->primitives.size());
    const KernelRow& copy = rowOf(rows, "copy kernel 36+20");
    EXPECT_THAT(copy.layout, MatchesRegex(".*, (4|16) bytes at once"));
    // The copy moves as many bytes as skin.comp reads and writes, rounded to words.
    const KernelRow& ours = rowOf(rows, "sinew");
    EXPECT_NEAR(rowOf(rows, "vkCmdCopyBuffer").bytesRead * 2, ours.bytesRead + ours.bytesWritten,
                4);
}

TEST_F(PeersTest, TheCopyIsCompleteInEitherWidth) {
    constexpr uint32_t kVertices = 1001, kInstances = 19, kRead = 36, kWritten = 20;
    const ShaderLibrary shaders = ShaderLibrary::embedded();
    const uint32_t copied = CopyPass::copiedVertices(kVertices);
    for (const auto width : {CopyPass::Width::word, CopyPass::Width::fourWords}) {
        SharedOutput output;
        output.plan(outputRuns(device(), {&kWritten, 1}, copied, {&kInstances, 1}), {&kWritten, 1},
                    copied);
        output.create(device());
        const CopyPass copy = CopyPass::create(device(), shaders, width, kRead, kWritten, kVertices,
                                               kInstances, output);
        // Clears the result of the previous width.
        runCommands(device(), [&](VkCommandBuffer commands) {
            vkCmdFillBuffer(commands, output[0].get(), 0, VK_WHOLE_SIZE, 0);
        });
        EXPECT_FALSE(copy.right(device(), kInstances - 1));
        runCommands(device(), [&](Commands& commands) { copy.record(commands); });
        for (uint32_t i = 0; i < kInstances; ++i) EXPECT_TRUE(copy.right(device(), i)) << i;
    }
}

TEST_F(PeersTest, ACrowdInManyBuffersIsAsRightAsOneInOneBuffer) {
    // The limit fits two instances with O3DE's 64 bytes per vertex, and more with the other
    // kernels.
    const Device small = lesser({.storageBytes = 160ull * mannequin()->geometry.vertexCount()});
    KernelBench bench(small, *mannequin(), 0, 7, 1);
    for (const KernelRow& row : bench.rows()) {
        EXPECT_TRUE(row.measured()) << row.name << ": " << row.reason;
    }
}

TEST_F(PeersTest, WhatCannotBeMeasuredSaysWhy) {
    const Device withoutTime = lesser({.noTimestamps = true});
    KernelBench untimed(withoutTime, *mannequin(), 0, 2, 1);
    untimed.measureBlock(1, 1.0);
    for (const KernelRow& row : untimed.rows()) {
        EXPECT_EQ(row.reason, "no timestamps") << row.name;
        EXPECT_FALSE(row.gpu);
    }
    // The crowd would need more than a petabyte.
    for (const KernelRow& row : KernelBench(device(), *mannequin(), 0, ~0u, 1).rows()) {
        EXPECT_THAT(row.reason, HasSubstr("try fewer instances")) << row.name;
    }
}

TEST_F(PeersTest, JointsBeyondSixteenBitsAreNotMeasured) {
    Model model = *mannequin();
    model.binds.resize((1u << 16) + 1, model.binds.front());
    const std::vector<KernelRow> rows = KernelBench(device(), model, 0, 1, 1).rows();
    EXPECT_THAT(rowOf(rows, "godot").reason, HasSubstr("65537 palette entries"));
    EXPECT_THAT(rowOf(rows, "o3de").reason, HasSubstr("65536"));
    EXPECT_TRUE(rowOf(rows, "wicked").measured()) << rowOf(rows, "wicked").reason;
    EXPECT_TRUE(rowOf(rows, "sinew").measured()) << rowOf(rows, "sinew").reason;
    EXPECT_THAT(rowOf(rows, "sinew quantized").reason, HasSubstr(" 256"));
}

// Engines copy the w of the mesh's tangents; the reference changes its sign under a reflection.
TEST_F(PeersTest, KernelsThatCopyTheHandednessAreRightInAMirroredPose) {
    Model model = *mannequin();
    model.clips.clear();
    model.skeleton.rest[0].scale = {-1.0f, 1.0f, 1.0f};
    for (const KernelRow& row : KernelBench(device(), model, kRestPose, 2, 1).rows()) {
        EXPECT_TRUE(row.measured()) << row.name << ": " << row.reason;
    }
}

TEST_F(PeersTest, RawNormalsLieUnderNonUniformScaleAndTheInverseTransposeDoesNot) {
    Model model = *mannequin();
    model.clips.clear();
    model.skeleton.rest[0].scale = {1.0f, 0.4f, 1.0f};
    const std::vector<KernelRow> rows = KernelBench(device(), model, kRestPose, 2, 1).rows();
    for (const char* raw : {"wicked", "godot", "unity", "khronos"}) {
        EXPECT_TRUE(rowOf(rows, raw).measured()) << rowOf(rows, raw).reason;
        EXPECT_GT(rowOf(rows, raw).errors->normalDegrees, 10) << raw;
    }
    EXPECT_LT(rowOf(rows, "o3de").errors->normalDegrees, 0.1);
    EXPECT_LT(rowOf(rows, "sinew").errors->normalDegrees, 0.1);
    EXPECT_LT(rowOf(rows, "plain").errors->normalDegrees, 0.1);
}

}  // namespace
}  // namespace sinew
