// Helpers for tests of commands: runs that must succeed or be refused, and the files they write.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "skinning/plain_text.h"
#include "tests/cli/program.h"
#include "tests/error_of.h"
#include "tests/gltf.h"

namespace sinew::test {

/// The smallest shipped character.
inline const std::string kLowMannequin = shipped("mannequin_low.glb").string();

/// Runs sinew-cli, which must end with exit code 0.
inline Outcome succeed(const std::string& arguments, const std::string& environment = "") {
    Outcome run = runCli(arguments, environment);
    EXPECT_EQ(run.exitCode, 0) << arguments << '\n' << run.out << run.error;
    return run;
}

/// Runs sinew-cli, which must succeed, and returns the bytes of `file`.
inline std::string written(const std::filesystem::path& file, const std::string& arguments) {
    succeed(arguments);
    return readFile(file);
}

inline nlohmann::json readJson(const std::filesystem::path& file) {
    return nlohmann::json::parse(readFile(file));
}

/// Expects that the run ended with exit code 1, and that its last line on stderr matches `words`.
inline void expectFault(const Outcome& run, const testing::Matcher<const std::string&>& words) {
    EXPECT_EQ(run.exitCode, 1) << run.out;
    EXPECT_EQ(run.lastError.rfind("sinew-cli: ", 0), 0u) << run.error;
    EXPECT_THAT(run.lastError, words);
}

/// Expects that sinew-cli ends with exit code 1 and prints only one line, on stderr. The line is
/// plain text of at most kLongestLine bytes and matches `words`.
inline void expectRefused(const std::string& arguments,
                          const testing::Matcher<const std::string&>& words,
                          const std::string& environment = "") {
    SCOPED_TRACE(arguments);
    const Outcome run = runCli(arguments, environment);
    expectFault(run, words);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.error, run.lastError + '\n');
    EXPECT_EQ(plainLines(run.error), run.error);
    EXPECT_LE(run.error.size(), kLongestLine);
}
inline void expectRefused(const std::string& arguments, const char* part) {
    expectRefused(arguments, testing::HasSubstr(std::string(part)));
}
inline void expectRefused(const std::string& arguments, const std::string& part) {
    expectRefused(arguments, testing::HasSubstr(part));
}

/// A change that makes a JSON document invalid: the member at `pointer` gets `value`, or is removed
/// if `value` is null. The reader's error must contain `jsonPath` and `words`.
struct JsonFault {
    const char* pointer;
    const char* value;
    const char* jsonPath;
    const char* words;
};

/// Expects that `read` accepts `good`, and refuses it after each change of `faults`.
template <typename Document, typename Read>
void expectFaults(const Document& good, const Read& read, std::initializer_list<JsonFault> faults) {
    EXPECT_EQ(errorOf([&] { read(good); }), "");
    for (const JsonFault& f : faults) {
        Document changed = good;
        const typename Document::json_pointer at(f.pointer);
        if (f.value) {
            changed[at] = Document::parse(f.value);
        } else {
            changed[at.parent_pointer()].erase(at.back());
        }
        EXPECT_THAT(errorOf([&] { read(changed); }),
                    testing::AllOf(testing::HasSubstr(f.jsonPath), testing::HasSubstr(f.words)))
            << f.pointer << ' ' << (f.value ? f.value : "removed");
    }
}

/// Returns the names of the files and folders in `folder`, sorted.
inline std::vector<std::string> namesIn(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// Returns a triangle with the corners (0, 0, 0), (1, 0, 0) and (0, 1, 0), drawn by node 0,
/// "stone".
inline Gltf triangle() {
    Gltf gltf;
    gltf.add("nodes", {{"name", "stone"}, {"mesh", 0}});
    gltf.add("meshes", {{"primitives", {{{"attributes", {}}}}}});
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    return gltf;
}

inline size_t countOf(const std::string& text, std::string_view part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace sinew::test
