// Computes the layout of a chart for a width: shapes and texts. The HTML page and the window draw
// them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "benchmarks/charts/charts.h"

namespace sinew::chart {

struct Point {
    double x = 0;
    double y = 0;  // downwards
};
struct Box {
    Point low;
    Point high;

    bool meets(const Box& other) const {
        return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y &&
               other.low.y < high.y;
    }
};

struct Ink {
    enum class Role : uint8_t { text, muted, grid, paint };
    Role role = Role::muted;
    Paint paint;
};
inline constexpr Ink kText{Ink::Role::text, {}};
inline constexpr Ink kMuted{Ink::Role::muted, {}};
inline constexpr Ink kGrid{Ink::Role::grid, {}};
constexpr Ink inkOf(const Paint& paint) {
    return {Ink::Role::paint, paint};
}

struct Rectangle {
    Box box;
    Paint paint;
};
struct Line {
    Point from;
    Point to;
    Ink ink;
    double width = 1;
    double dash = 0;  // length of a dash; 0: solid
};
/// A dot is drawn hollow for the second and later choices of a method (paint.variant > 0).
struct Dot {
    Point at;
    double radius = 1;
    Paint paint;
};
struct Band {
    std::vector<Point> above;
    std::vector<Point> below;
    Paint paint;
};
enum class Anchor : uint8_t { start, middle, end };
struct Text {
    // x of this point is the start, middle or end of the text (`anchor`); y is its vertical middle.
    Point at;
    std::string words;
    Ink ink;
    Anchor anchor = Anchor::start;
    bool bold = false;
};
using Shape = std::variant<Rectangle, Line, Dot, Band, Text>;

struct Tip {
    struct Entry {
        Paint paint;
        std::string name;
        std::string value;
    };
    Box box;
    std::string title;
    std::vector<Entry> entries;
};

struct Letters {
    double size = 1;
    std::function<double(const std::string&)> widthOf;
};

struct Layout {
    double height = 0;
    std::vector<Shape> shapes;  // in drawing order
    std::vector<Tip> tips;      // overlapping boxes: the first tip is shown
};

/// Returns the layout with its top left corner at (0, 0), without the chart's title, subtitle and
/// remark.
Layout layoutOf(const Chart& chart, double width, const Letters& letters);

}  // namespace sinew::chart
