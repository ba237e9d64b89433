// Parses the command line with CLI11.
#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include "skinning/plain_text.h"

namespace sinew {
namespace {

struct RenamedOption {
    std::string_view former;
    std::string_view name;
};
constexpr RenamedOption kRenamedOptions[] = {
    {"--vertex-room", "--vertex-budget"}, {"--sun-turned", "--sun-azimuth"},
    {"--sun-raised", "--sun-elevation"},  {"--instance", "--first-instance"},
    {"--every", "--all-combinations"},
};

struct RemovedOption {
    std::string_view name;
    std::string_view lastVersion;
    std::string_view advice;
};
constexpr RemovedOption kRemovedOptions[] = {
    {"--walk-about", "0.1.0", "use --root-motion"},
};

/// Returns the arguments without the name of the program. Replaces former option names, and prints
/// a warning for each. Throws UsageFault for removed options.
std::vector<std::string> currentArguments(int argc, char** argv, const std::string& program) {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    for (std::string& argument : arguments) {
        if (argument == "--") break;
        const std::string name = argument.substr(0, argument.find('='));
        for (const RenamedOption& renamed : kRenamedOptions) {
            if (name != renamed.former) continue;
            argument.replace(0, name.size(), renamed.name);
            const std::string warning =
                fmt::format("warning: {} is deprecated; use {}", renamed.former, renamed.name);
            std::fputs(messageLine(program, warning).c_str(), stderr);
        }
        for (const RemovedOption& removed : kRemovedOptions) {
            if (name != removed.name) continue;
            throw UsageFault(fmt::format("{} was removed after version {}; {}", removed.name,
                                         removed.lastVersion, removed.advice));
        }
    }
    return arguments;
}

std::vector<const CLI::App*> commandsOf(const CLI::App& program) {
    return program.get_subcommands([](const CLI::App*) { return true; });
}

/// Formats the help of a command: its purpose, an example, one line per option.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() {
        constexpr size_t kNameColumns = 32;
        column_width(kNameColumns);
        label("SUBCOMMAND", "COMMAND");
    }

    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override {
        constexpr std::ptrdiff_t kMostLines = 45;
        using CLI::detail::find_and_replace;
        std::string text =
            find_and_replace(CLI::Formatter::make_help(app, name, mode), "\n\n\n", "\n\n");
        while (text.ends_with("\n\n")) text.pop_back();
        if (std::count(text.begin(), text.end(), '\n') <= kMostLines) return text;
        return find_and_replace(text, "\n\n", "\n");
    }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        if (!commandsOf(*app).empty()) return CLI::Formatter::make_usage(app, name);
        return "Example: " + app->get_footer() + '\n';
    }
    std::string make_footer(const CLI::App* app) const override {
        return commandsOf(*app).empty() ? "" : CLI::Formatter::make_footer(app);
    }
    std::string make_positionals(const CLI::App* app) const override {
        std::string text;
        for (const CLI::Option* option :
             app->get_options([](const CLI::Option* any) { return any->get_positional(); })) {
            text += make_option(option, true);
        }
        return text;
    }
    std::string make_option_name(const CLI::Option* option, bool positional) const override {
        if (!positional) return CLI::Formatter::make_option_name(option, false);
        const std::string name =
            option->get_name(true) + (option->get_expected_max() > 1 ? "..." : "");
        return option->get_required() ? name : '[' + name + ']';
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        if (option->get_positional() || option->get_type_size() == 0) return "";
        const std::string standard = option->get_default_str();
        return ' ' + option->get_type_name() + (standard.empty() ? "" : '=' + standard);
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        const bool named = option->get_required() && !option->get_positional();
        return option->get_description() + (named ? " (required)" : "");
    }
};

/// Returns a hint for the error message if the command line has more values than the positional
/// argument of `command` takes; otherwise returns an empty string.
std::string takesOne(const CLI::App& command) {
    for (const CLI::Option* option :
         command.get_options([](const CLI::Option* any) { return any->get_positional(); })) {
        const std::vector<std::string> extras = command.remaining();
        if (extras.empty() || extras.front().starts_with('-')) break;
        if (option->get_expected_max() > 1) continue;
        return fmt::format("; {} takes one {}", command.get_name(), option->get_name(true));
    }
    return "";
}

std::string usageFault(const CLI::App& program, const CLI::ParseError& error) {
    const auto used = program.get_subcommands();
    return fmt::format("{}{}; see {} {}--help", error.what(),
                       used.empty() ? "" : takesOne(*used[0]), program.get_name(),
                       used.empty() ? "" : used[0]->get_name() + ' ');
}

}  // namespace

