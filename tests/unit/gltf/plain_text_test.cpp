// Text of untrusted files is sanitized for terminals, messages explain errors of libraries, and
// JSON is parsed safely.
#include "skinning/plain_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <ios>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "skinning/fault_words.h"
#include "skinning/json_text.h"
#include "tests/error_of.h"

namespace sinew {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(PlainText, WordsOfAllLanguagesStay) {
    for (const char* text : {"", "walk 1",
                             "Arm\xc3\xa9"
                             "e",
                             "\xd0\xba\xd0\xbe\xd1\x81\xd1\x82\xd1\x8c", "\xe9\xaa\xa8",
                             "\xf0\x9f\xa6\xb4 \xef\xbb\xbf", "\xd7\xa2\xd7\xa6\xd7\x9d"}) {
        EXPECT_EQ(plainText(text), text);
        EXPECT_EQ(plainLines(text), text);
    }
}

TEST(PlainText, EveryControlCodeBecomesOneMark) {
    for (int code = 0; code < 0x20; ++code) {
        EXPECT_EQ(plainText(std::string("a") + static_cast<char>(code) + "b"), "a?b") << code;
    }
    EXPECT_EQ(plainText("a\x7f"
                        "b"),
              "a?b");
    // C1 control codes, as UTF-8 and as single bytes.
    for (int code = 0x80; code < 0xa0; ++code) {
        const char low = static_cast<char>(code);
        EXPECT_EQ(plainText(std::string("a\xc2") + low + "b"), "a?b") << code;
        EXPECT_EQ(plainText(std::string("a") + low + "b"), "a?b") << code;
    }
    for (const char* code :
         {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xa9",
          "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae",
          "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9"}) {
        EXPECT_EQ(plainText(std::string("a") + code + "b"), "a?b");
        EXPECT_EQ(plainLines(std::string("a\n") + code + "b"), "a\n?b");
    }
}

TEST(PlainText, WhatIsNotUtf8BecomesAMarkForEachByte) {
    EXPECT_EQ(plainText("a\xff"
                        "b"),
              "a?b");
    EXPECT_EQ(plainText("a\xc0\xafz"), "a??z");            // overlong encoding of a slash
    EXPECT_EQ(plainText("a\xed\xa0\x80z"), "a???z");       // lone surrogate
    EXPECT_EQ(plainText("a\xf4\x90\x80\x80z"), "a????z");  // beyond U+10FFFF
    EXPECT_EQ(plainText("a\xe2\x82"), "a??");              // truncated character
    EXPECT_EQ(plainText("\xe2\x80\x1b[2J"), "???[2J");
}

TEST(PlainText, ANulCutsNothing) {
    EXPECT_EQ(plainText(std::string_view("a\0b", 3)), "a?b");
    EXPECT_EQ(messageLine("sinew", std::string_view("a\0b", 3)), "sinew: a?b\n");
}

TEST(PlainText, OnlyLinesKeepTheirBreaks) {
    EXPECT_EQ(plainText("a\r\nb"), "a??b");
    EXPECT_EQ(plainLines("a\r\nb\n"), "a?\nb\n");
    EXPECT_EQ(messageLine("sinew", "a\nb"), "sinew: a b\n");
}

TEST(PlainText, ShortenedCutsBetweenCharacters) {
    const std::string bones = "\xe9\xaa\xa8\xe9\xaa\xa8\xe9\xaa\xa8\xe9\xaa\xa8";  // 12 bytes
    EXPECT_EQ(shortened(bones, 12), bones);
    EXPECT_EQ(shortened(bones, 11), "\xe9\xaa\xa8\xe9\xaa\xa8\xe2\x80\xa6");
    EXPECT_EQ(shortened(bones, 9), "\xe9\xaa\xa8\xe9\xaa\xa8\xe2\x80\xa6");
    EXPECT_EQ(shortened(bones, 8), "\xe9\xaa\xa8\xe2\x80\xa6");
    EXPECT_EQ(shortened("abcdef", 5), "ab\xe2\x80\xa6");
}

TEST(PlainText, ALongMessageKeepsItsStartAndWhatToTry) {
    for (const std::string& name : {std::string(100'000, 'x'), [] {
                                        std::string bones;
                                        for (int i = 0; i < 1000; ++i) bones += "\xe9\xaa\xa8";
                                        return bones;
                                    }()}) {
        const std::string line =
            messageLine("sinew-cli", "no clip called '" + name + "'; name one of idle, walk");
        EXPECT_LE(line.size(), kLongestLine);
        EXPECT_GT(line.size(), kLongestLine - 8);
        EXPECT_THAT(line, StartsWith("sinew-cli: no clip called '"));
        EXPECT_THAT(line, EndsWith("\xe2\x80\xa6; name one of idle, walk\n"));
        EXPECT_EQ(plainLines(line), line);
    }
    // Advice that is too long for one line is cut.
    const std::string line = messageLine("sinew-cli", "wrong; try " + std::string(1000, 'y'));
    EXPECT_EQ(line.size(), kLongestLine);
    EXPECT_THAT(line, StartsWith("sinew-cli: wrong; try yy"));
    EXPECT_THAT(line, EndsWith("y\xe2\x80\xa6\n"));
    EXPECT_EQ(messageLine("sinew", std::string(492, 'z')).size(), kLongestLine);
    EXPECT_EQ(messageLine("sinew", std::string(492, 'z')),
              "sinew: " + std::string(492, 'z') + '\n');
}

/// Returns faultWords() of the exception that `run` throws.
template <typename Run>
std::string wordsAfter(Run&& run) {
    try {
        run();
    } catch (const std::exception& fault) {
        return faultWords(fault);
    }
    return "nothing was thrown";
}

TEST(FaultWords, OurOwnStayAndThoseOfLibrariesAreReplaced) {
    EXPECT_EQ(faultWords(std::runtime_error("file.glb: broken; export it again")),
              "file.glb: broken; export it again");
    const std::string memory = "out of memory; try fewer instances or a smaller model";
    EXPECT_EQ(faultWords(std::bad_alloc()), memory);
    EXPECT_EQ(wordsAfter([] {
                  std::vector<int> v;
                  v.resize(static_cast<size_t>(-1));
              }),
              memory);
    const std::string folder =
        wordsAfter([] { (void)std::filesystem::directory_iterator("no-such-folder"); });
    EXPECT_THAT(folder, StartsWith("no-such-folder: "));
    EXPECT_THAT(folder, Not(HasSubstr("filesystem error")));
    EXPECT_THAT(wordsAfter([] { throw std::ios_base::failure("basic_filebuf::underflow"); }),
                Not(HasSubstr("basic_")));
    EXPECT_THAT(wordsAfter([] { (void)std::string("a").substr(5); }), Not(HasSubstr("basic_")));
    EXPECT_THAT(wordsAfter([] { (void)nlohmann::json::parse("[").size(); }),
                Not(HasSubstr("json.")));
}

using testing::AllOf;

std::string jsonError(std::string_view text, int maxDepth = kMaxJsonDepth) {
    return test::errorOf([&] { parseJsonText(text, maxDepth); });
}

std::string nested(size_t levels, std::string_view open, std::string_view close) {
    std::string text;
    for (size_t i = 0; i < levels; ++i) text += open;
    text += "1";
    for (size_t i = 0; i < levels; ++i) text += close;
    return text;
}

TEST(JsonText, ReadsWhatTheLibraryReads) {
    std::string many = "[";
    for (int i = 0; i < 5000; ++i) many += fmt::format(R"({{"i":{},"a":[{}]}},)", i, i);
    many.back() = ']';
    for (const std::string text :
         {many.c_str(), "null", "true", "-3", "18446744073709551615", "0.125", R"("a\u00e9\n")",
          "[]", "{}", R"([1,[2,{"a":[3,{}]}],{"b":{"c":null}},4])",
          R"({"a":1,"b":[{},[],{"a":2}],"a":[5,6]})", " { \"a\" : [ 1 , 2 ] } \n"}) {
        EXPECT_EQ(parseJsonText(text), nlohmann::json::parse(text)) << text;
    }
}

TEST(JsonText, IsRefusedWhereItIsNestedTooDeep) {
    EXPECT_EQ(jsonError(nested(64, "[", "]")), "");
    EXPECT_EQ(jsonError(nested(65, "[", "]")), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError(nested(65, R"({"a":)", "}")), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError(nested(200'000, "[", "]")), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError(std::string(200'000, '[')), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError("[[1]]", 1), "the JSON is nested deeper than 1 levels");
}

TEST(JsonText, FaultsNameLineAndColumnInOwnWords) {
    EXPECT_EQ(jsonError("{\n  \"a\": tru\n}"),
              "not valid JSON at line 2, column 11, near \"a\": tru");
    EXPECT_EQ(jsonError("{\"a\": [1, 2"), "the JSON ends too early, at line 1, column 12");
    EXPECT_EQ(jsonError(""), "the JSON ends too early, at line 1, column 1");
    EXPECT_THAT(jsonError("[1e999]"), HasSubstr("a number is too large at line 1"));
    EXPECT_THAT(jsonError("[1] x"), HasSubstr("not valid JSON at line 1, column 5"));
    for (const char* text : {"{\"a\": \x01}", "{1:2}", "[1,]"}) {
        EXPECT_THAT(jsonError(text), AllOf(HasSubstr("not valid JSON at line 1"),
                                           Not(HasSubstr("exception")), Not(HasSubstr("syntax"))))
            << text;
    }
    EXPECT_EQ(jsonError("[\"\xff\"]"), "the JSON is not UTF-8 at line 1, column 3");
    EXPECT_EQ(jsonError("[\"\xc3(\"]"), "the JSON is not UTF-8 at line 1, column 4");
}

}  // namespace
}  // namespace sinew
