// Ensures that printed text is written, or that the program reports its loss.
#pragma once

#include <string>

namespace sinew {

/// Opens closed standard streams on /dev/null, so that no other file gets their numbers and the
/// printed text. Writing to them still fails. Call it before any file is opened.
void holdStandardStreams();

/// Flushes stdout. Returns why output was lost, or an empty string.
std::string lostOutput();

}  // namespace sinew
