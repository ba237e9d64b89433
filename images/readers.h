// Image decoders that decode() uses. The constructor reads the header. read() decodes the pixels,
// and may be called once.
//
// libpng and libjpeg report errors by longjmp, which skips destructors. So the functions that call
// them, and their callbacks, have no local variables with destructors.
#pragma once

#include <memory>
#include <string_view>

#include "images/decode.h"

namespace sinew::images {

enum class Outcome : uint8_t { done, cut, damaged, noMemory };

/// Throws BrokenImage or std::bad_alloc. `reason`: error text of the library; it may contain any
/// bytes.
[[noreturn]] void throwFault(Outcome outcome, std::string_view format, std::string_view library,
                             std::string_view reason);

class PngReader {
public:
    explicit PngReader(std::span<const uint8_t> bytes);
    ~PngReader();
    Header header() const;
    void read(std::span<uint8_t> rgba);

private:
    struct State;
    std::unique_ptr<State> state_;
};

class JpegReader {
public:
    explicit JpegReader(std::span<const uint8_t> bytes);
    ~JpegReader();
    Header header() const;
    void read(std::span<uint8_t> rgba);

private:
    struct State;
    std::unique_ptr<State> state_;
};

class WebpReader {
public:
    explicit WebpReader(std::span<const uint8_t> bytes);
    Header header() const { return header_; }
    void read(std::span<uint8_t> rgba);

private:
    std::span<const uint8_t> bytes_;
    Header header_;
};

}  // namespace sinew::images
