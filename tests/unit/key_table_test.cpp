// Keys found by table against keys found by looking at all.
#include "skinning/packing/key_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace sinew {
namespace {

/// Sets of keys of many densities: even, crowded at one end, single, and not there from the start.
class Sets {
public:
    explicit Sets(uint32_t seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> unit;
        for (const size_t count : {1u, 2u, 3u, 9u, 40u, 41u, 300u, 2000u}) {
            const float crowding = 0.5f + 3 * unit(random), start = 2 * unit(random) - 1;
            std::vector<float>& set = times_.emplace_back();
            for (size_t k = 0; k < count; ++k) {
                const float share = static_cast<float>(k) / static_cast<float>(count);
                set.push_back(std::max(start, 0.0f) + 7 * std::pow(share, crowding));
                if (k > 0) set[k] = std::max(set[k], std::nextafter(set[k - 1], 100.0f));
            }
        }
        for (const auto& set : times_) spans_.emplace_back(set);
    }
    const KeyTimes& all() const { return spans_; }

private:
    std::vector<std::vector<float>> times_;
    KeyTimes spans_;
};

void expectFound(const KeyTable& table, const KeyTimes& sets, float time) {
    for (size_t s = 0; s < sets.size(); ++s) {
        const std::span<const float> times = sets[s];
        size_t key = 0;
        while (key + 1 < times.size() && times[key + 1] <= time) ++key;
        const KeyPosition at = table.locate(s, table.stepOf(time), time);
        ASSERT_EQ(at.key, key) << "set " << s << " at " << time;
        if (key + 1 == times.size() || time <= times[key]) {
            ASSERT_EQ(at.fraction, 0) << "set " << s << " at " << time;
            continue;
        }
        const double seconds = double{times[key + 1]} - times[key];
        ASSERT_NEAR(at.fraction, (double{time} - times[key]) / seconds, 3e-7);
        ASSERT_NEAR(at.seconds, seconds, 1e-7 * seconds);
    }
}

TEST(KeyTable, FindsTheKeyOfEverySetAtEveryTime) {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> unit;
    for (uint32_t seed = 0; seed < 20; ++seed) {
        const Sets sets(seed);
        const KeyTable table(sets.all());
        for (int i = 0; i < 500; ++i) expectFound(table, sets.all(), 9 * unit(random));
        if (testing::Test::HasFailure()) return;
    }
}

TEST(KeyTable, AKeyBeginsAtItsTimeAndNotBefore) {
    const Sets sets(3);
    const KeyTable table(sets.all());
    for (const std::span<const float> set : sets.all()) {
        for (const float time : set) {
            for (const float t :
                 {std::nextafter(time, -1.0f), time, std::nextafter(time, 100.0f)}) {
                expectFound(table, sets.all(), std::max(t, 0.0f));
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

TEST(KeyTable, HoldsBeforeTheFirstKeyAndBehindTheLast) {
    const std::vector<float> late{2, 3, 4}, single{1}, zero{0};
    const KeyTimes sets{late, single, zero};
    const KeyTable table(sets);
    for (const float time : {-1.0f, 0.0f, 0.5f, 1.9f, 4.0f, 5.0f, 1e30f}) {
        expectFound(table, sets, time);
    }
}

TEST(KeyTable, KeysThatAreNextToEachOtherHaveNoShareThatIsNotANumber) {
    const std::vector<float> times{0.0f, std::numeric_limits<float>::denorm_min(), 1.0f};
    const KeyTable table(KeyTimes{times});
    for (const float time : {0.0f, times[1], 0.5f, 1.0f}) {
        const KeyPosition at = table.locate(0, table.stepOf(time), time);
        EXPECT_GE(at.fraction, 0) << time;
        EXPECT_LE(at.fraction, 1) << time;
    }
}

}  // namespace
}  // namespace sinew
