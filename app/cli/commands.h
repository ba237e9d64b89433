// The subcommands: each adds itself, with its options and what it runs, to the program.
#pragma once

#include <CLI/CLI.hpp>

namespace sinew::cli {

void addDevices(CLI::App& program);
void addInspect(CLI::App& program);
void addRender(CLI::App& program);
void addDiff(CLI::App& program);
void addExport(CLI::App& program);
void addBake(CLI::App& program);
void addVerify(CLI::App& program);
void addBench(CLI::App& program);
void addCompare(CLI::App& program);

}  // namespace sinew::cli
