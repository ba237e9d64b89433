// sinew-micro: that it measures what the docs name, and refuses what it does not understand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "skinning/settings.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

#ifdef SINEW_MICRO

Outcome runMicro(const std::string& arguments) {
    return runShell("'" SINEW_MICRO "' " + arguments);
}

/// What stands between backticks and ends in a slash, in the docs' section about the program.
std::vector<std::string> namedInDocs() {
    const std::string docs = readFile(SINEW_SOURCE_DIR "/docs/measuring.md");
    const size_t begin = docs.find("## Steps alone");
    const std::string section = docs.substr(begin, docs.find("\n## ", begin) - begin);
    std::vector<std::string> names;
    for (size_t at = section.find('`'); at != std::string::npos; at = section.find('`', at + 1)) {
        const size_t end = section.find('`', at + 1);
        if (section[end - 1] == '/') names.push_back(section.substr(at + 1, end - at - 1));
        at = end;
    }
    return names;
}

TEST(GpuMicro, RunsAndPrintsWhatTheDocsName) {
    const Outcome run =
        runMicro("--benchmark_min_time=0.0001 " + shipped("mannequin_low.glb").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    std::vector<std::string> names = namedInDocs();
    EXPECT_GT(names.size(), 10u);
    for (const Method method : allMethods()) {
        names.push_back("record-" + std::string(methodName(method)) + "/");
    }
    for (const std::string& name : names) EXPECT_THAT(run.out, HasSubstr("\n" + name)) << name;
    EXPECT_THAT(run.out, testing::Not(HasSubstr("ERROR")));
}

TEST(GpuMicro, BadArgumentsGiveOneLineAndExitCode1) {
    for (const std::string arguments :
         {"--nonsense", "missing.glb", "--benchmark_format=nonsense",
          "--benchmark_out_format=nonsense", "--benchmark_filter=nonsense"}) {
        const Outcome run = runMicro(arguments);
        EXPECT_EQ(run.exitCode, 1) << arguments;
        EXPECT_EQ(run.out, "") << arguments;
        EXPECT_EQ(std::count(run.error.begin(), run.error.end(), '\n'), 1)
            << arguments << ": " << run.error;
    }
    EXPECT_THAT(runMicro("--nonsense").error, HasSubstr("'--nonsense'"));
    EXPECT_THAT(runMicro("missing.glb").error, HasSubstr("missing.glb"));
}

TEST(GpuMicro, HelpNamesModelsAndOptions) {
    const Outcome run = runMicro("--help");
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.out, HasSubstr("MODEL.glb"));
    EXPECT_THAT(run.out, HasSubstr("--benchmark_min_time"));
}

#else

TEST(GpuMicro, IsNotBuiltHere) {
    GTEST_SKIP() << "libbenchmark-dev is not installed";
}

#endif

}  // namespace
}  // namespace sinew::test
