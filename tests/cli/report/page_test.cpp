// Tests that HTML pages, SVG drawings and CSV tables are well-formed, escaped, and equal to the
// report.
#include <limits>
#include <map>

#include "benchmarks/charts/charts.h"
#include "benchmarks/charts/markup.h"
#include "benchmarks/charts/svg.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/report/report_formats.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/summary.h"
#include "tests/cli/commands.h"
#include "tests/cli/report/example_report.h"

namespace sinew::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostileMarkup = "</title><script>alert('x')</script>\" onload=\"x&\x01\xff";

/// Returns "" if every tag closes in order, attributes are quoted and text has no bare < or &.
/// Otherwise returns the error and its position.
std::string xmlFault(const std::string& page) {
    std::vector<std::string> open;
    for (size_t i = 0; i < page.size(); ++i) {
        const auto where = [&] { return " at " + page.substr(i, 60); };
        if (page[i] == '&') {
            const size_t end = page.find(';', i);
            const std::string name = page.substr(i + 1, end - i - 1);
            if (name != "amp" && name != "lt" && name != "gt" && name != "quot" && name != "#39") {
                return "bare ampersand" + where();
            }
        }
        if (page[i] != '<') continue;
        if (page.compare(i, 9, "<!DOCTYPE") == 0) continue;
        size_t end = i + 1;
        for (char quote = 0; end < page.size() && (quote || page[end] != '>'); ++end) {
            if (page[end] == '<') return "tag in a tag" + where();
            if (page[end] != '"') continue;
            if (!quote && page[end - 1] != '=') return "quote without a name" + where();
            quote = quote ? 0 : '"';
        }
        const std::string tag = page.substr(i + 1, end - i - 1);
        const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
        if (tag[0] == '/') {
            if (open.empty() || open.back() != tag.substr(1)) return "closes nothing" + where();
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
        i = end;
    }
    return open.empty() ? "" : "never closed: " + open.back();
}

Report reportOfHostileTexts() {
    Report report = exampleReport();
    report.device.name = report.device.driver = report.machine.os = report.commit = kHostileMarkup;
    report.notes = {kHostileMarkup};
    for (Section& section : report.sections) {
        section.scenario = section.about = section.model.name = section.model.clip = kHostileMarkup;
        for (Verdict& verdict : section.verdicts) verdict.words = kHostileMarkup;
        for (Row& row : section.rows) row.note = kHostileMarkup;
        for (KernelRow& kernel : section.kernels) kernel.name = kernel.layout = kHostileMarkup;
        section.rows.back().state = RowState::notMeasured;
        section.rows.back().reason = kHostileMarkup;
    }
    return report;
}

const std::string& examplePage() {
    static const std::string page = reportHtml(exampleReport());
    return page;
}

TEST(Page, IsWellFormed) {
    EXPECT_EQ(xmlFault(examplePage()), "");
    EXPECT_EQ(xmlFault(reportHtml(Report{})), "");
    EXPECT_NE(xmlFault("<p><b></p>"), "");  // tests xmlFault() itself
    Report report;
    report.sections = {Section{.rows = {Row{.state = RowState::notMeasured}}}};
    conclude(report.sections[0]);  // the only row has no times
    EXPECT_EQ(xmlFault(reportHtml(report)), "");
}

TEST(Page, HoldsNothingFromElsewhereAndNoScript) {
    const std::string& page = examplePage();
    for (const char* outside : {"<script", "src=", "url(", "@import"}) {
        EXPECT_THAT(page, Not(HasSubstr(outside)));
    }
    EXPECT_EQ(countOf(page, "href=\""), countOf(page, "href=\"#"));
    EXPECT_EQ(countOf(page, "http"), countOf(page, "xmlns=\"http"));
}

TEST(Page, HostileTextsStayText) {
    const std::string page = reportHtml(reportOfHostileTexts());
    EXPECT_EQ(xmlFault(page), "");
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("\" onload")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(&#39;x&#39;)"));
    EXPECT_EQ(page.find('\x01'), std::string::npos);
    EXPECT_EQ(page.find('\xff'), std::string::npos);
}

TEST(Page, BeginsWithDeviceAndAnswerAndSaysWhatIsWrongAndMissing) {
    const std::string& page = examplePage();
    const size_t device = page.find("<h1>Example GPU 4080");
    const size_t answer = page.find("compute:u8x4 has the shortest frame time at ");
    ASSERT_NE(device, std::string::npos);
    ASSERT_NE(answer, std::string::npos);
    EXPECT_LT(device, answer);
    EXPECT_LT(answer, page.find("<svg"));
    EXPECT_THAT(page, Not(HasSubstr("interrupted: partial")));
    for (const char* words :
         {"texture:15hz is wrong and was not timed",
          "feedback was not measured: out of device memory", "skinned by cpu instead",
          "Kernel unreal is wrong and was not timed"}) {
        EXPECT_THAT(page, HasSubstr(words));
    }
    Report partial = exampleReport();
    partial.partial = true;
    EXPECT_THAT(reportHtml(partial), HasSubstr("interrupted: partial"));
}

TEST(Page, SeveralModelsOfAScenarioGiveTheCostOfAVertex) {
    Report report = exampleReport();
    EXPECT_THAT(examplePage(), Not(HasSubstr("Cost models over")));
    report.sections[1].scenario = report.sections[0].scenario;
    const std::string page = reportHtml(report);
    EXPECT_THAT(page, HasSubstr("Cost models over the 2 models of crowded-screen"));
    EXPECT_EQ(xmlFault(page), "");
}

/// Expects a well-formed page without NaN and infinity.
void expectNumbers(const std::string& page) {
    EXPECT_EQ(xmlFault(page), "");
    for (const char* none : {"\"nan", "nan,", "nan\"", "\"inf"}) {
        EXPECT_THAT(page, Not(HasSubstr(none)));
    }
}

TEST(Page, UnboundedErrorsAreDrawnAtTheEdge) {
    Report report = exampleReport();
    const double infinite = std::numeric_limits<double>::infinity();
    for (Row& row : report.sections[0].rows) {
        row.verification = RowVerification{.ofTruth = {infinite, infinite, infinite}};
    }
    const std::string page = reportHtml(report);
    expectNumbers(page);
    EXPECT_THAT(page, HasSubstr("unbounded"));
}

TEST(Page, BytesBeyondAnIntegerAreTheMostThatAreShown) {
    EXPECT_EQ(meanBytesText(1e39), meanBytesText(1e18));
    EXPECT_EQ(meanBytesText(std::numeric_limits<double>::quiet_NaN()), meanBytesText(0));
    EXPECT_EQ(meanBytesText(-1), meanBytesText(0));
    EXPECT_EQ(meanBytesText(1023.6), meanBytesText(1024));
}

TEST(Page, NonsensicalNumbersAreShownWithoutFault) {
    for (const double ms : {0.0, 1e-320, 1e300, 1e17}) {
        Report report = exampleReport();
        for (Section& section : report.sections) {
            for (size_t i = 0; i < section.rows.size(); ++i) {
                Row& row = section.rows[i];
                if (i % 3 == 0) row.instances = row.passes = 0;
                for (auto timing : {&Row::frame, &Row::gpuTotal, &Row::cpuTotal}) {
                    if (row.*timing && i % 2 == 0) row.*timing = steadyTiming(ms);
                }
                row.cost.allocatedPerInstance = ms;
            }
            conclude(section);
        }
        SCOPED_TRACE(ms);
        expectNumbers(reportHtml(report));
        EXPECT_FALSE(reportCsv(report).empty());
    }
}

TEST(Page, EscapesBrokenUtf8) {
    EXPECT_EQ(escaped("caf\xc3\xa9 \xe2\x82\xac"), "caf\xc3\xa9 \xe2\x82\xac");
    EXPECT_EQ(escaped("\xc3"), "\xef\xbf\xbd");
    EXPECT_EQ(escaped("\xc0\xafx"), "\xef\xbf\xbd\xef\xbf\xbdx");     // an overlong encoding
    EXPECT_EQ(escaped("\xed\xa0\x80").substr(0, 3), "\xef\xbf\xbd");  // a surrogate
}

const Section& sweep() {
    return exampleReport().sections[0];
}

TEST(Charts, ShowTheEndsOfASweep) {
    std::map<Chart::Kind, size_t> kinds;
    for (const Chart& chart : chartsOf(sweep())) ++kinds[chart.kind];
    EXPECT_EQ(kinds[Chart::Kind::curves], 6u);
    EXPECT_EQ(kinds[Chart::Kind::dots], 2u);
    EXPECT_EQ(kinds[Chart::Kind::bars], 4u);  // for two points, for memory, for kernels
    EXPECT_EQ(kinds[Chart::Kind::scatter], 1u);
    EXPECT_TRUE(chartsOf(Section{}).empty());
}

TEST(Charts, StackedStepsAreTheRowsMedians) {
    const auto points = pointsOf(sweep());
    const auto point = std::ranges::find_if(points, [](std::span<const Row> rows) {
        return rows[0].instances == 100 && rows[0].passes == 4;
    });
    ASSERT_NE(point, points.end());
    const Chart chart = stepChart(*point);
    ASSERT_EQ(chart.categories.size(), 12u);  // a GPU and a CPU bar of each of six choices
    const auto row = std::ranges::find_if(
        *point, [](const Row& r) { return r.choice.method == Method::compute; });
    std::vector<std::string> names;
    for (const ChartSeries& series : chart.series) {
        names.push_back(series.name);
        if (series.name != "skin") continue;
        EXPECT_EQ(series.points[0].value, row->steps[indexOf(Step::skin)].gpu->all.median);
    }
    EXPECT_THAT(names, ElementsAre("sample", "pose", "palette", "skin", "shadow", "forward",
                                   "upload", "record", "submit", "other"));
}

TEST(Charts, CurvesMarkTheirCrossovers) {
    const Chart chart = curveChart(sweep(), Measure::frame, Crossover::Axis::instances, 1);
    ASSERT_EQ(chart.marks.size(), 1u);
    EXPECT_GT(chart.marks[0].at, 10);
    EXPECT_LT(chart.marks[0].at, 100);
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            EXPECT_LE(point.low, point.value);
            EXPECT_LE(point.value, point.high);
        }
    }
}

