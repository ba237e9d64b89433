// Runs sinew-cli and keeps what it said.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::test {

struct Outcome {
    int exitCode = -1;
    std::string out;
    std::string error;
    std::string lastError;  // the last line of `error`
};

/// `arguments` are the shell's; `environment` stands before the program: "NAME=value ".
Outcome runCli(const std::string& arguments, const std::string& environment = "");

/// The same of a shell's commands; SINEW_CLI is the program's path.
Outcome runShell(const std::string& commands);

/// A new, empty folder for the running test, gone when it ends.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

std::string readFile(const std::filesystem::path& file);
void writeFile(const std::filesystem::path& file, const std::string& bytes);

/// A character that ships.
std::filesystem::path shipped(const std::string& name);

}  // namespace sinew::test
