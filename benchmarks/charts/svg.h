// Converts charts to SVG elements for an HTML page.
#pragma once

#include <string>

#include "benchmarks/charts/charts.h"

namespace sinew {

/// Returns an <svg> element, 560 units wide, without title and remark. Its colours are CSS
/// variables: those of colorVariables(), and --ink, --muted, --rule, --ground.
std::string svgOf(const Chart& chart);

/// Returns CSS declarations for all colours: "--step-5:#d55f3e;--method-2:...".
std::string colorVariables(bool onDark);

std::string variableOf(const Paint& paint);

}  // namespace sinew
