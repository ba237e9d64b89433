// Makes sure that printed text arrives, or that the program reports its loss.
#pragma once

#include <string>

namespace sinew {

/// To be called before anything is opened. Opens streams that are closed, so that no file gets
/// their numbers and what is printed. Writing to them still fails.
void holdStandardStreams();

/// Flushes what was printed. Returns why it was lost, or nothing.
std::string lostOutput();

}  // namespace sinew
