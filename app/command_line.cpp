// The command line, with CLI11.
#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

namespace sinew {
namespace {

std::vector<const CLI::App*> commandsOf(const CLI::App& program) {
    return program.get_subcommands([](const CLI::App*) { return true; });
}

/// Of a command that was given several things where it takes one.
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

/// What is wrong, and where to read on.
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
    option_->check(CLI::ExistingDirectory);
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

bool Option::given() const {
    return option_->count() > 0;
}

template <typename T>
Option Command::option(const std::string& name, T& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}
template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::filesystem::path&, const std::string&);
template Option Command::option(const std::string&, uint32_t&, const std::string&);
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

void Command::footer(const std::string& text) {
    app_->footer(text);
}

void Command::run(std::function<void()> action) {
    app_->callback(std::move(action));
}

Program::Program(const std::string& name, const std::string& about, const std::string& version)
    : app_(std::make_unique<CLI::App>(about, name)) {
    app_->set_version_flag("--version", name + " " + version, "Print version and commit");
    app_->set_help_flag("-h,--help", "Print this help");
    app_->get_formatter()->column_width(34);
}

Program::~Program() = default;

Command Program::whole() {
    return Command(app_.get());
}

Command Program::command(const std::string& name, const std::string& about) {
    app_->require_subcommand(1);
    return Command(app_->add_subcommand(name, about));
}

void Program::footer(const std::string& text) {
    app_->footer(text);
}

/// Before parsing, so that `nonsense --help` is a fault too.
void Program::requireKnownCommand(int argc, char** argv) const {
    const std::vector<const CLI::App*> commands = commandsOf(*app_);
    if (commands.empty() || (argc > 1 && argv[1][0] == '-')) return;
    std::string known;
    for (const CLI::App* command : commands) {
        if (argc > 1 && command->get_name() == argv[1]) return;
        known += (known.empty() ? "" : ", ") + command->get_name();
    }
    throw UsageFault(
        argc > 1 ? fmt::format("no command called '{}'; there is {}", argv[1], known)
                 : fmt::format("a command is needed: {}; see {} --help", known, app_->get_name()));
}

bool Program::parse(int argc, char** argv) {
    requireKnownCommand(argc, argv);
    try {
        app_->parse(argc, argv);
        return true;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) throw UsageFault(usageFault(*app_, error));
        app_->exit(error);
        return false;
    }
}

}  // namespace sinew
