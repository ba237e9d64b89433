// The computer that figures were measured on.
#pragma once

#include <string>

namespace sinew {

struct Machine {
    std::string os;   // distribution and kernel
    std::string cpu;  // as the processor names itself; "unknown" when the system does not tell
    unsigned threads = 0;
};
Machine describeMachine();

}  // namespace sinew
