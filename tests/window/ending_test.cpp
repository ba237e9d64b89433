// Tests that a signal ends the program at any point of its loop. Each case is a separate process.
// Also tests errors that the window reports, and errors that end it.
#include "app/ending.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <new>
#include <string>

#include "app/demo/session/fault.h"

namespace sinew {
namespace {

constexpr int kLeftByItself = 7;

struct Outcome {
    int status = 0;
    bool kept = false;
};

/// Runs `program` in a separate process, and detects through a pipe if it called `keep`.
Outcome outcomeOf(const std::function<void(const std::function<std::string()>& keep)>& program) {
    int ends[2];
    if (pipe(ends) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        endOnSignals([](const std::string&) {});
        program([&] {
            (void)!write(ends[1], "k", 1);
            return "kept";
        });
        _exit(kLeftByItself);
    }
    close(ends[1]);
    Outcome outcome;
    waitpid(child, &outcome.status, 0);
    char byte = 0;
    outcome.kept = read(ends[0], &byte, 1) == 1;
    close(ends[0]);
    return outcome;
}

[[noreturn]] void sleepForEver() {
    for (;;) pause();
}

class EndingTest : public testing::TestWithParam<int> {
protected:
    static void expectEndedBySignal(const Outcome& outcome) {
        EXPECT_TRUE(WIFSIGNALED(outcome.status) && WTERMSIG(outcome.status) == GetParam())
            << outcome.status;
    }
    [[noreturn]] static void sleepAfterTheSignal() {
        kill(getpid(), GetParam());
        sleepForEver();
    }
};

TEST_P(EndingTest, AnIteratingLoopLeavesByItself) {
    const Outcome outcome = outcomeOf([&](const auto& keep) {
        const LastAct lastAct(keep);
        kill(getpid(), GetParam());
        while (!endingRequested()) usleep(1000);
    });
    EXPECT_TRUE(WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == kLeftByItself)
        << outcome.status;
    EXPECT_FALSE(outcome.kept) << "that is the loop's to do";
}

TEST_P(EndingTest, OneThatDoesNotIsEndedAndKept) {
    const Outcome outcome = outcomeOf([&](const auto& keep) {
        const LastAct lastAct(keep);
        sleepAfterTheSignal();
    });
    expectEndedBySignal(outcome);
    EXPECT_TRUE(outcome.kept);
}

TEST_P(EndingTest, KeepingMayHangAsWell) {
    const Outcome outcome = outcomeOf([&](const auto&) {
        const LastAct lastAct([]() -> std::string { sleepForEver(); });
        sleepAfterTheSignal();
    });
    expectEndedBySignal(outcome);
}

TEST_P(EndingTest, WithoutALastActTheProgramEndsAtOnce) {
    const Outcome outcome = outcomeOf([&](const auto& keep) {
        { const LastAct over(keep); }
        sleepAfterTheSignal();
    });
    expectEndedBySignal(outcome);
    EXPECT_FALSE(outcome.kept);
}

INSTANTIATE_TEST_SUITE_P(Signals, EndingTest, testing::Values(SIGINT, SIGTERM),
                         [](const auto& signal) {
                             return signal.param == SIGINT ? "SIGINT" : "SIGTERM";
                         });

using testing::HasSubstr;
using testing::IsEmpty;

TEST(WindowFaultTest, FaultsAreReported) {
    EXPECT_THAT(faultOf([] {}), IsEmpty());
    EXPECT_THAT(faultOf([] { throwVulkanError(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkCall"); }),
                HasSubstr("fewer instances"));
    EXPECT_THAT(faultOf([] { throw std::bad_alloc(); }), HasSubstr("memory"));
}

TEST(WindowFaultTest, ALostDeviceIsThrownOn) {
    EXPECT_THROW((void)faultOf([] { throwVulkanError(VK_ERROR_DEVICE_LOST, "vkCall"); }),
                 DeviceLost);
}

}  // namespace
}  // namespace sinew
