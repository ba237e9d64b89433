// Runs sinew-cli and stores its output.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace sinew::test {

struct Outcome {
    int exitCode = -1;
    std::string out;
    std::string error;
    std::string lastError;  // the last line of `error`
};

/// `arguments` are quoted for the shell; `environment` precedes the program: "NAME=value ".
Outcome runCli(const std::string& arguments, const std::string& environment = "");

/// Runs commands of the shell; SINEW_CLI is the program's path. After kMostSeconds all processes of
/// the commands are killed and the running test fails.
Outcome runShell(const std::string& commands);
#ifdef __SANITIZE_ADDRESS__
inline constexpr int kMostSeconds = 1000;
#else
inline constexpr int kMostSeconds = 200;
#endif

/// Waits until a child process ends; waitpid then collects it. False if it still runs after
/// `seconds`.
bool endsWithin(pid_t child, int seconds);

/// Shell commands that wait until `file` has bytes or the process $program has ended. If it is
/// empty after kMostSecondsOfAFile, a line on stderr names it.
std::string untilWritten(const std::filesystem::path& file);
inline constexpr int kMostSecondsOfAFile = 100;

/// A new, empty folder for the running test or suite, removed by the destructor.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    /// The path of a file in the folder, for a command line.
    std::string at(const std::string& name) const { return (path_ / name).string(); }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

std::string readFile(const std::filesystem::path& file);
void writeFile(const std::filesystem::path& file, const std::string& bytes);

/// The path of a shipped character.
std::filesystem::path shipped(const std::string& name);

}  // namespace sinew::test
