// The fuzz target of reports, scenarios, settings, animators and scenes. Any text is read, or
// refused in one plain line. Valid reports are written in every format, without control codes for
// terminals, pages and spreadsheets. Valid animators are simulated, and instances of valid scenes
// are placed.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "benchmarks/report/json_file.h"
#include "benchmarks/report/report_fields.h"
#include "benchmarks/report/report_formats.h"
#include "benchmarks/report/report_json.h"
#include "benchmarks/run/scenario.h"
#include "benchmarks/verdict/compare.h"
#include "skinning/plain_text.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/workplace.h"

namespace {

namespace fs = std::filesystem;
using namespace sinew;
using test::fail;

constexpr uint32_t kMostMadeVertices = 2000;
constexpr uint32_t kMostMadeJoints = 200;

// HTML markup that is appended to every text of a report.
constexpr std::string_view kPoison = "<zz a='\"&";

/// A temporary $XDG_CONFIG_HOME with the folder of the settings.
class SettingsFolder : public test::Workplace {
public:
    SettingsFolder() {
        fs::create_directories(folder_ / "sinew");
        setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
    }
    fs::path file() const { return folder_ / "sinew" / "settings.json"; }
};

void checkPlain(std::string_view text, const char* where) {
    if (plainLines(text) == text) return;
    fail(fmt::format("{} has a control character or is not UTF-8", where));
}

/// True if the input contains "exception". An error may then quote this word.
bool saysException = false;

void checkFault(std::string_view line, const std::string& file) {
    if (!line.starts_with(file)) fail(fmt::format("a fault without the file: {}", line));
    if (plainText(line) != line) fail(fmt::format("a fault that is not plain: {}", line));
    const bool librarys = line.find("json.exception") != line.npos;
    if (librarys && !saysException) fail("a fault in the library's words");
}

/// Appends kPoison to every text of a report.
class Poisoner {
public:
    template <typename T>
    void operator()(const char*, T& value, const char*, fields::Kind kind = fields::Kind::plain) {
        if (kind != fields::Kind::derived) poison(value);
    }
    void unbounded(const char*, double, const char*) {}

private:
    static void poison(std::string& text) { text += kPoison; }
    template <typename T>
    static void poison(std::vector<T>& values) {
        for (T& value : values) poison(value);
    }
    template <typename T>
    static void poison(std::optional<T>& value) {
        if (value) poison(*value);
    }
    template <typename T>
    static void poison(T& value) {
        if constexpr (requires(Poisoner & a) { fields::visit(a, value); }) {
            Poisoner poisoner;
            fields::visit(poisoner, value);
        }
    }
};

void checkHtml(const std::string& page, const char* where) {
    checkPlain(page, where);
    for (const char* markup : {"<zz", "a='\""}) {
        if (page.find(markup) != page.npos) fail(fmt::format("{} has text unescaped", where));
    }
}

/// Checks that each cell of a CSV table is a number, or does not begin like a formula.
void checkCsv(std::string text, const char* where) {
    std::erase(text, '\r');
    checkPlain(text, where);
    bool quoted = false;
    bool begins = true;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (begins && std::string_view("=+-@").find(c) != std::string_view::npos) {
            const std::string cell = text.substr(i, text.find_first_of(",\n", i) - i);
            char* end = nullptr;
            (void)std::strtod(cell.c_str(), &end);
            if (*end != 0) fail(fmt::format("{} has a formula: {}", where, cell));
        }
        begins = (begins && c == '"') || (!quoted && (c == ',' || c == '\n'));
        if (c == '"') quoted = !quoted;
    }
}

void checkComparison(const Comparison& comparison) {
    checkPlain(comparisonTable(comparison), "the comparison's table");
    checkCsv(comparisonCsv(comparison), "the comparison's CSV");
}

void checkReport(Report report) {
    const nlohmann::ordered_json written = reportJson(report);
    if (reportJson(parseReport(written, "written")) != written) fail("a report changes when kept");
    Poisoner poisoner;
    fields::visit(poisoner, report);
    for (Section& section : report.sections) conclude(section);
    report.notes = notesFor(report);
    checkPlain(reportTable(report), "the table");
    checkCsv(reportCsv(report), "CSV");
    checkHtml(reportHtml(report), "the page");
    Report later = report;
    for (Section& section : later.sections) {
        for (Row& row : section.rows) {
            if (row.frame) row.frame->all.median *= 2;
            row.state = row.state == RowState::wrong ? RowState::measured : RowState::wrong;
        }
    }
    checkComparison(compareReports(std::array{report, later}));
    later.device.name += '2';
    checkComparison(compareReports(std::array{report, later, report}));
}

void checkScenario(const Scenario& scenario) {
    requireFewRows(scenario);
    checkPlain(scenario.name + scenario.about, "a scenario's text");
    for (const Subject& subject : scenario.subjects) {
        checkPlain(subject.name + subject.file, "a subject's text");
        if (!subject.figure || subject.figure->vertices > kMostMadeVertices ||
            subject.figure->joints > kMostMadeJoints) {
            continue;
        }
        const Model model = makeFigure(*subject.figure);
        if (model.geometry.vertexCount() != subject.figure->vertices ||
            model.skeleton.size() != subject.figure->joints) {
            fail("a figure has other counts than were asked for");
        }
    }
}

void requireComplete(const std::string& broken) {
    if (!broken.empty()) fail(broken);
}

template <typename Read>
void readOrRefuse(const std::string& file, Read&& read) {
    try {
        read();
    } catch (const std::runtime_error& error) {
        checkFault(error.what(), file);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const SettingsFolder workplace;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    saysException = input.find("exception") != input.npos;
    const fs::path file = workplace.file();
    test::writeFile(file, data, size);
    readOrRefuse(file.string(), [&] { checkReport(readReport(file.string())); });
    readOrRefuse(file.string(), [&] { checkScenario(readScenario(file)); });
    readOrRefuse(file.filename().string(), [&] { requireComplete(test::brokenAnimator(file)); });
    readOrRefuse(file.filename().string(), [&] { requireComplete(test::brokenScene(file)); });
    requireComplete(test::brokenSettings());
    return 0;
}
