// Kernels of several crowd sizes stand in tables of their own; shares of a copy mean what they say.
#include "benchmarks/charts.h"
#include "benchmarks/report_table.h"
#include "benchmarks/verdict.h"
#include "tests/cli/commands.h"
#include "tests/cli/example_report.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The example's kernels, timed with ten instances and with a hundred.
Report twoSizes() {
    Report report = exampleReport();
    std::vector<KernelRow>& kernels = report.sections[0].kernels;
    const std::vector<KernelRow> hundred = kernels;
    for (KernelRow& kernel : kernels) kernel.instances = 10;
    kernels.insert(kernels.end(), hundred.begin(), hundred.end());
    return report;
}

TEST(KernelTables, EachNumberOfInstancesHasItsOwn) {
    const Report report = twoSizes();
    const std::string text = reportTable(report);
    EXPECT_THAT(text, HasSubstr("skinning kernels alone, 10 instances\n"));
    EXPECT_THAT(text, HasSubstr("skinning kernels alone, 100 instances\n"));
    EXPECT_EQ(countOf(text, "\n  wicked "), 2u);
}

TEST(KernelTables, ChartsAreOfTheLargestCrowd) {
    std::vector<std::string> titles;
    for (const Chart& chart : chartsOf(twoSizes().sections[0])) {
        if (chart.title.starts_with("Skinning kernels")) {
            titles.push_back(chart.title);
            EXPECT_EQ(chart.categories.size(), 5u);
        }
    }
    EXPECT_THAT(titles, ElementsAre("Skinning kernels, 100 instances"));
}

TEST(KernelTables, KernelsAreHeldAgainstOurs) {
    const Report report = exampleReport();
    const std::vector<KernelRow>& kernels = report.sections[0].kernels;
    EXPECT_FALSE(kernels[0].ratio);
    ASSERT_TRUE(kernels[3].ratio);
    EXPECT_NEAR(kernels[3].ratio->ratio, (152.0 / 2350) / (56.0 / 2100), 0.02);
    EXPECT_LT(kernels[3].ratio->low, kernels[3].ratio->ratio);
    const std::string text = reportTable(report);
    const size_t begin = text.find("\n  o3de ");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_THAT(text.substr(begin, text.find('\n', begin + 1) - begin),
                HasSubstr(ratioText(*kernels[3].ratio)));
}

}  // namespace
}  // namespace sinew::test
