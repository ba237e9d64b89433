// Composes images and text into one image, on the CPU.
#include "app/cli/difference_picture.h"

#include <stb_easy_font.h>

#include <algorithm>
#include <glm/gtc/color_space.hpp>

#include "shaders/shared/colormap.h"

namespace sinew::cli {
namespace {

using Color = glm::u8vec3;

constexpr Color kPaper{20, 20, 24};
constexpr Color kInk{226, 226, 230};
constexpr Color kMark{90, 230, 255};  // not in the colour bar
constexpr int kScale = 2;             // pixels per font pixel
constexpr int kLine = 12 * kScale;
constexpr int kMargin = 8 * kScale;

struct Area {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

class Canvas {
public:
    Canvas(int width, int height)
        : picture_{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}} {
        picture_.rgba.resize(size_t{picture_.width} * picture_.height * 4);
        fill({0, 0, width, height}, kPaper);
    }

    void fill(Area area, Color color) {
        const int right = std::min(area.x + area.width, static_cast<int>(picture_.width));
        const int bottom = std::min(area.y + area.height, static_cast<int>(picture_.height));
        for (int y = std::max(area.y, 0); y < bottom; ++y) {
            for (int x = std::max(area.x, 0); x < right; ++x) {
                uint8_t* pixel = &picture_.rgba[4 * (size_t(y) * picture_.width + size_t(x))];
                pixel[0] = color.r;
                pixel[1] = color.g;
                pixel[2] = color.b;
                pixel[3] = 255;
            }
        }
    }

    void paste(const Picture& from, int x, int y) {
        for (uint32_t row = 0; row < from.height; ++row) {
            const auto source = from.rgba.begin() + ptrdiff_t(4) * row * from.width;
            std::copy(
                source, source + ptrdiff_t(4) * from.width,
                picture_.rgba.begin() + ptrdiff_t(4) * ((y + ptrdiff_t(row)) * picture_.width + x));
        }
    }

    /// Writes `text` from the top left corner (x, y). Characters beyond `width` pixels are left
    /// out.
    void write(std::string text, int x, int y, int width) {
        for (char& c : text) {
            if (c < 32 || c > 126) c = '?';  // the font has only these characters
        }
        while (!text.empty() && textWidth(text) > width) text.pop_back();
        struct Corner {
            float x, y, z;
            uint32_t color;
        };
        std::vector<Corner> corners(text.size() * 4 *
                                    40);  // 40: upper bound of the quads per letter
        const int quads = stb_easy_font_print(0, 0, text.data(), nullptr, corners.data(),
                                              static_cast<int>(corners.size() * sizeof(Corner)));
        for (int q = 0; q < quads; ++q) {
            const Corner& low = corners[size_t(q) * 4];
            const Corner& high = corners[size_t(q) * 4 + 2];
            const auto pixels = [](float font) { return static_cast<int>(font) * kScale; };
            fill({x + pixels(low.x), y + pixels(low.y), pixels(high.x - low.x),
                  pixels(high.y - low.y)},
                 kInk);
        }
    }
    static int textWidth(std::string text) { return stb_easy_font_width(text.data()) * kScale; }

    Picture take() { return std::move(picture_); }

private:
    Picture picture_;
};

Color encoded(const glm::vec3& linear) {
    const glm::vec3 bytes = glm::round(255.0f * glm::convertLinearToSRGB(linear));
    return {static_cast<uint8_t>(bytes.r), static_cast<uint8_t>(bytes.g),
            static_cast<uint8_t>(bytes.b)};
}

void drawBar(Canvas& canvas, const Area& area) {
    constexpr const char* kDecades[] = {"1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "1e-3", "1e-2"};
    constexpr int kSteps = static_cast<int>(std::size(kDecades)) - 1;
    const int label = Canvas::textWidth(kDecades[0]);
    const int left = area.x + label / 2,
              width = area.width - label;  // labels are centred at the ends of the bar
    const int top = area.y + kLine, height = kLine;
    canvas.write("distance / extent", left, area.y, width);
    for (int x = 0; x < width; ++x) {
        const float t = static_cast<float>(x) / static_cast<float>(std::max(width - 1, 1));
        canvas.fill({left + x, top, 1, height}, encoded(gpu::differenceColor(t)));
    }
    for (int i = 0; i <= kSteps; ++i) {
        const int x = left + i * (width - 1) / kSteps;
        canvas.fill({x, top + height, 1, kScale * 3}, kInk);
        canvas.write(kDecades[i], x - label / 2, top + height + kScale * 4, label);
    }
}

void drawMark(Canvas& canvas, int x, int y) {
    constexpr int kReach = 9, kThick = 2;
    canvas.fill({x - kReach, y - kReach, 2 * kReach + 1, kThick}, kMark);
    canvas.fill({x - kReach, y + kReach - kThick + 1, 2 * kReach + 1, kThick}, kMark);
    canvas.fill({x - kReach, y - kReach, kThick, 2 * kReach + 1}, kMark);
    canvas.fill({x + kReach - kThick + 1, y - kReach, kThick, 2 * kReach + 1}, kMark);
}

}  // namespace

Picture differencePicture(const DifferenceViews& views, const DifferenceWords& words) {
    const int width = static_cast<int>(views.first.width);
    const int height = static_cast<int>(views.first.height);
    const int header = kLine + kMargin;
    const int lines = std::max(static_cast<int>(words.figures.size()), 4);
    Canvas canvas(3 * width, header + height + lines * kLine + 2 * kMargin);

    const Picture* const pictures[] = {&views.first, &views.second, &views.difference};
    const std::string* const titles[] = {&words.first, &words.second, &words.difference};
    for (int i = 0; i < 3; ++i) {
        canvas.write(*titles[i], i * width + kMargin, kMargin, width - 2 * kMargin);
        canvas.paste(*pictures[i], i * width, header);
    }
    if (views.furthest) {
        drawMark(canvas, 2 * width + static_cast<int>(views.furthest->x),
                 header + static_cast<int>(views.furthest->y));
    }
    const int below = header + height + kMargin;
    drawBar(canvas, {kMargin, below, width - 2 * kMargin, lines * kLine});
    for (size_t i = 0; i < words.figures.size(); ++i) {
        canvas.write(words.figures[i], width + kMargin, below + static_cast<int>(i) * kLine,
                     2 * width - 2 * kMargin);
    }
    return canvas.take();
}

}  // namespace sinew::cli
