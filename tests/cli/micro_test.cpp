// sinew-micro measures all that docs/measuring.md names, and refuses unknown options.
#include <regex>

#include "skinning/settings.h"
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

#ifdef SINEW_MICRO

Outcome runMicro(const std::string& arguments) {
    return runShell("'" SINEW_MICRO "' " + arguments);
}

/// The words in backticks that end in a slash, in the docs' section about the program.
std::vector<std::string> namedInDocs() {
    const std::string docs = readFile(SINEW_SOURCE_DIR "/docs/measuring.md");
    const size_t begin = docs.find("## Steps alone");
    const std::string section = docs.substr(begin, docs.find("\n## ", begin) - begin);
    static const std::regex name("`([^`]*/)`");
    return {std::sregex_token_iterator(section.begin(), section.end(), name, 1), {}};
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
    for (const auto& [arguments, words] :
         {std::pair("--nonsense", "'--nonsense'"), std::pair("missing.glb", "missing.glb"),
          std::pair("--benchmark_format=nonsense", ""),
          std::pair("--benchmark_out_format=nonsense", ""),
          std::pair("--benchmark_filter=nonsense", "")}) {
        const Outcome run = runMicro(arguments);
        EXPECT_EQ(run.exitCode, 1) << arguments;
        EXPECT_EQ(run.out, "") << arguments;
        EXPECT_EQ(run.error, run.lastError + '\n') << arguments;
        EXPECT_THAT(run.error, HasSubstr(words));
    }
    const Outcome help = runMicro("--help");
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_THAT(help.out,
                testing::AllOf(HasSubstr("MODEL.glb"), HasSubstr("--benchmark_min_time")));
}

#else

TEST(GpuMicro, IsNotBuiltHere) {
    GTEST_SKIP() << "libbenchmark-dev is not installed";
}

#endif

}  // namespace
}  // namespace sinew::test
