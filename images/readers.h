// The three decoders behind decode(). Each reads the header when it is made, and the pixels once.
//
// libpng and libjpeg report errors by longjmp, which skips destructors. So functions that they
// call, and functions that call them, hold plain data only. Other C++ code runs after the call has
// returned.
#pragma once

#include <memory>
#include <string_view>

#include "images/decode.h"

namespace sinew::images {

/// How a decoder ended.
enum class Outcome : uint8_t { done, cut, damaged, noMemory };

/// Throws what `outcome` stands for: BrokenImage or std::bad_alloc. `format` and `library` are the
/// names that the message takes, `reason` is the library's, and may hold anything.
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
