// Tests that every command ends at a signal, whatever it waits for, and leaves no partial file.
// Also tests that lost output and a lost device are errors.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <type_traits>

#include "benchmarks/run/section_runner.h"
#include "renderer/device/instance.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/verify/verify.h"
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A full pipe: a program that prints into it blocks.
class FullPipe {
public:
    FullPipe() {
        EXPECT_EQ(pipe(ends_), 0);
        fcntl(ends_[1], F_SETFL, O_NONBLOCK);
        const std::string block(4096, '.');
        while (write(ends_[1], block.data(), block.size()) > 0) {
        }
        fcntl(ends_[1], F_SETFL, 0);
    }
    ~FullPipe() {
        close(ends_[0]);
        close(ends_[1]);
    }
    FullPipe(const FullPipe&) = delete;
    FullPipe& operator=(const FullPipe&) = delete;
    int end() const { return ends_[1]; }

private:
    int ends_[2] = {-1, -1};
};

/// Starts the program with SIGINT ignored, as a shell's `&` does.
pid_t start(const std::string& arguments, int output, int error, const fs::path& folder = ".") {
    const std::string command = "cd " + folder.string() + " && exec '" SINEW_CLI "' " + arguments;
    const pid_t child = fork();
    if (child != 0) return child;
    std::signal(SIGINT, SIG_IGN);
    dup2(output, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
}

/// Returns true once the program blocks SIGTERM, because it then handles the signal itself.
bool isReady(pid_t child) {
    const std::string status = readFile("/proc/" + std::to_string(child) + "/status");
    const size_t blocked = status.find("SigBlk:");
    // no signal mask: the process has ended; the caller reports this
    if (blocked == std::string::npos) return true;
    const uint64_t mask = std::stoull(status.substr(blocked + 7), nullptr, 16);
    return (mask >> (SIGTERM - 1) & 1) != 0;
}

void expectEnded(pid_t child, int signal) {
    constexpr int kSeconds = 60;
    ASSERT_GT(child, 0);
    for (int turn = 0; turn < 100 * kSeconds && !isReady(child); ++turn) usleep(10'000);
    EXPECT_TRUE(isReady(child)) << "waited " << kSeconds << " s until the program handles signals";
    kill(child, signal);
    if (!endsWithin(child, kSeconds)) {
        ADD_FAILURE() << "waited " << kSeconds << " s for the end of the program after its signal";
        kill(child, SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
}

/// Expects that each command ends at SIGINT and at SIGTERM, and leaves no files except "a.*".
void expectEnd(const std::vector<std::string>& commands) {
    const TemporaryFolder folder;
    for (const int signal : {SIGINT, SIGTERM}) {
        for (const std::string& command : commands) {
            SCOPED_TRACE(command + " by signal " + std::to_string(signal));
            const FullPipe pipe;
            expectEnded(start(command, pipe.end(), STDERR_FILENO, folder.path()), signal);
        }
    }
    for (const std::string& name : namesIn(folder.path())) {
        EXPECT_THAT(name, testing::StartsWith("a.")) << "left behind";
    }
}

TEST(CliEnding, ACommandWithAClosedOutputEnds) {
    const std::string model = shipped("mannequin.glb").string();
    expectEnd({"inspect " + model, "bake " + model + " -o a.json",
               "export " + model + " --method reference -o a.obj", "bench --list"});
}

TEST(CliEnding, ABlockedLastMessageDoesNotKeepIt) {
    const FullPipe pipe;
    expectEnded(start("inspect " + shipped("mannequin.glb").string(), pipe.end(), pipe.end()),
                SIGTERM);
}

TEST(GpuCliEnding, ACommandWithAClosedOutputEnds) {
    expectEnd({"devices", "render " + kLowMannequin + " -o a.png",
               "diff " + kLowMannequin + " --b cpu -o a.png",
               "verify " + kLowMannequin + " --methods compute",
               "bench " + kLowMannequin +
                   " --quick --frames 1 --seconds 0.01 --methods compute --instances 1 --passes 1 "
                   "--size 64x64"});
}

// ---- Tests with a standard output or standard error that is full or closed.

void expectLossIsReported(const std::string& arguments) {
    const TemporaryFolder folder;
    const std::string error = folder.at("error");
    for (const char* output : {">/dev/full", ">&-"}) {
        const Outcome run = runCli(arguments + ' ' + output + " 2>" + error);
        EXPECT_EQ(run.exitCode, 1) << arguments << output;
        EXPECT_THAT(readFile(error), HasSubstr("sinew-cli: the output was not written"))
            << arguments << output;
    }
}

TEST(CliStreams, OutputThatIsLostIsAFault) {
    for (const std::string& arguments :
         {"inspect " + kLowMannequin, "inspect --json " + kLowMannequin,
          std::string("bench --list"), std::string("--help"), std::string("bench --help"),
          std::string("--version")}) {
        expectLossIsReported(arguments);
    }
}

TEST(GpuCliStreams, OutputThatIsLostIsAFault) {
    expectLossIsReported("devices");
    expectLossIsReported("verify " + kLowMannequin + " --methods cpu");
}

TEST(CliStreams, AFaultThatCannotBePrintedStillFails) {
    for (const char* error : {"2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
        for (const char* arguments : {"inspect none.glb", "nonsense", "render"}) {
            EXPECT_EQ(runCli(std::string(arguments) + ' ' + error).exitCode, 1)
                << arguments << ' ' << error;
        }
    }
}

TEST(CliStreams, NoFileGetsTheDescriptorOfAClosedStream) {
    const TemporaryFolder folder;
    const Outcome run = runCli("export " + kLowMannequin + " --method reference -o " +
                               folder.at("a.obj") + " <&- >&- 2>&-");
    EXPECT_EQ(run.exitCode, 1);  // standard output is lost
    EXPECT_THAT(readFile(folder / "a.obj"),
                testing::AllOf(testing::StartsWith("# sinew-cli export\nv "),
                               testing::Not(HasSubstr("vertices"))));
}

static_assert(!std::is_base_of_v<std::runtime_error, DeviceLost>);

VKAPI_ATTR VkResult VKAPI_CALL loseDevice(VkQueue, uint32_t, const VkSubmitInfo2*, VkFence) {
    return VK_ERROR_DEVICE_LOST;
}

/// During the lifetime of a LostDevice, every queue submission fails with VK_ERROR_DEVICE_LOST.
class LostDevice {
public:
    LostDevice() : submit_(std::exchange(vkQueueSubmit2, loseDevice)) {}
    ~LostDevice() { vkQueueSubmit2 = submit_; }
    LostDevice(const LostDevice&) = delete;
    LostDevice& operator=(const LostDevice&) = delete;

private:
    PFN_vkQueueSubmit2 submit_;
};

class GpuDeviceLost : public ::testing::Test {
protected:
    const Instance instance_ = Instance::create({});
    const Device device_ = Device::create(chooseDevice(instance_, VK_NULL_HANDLE, ""), false);
    const std::shared_ptr<const Model> model_ =
        std::make_shared<const Model>(importGltf(test::shipped("mannequin_low.glb")));
};

TEST_F(GpuDeviceLost, SaysWhichCallAndWhatToTry) {
    EXPECT_THAT([] { VK_CHECK(loseDevice(nullptr, 0, nullptr, nullptr)); },
                testing::ThrowsMessage<DeviceLost>(
                    testing::AllOf(testing::HasSubstr("loseDevice"),
                                   testing::HasSubstr("start again, with fewer instances"))));
    EXPECT_THROW(VK_CHECK(VK_ERROR_OUT_OF_DEVICE_MEMORY), VulkanError);
}

TEST_F(GpuDeviceLost, EndsAVerification) {
    Capture capture = Capture::create(device_, ShaderLibrary::embedded());
    const auto scene = capture.sceneOf(model_);
    const LostDevice lost;
    EXPECT_THROW((void)verifyChoice(capture, scene, {}, 1, verifySamples(*model_)), DeviceLost);
}

TEST_F(GpuDeviceLost, EndsABenchmarkAndIsNoRowThatWasNotMeasured) {
    const Scenario scenario{
        .name = "lost", .choices = {SkinChoice{}}, .instances = {1}, .passes = {1}};
    const Conditions conditions{.frames = 1, .width = 64, .height = 64, .samples = 1};
    SectionRunner runner(device_, {.models = {{model_}}, .name = "mannequin"}, scenario, conditions,
                         {});
    const LostDevice lost;
    const auto run = [&] {
        while (runner.advance()) {
        }
    };
    EXPECT_THROW(run(), DeviceLost);
}

TEST_F(GpuDeviceLost, EndsABenchmarkOfKernels) {
    const LostDevice lost;
    EXPECT_THROW(KernelBench(device_, *model_, 0, 1, 1), DeviceLost);
}

}  // namespace
}  // namespace sinew::test
