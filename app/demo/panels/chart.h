// Charts in the window: the descriptions that the page is drawn from too (benchmarks/charts.h).
#pragma once

#include "app/demo/interface.h"
#include "benchmarks/charts.h"

namespace sinew {

/// At the cursor, `width` wide in screen units and as high as it needs to be, title and legend
/// included; the cursor stands below it then. What the mouse points at is told beside it.
void drawChart(const Chart& chart, const Interface& interface, float width);

}  // namespace sinew
