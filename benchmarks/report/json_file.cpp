// Reads a JSON file and parses it with skinning/json_text.h.
#include "benchmarks/report/json_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "skinning/json_node.h"
#include "skinning/json_text.h"
#include "skinning/plain_text.h"

namespace sinew {

nlohmann::json readJsonFile(const std::filesystem::path& file) {
    try {
        return parseJsonText(textOf(file, kMostJsonBytes, "report or scenario"));
    } catch (const JsonError& error) {
        faultAt(file.string(),
                fmt::format("{}; choose a report of sinew-cli bench, or a scenario", error.what()));
    } catch (const std::runtime_error& error) {
        faultAt(file.string(), error.what());
    }
}

std::string textAt(const nlohmann::json& value, const std::string& jsonPath, size_t longest) {
    if (!value.is_string()) faultAt(jsonPath, "a string is expected, not " + shownValue(value));
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() > longest) {
        faultAt(jsonPath,
                fmt::format("the string has {} bytes, and at most {} are supported; shorten it",
                            text.size(), longest));
    }
    return plainText(text);
}

}  // namespace sinew
