// Reports as JSON: what is written is read again, and what is damaged says where.
#include "benchmarks/report_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/cli/example_report.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

using json = nlohmann::ordered_json;
using ::testing::HasSubstr;

TEST(ReportJson, WhatIsWrittenIsReadAgain) {
    Report report = exampleReport();
    for (Section& section : report.sections) conclude(section);
    report.notes = notesFor(report);
    const json written = reportJson(report);
    EXPECT_EQ(reportJson(parseReport(written, "example")), written);
}

TEST(ReportJson, FieldsThatOlderReportsLackMayBeMissing) {
    Report report = exampleReport();
    report.conditions.assumedLimits = "no-timestamps";
    report.sections[0].asked = "compute; instances 1; passes 1";
    report.sections[0].model.contentHash = "0123456789abcdef";
    json written = reportJson(report);
    const Report read = parseReport(written, "example");
    EXPECT_EQ(read.conditions.assumedLimits, report.conditions.assumedLimits);
    EXPECT_EQ(read.sections[0].asked, report.sections[0].asked);
    EXPECT_EQ(read.sections[0].model.contentHash, report.sections[0].model.contentHash);
    EXPECT_THAT(read.notes, ::testing::Contains(HasSubstr("a lesser one: no-timestamps")));

    written["conditions"].erase("assumedLimits");
    for (json& section : written["sections"]) {
        section.erase("asked");
        section["model"].erase("contentHash");
    }
    EXPECT_EQ(parseReport(written, "example").sections[0].model.contentHash, "");
    // Named among the properties, and not again among those that must be there.
    const std::string schema = reportSchema().dump();
    for (const std::string key : {"\"assumedLimits\"", "\"asked\"", "\"contentHash\""}) {
        EXPECT_NE(schema.find(key), std::string::npos) << key;
        EXPECT_EQ(schema.find(key), schema.rfind(key)) << key;
    }
}

TEST(ReportJson, AnInfiniteErrorIsNullAndInfiniteAgain) {
    Report report = exampleReport();
    ASSERT_TRUE(report.sections[0].rows[0].verification.has_value());
    report.sections[0].rows[0].verification->ofItself.position =
        std::numeric_limits<double>::infinity();
    const json written = reportJson(report);
    EXPECT_TRUE(
        written["sections"][0]["rows"][0]["verified"]["ofItself"]["positionOfExtent"].is_null());
    const Report read = parseReport(written, "example");
    EXPECT_EQ(read.sections[0].rows[0].verification->ofItself.position,
              std::numeric_limits<double>::infinity());
}

std::string faultOf(const json& report) {
    try {
        (void)parseReport(report, "mine.json");
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

TEST(ReportJson, AFaultNamesThePlaceInTheFile) {
    const json good = reportJson(exampleReport());
    EXPECT_EQ(faultOf(good), "");
    json report = good;
    report["version"] = 2;
    EXPECT_THAT(faultOf(report), HasSubstr("version 2"));
    EXPECT_THAT(faultOf(json::array()), HasSubstr("not a report"));
    report = good;
    report["sections"][0]["rows"][1]["instances"] = -1;
    EXPECT_THAT(faultOf(report), HasSubstr("mine.json.sections[0].rows[1].instances: a count"));
    report = good;
    report["sections"][0]["rows"][1]["instances"] = 5'000'000'000;
    EXPECT_THAT(faultOf(report), HasSubstr("too large"));
    report = good;
    report["sections"][0]["rows"][0]["choice"] = "magic";
    EXPECT_THAT(faultOf(report), HasSubstr("mine.json.sections[0].rows[0].choice: "));
    report = good;
    report["sections"][0]["model"].erase("vertices");
    EXPECT_THAT(faultOf(report), HasSubstr("mine.json.sections[0].model: 'vertices' is missing"));
    report = good;
    report["device"]["name"] = 5;
    EXPECT_THAT(faultOf(report), HasSubstr("mine.json.device.name: a text is expected"));
}

/// Calls `visit` with every value inside `value`, which it may change.
template <typename Visit>
void forEachValue(json& value, Visit&& visit) {
    visit(value);
    if (!value.is_structured()) return;
    // Lists of many alike are tried by their first.
    size_t count = 0;
    for (json& inner : value) {
        if (value.is_array() && count++ > 0) break;
        forEachValue(inner, visit);
    }
}

TEST(ReportJson, AnyValueOfAnotherKindIsReadOrRefusedButNeverCrashes) {
    json report = reportJson(exampleReport());
    const json replacements[] = {nullptr,       -1,   1e300,          "text",
                                 json::array(), true, json::object(), json::array({1, "two"})};
    size_t refused = 0;
    forEachValue(report, [&](json& value) {
        const json kept = value;
        for (const json& replacement : replacements) {
            value = replacement;
            refused += faultOf(report).empty() ? 0 : 1;
        }
        value = kept;
    });
    EXPECT_GT(refused, 500u);
    EXPECT_EQ(faultOf(report), "");
}

TEST(ReportJson, ListsAndTextsAreBounded) {
    const json good = reportJson(exampleReport());
    json report = good;
    json& timing = report["sections"][0]["rows"][0]["frameMs"];
    timing["blockMedians"] = std::vector<double>(1'000'000, 1.0);
    EXPECT_THAT(faultOf(report), HasSubstr("rows[0].frameMs.blockMedians: a list of 1000000, at "
                                           "most 1000 are read"));
    timing["blockMedians"] = std::vector<double>(1000, 1.0);
    EXPECT_EQ(faultOf(report), "");
    report = good;
    report["device"]["heaps"] = std::vector<json>(1001, good["device"]["heaps"][0]);
    EXPECT_THAT(faultOf(report), HasSubstr("mine.json.device.heaps: a list of 1001"));
    report = good;
    report["sections"] = std::vector<json>(1001, json::object());
    EXPECT_THAT(faultOf(report), HasSubstr("mine.json.sections: a list of 1001"));
    report = good;
    report["device"]["name"] = std::string(1'000'000, 'x');
    EXPECT_THAT(faultOf(report), HasSubstr("mine.json.device.name: a text of 1000000 bytes"));
}

TEST(ReportJson, TextsBecomePlainWhenTheyAreRead) {
    json report = reportJson(exampleReport());
    report["device"]["name"] = std::string("GPU\x1b[2J\0\xe2\x80\xae", 11);
    EXPECT_EQ(parseReport(report, "mine.json").device.name, "GPU?[2J??");
}

TEST(ReportJson, AFileThatIsNoReportIsRefusedByName) {
    const TemporaryFolder folder;
    writeFile(folder / "broken.json", "{\"version\": 3");
    for (const std::string name : {"broken.json", "missing.json"}) {
        try {
            (void)readReport((folder / name).string());
            ADD_FAILURE() << name;
        } catch (const std::runtime_error& error) {
            EXPECT_THAT(error.what(), HasSubstr(name));
        }
    }
}

}  // namespace
}  // namespace sinew::test
