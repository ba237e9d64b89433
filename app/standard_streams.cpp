// Opens closed standard streams, and checks that output was written.
#include "app/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace sinew {

void holdStandardStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
        // open() returns the lowest free number, which is this stream. The wrong access mode makes
        // later reads or writes fail.
        (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

std::string lostOutput() {
    errno = 0;
    const bool arrived = std::fflush(stdout) == 0;
    const int error = errno;
    if (arrived && !std::ferror(stdout)) return {};
    std::string why = "the output was not written";
    if (error != 0) why += std::string(": ") + std::strerror(error);
    return why + "; check the target of stdout";
}

}  // namespace sinew
