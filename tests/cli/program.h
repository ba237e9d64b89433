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

/// Runs sinew-cli. `arguments` are quoted for the shell. `environment` comes before the program, as
/// in "NAME=value ".
Outcome runCli(const std::string& arguments, const std::string& environment = "");

/// Runs shell commands. After kMostSeconds, all their processes are killed and the running test
/// fails.
Outcome runShell(const std::string& commands);
#ifdef __SANITIZE_ADDRESS__
inline constexpr int kMostSeconds = 1000;
#else
inline constexpr int kMostSeconds = 200;
#endif

/// Waits until a child process ends. Returns false if it still runs after `seconds`. The caller
/// then calls waitpid().
bool endsWithin(pid_t child, int seconds);

/// Returns shell commands that wait until `file` has bytes or the process $program has ended. If
/// `file` is still empty then, or after kMostSecondsOfAFile, the commands print its name to stderr.
std::string untilWritten(const std::filesystem::path& file);
inline constexpr int kMostSecondsOfAFile = 100;

/// A new, empty folder for the running test or suite. The destructor removes it.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    /// Returns the path of a file in the folder, for a command line.
    std::string at(const std::string& name) const { return (path_ / name).string(); }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

std::string readFile(const std::filesystem::path& file);
void writeFile(const std::filesystem::path& file, const std::string& bytes);

/// Returns the path of a file in assets/.
std::filesystem::path shipped(const std::string& name);

}  // namespace sinew::test
