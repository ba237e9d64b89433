// Detects the format of an image, and converts errors of the libraries to exceptions.
#include "images/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <string>
#include <string_view>

#include "images/readers.h"

namespace sinew::images {

namespace {

template <typename Use>
auto withReader(std::span<const uint8_t> bytes, const Use& use) {
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()),
                                std::min<size_t>(bytes.size(), 12));
    if (head.starts_with("\x89PNG\r\n\x1a\n")) return use(PngReader(bytes));
    if (head.starts_with("\xFF\xD8\xFF")) return use(JpegReader(bytes));
    if (head.starts_with("RIFF") && head.ends_with("WEBP")) return use(WebpReader(bytes));
    if (!head.empty() && head.substr(1).starts_with("KTX 20")) {
        throw UnsupportedImage("KTX2 images are not supported");
    }
    throw UnsupportedImage("the image is neither PNG nor JPEG nor WebP");
}

std::string printable(std::string_view text) {
    std::string out(text.substr(0, 100));
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c < 0x20 || c > 0x7e; }, '?');
    return out;
}

}  // namespace

void throwFault(Outcome outcome, std::string_view format, std::string_view library,
                std::string_view reason) {
    if (outcome == Outcome::noMemory) throw std::bad_alloc();
    if (outcome == Outcome::cut) throw BrokenImage(fmt::format("the {} ends too early", format));
    throw BrokenImage(
        fmt::format("the {} is damaged ({}: \"{}\")", format, library, printable(reason)));
}

Header readHeader(std::span<const uint8_t> bytes) {
    return withReader(bytes, [](const auto& reader) { return reader.header(); });
}

Pixels decode(std::span<const uint8_t> bytes, const Admit& admit) {
    return withReader(bytes, [&](auto&& reader) {
        const Header header = reader.header();
        admit(header);
        Pixels pixels{header.width, header.height, {}};
        pixels.rgba.resize(size_t{4} * header.width * header.height);
        reader.read(pixels.rgba);
        return pixels;
    });
}

}  // namespace sinew::images
