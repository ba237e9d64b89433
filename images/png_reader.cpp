// Decodes PNG with libpng: all colour types and depths, palettes, tRNS transparency, interlacing.
#include <png.h>

#include <csetjmp>
#include <cstdlib>
#include <cstring>

#include "images/readers.h"

namespace sinew::images {

struct PngReader::State {
    png_structp png = nullptr;
    png_infop info = nullptr;
    const uint8_t* at = nullptr;  // next byte of the file
    size_t left = 0;
    Outcome outcome = Outcome::done;
    char reason[128] = {};

    ~State() { png_destroy_read_struct(&png, &info, nullptr); }
    bool create();
    bool readHeader();
    bool readPixels(uint8_t* rgba);
};

namespace {

template <typename State>
struct Callbacks {
    [[noreturn]] static void error(png_structp png, png_const_charp text) {
        auto* state = static_cast<State*>(png_get_error_ptr(png));
        if (state->outcome == Outcome::done) state->outcome = Outcome::damaged;
        std::strncpy(state->reason, text, sizeof(state->reason) - 1);
        png_longjmp(png, 1);
    }

    static void read(png_structp png, png_bytep out, size_t size) {
        auto* state = static_cast<State*>(png_get_io_ptr(png));
        if (size > state->left) {
            state->outcome = Outcome::cut;
            png_error(png, "cut");
        }
        std::memcpy(out, state->at, size);
        state->at += size;
        state->left -= size;
    }

    static png_voidp allocate(png_structp png, png_alloc_size_t size) {
        void* memory = std::malloc(size);
        if (!memory) static_cast<State*>(png_get_mem_ptr(png))->outcome = Outcome::noMemory;
        return memory;
    }
};

void ignoreWarning(png_structp, png_const_charp) {}
void release(png_structp, png_voidp memory) {
    std::free(memory);
}

}  // namespace

bool PngReader::State::create() {
    using Calls = Callbacks<State>;
    png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, this, Calls::error, ignoreWarning, this,
                                   Calls::allocate, release);
    if (!png) return false;
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    info = png_create_info_struct(png);
    if (!info) return false;
    png_set_read_fn(png, this, Calls::read);
    // Skips chunks that do not affect pixels (text, profiles, gamma), however long they are.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_set_chunk_malloc_max(png, 0);
    // libpng should not limit the size, because the caller does, with a better message.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    return true;
}

bool PngReader::State::readHeader() {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_read_info(png, info);
    return true;
}

bool PngReader::State::readPixels(uint8_t* rgba) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    const size_t rowBytes = size_t{4} * png_get_image_width(png, info);
    if (png_get_rowbytes(png, info) != rowBytes) png_error(png, "rows have another length");
    const png_uint_32 height = png_get_image_height(png, info);
    for (int pass = 0; pass < passes; ++pass) {
        for (png_uint_32 y = 0; y < height; ++y) png_read_row(png, rgba + y * rowBytes, nullptr);
    }
    png_read_end(png, nullptr);
    return true;
}

PngReader::PngReader(std::span<const uint8_t> bytes) : state_(std::make_unique<State>()) {
    state_->at = bytes.data();
    state_->left = bytes.size();
    if (!state_->create()) throwFault(Outcome::noMemory, "PNG", "libpng", "");
    if (!state_->readHeader()) throwFault(state_->outcome, "PNG", "libpng", state_->reason);
}

PngReader::~PngReader() = default;

Header PngReader::header() const {
    const png_uint_32 width = png_get_image_width(state_->png, state_->info);
    // The decoder allocates a few rows of up to 8 bytes a pixel, and the memory of zlib's inflate.
    return {.width = width,
            .height = png_get_image_height(state_->png, state_->info),
            .decoderBytes = (uint64_t{1} << 16) + uint64_t{32} * width};
}

void PngReader::read(std::span<uint8_t> rgba) {
    if (state_->readPixels(rgba.data())) return;
    throwFault(state_->outcome, "PNG", "libpng", state_->reason);
}

}  // namespace sinew::images