TEST(Charts, ChoicesOfOneMethodAreDistinguished) {
    const Paint first = paintOf(sweep(), parseChoice("compute"));
    const Paint second = paintOf(sweep(), parseChoice("compute:u8x4"));
    EXPECT_EQ(first.index, second.index);
    EXPECT_NE(first.variant, second.variant);
}

TEST(Charts, TicksAreRoundAndFit) {
    EXPECT_THAT(ticksOf({.low = 0, .high = 10}, 6), ElementsAre(0, 2, 4, 6, 8, 10));
    EXPECT_THAT(ticksOf({.logarithmic = true, .low = 0.9, .high = 1100}, 5),
                ElementsAre(1, 10, 100, 1000));
    EXPECT_THAT(ticksOf({.logarithmic = true, .low = 1, .high = 12}, 9), ElementsAre(1, 2, 5, 10));
    EXPECT_TRUE(ticksOf({.low = 1, .high = 1}, 5).empty());
    for (double high = 1e-6; high < 1e6; high *= 1.7) {
        for (const bool logarithmic : {false, true}) {
            const Axis axis{
                .logarithmic = logarithmic, .low = logarithmic ? high / 900 : 0.0, .high = high};
            const auto ticks = ticksOf(axis, 6);
            EXPECT_GE(ticks.size(), 2u) << high;
            EXPECT_LE(ticks.size(), 6u) << high;
        }
    }
}

