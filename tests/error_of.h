// Checks the messages of exceptions.
#pragma once

#include <gmock/gmock.h>

#include <exception>
#include <string>
#include <vector>

namespace sinew::test {

/// Returns the message of the exception that `run` throws, or "" if it throws none.
template <typename Run>
std::string errorOf(const Run& run) {
    try {
        (void)run();
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

/// Matches a message that contains each of these words.
inline testing::Matcher<std::string> says(const std::vector<std::string>& words) {
    std::vector<testing::Matcher<std::string>> all;
    for (const std::string& word : words) all.emplace_back(testing::HasSubstr(word));
    return testing::AllOfArray(all);
}

}  // namespace sinew::test
