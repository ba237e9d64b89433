// The message of what is thrown.
#pragma once

#include <exception>
#include <string>

namespace sinew::test {

/// The message of the error that `run` ends with; empty if it ends without one.
template <typename Run>
std::string errorOf(const Run& run) {
    try {
        run();
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

}  // namespace sinew::test
