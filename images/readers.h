// The decoders of decode(). Constructors read the header; read() decodes the pixels, once.
//
// libpng and libjpeg report errors by longjmp, which skips destructors: their callers and callbacks
// have plain data only.
#pragma once

#include <memory>
#include <string_view>

#include "images/decode.h"

namespace sinew::images {

enum class Outcome : uint8_t { done, cut, damaged, noMemory };

/// Throws BrokenImage or std::bad_alloc. `reason`: text of the library, with any content.
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
