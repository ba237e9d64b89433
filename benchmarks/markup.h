// Puts text of any source into a page; and the shapes of a drawing.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Safe between tags and in quoted attributes, of HTML and XML alike: & < > " ' are escaped, bytes
/// that are no UTF-8 and characters that are not plain (skinning/plain_text.h) become U+FFFD.
std::string escaped(std::string_view text);

/// About how wide text is in the page's font: 1 is a letter of middling width.
size_t lettersIn(std::string_view text);

/// Appends SVG shapes. Coordinates in user units; `style` are trusted CSS declarations; texts and
/// tips (shown under the pointer; empty: none) are escaped.
class Drawing {
public:
    void rect(double x, double y, double width, double height, const std::string& style,
              const std::string& tip = {});
    void line(double x0, double y0, double x1, double y1, const std::string& style);
    void circle(double x, double y, double radius, const std::string& style,
                const std::string& tip = {});
    /// `points`: "x,y x,y ...".
    void polyline(const std::string& points, const std::string& style);
    void polygon(const std::string& points, const std::string& style);
    enum class Anchor { start, middle, end };
    void text(double x, double y, std::string_view text, Anchor anchor = Anchor::start,
              const std::string& style = {}, const std::string& tip = {});

    /// The whole element, scaled to the width it is given.
    std::string svg(double width, double height, const std::string& title,
                    const std::string& description) const;

private:
    std::string body_;
};

}  // namespace sinew
