// The command line of a program: its commands, their options, --help and --version.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {  // only command_line.cpp reads CLI11, which takes a compiler long
class App;
class Option;
}  // namespace CLI

namespace sinew {

/// What was typed is wrong. The message says where to read on.
struct UsageFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An option of a command. Functions that change it return it.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option& required();
    /// What --help shows in place of the value's type.
    Option& form(const char* text);
    /// --help shows the value that it has now.
    Option& showDefault();
    /// Of numbers: from `low` to `high`, and never not-a-number.
    template <typename T>
    Option& within(T low, T high);
    Option& folderThatExists();
    /// Of lists: how many values stand behind the option.
    Option& values(int least, int most);
    /// Of lists: the option may be given several times, with one value each.
    Option& repeated();
    /// Of lists.
    Option& separatedBy(char separator);

    /// After parsing: it was typed.
    bool given() const;

private:
    CLI::Option* option_;
};

/// A command with its options; or a program without commands. Refers to the program.
class Command {
public:
    explicit Command(CLI::App* app) : app_(app) {}

    /// `value` outlives parsing. T: std::string, a list of them, a path, a float or whole number.
    /// Names are such as "MODEL" or "-o,--output".
    template <typename T>
    Option option(const std::string& name, T& value, const std::string& help);
    /// `take` gets the text; it may throw std::runtime_error.
    Option option(const std::string& name, std::function<void(const std::string&)> take,
                  const std::string& help);
    void flag(const std::string& name, bool& value, const std::string& help);
    /// What --help ends with.
    void footer(const std::string& text);
    /// What parsing runs when this command was typed.
    void run(std::function<void()> action);

private:
    CLI::App* app_;
};

class Program {
public:
    Program(const std::string& name, const std::string& about, const std::string& version);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// The program itself, where it has no commands.
    Command whole();
    /// From then on one of the commands is needed.
    Command command(const std::string& name, const std::string& about);
    void footer(const std::string& text);

    /// Parses, and runs the command that was typed. False: --help or --version was asked for, and
    /// is printed. Throws UsageFault, and what the command throws.
    bool parse(int argc, char** argv);

private:
    void requireKnownCommand(int argc, char** argv) const;

    std::unique_ptr<CLI::App> app_;
};

}  // namespace sinew
