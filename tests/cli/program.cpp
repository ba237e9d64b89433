// Processes and temporary files of the tests.
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace sinew::test {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = fs::temp_directory_path() / ("sinew-" + std::to_string(getpid()) + "-" +
                                         test->test_suite_name() + "-" + test->name());
    fs::remove_all(path_);
    fs::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string readFile(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void writeFile(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

Outcome runShell(const std::string& commands) {
    static int count = 0;
    const std::string name =
        "sinew-run-" + std::to_string(getpid()) + "-" + std::to_string(count++);
    const fs::path out = fs::temp_directory_path() / (name + ".out");
    const fs::path error = fs::temp_directory_path() / (name + ".err");
    const std::string all =
        "{ " + commands + "\n} >'" + out.string() + "' 2>'" + error.string() + "'";
    const int status = std::system(all.c_str());
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
