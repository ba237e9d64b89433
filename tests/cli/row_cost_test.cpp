// Bytes of rows by hand: of a whole crowd, and of what a culled one posed, skinned and drew.
#include "benchmarks/run/row_cost.h"

#include <gtest/gtest.h>

namespace sinew::test {
namespace {

/// 100 vertices; 2 cascades and the forward pass.
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
    row.verticesSkinned = 500;  // of levels of detail
    row.listed = RowListed{.skinned = 20,
                           .posed = 40,
                           .inView = 10,
                           .inCascades = {15, 5},
                           .verticesInView = 900,
                           .verticesInCascades = 1500};
    return row;
}

TEST(RowCost, AWholeCrowdReadsEachVertexOnceAPass) {
    const std::vector<CrowdPart> crowd{partOf(200)};
    const RowCost cost = rowCost(crowd, wholeWork(crowd));
    EXPECT_DOUBLE_EQ(cost.uploadedPerInstance, 50);
    EXPECT_DOUBLE_EQ(cost.movedPerInstance, static_cast<double>(crowd[0].card.perFrame()));
    EXPECT_DOUBLE_EQ(cost.forwardReadPerVertex, 20);
    EXPECT_DOUBLE_EQ(cost.depthReadPerVertex, 12);
    EXPECT_DOUBLE_EQ(cost.skinReadPerVertex, 40);
}

TEST(RowCost, ACulledCrowdCountsWhatWasPosedSkinnedAndDrawn) {
    const std::vector<CrowdPart> crowd{partOf(200)};
    const RowCost cost = rowCost(crowd, workOf(culledRow(), crowd));
    EXPECT_DOUBLE_EQ(cost.uploadedPerInstance, 50.0 * 40 / 200);
    const double perFrame = 200 * 10.0 + 40 * (50 + 50.0) + 500 * 60.0 + 900 * 20.0 + 1500 * 12.0;
    EXPECT_DOUBLE_EQ(cost.movedPerInstance, perFrame / 200);
}

TEST(RowCost, InvocationsOfTheVertexStageCountWhereTheDeviceCounts) {
    const std::vector<CrowdPart> crowd{partOf(200)};
    Row row = culledRow();
    row.forwardInvocations = 1307;  // 7 of ground and sky
    row.vertexInvocations = 1307 + 2600;
    const double without = rowCost(crowd, workOf(culledRow(), crowd)).movedPerInstance * 200 -
                           (900 * 20.0 + 1500 * 12.0);
    EXPECT_DOUBLE_EQ(rowCost(crowd, workOf(row, crowd)).movedPerInstance * 200,
                     without + 1300 * 20.0 + 2600 * 12.0);
}

TEST(RowCost, ADepthPrepassUploadsOfTheCpuAndKeptPosesCount) {
    std::vector<CrowdPart> crowd{partOf(200)};
    Row row = culledRow();
    row.passes = 4;
    EXPECT_DOUBLE_EQ(workOf(row, crowd).inDepth, 1500 + 900) << "what is in view is drawn again";
    row = culledRow();
    row.rates = RowRates{.posed = 4};
    EXPECT_DOUBLE_EQ(rowCost(crowd, workOf(row, crowd)).uploadedPerInstance, 50.0 * 4 / 200);
    crowd[0].card.cpu = {1000, 100};
    EXPECT_DOUBLE_EQ(rowCost(crowd, workOf(culledRow(), crowd)).uploadedPerInstance,
                     50.0 * 500 / (200 * 100))
        << "the CPU uploads the vertices that it skins";
}

}  // namespace
}  // namespace sinew::test
