// Mutates JSON as a tree. The result is valid JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace sinew::test {

using Json = nlohmann::json;
using Random = std::minstd_rand;

/// Text and members that a mutation inserts, from the vocabulary of a format.
struct JsonWords {
    Json snippets;  // objects with members of the format
    Json words;     // texts of the format
};

size_t below(Random& random, size_t count);

/// Makes one to three changes in the JSON tree of `text`. `before` may change the tree first.
/// Invalid or deeply nested JSON is changed as bytes.
void mutateJson(std::string& text, Random& random, const JsonWords& words,
                const std::function<void(Json&)>& before = {});

}  // namespace sinew::test
