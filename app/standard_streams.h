// Makes sure that printed text arrives, or that the program reports its loss.
#pragma once

#include <string>

namespace sinew {

/// Opens closed streams, so that no file gets their numbers and the printed text. Writing to them
/// still fails. Call it before any file is opened.
void holdStandardStreams();

/// Flushes the output. Returns why output was lost, or an empty string.
std::string lostOutput();

}  // namespace sinew
