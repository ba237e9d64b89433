// The command line of a program: its commands, their options, --help and --version.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {  // only command_line.cpp includes CLI11, because it is slow to compile
class App;
class Option;
}  // namespace CLI

namespace sinew {

/// The command line is wrong. The message names the --help that lists the options.
struct UsageFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Groups of options in --help, in the order in which commands add them.
namespace group {
inline constexpr const char* kModel = "Model and clip";
inline constexpr const char* kCrowd = "Crowd";
inline constexpr const char* kCamera = "Camera and view";
inline constexpr const char* kSkinning = "Skinning";
inline constexpr const char* kDevice = "Device";
inline constexpr const char* kOutput = "Output";
inline constexpr const char* kDeviceAndOutput = "Device and output";
}  // namespace group

/// An option of a command. Functions that change it return it.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option& required();
    /// The name of the value in --help, in place of its type.
    Option& form(const char* text);
    /// --help shows the current value as the default.
    Option& showDefault();
    /// Accepts numbers in [low, high], and rejects not-a-number.
    template <typename T>
    Option& within(T low, T high);
    Option& folderThatExists();
    /// A list option takes this number of values after its name.
    Option& values(int least, int most);
    /// A list option may be repeated, with one value each.
    Option& repeated();
    /// The separator between the values of a list option.
    Option& separatedBy(char separator);

    /// After parsing: the command line contains the option.
    bool given() const;

private:
    CLI::Option* option_;
};

/// A command with its options; or a program without commands. Refers to the program.
class Command {
public:
    explicit Command(CLI::App* app) : app_(app) {}

    /// Sets the --help group of all options that are added afterwards. The window's --help
    /// belongs to the group that is set last.
    void group(const char* name);
    /// `value` outlives parsing. T: std::string, a list of them, a path, a float or whole number.
    /// Names are such as "MODEL" or "-o,--output".
    template <typename T>
    Option option(const std::string& name, T& value, const std::string& help);
    /// `take` gets the text; it may throw std::runtime_error.
    Option option(const std::string& name, std::function<void(const std::string&)> take,
                  const std::string& help);
    void flag(const std::string& name, bool& value, const std::string& help);
    /// The command line that --help shows as an example.
    void example(const std::string& text);
    /// The function that parsing calls if the command line names this command.
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

    /// The program itself, if it has no commands.
    Command whole();
    /// Adds a command. A program with commands requires one of them.
    Command command(const std::string& name, const std::string& about);
    /// The end of the program's --help.
    void footer(const std::string& text);

    /// Parses, and runs the command. False: --help or --version was requested and printed. Accepts
    /// former option names, with a warning on stderr. Throws UsageFault, also for removed options,
    /// and what the command throws.
    bool parse(int argc, char** argv);

private:
    void requireKnownCommand(int argc, char** argv) const;
    void addHelpLast();

    std::string version_;
    std::unique_ptr<CLI::App> app_;
};

}  // namespace sinew