TEST(NumberText, ThreeDigitsCount) {
    std::vector<std::string> texts;
    for (const double value : {0.07124, 1.234, 9.999, 99.96, 1234567.0, 2.1e-7, 0.0009997, 0.0}) {
        texts.push_back(numberText(value));
    }
    EXPECT_THAT(
        texts, ElementsAre("0.0712", "1.23", "10.0", "100", "1,234,567", "2.1e-7", "0.00100", "0"));
    EXPECT_EQ(tickText(1e-5), "1e-5");
    EXPECT_EQ(tickText(0.05), "0.05");
    EXPECT_EQ(tickText(20000), "20,000");
    EXPECT_EQ(counted(2, "pass"), "2 passes");
}

TEST(Summary, CountsWinnersAndSureLosers) {
    const std::string text = leadersText(exampleReport().sections[1], Measure::frame);
    EXPECT_THAT(text, HasSubstr("vertex has the shortest frame time at 2 of 4 points"));
    EXPECT_THAT(text, HasSubstr("Slower than the fastest: compute at 4 (1.02x to 1.37x)"));
    Section level;
    for (const char* choice : {"compute", "vertex"})
        level.rows.push_back(steadyRow(choice, 1, 2, 1.0));
    conclude(level);
    EXPECT_EQ(leadersText(level, Measure::frame),
              "No single choice has the shortest frame time at the point.");
    EXPECT_EQ(leadersText(Section{}, Measure::frame), "Fewer than two methods were ranked.");
}