Option& Option::required() {
    option_->required();
    return *this;
}

Option& Option::form(const char* text) {
    option_->type_name(text);
    return *this;
}

Option& Option::showDefault() {
    option_->capture_default_str();
    return *this;
}

template <typename T>
Option& Option::within(T low, T high) {
    option_->check(CLI::Validator(
        [low, high](std::string& text) {
            T value{};
            const bool valid =
                CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
            return valid ? std::string()
                         : fmt::format("{} is not a number from {} to {}", text, low, high);
        },
        ""));
    return *this;
}
template Option& Option::within(uint32_t, uint32_t);
template Option& Option::within(float, float);
template Option& Option::within(double, double);

Option& Option::folderThatExists() {
    CLI::Validator folder = CLI::ExistingDirectory;
    option_->check(folder.description(""));  // --help would append the description
    return *this;
}

Option& Option::values(int least, int most) {
    option_->expected(least, most);
    return *this;
}

Option& Option::repeated() {
    option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return *this;
}

Option& Option::separatedBy(char separator) {
    option_->delimiter(separator);
    return *this;
}

template <typename T>
Option Command::option(const std::string& name, T& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}
template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::string>&,
                                const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::filesystem::path&, const std::string&);
template Option Command::option(const std::string&, uint32_t&, const std::string&);
template Option Command::option(const std::string&, std::optional<uint32_t>&, const std::string&);
template Option Command::option(const std::string&, uint64_t&, const std::string&);
template Option Command::option(const std::string&, float&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);

Option Command::option(const std::string& name, std::function<void(const std::string&)> take,
                       const std::string& help) {
    return Option(app_->add_option_function<std::string>(name, take, help));
}

void Command::flag(const std::string& name, bool& value, const std::string& help) {
    app_->add_flag(name, value, help);
}

void Command::group(const char* name) {
    app_->option_defaults()->group(name);
}

void Command::example(const std::string& text) {
    app_->footer(text);
}

void Command::run(std::function<void()> action) {
    app_->callback(std::move(action));
}

Program::Program(std::string name, const std::string& about, const std::string& version)
    : version_(name + " " + version), app_(std::make_unique<CLI::App>(about, std::move(name))) {
    app_->formatter(std::make_shared<HelpFormatter>());
    app_->set_version_flag("--version", version_, "Print version and commit");
    app_->set_help_flag("-h,--help", "Print this help");
}

Program::~Program() = default;

Command Program::root() {
    return Command(app_.get());
}

Command Program::command(const std::string& name, const std::string& about) {
    app_->require_subcommand(1);
    CLI::App* command = app_->add_subcommand(name, about);
    return Command(command->group("Commands"));
}

void Program::footer(const std::string& text) {
    app_->footer(text);
}

/// Throws UsageFault for an unknown command. Runs before parsing, so that `nonsense --help` is an
/// error too.
void Program::requireKnownCommand(int argc, char** argv) const {
    const std::vector<const CLI::App*> commands = commandsOf(*app_);
    if (commands.empty() || (argc > 1 && argv[1][0] == '-')) return;
    std::string known;
    for (const CLI::App* command : commands) {
        if (argc > 1 && command->get_name() == argv[1]) return;
        known += (known.empty() ? "" : ", ") + command->get_name();
    }
    throw UsageFault(
        argc > 1 ? fmt::format("unknown command '{}'; choose one of: {}; see {} --help", argv[1],
                               known, app_->get_name())
                 : fmt::format("a command is needed: {}; see {} --help", known, app_->get_name()));
}

/// Lists --help and --version after the other options. The help of a command does not list --help,
/// because the help of the program names it.
void Program::addHelpLast() {
    const auto commands = app_->get_subcommands([](CLI::App*) { return true; });
    for (CLI::App* command : commands) command->get_help_ptr()->group("");
    if (!commands.empty()) return;
    app_->set_help_flag("-h,--help", "Print this help");
    app_->set_version_flag("--version", version_, "Print version and commit");
}

bool Program::parse(int argc, char** argv) {
    requireKnownCommand(argc, argv);
    addHelpLast();
    std::vector<std::string> arguments = currentArguments(argc, argv, app_->get_name());
    std::reverse(arguments.begin(), arguments.end());  // CLI11 expects reverse order
    try {
        app_->parse(std::move(arguments));
        return true;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) throw UsageFault(usageFault(*app_, error));
        app_->exit(error);
        return false;
    }
}

}  // namespace sinew
