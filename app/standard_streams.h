// Ensures that printed text is written, or that the program reports its loss.
#pragma once

#include <string>

namespace sinew {

/// Opens closed standard streams on /dev/null, so that no file opened later gets their descriptor
/// numbers, and with them the printed text. Writes to them still fail. Call it before any file is
/// opened.
void holdStandardStreams();

/// Flushes stdout. Returns why output was lost, or an empty string.
std::string lostOutput();

}  // namespace sinew