TEST(Summary, JoinsCrossoversBetweenTheSameChoices) {
    Crossover crossover{.measure = Measure::frame,
                        .axis = Crossover::Axis::instances,
                        .fixed = 1,
                        .below = parseChoice("vertex"),
                        .above = parseChoice("compute"),
                        .from = 10,
                        .to = 100,
                        .at = 22.3};
    Section section{.crossovers = {crossover}};
    crossover.fixed = 2;
    crossover.at = 11.5;
    section.crossovers.push_back(crossover);
    EXPECT_THAT(crossoverTexts(section, Measure::frame),
                ElementsAre("compute overtakes vertex at 23 instances (1 pass), 12 (2 passes)."));
    crossover.measure = Measure::gpu;
    crossover.axis = Crossover::Axis::passes;
    crossover.fixed = 1000;
    crossover.from = 1;
    crossover.to = 2;
    crossover.at = 1.0;
    section.crossovers.push_back(crossover);
    EXPECT_THAT(crossoverTexts(section, Measure::gpu),
                ElementsAre("compute overtakes vertex at 2 passes (1,000 instances)."));
    EXPECT_THAT(reportTable({.sections = {section}}),
                HasSubstr("\ngpu: compute overtakes vertex at 2 passes"));
}

TEST(Summary, SaysWithHowManyInstancesPosesOfTheGpuWin) {
    const auto texts = [](std::initializer_list<double> onGpu) {
        Section section;
        uint32_t instances = 1;
        for (const double ms : onGpu) {
            section.rows.push_back(steadyRow("vertex", instances, 2, 1.0));
            section.rows.push_back(steadyRow("vertex:gpu-poses", instances, 2, ms));
            instances *= 10;
        }
        return posedOnGpuTexts(section, Measure::frame);
    };
    EXPECT_THAT(texts({2.0, 1.0, 0.5, 0.5}),
                ElementsAre("vertex:gpu-poses: poses on the GPU win with 100, 1,000 instances, "
                            "lose with 1 instance, equal poses on the CPU within noise with "
                            "10 instances (2 passes)."));
    EXPECT_THAT(texts({2.0, 1.5}),
                ElementsAre("vertex:gpu-poses: poses on the GPU lose with 1, 10 instances "
                            "(2 passes)."));
    // The section has no row with CPU posing for a comparison.
    Section alone{.rows = {steadyRow("vertex:gpu-poses", 1, 2, 1.0)}};
    EXPECT_TRUE(posedOnGpuTexts(alone, Measure::frame).empty());
}

