// What a program prints arrives, or the program says that it did not.
#pragma once

#include <string>

namespace sinew {

/// Before anything is opened: a stream that was closed is held open, so that no file takes its
/// number and gets what is printed. Writing to it still fails.
void holdStandardStreams();

/// Sends what was printed on its way. Returns why it did not arrive, or nothing.
std::string lostOutput();

}  // namespace sinew
