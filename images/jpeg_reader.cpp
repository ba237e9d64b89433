// Decodes JPEG with libjpeg-turbo: baseline, progressive and arithmetic coding; grey, YCbCr, RGB,
// CMYK and YCCK.
//
// libjpeg fills missing data of a broken file with grey or less detail, and reports a warning. This
// reader refuses such files. It ignores warnings that do not affect pixels.
#include <cstdio>  // jpeglib.h needs FILE

#include <jerror.h>
#include <jpeglib.h>

#include <csetjmp>

#include "images/readers.h"

namespace sinew::images {

namespace {

// Largest number of scans. Encoders write about ten. A scan may be a few bytes long, but the
// decoder visits the entire image for each one.
constexpr int kMostScans = 64;

}  // namespace

struct JpegReader::State {
    jpeg_decompress_struct file{};
    jpeg_error_mgr errors{};
    jpeg_progress_mgr progress{};
    std::jmp_buf onError{};
    bool created = false;
    bool headerRead = false;
    Outcome outcome = Outcome::done;
    char reason[JMSG_LENGTH_MAX] = {};

    ~State() {
        if (created) jpeg_destroy_decompress(&file);
    }
    bool create();
    bool readHeader(const uint8_t* bytes, size_t size);
    bool readPixels(uint8_t* rgba);
};

namespace {

template <typename State>
struct Callbacks {
    static State& of(j_common_ptr file) { return *static_cast<State*>(file->client_data); }

    [[noreturn]] static void end(j_common_ptr file, Outcome outcome) {
        State& state = of(file);
        state.outcome = outcome;
        file->err->format_message(file, state.reason);
        std::longjmp(state.onError, 1);
    }

    [[noreturn]] static void error(j_common_ptr file) {
        const bool noMemory = file->err->msg_code == JERR_OUT_OF_MEMORY;
        end(file, noMemory ? Outcome::noMemory : Outcome::damaged);
    }

    // Returns true if the file lacks only the end marker, and no pixels. This is certain only for a
    // single scan without arithmetic coding, where libjpeg reports missing pixels by another
    // warning (JWRN_HIT_MARKER).
    static bool endIsAllThatMisses(State& state) {
        return state.headerRead && !jpeg_has_multiple_scans(&state.file) && !state.file.arith_code;
    }

    // A negative `level` is a warning. Other levels are trace messages.
    static void message(j_common_ptr file, int level) {
        if (level >= 0) return;
        switch (file->err->msg_code) {
            case JWRN_EXTRANEOUS_DATA:
            case JWRN_ADOBE_XFORM:
            case JWRN_JFIF_MAJOR:
            case JWRN_NOT_SEQUENTIAL:
            case JWRN_TOO_MUCH_DATA:
                return;
            case JWRN_JPEG_EOF:
                if (endIsAllThatMisses(of(file))) return;
                end(file, Outcome::cut);
            case JWRN_HIT_MARKER:
                end(file, Outcome::cut);
            default:
                end(file, Outcome::damaged);
        }
    }

    static void countScans(j_common_ptr file) {
        if (of(file).file.input_scan_number <= kMostScans) return;
        file->err->msg_code = JERR_BAD_PROGRESSION;
        end(file, Outcome::damaged);
    }
};

// Converts CMYK to RGBA in place. `adobe`: the values are inverted, 0 is full ink.
void rgbaOfCmyk(uint8_t* pixel, size_t count, bool adobe) {
    for (const uint8_t* end = pixel + 4 * count; pixel != end; pixel += 4) {
        const uint32_t black = adobe ? pixel[3] : 255u - pixel[3];
        for (int c = 0; c < 3; ++c) {
            const uint32_t color = adobe ? pixel[c] : 255u - pixel[c];
            pixel[c] = static_cast<uint8_t>((color * black + 127) / 255);
        }
        pixel[3] = 255;
    }
}

}  // namespace

bool JpegReader::State::create() {
    file.err = jpeg_std_error(&errors);
    errors.error_exit = Callbacks<State>::error;
    errors.emit_message = Callbacks<State>::message;
    file.client_data = this;
    if (setjmp(onError) != 0) return false;
    jpeg_create_decompress(&file);
    created = true;
    progress.progress_monitor = Callbacks<State>::countScans;
    file.progress = &progress;
    return true;
}

bool JpegReader::State::readHeader(const uint8_t* bytes, size_t size) {
    if (setjmp(onError) != 0) return false;
    jpeg_mem_src(&file, bytes, size);
    jpeg_read_header(&file, TRUE);
    headerRead = true;
    return true;
}

bool JpegReader::State::readPixels(uint8_t* rgba) {
    if (setjmp(onError) != 0) return false;
    const bool inks = file.jpeg_color_space == JCS_CMYK || file.jpeg_color_space == JCS_YCCK;
    file.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(&file);
    const size_t rowBytes = size_t{4} * file.output_width;
    while (file.output_scanline < file.output_height) {
        JSAMPROW row = rgba + file.output_scanline * rowBytes;
        jpeg_read_scanlines(&file, &row, 1);
        if (inks) rgbaOfCmyk(row, file.output_width, file.saw_Adobe_marker != 0);
    }
    jpeg_finish_decompress(&file);
    return true;
}

JpegReader::JpegReader(std::span<const uint8_t> bytes) : state_(std::make_unique<State>()) {
    if (!state_->create() || !state_->readHeader(bytes.data(), bytes.size())) {
        throwFault(state_->outcome, "JPEG", "libjpeg", state_->reason);
    }
    switch (state_->file.jpeg_color_space) {
        case JCS_GRAYSCALE:
        case JCS_YCbCr:
        case JCS_RGB:
        case JCS_CMYK:
        case JCS_YCCK:
            return;
        default:
            throw UnsupportedImage("a JPEG image in unknown colours is not supported");
    }
}

JpegReader::~JpegReader() = default;

Header JpegReader::header() const {
    jpeg_decompress_struct& file = state_->file;
    const uint64_t width = file.image_width, height = file.image_height;
    // libjpeg stores coefficients of 2 bytes, in blocks of up to 32 x 32 pixels. It stores the
    // entire image if the file has several scans, otherwise a few rows.
    const uint64_t rows = jpeg_has_multiple_scans(&file) ? (height + 31) / 32 * 32 : 64;
    return {.width = file.image_width,
            .height = file.image_height,
            .decoderBytes =
                (width + 31) / 32 * 32 * rows * 2 * static_cast<uint64_t>(file.num_components)};
}

void JpegReader::read(std::span<uint8_t> rgba) {
    if (state_->readPixels(rgba.data())) return;
    throwFault(state_->outcome, "JPEG", "libjpeg", state_->reason);
}

}  // namespace sinew::images
