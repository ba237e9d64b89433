// Reads a JSON file and parses it with skinning/json_text.h.
#include "benchmarks/report/json_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "skinning/json_text.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

/// Reads the file to its end. It does not query the size, so pipes work:
/// `compare <(zcat old.json.gz) new.json`.
std::string readBytes(const std::filesystem::path& file) {
    const std::string name = file.string();
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(name.c_str(), "rb"),
                                                             &std::fclose);
    if (!in) {
        failAt(name, fmt::format("cannot be opened ({}); check the name", std::strerror(errno)));
    }
    std::string bytes;
    char block[1 << 16];
    while (const size_t count = std::fread(block, 1, sizeof(block), in.get())) {
        bytes.append(block, count);
        if (bytes.size() > kMostJsonBytes) {
            failAt(name,
                   fmt::format(
                       "more than {} MB, too large for a report or a scenario; choose another file",
                       kMostJsonBytes >> 20));
        }
    }
    if (std::ferror(in.get()) != 0) {
        failAt(name, errno == EISDIR ? "is a folder; choose a file in it"
                                     : fmt::format("cannot be read ({}); check its permissions",
                                                   std::strerror(errno)));
    }
    return bytes;
}

}  // namespace

nlohmann::json readJsonFile(const std::filesystem::path& file) {
    const std::string bytes = readBytes(file);
    try {
        return parseJsonText(bytes);
    } catch (const JsonError& error) {
        failAt(file.string(),
               fmt::format("{}; choose a report of sinew-cli bench, or a scenario", error.what()));
    }
}

void failAt(const std::string& jsonPath, const std::string& what) {
    throw std::runtime_error(plainText(fmt::format("{}: {}", jsonPath, what)));
}

std::string textAt(const nlohmann::json& value, const std::string& jsonPath, size_t longest) {
    if (!value.is_string()) failAt(jsonPath, "a string is expected, not " + shownValue(value));
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() > longest) {
        failAt(jsonPath,
               fmt::format("the string has {} bytes, and at most {} are supported; shorten it",
                           text.size(), longest));
    }
    return plainText(text);
}

std::string shownValue(const nlohmann::json& value) {
    constexpr size_t kMost = 60;
    if (value.is_structured()) return value.is_array() ? "a list" : "an object";
    return shortened(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), kMost);
}

}  // namespace sinew
