// Writes a report as an HTML page, from top to bottom.
#include "benchmarks/report/report_formats.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/charts/charts.h"
#include "benchmarks/charts/html_style.h"
#include "benchmarks/charts/markup.h"
#include "benchmarks/charts/svg.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/report/report_html.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/advice.h"
#include "benchmarks/verdict/summary.h"
#include "benchmarks/verdict/verdict.h"

namespace sinew {
namespace {

std::string list(const std::vector<std::string>& texts) {
    if (texts.empty()) return {};
    std::string out = "<ul>";
    for (const std::string& text : texts) out += fmt::format("<li>{}</li>", escaped(text));
    return out + "</ul>\n";
}

std::string titleOf(const Section& section) {
    return section.scenario == section.model.name
               ? section.scenario
               : fmt::format("{}: {}", section.scenario, section.model.name);
}

std::string top(const Report& report) {
    return fmt::format(
        "<header class=\"top\"><p class=\"eyebrow\">Sinew: skinning methods on this device</p>\n"
        "<h1>{}{}</h1>\n<p class=\"lead\">{}, {}, Vulkan {}. {}, {}. {}.<br/>"
        "Measured {} with sinew {} (<code>{}</code>).</p>\n",
        escaped(report.device.name),
        report.partial ? "<span class=\"badge\">interrupted: partial</span>" : "",
        nameOf(report.device.type), escaped(report.device.driver), escaped(report.device.vulkan),
        escaped(report.machine.cpu), counted(report.machine.threads, "thread"),
        escaped(report.machine.os), escaped(report.timeUtc), escaped(report.programVersion),
        escaped(report.commit));
}

std::string contents(const Report& report) {
    std::string out = "<nav aria-label=\"Sections\">";
    for (size_t i = 0; i < report.sections.size(); ++i) {
        out += fmt::format("<a href=\"#s{}\">{}</a>", i, escaped(titleOf(report.sections[i])));
    }
    return out + "<a href=\"#method\">Method</a></nav></header>\n";
}

std::string answers(const Report& report) {
    std::string out = "<div class=\"card\">";
    for (size_t i = 0; i < report.sections.size(); ++i) {
        const Section& section = report.sections[i];
        if (section.rows.empty()) continue;
        out +=
            fmt::format("<div class=\"answer\"><h3><a href=\"#s{}\">{}</a></h3><p>{}</p>", i,
                        escaped(titleOf(section)), escaped(leadersText(section, Measure::frame)));
        std::vector<std::string> more = crossoverTexts(section, Measure::frame);
        for (std::string& text : posedOnGpuTexts(section, Measure::frame)) {
            more.push_back(std::move(text));
        }
        for (std::string& sentence : adviceFor(section, report.device.type)) {
            more.push_back(std::move(sentence));
        }
        if (pointsOf(section).size() == 1 && !section.verdicts.empty()) {
            more.push_back(section.verdicts.front().words);
        }
        out += list(more) + "</div>\n";
    }
    return out + "</div>\n";
}

/// Returns the choices that are equal to the fastest within noise, or their number: "compute, cpu",
/// "5 of 7".
std::string leadersOf(const Verdict& verdict) {
    constexpr ptrdiff_t kMostNames = 2;
    if (!verdict.hasEnoughBlocks()) return "no ranking";
    const auto leads = [](const RankedChoice& ranked) { return !ranked.slower; };
    const auto count = std::count_if(verdict.ranking.begin(), verdict.ranking.end(), leads);
    if (count > kMostNames) return fmt::format("{} of {}", count, verdict.ranking.size());
    std::string text;
    for (const RankedChoice& ranked : verdict.ranking) {
        if (leads(ranked)) text += (text.empty() ? "" : ", ") + choiceText(ranked.choice);
    }
    return text;
}

std::string leads(const Section& section, Measure measure, const char* title) {
    const std::vector<uint32_t> instances = valuesOf(section.rows, &Row::instances);
    const std::vector<uint32_t> passes = valuesOf(section.rows, &Row::passes);
    std::string out = fmt::format(
        "<div class=\"scroll\"><table class=\"leads\"><caption>{}</caption>\n<thead><tr>"
        "<th scope=\"col\">passes \u2193 instances \u2192</th>",
        title);
    for (const uint32_t i : instances) {
        out += fmt::format("<th scope=\"col\">{}</th>", countText(i));
    }
    out += "</tr></thead>\n<tbody>\n";
    for (const uint32_t p : passes) {
        out += fmt::format("<tr><th scope=\"row\">{}</th>", p);
        for (const uint32_t i : instances) {
            const Verdict* at = verdictAt(section, measure, i, p);
            if (!at) {
                out += "<td></td>";
            } else if (!at->winner) {
                out += fmt::format("<td title=\"{}\">{}</td>", escaped(at->words),
                                   escaped(leadersOf(*at)));
            } else {
                out += fmt::format("<td class=\"led\" style=\"--lead:{}\" title=\"{}\">{}</td>",
                                   variableOf(paintOf(section, *at->winner)), escaped(at->words),
                                   escaped(choiceText(*at->winner)));
            }
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string figureHtml(const Chart& chart) {
    return fmt::format("<figure><figcaption><b>{}</b><span>{}</span></figcaption>\n{}{}</figure>\n",
                       escaped(chart.title), escaped(chart.subtitle), svgOf(chart),
                       chart.remark.empty()
                           ? ""
                           : fmt::format("<p class=\"remark\">{}</p>", escaped(chart.remark)));
}

std::string sectionHtml(const Section& section, size_t index) {
    std::string out = fmt::format(
        "<section id=\"s{}\"><h2>{}</h2>\n<p>{}</p><p class=\"lead\">{}.</p>\n", index,
        escaped(titleOf(section)), escaped(section.about), escaped(factsText(section.model)));
    if (pointsOf(section).size() > 1) {
        out += "<div class=\"pair\">" + leads(section, Measure::frame, "Shortest frame time") +
               leads(section, Measure::gpu, "Shortest GPU time, steps serialised") + "</div>\n";
    }
    out += "<div class=\"charts\">\n";
    for (const Chart& chart : chartsOf(section)) out += figureHtml(chart);
    return out + "</div>\n" + sectionTables(section) + "</section>\n";
}

}  // namespace

std::string reportHtml(const Report& report) {
    std::string body = top(report) + contents(report) + "<main>\n" + answers(report);
    if (!report.notes.empty()) {
        body += "<div class=\"card notes\"><h3>Read before quoting</h3>" + list(report.notes) +
                "</div>\n";
    }
    size_t first = 0;  // first section of the current scenario
    for (size_t i = 0; i < report.sections.size(); ++i) {
        body += sectionHtml(report.sections[i], i);
        const bool last = i + 1 == report.sections.size() ||
                          report.sections[i + 1].scenario != report.sections[i].scenario;
        if (!last) continue;
        body += scenarioTables(std::span(report.sections).subspan(first, i + 1 - first));
        first = i + 1;
    }
    body += "<section id=\"method\"><h2>Method and environment</h2>\n" + methodTables(report) +
            "</section>\n</main>\n<footer>Written by sinew-cli bench. Median, p5, p95 and median "
            "absolute deviation (MAD) are of all measured frames of a row.</footer>\n";
    return htmlPage("Sinew: " + report.device.name, body);
}

}  // namespace sinew
