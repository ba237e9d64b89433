// Starts processes and creates temporary files for tests.
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace sinew::test {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
    const auto* tests = testing::UnitTest::GetInstance();
    std::string name = tests->current_test_suite()->name();
    if (const auto* test = tests->current_test_info()) name += std::string("-") + test->name();
    static std::atomic<int> count = 0;  // some tests run programs in several threads
    path_ = fs::temp_directory_path() /
            ("sinew-" + std::to_string(getpid()) + "-" + std::to_string(count++) + "-" + name);
    fs::remove_all(path_);
    fs::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string readFile(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    return std::move(bytes).str();
}

void writeFile(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

bool endsWithin(pid_t child, int seconds) {
    constexpr auto kPause = std::chrono::milliseconds(2);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    for (;;) {
        siginfo_t end{};
        waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOHANG | WNOWAIT);
        if (end.si_pid == child) return true;
        if (std::chrono::steady_clock::now() >= deadline) return false;
        std::this_thread::sleep_for(kPause);
    }
}

std::string untilWritten(const fs::path& file) {
    const std::string name = "'" + file.string() + "'";
    return "for turn in $(seq " + std::to_string(20 * kMostSecondsOfAFile) + "); do [ -s " + name +
           " ] && break; kill -0 $program || break; sleep 0.05; done; [ -s " + name +
           " ] || echo \"waited at most " + std::to_string(kMostSecondsOfAFile) + " s for " + name +
           ", which was not written\" >&2; ";
}

namespace {

/// Runs commands in a shell and returns its status from waitpid(). The shell leads its own process
/// group, so that a signal reaches all its processes.
int statusOf(const std::string& commands) {
    const pid_t shell = fork();
    if (shell == 0) {
        setpgid(0, 0);
        execl("/bin/sh", "sh", "-c", commands.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    if (shell < 0) throw std::runtime_error("no process can be started");
    if (!endsWithin(shell, kMostSeconds)) {
        ADD_FAILURE() << "waited " << kMostSeconds << " s for the end of: " << commands;
        kill(-shell, SIGKILL);
    }
    int status = -1;
    while (waitpid(shell, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

Outcome runShell(const std::string& commands) {
    static std::atomic<int> count = 0;  // some tests run programs in several threads
    const std::string name =
        "sinew-run-" + std::to_string(getpid()) + "-" + std::to_string(count++);
    const fs::path out = fs::temp_directory_path() / (name + ".out");
    const fs::path error = fs::temp_directory_path() / (name + ".err");
    const std::string all =
        "{ " + commands + "\n} >'" + out.string() + "' 2>'" + error.string() + "'";
    const int status = statusOf(all);
    Outcome run{.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                .out = readFile(out),
                .error = readFile(error)};
    const std::string text = run.error.substr(0, run.error.find_last_not_of('\n') + 1);
    run.lastError = text.substr(text.rfind('\n') + 1);
    fs::remove(out);
    fs::remove(error);
    return run;
}

Outcome runCli(const std::string& arguments, const std::string& environment) {
    return runShell(environment + " '" SINEW_CLI "' " + arguments);
}

fs::path shipped(const std::string& name) {
    return fs::path(SINEW_SOURCE_DIR) / "assets" / name;
}

}  // namespace sinew::test