/// Parses CSV as RFC 4180 defines it.
std::vector<std::vector<std::string>> parseCsv(const std::string& text) {
    std::vector<std::vector<std::string>> lines(1, {""});
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        std::string& cell = lines.back().back();
        if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            cell += text[i++];
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && text[i] == ',') {
            lines.back().emplace_back();
        } else if (!quoted && text.compare(i, 2, "\r\n") == 0) {
            ++i;
            lines.push_back({""});
        } else {
            cell += text[i];
        }
    }
    EXPECT_EQ(lines.back(), std::vector<std::string>{""});
    lines.pop_back();
    return lines;
}

TEST(Csv, ReadsBackWithEveryRowAndFigure) {
    Report report = exampleReport();
    report.sections[0].model.name = "a \"model\",\r\nof two lines";
    const auto lines = parseCsv(reportCsv(report));
    ASSERT_EQ(lines.size(), 1 + report.sections[0].rows.size() + report.sections[1].rows.size());
    const auto cell = [&](size_t line, const std::string& column) {
        const auto found = std::find(lines[0].begin(), lines[0].end(), column);
        EXPECT_NE(found, lines[0].end()) << column;
        return lines[line][static_cast<size_t>(found - lines[0].begin())];
    };
    for (size_t i = 1; i < lines.size(); ++i) ASSERT_EQ(lines[i].size(), lines[0].size()) << i;
    const Row& row = report.sections[0].rows[1];
    const size_t lost = report.sections[0].rows.size();
    const auto detailed = std::ranges::find_if(
        report.sections[0].rows, [](const Row& each) { return each.detail && each.vertexMemory; });
    ASSERT_NE(detailed, report.sections[0].rows.end());
    const auto work = static_cast<size_t>(detailed - report.sections[0].rows.begin()) + 1;
    for (const auto& [line, column, text] :
         std::initializer_list<std::tuple<size_t, const char*, std::string>>{
             {2, "model", "a \"model\",??of two lines"},
             {2, "choice", "compute:u8x4"},
             {2, "state", "measured"},
             {2, "gpu_sample_median_ms", ""},
             {lost, "state", "not measured"},
             {lost, "frame_time_median_ms", ""},
             {lost, "memory_bytes_per_instance", ""},
             {work, "instances_visible_in_cascades",
              std::to_string(detailed->listed->inCascades[0]) + " 0"},
             {work, "instances_per_lod", std::to_string(detailed->detail->atLevels[0]) + " 1"},
             {work, "instances_coarsened", "1"},
             {work, "vertices_needed", std::to_string(detailed->detail->verticesRequested)},
             {work, "vertex_memory_bytes", std::to_string(detailed->vertexMemory->allocated)},
             {work, "vertex_memory_needed_bytes",
              std::to_string(detailed->vertexMemory->requested)},
             {work, "vertex_memory_saved_bytes", std::to_string(detailed->vertexMemory->saved)}}) {
        EXPECT_EQ(cell(line, column), text) << column;
    }
    EXPECT_THAT(cell(lost, "reason"), HasSubstr("out of device memory"));
    EXPECT_EQ(std::stod(cell(2, "frame_time_median_ms")), row.frame->all.median);
    EXPECT_EQ(std::stod(cell(2, "gpu_time_overlapped_p95_ms")), row.gpuSpan->all.p95);
    EXPECT_EQ(std::stod(cell(2, "gpu_skin_median_ms")),
              row.steps[indexOf(Step::skin)].gpu->all.median);
    EXPECT_EQ(std::stod(cell(2, "max_error_position_of_extent")), 4.1e-4);
}

TEST(Tables, ShowProcessedInstancesOfCulledCrowds) {
    Report report = exampleReport();
    const auto texts = [&] { return std::array{reportHtml(report), reportTable(report)}; };
    for (const std::string& text : texts()) EXPECT_THAT(text, HasSubstr("in cascades"));
    for (Section& section : report.sections) {
        for (Row& row : section.rows) row.listed.reset();
    }
    for (const std::string& text : texts()) EXPECT_THAT(text, Not(HasSubstr("in cascades")));
}

}  // namespace
}  // namespace sinew::test
