// Tests that a report in JSON is read back unchanged. Errors of a damaged report name the JSON
// path.
#include "benchmarks/report/report_json.h"

#include <cctype>
#include <limits>
#include <sstream>

#include "benchmarks/report/report_formats.h"
#include "tests/cli/commands.h"
#include "tests/cli/report/example_report.h"

namespace sinew::test {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;

std::string faultOfReport(const nlohmann::json& report) {
    return errorOf([&] { return parseReport(report, "mine.json"); });
}

const ordered_json& exampleJson() {
    static const ordered_json report = reportJson(exampleReport());
    return report;
}

TEST(ReportJson, WhatIsWrittenIsReadAgain) {
    EXPECT_EQ(reportJson(parseReport(exampleJson(), "example")), exampleJson());
}

TEST(ReportJson, Version4IsReadAndOlderOnesAreRefused) {
    ordered_json report = exampleJson();
    report["version"] = 4;
    EXPECT_EQ(faultOfReport(report), "");
    for (const int version : {3, kReportVersion + 1}) {
        report["version"] = version;
        EXPECT_EQ(faultOfReport(report),
                  fmt::format("mine.json: the report has version {}, and versions 4 to 5 are read; "
                              "measure again with this version of sinew-cli bench",
                              version));
    }
}

/// Appends all field names in `schema` to `names`.
void collectNames(const ordered_json& schema, std::vector<std::string>& names) {
    if (schema.is_object() && schema.contains("properties")) {
        const ordered_json& properties = schema["properties"];
        for (const auto& [name, inside] : properties.items()) names.push_back(name);
    }
    if (!schema.is_structured()) return;
    for (const ordered_json& inside : schema) collectNames(inside, names);
}

/// Splits a field name into words. "heldBytesPerInstance" and "held_bytes_per_instance" give held,
/// bytes, per, instance.
std::vector<std::string> wordsIn(const std::string& name) {
    std::vector<std::string> words(1);
    for (const unsigned char c : name) {
        if (c == '_' || std::isupper(c)) words.emplace_back();
        if (c != '_') words.back() += static_cast<char>(std::tolower(c));
    }
    return words;
}

/// Returns the style error of a field's name, or "". A unit must be at the end of the name or
/// before "Per". The denominator of a rate or a mean must follow "Per", not "A" or "Of".
std::string faultOfName(const std::string& name) {
    constexpr std::array kUnits{"bytes", "ms", "us", "ns", "mhz", "celsius", "degrees"};
    constexpr std::array kRefused{"a", "an", "", "each", "because"};
    const std::vector<std::string> words = wordsIn(name);
    for (size_t i = 0; i < words.size(); ++i) {
        if (std::find(kRefused.begin(), kRefused.end(), words[i]) != kRefused.end()) {
            return "the word '" + words[i] + "'";
        }
        const bool unit = std::find(kUnits.begin(), kUnits.end(), words[i]) != kUnits.end();
        if (unit && i + 1 < words.size() && words[i + 1] != "per") return "a unit in the middle";
        if (words[i] == "per" && i + 1 == words.size()) return "'per' at the end";
    }
    return "";
}

TEST(ReportNames, AllFieldsAreNamedInOneStyle) {
    EXPECT_EQ(faultOfName("heldBytesPerInstance"), "");
    for (const char* old : {"skinReadBytesAVertex", "bytesWrittenAVertex", "heldBytesOfModel",
                            "instancesADraw", "notMeasuredBecause", "held_bytes_an_instance"}) {
        EXPECT_NE(faultOfName(old), "") << old;
    }
    std::vector<std::string> names;
    collectNames(reportSchema(), names);
    EXPECT_GT(names.size(), 100u);
    const auto addHeader = [&](const std::string& csv) {
        std::istringstream line(csv.substr(0, csv.find("\r\n")));
        for (std::string name; std::getline(line, name, ',');) names.push_back(name);
    };
    addHeader(reportCsv({}));
    const auto cards = nlohmann::json::parse(succeed("inspect --json " + kLowMannequin).out);
    for (const auto& [name, value] : cards["methods"]["compute"].items()) names.push_back(name);
    EXPECT_GT(names.size(), 300u);
    for (const std::string& name : names) EXPECT_EQ(faultOfName(name), "") << name;
}

TEST(ReportNames, EachWordThatIsComparedIsReadAsWritten) {
    ordered_json report = exampleJson();
    for (const char* type : namesOf(DeviceType{})) {
        report["device"]["type"] = type;
        EXPECT_STREQ(nameOf(parseReport(report, "mine").device.type), type);
    }
    report["device"]["type"] = "GPU";
    EXPECT_THAT(faultOfReport(report), HasSubstr("mine.json.device.type: one of 'other', "));
}

TEST(ReportJson, AnInfiniteErrorIsNullAndInfiniteAgain) {
    Report report = exampleReport();
    ASSERT_TRUE(report.sections[0].rows[0].verification.has_value());
    report.sections[0].rows[0].verification->ofItself.position =
        std::numeric_limits<double>::infinity();
    const ordered_json written = reportJson(report);
    EXPECT_TRUE(
        written["sections"][0]["rows"][0]["verified"]["ofItself"]["positionOfExtent"].is_null());
    const Report read = parseReport(written, "example");
    EXPECT_EQ(read.sections[0].rows[0].verification->ofItself.position,
              std::numeric_limits<double>::infinity());
}

TEST(ReportJson, AFaultNamesThePathInTheFile) {
    expectFaults(
        exampleJson(), [](const ordered_json& report) { (void)parseReport(report, "mine.json"); },
        {{"", "[]", "mine.json", "not a report"},
         {"/sections/0/rows/1/instances", "-1",
          "mine.json.sections[0].rows[1].instances: ", "a count"},
         {"/sections/0/rows/1/instances", "5000000000", ".instances: ", "integer range"},
         {"/sections/0/rows/0/choice", R"("magic")", "mine.json.sections[0].rows[0].choice: ", ""},
         {"/sections/0/model/vertices", nullptr,
          "mine.json.sections[0].model: ", "'vertices' is missing"},
         {"/device/name", "5", "mine.json.device.name: ", "a string is expected"}});
}

/// Calls `visit` with `value` and every value inside it. `visit` may change them.
template <typename Visit>
void forEachValue(nlohmann::json& value, Visit&& visit) {
    visit(value);
    if (!value.is_structured()) return;
    // Only the first item of a list is visited, because lists are long.
    size_t count = 0;
    for (nlohmann::json& inner : value) {
        if (value.is_array() && count++ > 0) break;
        forEachValue(inner, visit);
    }
}

TEST(ReportJson, AnyValueOfAnotherKindIsReadOrRefusedButNeverCrashes) {
    Report small = exampleReport();
    for (Section& section : small.sections) section.rows.resize(8);
    // Not ordered_json: parseReport() would convert it in each call.
    nlohmann::json report = reportJson(small);
    const nlohmann::json replacements =
        nlohmann::json::parse(R"([null, -1, 1e300, "text", [], true, {}, [1, "two"]])");
    size_t refused = 0;
    forEachValue(report, [&](nlohmann::json& value) {
        const nlohmann::json kept = value;
        for (const nlohmann::json& replacement : replacements) {
            value = replacement;
            refused += !faultOfReport(report).empty();
        }
        value = kept;
    });
    EXPECT_GT(refused, 500u);
    EXPECT_EQ(faultOfReport(report), "");
}

TEST(ReportJson, ListsAndTextsAreBounded) {
    const ordered_json& good = exampleJson();
    ordered_json report = good;
    ordered_json& timing = report["sections"][0]["rows"][0]["frameMs"];
    timing["blockMedians"] = std::vector<double>(1'000'000, 1.0);
    EXPECT_THAT(
        faultOfReport(report),
        HasSubstr("rows[0].frameMs.blockMedians: the list has 1000000 entries, and at most 1000"));
    timing["blockMedians"] = std::vector<double>(1000, 1.0);
    EXPECT_EQ(faultOfReport(report), "");
    report = good;
    report["device"]["heaps"] = std::vector<ordered_json>(1001, good["device"]["heaps"][0]);
    EXPECT_THAT(faultOfReport(report), HasSubstr("mine.json.device.heaps: the list has 1001"));
    report = good;
    report["sections"] = std::vector<ordered_json>(1001, ordered_json::object());
    EXPECT_THAT(faultOfReport(report), HasSubstr("mine.json.sections: the list has 1001"));
    report = good;
    report["device"]["name"] = std::string(1'000'000, 'x');
    EXPECT_THAT(faultOfReport(report),
                HasSubstr("mine.json.device.name: the string has 1000000 bytes"));
}

TEST(ReportJson, TextsBecomePlainWhenTheyAreRead) {
    ordered_json report = exampleJson();
    report["device"]["name"] = std::string("GPU\x1b[2J\0\xe2\x80\xae", 11);
    EXPECT_EQ(parseReport(report, "mine.json").device.name, "GPU?[2J??");
}

TEST(ReportJson, AFileThatIsNoReportIsRefusedByName) {
    const TemporaryFolder folder;
    writeFile(folder / "broken.json", "{\"version\": 4");
    for (const std::string name : {"broken.json", "missing.json"}) {
        EXPECT_THAT(errorOf([&] { return readReport(folder.at(name)); }), HasSubstr(name));
    }
}

}  // namespace
}  // namespace sinew::test
