// The recommendations at the end of a benchmark.
#include "benchmarks/verdict/advice.h"

#include <gmock/gmock.h>

#include "tests/cli/example_report.h"

namespace sinew::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A choice's row with a steady frame time.
Row rowAt(const char* choice, uint32_t instances, uint32_t passes, double ms, double memory) {
    Row row{.choice = parseChoice(choice), .instances = instances, .passes = passes};
    row.frame = steadyTiming(ms);
    row.cost.allocatedPerInstance = memory;
    row.verification = {.withinTolerance = true, .ofTruth = {.position = 1e-6}};
    return row;
}

Section concluded(std::vector<Row> rows) {
    Section section{.rows = std::move(rows)};
    conclude(section);
    return section;
}

std::vector<std::string> adviceOnGpu(const Section& section) {
    return adviceFor(section, DeviceType::discreteGpu);
}

TEST(Advice, NamesTheWinnerItsLeadAndItsMemory) {
    const Section section = concluded(
        {rowAt("compute", 10, 3, 2.0, 75 * 1024), rowAt("vertex", 10, 3, 2.6, 10 * 1024)});
    EXPECT_THAT(adviceOnGpu(section),
                ElementsAre("compute is 1.30x faster than vertex and needs 65.0 KiB more memory "
                            "per instance.",
                            "Recommended: compute. It is the fastest or equal within noise, "
                            "and needs 75.0 KiB of memory per instance."));
    EXPECT_EQ(headlineOf(section.verdicts[0]),
              "compute is the fastest, 1.30x (1.30 to 1.30) before vertex");
}

TEST(Advice, RecommendsTheLeastMemoryAmongEqualsThatAreExact) {
    Section section =
        concluded({rowAt("compute", 10, 3, 2.0, 7000), rowAt("vertex", 10, 3, 2.0, 4000),
                   rowAt("texture", 10, 3, 2.0, 100)});
    section.rows[2].verification->ofTruth.position = 1e-3;
    EXPECT_THAT(adviceOnGpu(section),
                ElementsAre("compute, vertex and texture are equal within noise.",
                            AllOf(StartsWith("Recommended: vertex."),
                                  EndsWith("texture needs less memory, but its max error is "
                                           "1.0e-03."))));
    EXPECT_EQ(headlineOf(section.verdicts[0]), "no clear winner");
    section.rows.push_back(rowAt("feedback", 10, 3, 2.0, 7000));
    conclude(section);
    EXPECT_EQ(adviceOnGpu(section)[0], "All 4 methods are equal within noise.");
}

TEST(Advice, NamesWhereTheFastestChangesBetweenPasses) {
    const Section section =
        concluded({rowAt("compute", 10, 1, 2.0, 7000), rowAt("vertex", 10, 1, 2.0, 4000),
                   rowAt("compute", 10, 3, 2.0, 7000), rowAt("vertex", 10, 3, 2.4, 4000),
                   rowAt("compute", 10, 5, 2.0, 7000), rowAt("vertex", 10, 5, 2.8, 4000)});
    EXPECT_THAT(
        adviceOnGpu(section),
        ElementsAre("compute and vertex are equal within noise at 1 pass; compute is 1.20x "
                    "to 1.40x faster than vertex from 3 passes on and needs 3000 B more "
                    "memory per instance.",
                    AllOf(StartsWith("Recommended: compute."), HasSubstr("3 of 3 ranked points"))));
}

TEST(Advice, JoinsCrowdsWithTheSameResult) {
    std::vector<Row> rows;
    for (const uint32_t instances : {1, 10, 100}) {
        for (const uint32_t passes : {2, 5}) {
            rows.push_back(rowAt("compute", instances, passes, instances < 100 ? 3.0 : 2.0, 7000));
            rows.push_back(rowAt("vertex", instances, passes, 2.5, 7000));
        }
    }
    EXPECT_THAT(
        adviceOnGpu(concluded(rows)),
        ElementsAre("At 1 and 10 instances, vertex is 1.20x faster than compute at every "
                    "number of passes measured.",
                    "At 100 instances, compute is 1.25x faster than vertex at every number "
                    "of passes measured.",
                    HasSubstr("vertex. It is the fastest or equal within noise at 4 of 6")));
}

TEST(Advice, PointsWithoutARankingAreNotCovered) {
    std::vector<Row> rows{rowAt("compute", 1, 3, 2.0, 7000), rowAt("vertex", 1, 3, 2.0, 4000),
                          rowAt("compute", 8, 3, 2.0, 7000), rowAt("vertex", 8, 3, 9.0, 4000)};
    for (Row& row : rows) {
        if (row.instances == 8) row.frame = steadyTiming(row.frame->all.median, 3);
    }
    EXPECT_THAT(adviceOnGpu(concluded(rows)),
                ElementsAre("compute and vertex are equal within noise at 1 instance.",
                            HasSubstr("vertex. It is the fastest or equal within noise at 1 of 1 "
                                      "ranked point, ")));
}

TEST(Advice, FollowsInstancesWherePassesAreFixed) {
    const Section section =
        concluded({rowAt("compute", 1, 3, 3.0, 7000), rowAt("vertex", 1, 3, 2.0, 7000),
                   rowAt("compute", 16, 3, 2.0, 7000), rowAt("vertex", 16, 3, 3.0, 7000)});
    EXPECT_THAT(adviceOnGpu(section)[0],
                "vertex is 1.50x faster than compute at 1 instance; compute is 1.50x faster than "
                "vertex at 16 instances.");
}

TEST(Advice, ASoftwareRendererIsNoBasisForADecision) {
    const Section section =
        concluded({rowAt("cpu", 1, 2, 2.0, 7000), rowAt("vertex", 1, 2, 2.6, 7000)});
    const std::vector<std::string> advice = adviceFor(section, DeviceType::cpu);
    EXPECT_THAT(advice[1], StartsWith("Recommended on this software renderer: cpu."));
    EXPECT_EQ(advice[2], "Measure on a GPU before you decide.");
}

TEST(Advice, TooFewBlocksGiveNoRanking) {
    std::vector<Row> rows{rowAt("compute", 1, 2, 2.0, 7000), rowAt("vertex", 1, 2, 9.0, 7000)};
    for (Row& row : rows) row.frame = steadyTiming(row.frame->all.median, 3);
    const Section section = concluded(rows);
    EXPECT_THAT(adviceOnGpu(section), ElementsAre(StartsWith("No ranking: ")));
    EXPECT_THAT(headlineOf(section.verdicts[0]), StartsWith("no ranking: 3 blocks measured, "));
}

}  // namespace
}  // namespace sinew::test
