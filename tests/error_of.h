// The message of what is thrown, and its words.
#pragma once

#include <gmock/gmock.h>

#include <exception>
#include <string>
#include <vector>

namespace sinew::test {

/// The message of the error that `run` ends with; empty if it ends without one.
template <typename Run>
std::string errorOf(const Run& run) {
    try {
        (void)run();
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

/// A message that contains each of these words.
inline testing::Matcher<std::string> says(const std::vector<std::string>& words) {
    std::vector<testing::Matcher<std::string>> all;
    for (const std::string& word : words) all.emplace_back(testing::HasSubstr(word));
    return testing::AllOfArray(all);
}

}  // namespace sinew::test
