// Selects the format of a report file from a table.
#include "benchmarks/report/report_formats.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "benchmarks/report/report_json.h"

namespace sinew {
namespace {

std::string jsonText(const Report& report) {
    return reportJson(report).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

struct Format {
    const char* extension;
    std::string (*text)(const Report&);
};
constexpr Format kFormats[] = {{".json", jsonText}, {".csv", reportCsv}, {".html", reportHtml}};

const Format& formatOf(const std::string& file) {
    const std::string extension = std::filesystem::path(file).extension().string();
    for (const Format& format : kFormats) {
        if (extension == format.extension) return format;
    }
    throw std::runtime_error(fmt::format("'{}' {}; name the report .json, .csv or .html", file,
                                         extension == ".md"
                                             ? "is Markdown, a format that was removed"
                                             : "has an unknown extension"));
}

}  // namespace

void requireReportName(const std::string& file) {
    (void)formatOf(file);
}

bool isReportJson(const std::string& file) {
    return std::filesystem::path(file).extension() == ".json";
}

std::string reportFile(const Report& report, const std::string& file) {
    return formatOf(file).text(report);
}

}  // namespace sinew
