// sinew-cli settings: lists the settings of skinning methods, their values and effects.
#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/say.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew::cli {
namespace {

constexpr size_t kEffectColumn = 49;
constexpr size_t kColumns = 100;

/// Breaks `text` at kColumns, and indents the lines after the first by kEffectColumn.
std::string wrapped(std::string_view text) {
    constexpr size_t kWidth = kColumns - kEffectColumn;
    std::string lines;
    while (text.size() > kWidth) {
        const size_t space = text.rfind(' ', kWidth);
        if (space == std::string_view::npos) break;
        lines += fmt::format("{}\n{:{}}", text.substr(0, space), "", kEffectColumn);
        text.remove_prefix(space + 1);
    }
    return lines.append(text);
}

void printRow(std::string_view setting, std::string_view value, std::string_view standard,
              std::string_view effect) {
    say("{:<17}{:<23}{:<9}{}\n", setting, value, standard, wrapped(effect));
}

void printSettings() {
    std::string methods;
    for (const Method method : allMethods()) methods += fmt::format(" {}", methodName(method));
    say("A method is METHOD[:SETTING...] with at most one value of each setting, such as\n"
        "vertex:dual-quaternion:u8x4.\nMethods:{}\n\n",
        methods);
    printRow("setting", "value", "default", "effect");
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words) {
            const bool first = &word == setting.words.data();
            printRow(first ? setting.name : "", word.word, first ? "yes" : "", word.meaning);
        }
    }
    printRow("bake rate", fmt::format("1hz to {}hz", kMostFramesPerSecond),
             fmt::format("{}hz", BakeSettings{}.framesPerSecond),
             "baked frames per second (texture)");
    printRow("joint limit", fmt::format("joints1 to joints{}", kMostPaletteLimit), "device",
             "largest joint count of vertex-uniform");
}

}  // namespace

void addSettings(Program& program) {
    Command command =
        program.command("settings", "List the settings of a method: values, defaults and effects");
    command.example("sinew-cli settings");
    command.run(printSettings);
}

}  // namespace sinew::cli
