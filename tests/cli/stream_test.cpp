// Standard output and standard error that are full, closed or gone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;

void expectLossIsTold(const std::string& arguments) {
    const TemporaryFolder folder;
    const std::string error = (folder / "error").string();
    for (const char* output : {">/dev/full", ">&-"}) {
        const Outcome run = runCli(arguments + ' ' + output + " 2>" + error);
        EXPECT_EQ(run.exitCode, 1) << arguments << output;
        EXPECT_THAT(readFile(error), HasSubstr("sinew-cli: the output was not written"))
            << arguments << output;
    }
}

TEST(CliStreams, OutputThatIsLostIsAFault) {
    const std::string model = shipped("mannequin_low.glb").string();
    for (const std::string& arguments :
         {"inspect " + model, "inspect --json " + model, std::string("bench --list"),
          std::string("--help"), std::string("bench --help"), std::string("--version")}) {
        expectLossIsTold(arguments);
    }
}

TEST(GpuCliStreams, OutputThatIsLostIsAFault) {
    expectLossIsTold("devices");
    expectLossIsTold("verify " + shipped("mannequin_low.glb").string() + " --methods cpu");
}

TEST(CliStreams, AFaultThatCannotBeToldIsAFaultAllTheSame) {
    for (const char* error : {"2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
        for (const char* arguments : {"inspect none.glb", "nonsense", "render"}) {
            EXPECT_EQ(runCli(std::string(arguments) + ' ' + error).exitCode, 1)
                << arguments << ' ' << error;
        }
    }
}

TEST(CliStreams, NoFileGetsThePlaceOfAClosedStream) {
    const TemporaryFolder folder;
    const std::string mesh = (folder / "a.obj").string();
    const Outcome run = runCli("export " + shipped("mannequin_low.glb").string() +
                               " --method reference -o " + mesh + " <&- >&- 2>&-");
    EXPECT_EQ(run.exitCode, 1);  // what it printed is lost
    EXPECT_TRUE(readFile(mesh).starts_with("# sinew-cli export\nv "));
    EXPECT_EQ(readFile(mesh).find("vertices"), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
