// Mutations of JSON as a tree: what comes out is JSON again.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace sinew::test {

using Json = nlohmann::json;
using Random = std::minstd_rand;

/// What a format is made of.
struct JsonWords {
    Json snippets;  // objects with members that mean something
    Json words;     // texts worth trying
};

size_t below(Random& random, size_t count);

/// One to three changes; `before` may change the tree first. Text that is no JSON, or nested too
/// deep for a tree, is changed as bytes.
void mutateJson(std::string& text, Random& random, const JsonWords& words,
                const std::function<void(Json&)>& before = {});

}  // namespace sinew::test
