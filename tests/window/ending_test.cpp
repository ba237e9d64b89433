// A signal ends the program whatever its loop does. Each case is a process of its own.
#include "app/demo/ending.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>

namespace sinew {
namespace {

constexpr int kLeftByItself = 7;

struct Outcome {
    int status = 0;
    bool kept = false;
};

/// Runs `program` in a process of its own; what it keeps goes through a pipe.
Outcome outcomeOf(const std::function<void(const std::function<void()>& keep)>& program) {
    int ends[2];
    if (pipe(ends) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        program([&] { (void)!write(ends[1], "k", 1); });
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

void waitUntilAsked(const Ending& ending) {
    while (!ending.asked()) usleep(1000);
}

[[noreturn]] void sleepForEver() {
    for (;;) pause();
}

class EndingTest : public testing::TestWithParam<int> {};

TEST_P(EndingTest, ALoopThatComesRoundLeavesByItself) {
    const Outcome outcome = outcomeOf([&](const auto& keep) {
        const Ending ending(keep);
        kill(getpid(), GetParam());
        waitUntilAsked(ending);
    });
    EXPECT_TRUE(WIFEXITED(outcome.status));
    EXPECT_EQ(WEXITSTATUS(outcome.status), kLeftByItself);
    EXPECT_FALSE(outcome.kept) << "that is the loop's to do";
}

TEST_P(EndingTest, OneThatDoesNotIsEndedAndKept) {
    const Outcome outcome = outcomeOf([&](const auto& keep) {
        const Ending ending(keep);
        kill(getpid(), GetParam());
        sleepForEver();
    });
    EXPECT_TRUE(WIFEXITED(outcome.status));
    EXPECT_EQ(WEXITSTATUS(outcome.status), 0);
    EXPECT_TRUE(outcome.kept);
}

TEST_P(EndingTest, KeepingMayHangAsWell) {
    const Outcome outcome = outcomeOf([&](const auto&) {
        const Ending ending([] { sleepForEver(); });
        kill(getpid(), GetParam());
        sleepForEver();
    });
    EXPECT_TRUE(WIFEXITED(outcome.status));
    EXPECT_EQ(WEXITSTATUS(outcome.status), 0);
}

TEST_P(EndingTest, AnIgnoredSignalStaysIgnored) {
    const Outcome outcome = outcomeOf([&](const auto& keep) {
        signal(GetParam(), SIG_IGN);
        const Ending ending(keep);
        kill(getpid(), GetParam());
        sigset_t blocked;
        pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
        if (sigismember(&blocked, GetParam()) == 1) _exit(1);
    });
    EXPECT_EQ(WEXITSTATUS(outcome.status), kLeftByItself);
}

TEST_P(EndingTest, AfterwardsASignalDoesWhatItDidBefore) {
    const Outcome outcome = outcomeOf([&](const auto& keep) {
        { const Ending ending(keep); }
        kill(getpid(), GetParam());
        sleepForEver();
    });
    EXPECT_TRUE(WIFSIGNALED(outcome.status));
    EXPECT_EQ(WTERMSIG(outcome.status), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Signals, EndingTest, testing::Values(SIGINT, SIGTERM),
                         [](const auto& signal) {
                             return signal.param == SIGINT ? "SIGINT" : "SIGTERM";
                         });

}  // namespace
}  // namespace sinew
