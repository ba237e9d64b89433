// The style sheet of the HTML pages. It loads no external fonts, scripts or images.
#include "benchmarks/charts/html_style.h"

#include <fmt/format.h>

#include "benchmarks/charts/markup.h"
#include "benchmarks/charts/svg.h"

namespace sinew {
namespace {

constexpr const char* kLight =
    "--ground:#ffffff;--page:#f4f5f7;--ink:#1b2028;--muted:#5d6675;--rule:#e1e5eb;"
    "--accent:#0b62a0;--note:#8a5a00;--note-ground:#fff6e3;--bad:#b3261e;--bad-ground:#fdecea;";
constexpr const char* kDark =
    "--ground:#191d24;--page:#101318;--ink:#e6e9ee;--muted:#98a2b1;--rule:#2c323c;"
    "--accent:#6cb6f5;--note:#f0c46a;--note-ground:#2a2418;--bad:#ff8a7a;--bad-ground:#321c1b;";

constexpr const char* kStyle = R"(
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);
font:15px/1.55 Inter,"Segoe UI",system-ui,-apple-system,Roboto,"Helvetica Neue",sans-serif;
font-variant-ligatures:no-contextual}
main,header.top,footer{max-width:1200px;margin:0 auto;padding:0 24px}
header.top{padding-top:44px;padding-bottom:8px}
footer{padding-top:20px;padding-bottom:44px;color:var(--muted);font-size:13px}
.eyebrow{margin:0;color:var(--accent);font-size:12.5px;font-weight:650;letter-spacing:.09em;
text-transform:uppercase}
h1{margin:.1em 0 .15em;font-size:36px;line-height:1.15;letter-spacing:-.022em;font-weight:700}
h2{margin:0 0 .2em;font-size:24px;line-height:1.2;letter-spacing:-.015em;font-weight:680}
h3{margin:26px 0 10px;font-size:16px;font-weight:650}
p{margin:.3em 0;max-width:80ch}
.lead{color:var(--muted);font-size:15.5px}
section{margin:44px 0 0}
.card,figure{background:var(--ground);border:1px solid var(--rule);border-radius:12px;
padding:20px 22px}
.card{margin:18px 0}
.card h3:first-child{margin-top:0}
.answer+.answer{border-top:1px solid var(--rule);margin-top:14px;padding-top:14px}
.answer h3{margin:0 0 2px;font-size:13px;color:var(--muted);font-weight:600}
.answer h3 a{color:inherit}
.answer p{margin:0;font-size:19px;line-height:1.4;font-weight:600;letter-spacing:-.008em}
.answer ul{margin:6px 0 0;padding-left:20px;color:var(--muted)}
.notes{border-left:4px solid var(--note);background:var(--note-ground)}
.notes ul{margin:0;padding-left:20px}.notes li+li{margin-top:4px}
.badge{display:inline-block;margin-left:10px;padding:2px 10px;border-radius:99px;
background:var(--bad-ground);color:var(--bad);font-size:13px;font-weight:650;vertical-align:middle;
letter-spacing:0}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(480px,100%),1fr));gap:18px;
margin:16px 0}
figure{margin:0;display:flex;flex-direction:column}
figure svg{width:100%;height:auto;margin-top:12px;overflow:visible}
svg text{font-size:11.5px;font-family:inherit;font-variant-numeric:tabular-nums}
figcaption b{display:block;font-size:15.5px;font-weight:650;letter-spacing:-.005em}
figcaption span{color:var(--muted);font-size:13px}
.remark{margin:10px 0 0;color:var(--muted);font-size:13px}
.scroll{overflow-x:auto;margin:14px 0}
table{border-collapse:collapse;font-size:13px;line-height:1.35;font-variant-numeric:tabular-nums;
background:var(--ground)}
caption{text-align:left;color:var(--muted);padding:0 0 6px;font-size:13px}
th,td{padding:5px 11px;text-align:left;white-space:nowrap;border-bottom:1px solid var(--rule)}
th{color:var(--muted);font-weight:600;border-bottom-color:var(--muted);vertical-align:bottom}
th[title]{text-decoration:underline dotted;text-underline-offset:3px;cursor:help}
.n{text-align:right}
tbody tr:hover td{background:color-mix(in srgb,var(--accent) 8%,transparent)}
ul.layouts{color:var(--muted);font-size:.86rem;max-width:60rem;columns:2;column-gap:2.5rem;padding-left:1.1rem}
ul.layouts li{break-inside:avoid;margin:.2rem 0}
td.bad{color:var(--bad);white-space:normal}td.why{color:var(--muted);white-space:normal}
.swatch{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:7px}
table.leads{font-size:12.5px;background:none;border-collapse:separate;border-spacing:3px}
table.leads td{border:0;border-radius:6px;text-align:center;padding:7px 9px;min-width:74px;
background:var(--page)}
table.leads td.led{background:color-mix(in srgb,var(--lead) 26%,var(--ground));font-weight:600}
table.leads th{border:0;text-align:center;vertical-align:middle}
table.leads th[scope=row]{text-align:right}
.pair{display:flex;flex-wrap:wrap;gap:0 36px}.pair .scroll{max-width:100%}
details{margin:10px 0;background:var(--ground);border:1px solid var(--rule);border-radius:10px;
padding:10px 16px}
summary{cursor:pointer;font-weight:600}
summary span{color:var(--muted);font-weight:400;margin-left:6px}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
nav{display:flex;flex-wrap:wrap;gap:6px 18px;margin-top:12px;font-size:14px}
code{font:12.5px ui-monospace,"SF Mono",Menlo,Consolas,monospace;color:var(--muted)}
@media print{body{background:#fff;font-size:10.5pt}main,header.top,footer{max-width:none;padding:0}
header.top{padding-top:0}nav{display:none}section{margin-top:24px}
.charts{grid-template-columns:1fr 1fr;gap:10px}.card,figure,details{border-color:#ccc}
.card,figure{break-inside:avoid;padding:10px 12px}.scroll{overflow:visible}
details:not([open]){display:none}h2,h3{break-after:avoid}th,td{padding:2px 5px}table{font-size:8pt}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
)";

}  // namespace

std::string htmlPage(const std::string& title, const std::string& body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
        "<title>{}</title>\n<style>\n:root{{{}{}}}\n"
        "@media screen and "
        "(prefers-color-scheme:dark){{:root{{{}{}}}}}{}</style>\n</head>\n<body>\n"
        "{}</body>\n</html>\n",
        escaped(title), kLight, colorVariables(false), kDark, colorVariables(true), kStyle, body);
}

}  // namespace sinew
