// Functions that each add one subcommand with its options.
#pragma once

#include "app/command_line.h"

namespace sinew::cli {

void addDevices(Program& program);
void addInspect(Program& program);
void addRender(Program& program);
void addDiff(Program& program);
void addExport(Program& program);
void addBake(Program& program);
void addVerify(Program& program);
void addBench(Program& program);
void addCompare(Program& program);
void addSettings(Program& program);

}  // namespace sinew::cli
