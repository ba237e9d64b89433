// JSON of files that nobody vouches for: depth, faults in own words, the same values as the
// library.
#include "skinning/json_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include "tests/error_of.h"

namespace sinew {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

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
    for (const char* text :
         {"null", "true", "-3", "18446744073709551615", "0.125", R"("a\u00e9\n")", "[]", "{}",
          R"([1,[2,{"a":[3,{}]}],{"b":{"c":null}},4])", R"({"a":1,"b":[{},[],{"a":2}],"a":[5,6]})",
          " { \"a\" : [ 1 , 2 ] } \n"}) {
        EXPECT_EQ(parseJsonText(text), nlohmann::json::parse(text)) << text;
    }
}

TEST(JsonText, ManyElementsKeepTheirPlaces) {
    std::string text = "[";
    for (int i = 0; i < 5000; ++i) text += fmt::format(R"({{"i":{},"a":[{}]}},)", i, i);
    text.back() = ']';
    const nlohmann::json json = parseJsonText(text);
    ASSERT_EQ(json.size(), 5000u);
    EXPECT_EQ(json, nlohmann::json::parse(text));
}

TEST(JsonText, IsRefusedWhereItIsNestedTooDeep) {
    EXPECT_EQ(jsonError(nested(64, "[", "]")), "");
    EXPECT_EQ(jsonError(nested(65, "[", "]")), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError(nested(65, R"({"a":)", "}")), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError(nested(200'000, "[", "]")), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError(std::string(200'000, '[')), "the JSON is nested deeper than 64 levels");
    EXPECT_EQ(jsonError("[[1]]", 1), "the JSON is nested deeper than 1 levels");
}

TEST(JsonText, FaultsAreToldByPlaceAndInOwnWords) {
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
