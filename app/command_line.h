// The command line of a program: commands, options, --help and --version.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// Forward declarations: only command_line.cpp includes CLI11, which is slow to compile.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sinew {

/// Thrown for an invalid command line. The message names the --help that lists the options.
struct UsageFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace group {
inline constexpr const char* kModel = "Model, clip and crowd";
inline constexpr const char* kCamera = "Camera and view";
inline constexpr const char* kSkinning = "Skinning and device";
inline constexpr const char* kDevice = "Device";
inline constexpr const char* kHidden = "";  // not in --help
inline constexpr const char* kOutput = "Output";
}  // namespace group

/// An option of a command. The setters return *this, so that calls can be chained.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option& required();
    Option& form(const char* text);
    /// Prints the current value as the default in --help.
    Option& showDefault();
    /// Accepts numbers in [low, high] and rejects NaN.
    template <typename T>
    Option& within(T low, T high);
    Option& folderThatExists();
    Option& values(int least, int most);
    /// Allows the command line to repeat a list option, with one value each time.
    Option& repeated();
    Option& separatedBy(char separator);

private:
    CLI::Option* option_;
};

/// A command, or a program without commands. The Program must outlive it.
class Command {
public:
    explicit Command(CLI::App* app) : app_(app) {}

    /// Sets the heading in --help for options that are added later. In a program without commands,
    /// --help and --version are under the last heading.
    void group(const char* name);
    /// Adds an option with a name such as "MODEL" or "-o,--output". Program::parse() writes to
    /// `value`. T is std::string, a list of strings, a path, a floating-point number, an integer,
    /// or an optional string or integer.
    template <typename T>
    Option option(const std::string& name, T& value, const std::string& help);
    /// Adds an option whose text parse() passes to `take`, which may throw std::runtime_error.
    Option option(const std::string& name, std::function<void(const std::string&)> take,
                  const std::string& help);
    void flag(const std::string& name, bool& value, const std::string& help);
    void example(const std::string& text);
    /// Sets the function that parsing calls if the command line names this command.
    void run(std::function<void()> action);

private:
    CLI::App* app_;
};

class Program {
public:
    Program(std::string name, const std::string& about, const std::string& version);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    Command root();
    /// Adds a command. A program with commands requires one of them on the command line.
    Command command(const std::string& name, const std::string& about);
    void footer(const std::string& text);

    /// Parses the command line and runs its command. Returns false after --help or --version.
    /// Accepts former option names, with a warning on stderr. Throws UsageFault, also for removed
    /// options, and the exceptions of the command.
    bool parse(int argc, char** argv);

private:
    void requireKnownCommand(int argc, char** argv) const;
    void addHelpLast();

    std::string version_;
    std::unique_ptr<CLI::App> app_;
};

}  // namespace sinew
