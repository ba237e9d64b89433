// Charts as SVG elements for a page.
#pragma once

#include <string>

#include "benchmarks/charts/charts.h"

namespace sinew {

/// One <svg> element, 560 units wide, without title and remark. Colours are the CSS variables of
/// colorVariables(), and --ink, --muted, --rule, --ground.
std::string svgOf(const Chart& chart);

/// CSS declarations of every Paint: "--step-5:#d55f3e;--method-2:...".
std::string colorVariables(bool onDark);

std::string variableOf(const Paint& paint);

}  // namespace sinew
