// Greedy covering arrays.
#include "tests/gpu/covering_choices.h"

#include <algorithm>
#include <random>
#include <unordered_set>

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew::test {
namespace {

/// Enough that each pair of values of the rarest method is among them.
constexpr size_t kCandidates = 3000;

/// A value is setting << 8 | word. Two values: the first one in the upper half.
using Combination = uint64_t;

SkinChoice randomChoice(std::mt19937& random) {
    SkinChoice choice{allMethods()[random() % kMethodCount], {}};
    for (const SettingWords& setting : settingWords()) {
        setting.words[random() % setting.words.size()].apply(choice.settings);
    }
    return {choice.method, supported(choice)};
}

std::vector<uint32_t> valuesOf(const SkinChoice& choice) {
    std::vector<uint32_t> values{static_cast<uint32_t>(choice.method)};
    for (uint32_t s = 0; s < settingWords().size(); ++s) {
        const auto words = settingWords()[s].words;
        for (uint32_t w = 0; w < words.size(); ++w) {
            if (words[w].is(choice.settings)) values.push_back((s + 1) << 8 | w);
        }
    }
    return values;
}

std::vector<Combination> combinationsOf(const SkinChoice& choice, Covered covered) {
    const std::vector<uint32_t> values = valuesOf(choice);
    std::vector<Combination> combinations;
    for (size_t a = 0; a < values.size(); ++a) {
        if (covered == Covered::values) combinations.push_back(values[a]);
        for (size_t b = a + 1; covered == Covered::pairs && b < values.size(); ++b) {
            combinations.push_back(uint64_t{values[a]} << 32 | values[b]);
        }
    }
    return combinations;
}

}  // namespace

std::vector<SkinChoice> coveringChoices(Covered covered, uint32_t seed,
                                        const std::function<bool(const SkinChoice&)>& isPossible) {
    std::mt19937 random(seed);
    std::vector<std::pair<SkinChoice, std::vector<Combination>>> candidates;
    std::unordered_set<Combination> missing;
    for (size_t i = 0; i < kCandidates; ++i) {
        const SkinChoice choice = randomChoice(random);
        if (!isPossible(choice)) continue;
        candidates.emplace_back(choice, combinationsOf(choice, covered));
        missing.insert(candidates.back().second.begin(), candidates.back().second.end());
    }
    const auto gain = [&](const auto& candidate) {
        return std::ranges::count_if(candidate.second,
                                     [&](const Combination& c) { return missing.contains(c); });
    };
    std::vector<SkinChoice> choices;
    while (!missing.empty()) {
        const auto best = std::ranges::max_element(candidates, {}, gain);
        for (const Combination& combination : best->second) missing.erase(combination);
        choices.push_back(best->first);
    }
    return choices;
}

}  // namespace sinew::test
