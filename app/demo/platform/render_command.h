// The `sinew-cli render` command for the view of the window.
#pragma once

#include <string>
#include <vector>

#include "app/demo/session/state.h"

namespace sinew {

/// Returns true if the command line can describe the models without a scene file.
bool isPlain(const State& state);

/// Returns the command that renders the view of `state`, without panels. `file` is the result of
/// drawnFile(), `crowd` is the box around all instances, and `instances` is their number.
std::string renderCommand(const State& state, const std::string& file, const Box& crowd,
                          uint32_t instances);

/// Returns descriptions of the parts of the view that renderCommand() cannot contain.
std::vector<std::string> missingInCommand(const State& state);

/// Returns the value of --clip: the name, or "#INDEX" if sinew-cli would read the name as another
/// clip.
std::string clipArgument(const Model& model, uint32_t clip);

/// Returns the options of a model, such as --clips, each with a space before it.
std::string optionsText(const ShownModel& shown);

/// Quotes text for a POSIX shell if necessary.
std::string shellWord(const std::string& text);

}  // namespace sinew
