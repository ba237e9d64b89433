// Uses the event parser of nlohmann::json, which does not recurse, and builds the tree itself with
// a limit of depth. The library's callback parser could count levels too, but re-reads every array
// at each level that it leaves.
#include "skinning/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sinew {
namespace {

using Json = nlohmann::json;

/// Returns the line and column of the byte at `offset`: "line 3, column 7".
std::string lineAndColumn(std::string_view text, size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const size_t lastBreak = before.rfind('\n');
    const size_t column = lastBreak == before.npos ? offset + 1 : offset - lastBreak;
    return fmt::format("line {}, column {}", line, column);
}

/// Returns the text that precedes `offset` in its line, if it is plain ASCII.
std::string shownBefore(std::string_view text, size_t offset) {
    constexpr size_t kShown = 24;
    const std::string_view before = text.substr(0, offset + 1);
    size_t first = before.size() - std::min(before.size(), kShown);
    for (size_t i = first; i < offset; ++i) {
        if (before[i] == '\n') first = i + 1;
    }
    std::string_view shown = before.substr(first);
    while (!shown.empty() && std::string_view(" \t\r\n").find(shown.back()) != shown.npos)
        shown.remove_suffix(1);
    while (!shown.empty() && shown.front() == ' ') shown.remove_prefix(1);
    const bool plain =
        std::all_of(shown.begin(), shown.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return plain && !shown.empty() ? fmt::format(", near {}", shown) : std::string();
}

class TreeBuilder final : public nlohmann::json_sax<Json> {
public:
    TreeBuilder(std::string_view text, int maxDepth) : text_(text), maxDepth_(maxDepth) {}

    Json take() { return std::move(root_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(std::move(value)); }
    bool start_object(std::size_t) override { return open(Json::value_t::object); }
    bool start_array(std::size_t) override { return open(Json::value_t::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        member_ = &(*open_.back())[std::move(name)];
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const Json::exception& error) override {
        constexpr int kOutOfRange = 406;
        // The library's positions count bytes from 1 and include the wrong byte.
        const size_t offset = std::min(std::max<size_t>(position, 1) - 1, text_.size());
        const std::string lineColumn = lineAndColumn(text_, offset);
        if (error.id == kOutOfRange) throw JsonError("a number is too large at " + lineColumn);
        if (offset == text_.size()) throw JsonError("the JSON ends too early, at " + lineColumn);
        if (std::string_view(error.what()).find("UTF-8") != std::string_view::npos) {
            throw JsonError("the JSON is not UTF-8 at " + lineColumn);
        }
        throw JsonError(
            fmt::format("not valid JSON at {}{}", lineColumn, shownBefore(text_, offset)));
    }

private:
    template <typename Value>
    Json& insert(Value&& value) {
        if (open_.empty()) return root_ = Json(std::forward<Value>(value));
        if (open_.back()->is_array()) {
            return open_.back()->emplace_back(std::forward<Value>(value));
        }
        return *member_ = Json(std::forward<Value>(value));
    }

    template <typename Value>
    bool add(Value&& value) {
        insert(std::forward<Value>(value));
        return true;
    }

    bool open(Json::value_t kind) {
        if (open_.size() >= static_cast<size_t>(maxDepth_)) {
            throw JsonError(fmt::format("the JSON is nested deeper than {} levels", maxDepth_));
        }
        // The address stays valid: while a value is open, its container gets no other member.
        open_.push_back(&insert(kind));
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    std::string_view text_;
    int maxDepth_;
    Json root_;
    std::vector<Json*> open_;
    Json* member_ = nullptr;
};

}  // namespace

Json parseJsonText(std::string_view text, int maxDepth) {
    TreeBuilder builder(text, maxDepth);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

}  // namespace sinew
