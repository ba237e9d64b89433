// Settings, apart from reports: their Comparison is another one than that of benchmarks/compare.h.
#pragma once

#include <string>

namespace sinew::test {

/// Reads the settings in $XDG_CONFIG_HOME. What is wrong with the values that come out, or empty.
std::string brokenSettings();

}  // namespace sinew::test
