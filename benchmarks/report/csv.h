// Writes lines of comma-separated values (RFC 4180). A text that looks like a formula gets an
// apostrophe in front.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "skinning/plain_text.h"

namespace sinew {

/// Writes one line: the column names if `naming` is true, otherwise the values. So the same calls
/// write both kinds of lines.
class CsvLine {
public:
    CsvLine(std::string& out, bool naming) : out_(out), naming_(naming) {}
    ~CsvLine() { out_ += "\r\n"; }
    CsvLine(const CsvLine&) = delete;
    CsvLine& operator=(const CsvLine&) = delete;

    void text(const std::string& name, std::string_view value) {
        std::string cell = plainText(value);
        if (cell.find_first_of("=+-@") == 0) cell.insert(0, 1, '\'');
        add(name, cell);
    }
    template <typename Number>
    void number(const std::string& name, Number value) {
        add(name, fmt::format("{}", value));
    }
    template <typename Number>
    void number(const std::string& name, const std::optional<Number>& value) {
        add(name, value ? fmt::format("{}", *value) : "");
    }
    /// Writes a member of a value that may be missing.
    template <typename T, typename Member>
    void member(const std::string& name, const T* from, Member T::*which) {
        add(name, from ? fmt::format("{}", from->*which) : "");
    }
    template <typename T, typename Member>
    void member(const std::string& name, const std::optional<T>& from, Member T::*which) {
        member(name, from ? &*from : nullptr, which);
    }

private:
    void add(std::string_view name, std::string_view value) {
        if (!first_) out_ += ',';
        first_ = false;
        const std::string_view text = naming_ ? name : value;
        if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
            out_ += text;
            return;
        }
        out_ += '"';
        for (const char c : text) out_.append(c == '"' ? 2 : 1, c);
        out_ += '"';
    }

    std::string& out_;
    bool naming_;
    bool first_ = true;
};

}  // namespace sinew
