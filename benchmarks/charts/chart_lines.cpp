// Computes the layout of bar and dot charts: one row per category, and the value axis at the
// bottom.
#include <algorithm>

#include "benchmarks/charts/chart_builder.h"

namespace sinew::chart {
namespace {

// Maximum width of group names and labels next to the bars, as a fraction of the chart's width. If
// they are wider, group names are on separate rows.
constexpr double kMostLabels = 0.4;

class Lines : Builder {
public:
    using Builder::Builder;

    Layout make() {
        double y = legend(0);
        if (!chart_.marks.empty()) y += line();
        layOut(y);
        bottomAxis(area_, chart_.value);
        for (size_t i = 0; i < chart_.categories.size(); ++i) {
            names(i);
            if (chart_.kind == Chart::Kind::bars) {
                bar(i);
            } else {
                dots(i);
            }
        }
        add(Line{{area_.left, area_.top}, {area_.left, area_.bottom}, kMuted});
        for (const ChartMark& mark : chart_.marks) markAt(mark);
        return std::move(out_);
    }

private:
    double barHeight() const { return 1.05 * em(); }
    double middleOf(size_t i) const { return tops_[i] + 0.5 * barHeight(); }

    bool startsGroup(size_t i) const {
        return i == 0 || chart_.categories[i].group != chart_.categories[i - 1].group;
    }

    void layOut(double y) {
        double groups = 0;
        double labels = 0;
        double texts = 0;
        for (const ChartCategory& category : chart_.categories) {
            groups = std::max(groups, widthOf(category.group));
            if (!category.label.empty()) {
                labels = std::max(labels, widthOf(category.label) + em());
            }
            texts = std::max(texts, widthOf(category.text));
        }
        above_ = groups + labels > kMostLabels * width_;
        labels_ = labels;
        area_ = {(above_ ? 0.0 : groups) + labels + gap(), y, width_ - texts - 2 * gap(), y};
        for (size_t i = 0; i < chart_.categories.size(); ++i) {
            if (startsGroup(i)) y += (above_ ? line() : 0.0) + 0.3 * em();
            tops_.push_back(y);
            y += 1.5 * em();
        }
        area_.bottom = y + 0.1 * em();
        values_.resize(chart_.categories.size());
        for (const ChartSeries& series : chart_.series) {
            for (const ChartPoint& point : series.points) {
                values_[static_cast<size_t>(point.x)].push_back({&series, &point});
            }
        }
    }

    void names(size_t i) {
        const ChartCategory& category = chart_.categories[i];
        const double end = area_.left - gap();
        if (startsGroup(i) && above_) {
            text({0, middleOf(i) - line()}, category.group, kText);
        } else if (startsGroup(i)) {
            text({end - labels_, middleOf(i)}, category.group, kText, Anchor::end);
        }
        text({end, middleOf(i)}, category.label, kMuted, Anchor::end);
    }

    struct Value {
        const ChartSeries* series;
        const ChartPoint* point;
    };

    /// If the chart has only one series, a bar has the colour of its category.
    const Paint& paintOfBar(const ChartSeries& series, size_t i) const {
        return chart_.series.size() == 1 ? chart_.categories[i].paint : series.paint;
    }

    void tip(size_t i) {
        const ChartCategory& category = chart_.categories[i];
        Tip tip{.box = {{0, tops_[i]}, {width_, tops_[i] + 1.5 * em()}},
                .title = category.group + (category.label.empty() ? "" : " " + category.label)};
        for (const auto& [series, point] : values_[i]) {
            tip.entries.push_back({paintOfBar(*series, i), series->name,
                                   spreadText(point->value, point->low, point->high)});
        }
        if (!category.text.empty()) tip.title += ": " + category.text;
        out_.tips.push_back(std::move(tip));
    }

    void bar(size_t i) {
        const ChartCategory& category = chart_.categories[i];
        double sum = 0;
        double end = area_.left;
        for (const auto& [series, point] : values_[i]) {
            const double start = end;
            end = area_.x(chart_.value, sum += point->value);
            add(Rectangle{{{start, tops_[i]}, {end, tops_[i] + barHeight()}},
                          paintOfBar(*series, i)});
        }
        if (category.high > category.low) {
            const double low = area_.x(chart_.value, category.low);
            const double high = area_.x(chart_.value, category.high);
            const double y = tops_[i] + barHeight() + 0.15 * em();
            add(Line{{low, y}, {high, y}, kText});
            for (const double x : {low, high}) {
                add(Line{{x, y - 0.12 * em()}, {x, y + 0.12 * em()}, kText});
            }
        }
        text({end + gap(), middleOf(i)}, category.text, sum > 0 ? kText : kMuted);
        tip(i);
    }

    void dots(size_t i) {
        const double y = middleOf(i);
        add(Line{{area_.left, y}, {area_.right, y}, kGrid});
        for (const auto& [series, point] : values_[i]) {
            add(Dot{{area_.x(chart_.value, point->value), y}, 0.38 * em(), series->paint});
        }
        text({area_.right + gap(), y}, chart_.categories[i].text, kText);
        tip(i);
    }

    void markAt(const ChartMark& mark) {
        const double x = area_.x(chart_.value, mark.at);
        dashed({x, area_.top - 0.2 * em()}, {x, area_.bottom}, inkOf(mark.paint));
        const double half = 0.5 * widthOf(mark.words);
        text({std::clamp(x, half, std::max(width_ - half, half)), area_.top - 0.5 * line()},
             mark.words, kMuted, Anchor::middle);
    }

    Area area_;
    bool above_ = false;  // true: group names are on separate rows
    double labels_ = 0;
    std::vector<double> tops_;  // upper end of each category's row
    std::vector<std::vector<Value>> values_;
};

}  // namespace

Layout layoutOfLines(const Chart& chart, double width, const Letters& letters) {
    return Lines(chart, width, letters).make();
}

}  // namespace sinew::chart
