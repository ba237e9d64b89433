// Mutates JSON trees: extreme numbers, longer lists, and values copied from other members.
#include "tests/fuzz/json_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace sinew::test {
namespace {

constexpr size_t kMaxDepth = 80;  // slightly above the limit of the readers
constexpr size_t kMaxNodes = 20000;

Json interestingNumber(Random& random, const Json& before) {
    const double old = before.is_number() ? before.get<double>() : 0.0;
    const int64_t integer = std::abs(old) < 1e9 ? static_cast<int64_t>(old) : 1;
    const Json numbers[] = {0,
                            1,
                            -1,
                            integer + 1,
                            integer - 1,
                            integer * 2,
                            255,
                            65536,
                            uint64_t{4294967295},
                            uint64_t{1} << 63,
                            std::numeric_limits<int32_t>::max(),
                            1e39,
                            0.5,
                            below(random, 16)};
    return numbers[below(random, std::size(numbers))];
}

// Returns every value of the tree, parents before children.
std::vector<Json*> nodesOf(Json& root) {
    std::vector<Json*> nodes = {&root};
    for (size_t i = 0; i < nodes.size() && nodes.size() < kMaxNodes; ++i) {
        if (!nodes[i]->is_structured()) continue;
        for (Json& child : *nodes[i]) nodes.push_back(&child);
    }
    return nodes;
}

void mutateString(Json& node, Random& random, const JsonWords& words) {
    auto text = node.get<std::string>();
    const size_t size = text.size();
    text.resize(size + 16);
    const size_t mutated =
        LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(text.data()), size, text.size());
    text.resize(mutated);
    node = below(random, 8) == 0 ? words.words[below(random, words.words.size())] : Json(text);
}

void mutateArray(Json& node, Random& random) {
    const size_t size = node.size();
    if (size == 0 || below(random, 8) == 0) {
        node.push_back(below(random, 4));
        return;
    }
    const size_t at = below(random, size);
    const size_t change = below(random, 4);
    if (change == 0) {
        node.erase(at);
    } else if (change == 1) {
        node.push_back(Json(node[at]));
    } else if (change == 2) {
        node.insert(node.begin() + static_cast<ptrdiff_t>(at), Json(node[at]));
    } else {
        std::swap(node[at], node[below(random, size)]);
    }
}

void mutateObject(Json& node, Random& random, const JsonWords& words) {
    if (node.empty() || below(random, 3) != 0) {
        node.merge_patch(words.snippets[below(random, words.snippets.size())]);
        return;
    }
    auto member = node.begin();
    std::advance(member, below(random, node.size()));
    if (below(random, 4) == 0) {
        member.value() = nullptr;
    } else {
        node.erase(member);
    }
}

// Changes the tree so that it requires large allocations: repeats items, or sets counts without
// data.
void multiply(Json& root, Random& random) {
    const std::vector<Json*> nodes = nodesOf(root);
    for (int tries = 0; tries < 32; ++tries) {
        Json& node = *nodes[below(random, nodes.size())];
        if (node.is_array() && !node.empty() && node.size() < 4096) {
            const Json item = node[below(random, node.size())];
            const size_t copies = size_t{1} << below(random, 12);
            for (size_t i = 0; i < copies; ++i) node.push_back(item);
            return;
        }
        if (node.is_object() && node.contains("count")) {
            node["count"] = uint64_t{1} << below(random, 33);
            if (below(random, 2) == 0) node.erase("bufferView");
            return;
        }
    }
}

void mutateTree(Json& root, Random& random, const JsonWords& words) {
    if (below(random, 6) == 0) multiply(root, random);
    const size_t steps = 1 + below(random, 3);
    for (size_t s = 0; s < steps; ++s) {
        const std::vector<Json*> nodes = nodesOf(root);
        Json& node = *nodes[below(random, nodes.size())];
        if (below(random, 12) == 0) {  // replaces it by a copy of another value
            const Json other = *nodes[below(random, nodes.size())];
            node = other;
        } else if (node.is_number()) {
            node = interestingNumber(random, node);
        } else if (node.is_string()) {
            mutateString(node, random, words);
        } else if (node.is_array()) {
            mutateArray(node, random);
        } else if (node.is_object()) {
            mutateObject(node, random, words);
        } else {
            node = below(random, 2) == 0;
        }
    }
}

bool deep(const std::string& text) {
    size_t depth = 0, deepest = 0;
    for (const char c : text) {
        if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
        if ((c == '}' || c == ']') && depth > 0) --depth;
    }
    return deepest > kMaxDepth;
}

}  // namespace

size_t below(Random& random, size_t count) {
    return count == 0 ? 0 : static_cast<size_t>(random()) % count;
}

void mutateJson(std::string& text, Random& random, const JsonWords& words,
                const std::function<void(Json&)>& before) {
    Json root = deep(text) ? Json(Json::value_t::discarded)
                           : Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (root.is_discarded()) {
        const size_t size = text.size();
        text.resize(size + 64);
        text.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(text.data()), size, text.size()));
        return;
    }
    if (before) before(root);
    mutateTree(root, random, words);
    text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sinew::test
