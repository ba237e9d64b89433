// The fuzz target of the image decoders. Any bytes must give pixels of the size in the header, or
// an error of one printable line. Decoded pixels are written as PNG and read back.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "images/decode.h"
#include "images/png_writer.h"
#include "tests/fuzz/workplace.h"

namespace {

using namespace sinew;
using test::fail;

constexpr uint64_t kMostPixels = uint64_t{1} << 18;

struct TooLarge {};

void checkLine(std::string_view line) {
    const bool plain =
        std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c <= 0x7e; });
    if (line.empty() || line.size() > 300 || !plain) fail(fmt::format("a line \"{}\"", line));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    images::Header decoded;
    try {
        const images::Pixels pixels =
            images::decode({data, size}, [&](const images::Header& header) {
                decoded = header;
                if (uint64_t{header.width} * header.height > kMostPixels) throw TooLarge{};
            });
        if (pixels.width != decoded.width || pixels.height != decoded.height ||
            pixels.rgba.size() != size_t{4} * decoded.width * decoded.height) {
            fail("another size than the header told");
        }
        const std::string png = images::encodePng(pixels.width, pixels.height, pixels.rgba);
        const images::Pixels again = images::decode(
            {reinterpret_cast<const uint8_t*>(png.data()), png.size()}, [](const auto&) {});
        if (again.rgba != pixels.rgba) fail("other pixels after writing and reading");
    } catch (const TooLarge&) {
        return 0;
    } catch (const std::runtime_error& error) {  // BrokenImage or UnsupportedImage
        checkLine(error.what());
    }
    return 0;
}
