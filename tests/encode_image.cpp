// Encodes images for tests. An error of a library ends the test program.
#include "tests/encode_image.h"

#include <cstdio>
// jpeglib.h uses FILE, so it follows cstdio.
#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>

#include <algorithm>
#include <cstdlib>

namespace sinew::test {

namespace {

int channelsOf(const PngForm& form) {
    return form.colorType == 2 ? 3 : form.colorType == 4 ? 2 : form.colorType == 6 ? 4 : 1;
}

// Returns one row as a PNG stores it before filtering. 16-bit samples are big-endian. Samples of
// less than 8 bits are packed from the high end.
Bytes packed(const PngForm& form, const uint16_t* samples) {
    const size_t count = size_t{form.width} * static_cast<size_t>(channelsOf(form));
    const auto depth = static_cast<size_t>(form.depth);
    Bytes row((count * depth + 7) / 8);
    for (size_t i = 0; i < count; ++i) {
        if (depth == 16) {
            row[2 * i] = static_cast<uint8_t>(samples[i] >> 8);
            row[2 * i + 1] = static_cast<uint8_t>(samples[i]);
        } else {
            const size_t bit = i * depth;
            row[bit / 8] |= static_cast<uint8_t>(samples[i] << (8 - depth - bit % 8));
        }
    }
    return row;
}

void addChunks(png_structp png, png_infop info, const PngForm& form) {
    if (!form.palette.empty()) {
        const auto count = static_cast<int>(form.palette.size() / 3);
        png_set_PLTE(png, info, reinterpret_cast<png_const_colorp>(form.palette.data()), count);
    }
    if (!form.paletteAlpha.empty()) {
        png_set_tRNS(png, info, form.paletteAlpha.data(),
                     static_cast<int>(form.paletteAlpha.size()), nullptr);
    }
    if (form.transparent) {
        png_color_16 color{};
        color.gray = color.red = color.green = color.blue = *form.transparent;
        png_set_tRNS(png, info, nullptr, 0, &color);
    }
    if (form.gamma) {
        png_set_gAMA_fixed(png, info, 100000);
        png_text text{};
        text.compression = PNG_TEXT_COMPRESSION_NONE;
        char key[] = "Comment", words[] = "of no concern";
        text.key = key;
        text.text = words;
        png_set_text(png, info, &text, 1);
    }
}

}  // namespace

Bytes encodePngForm(const PngForm& form, std::span<const uint16_t> samples) {
    Bytes file;
    png_structp png = png_create_write_struct(
        PNG_LIBPNG_VER_STRING, nullptr, [](png_structp, png_const_charp) { std::abort(); },
        nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(
        png, &file,
        [](png_structp self, png_bytep data, size_t size) {
            auto* out = static_cast<Bytes*>(png_get_io_ptr(self));
            out->insert(out->end(), data, data + size);
        },
        nullptr);
    png_set_IHDR(png, info, form.width, form.height, form.depth, form.colorType,
                 form.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, 0, 0);
    addChunks(png, info, form);
    png_write_info(png, info);
    const int passes = png_set_interlace_handling(png);
    const size_t rowSamples = size_t{form.width} * static_cast<size_t>(channelsOf(form));
    for (int pass = 0; pass < passes; ++pass) {
        for (size_t y = 0; y < form.height; ++y) {
            png_write_row(png, packed(form, samples.data() + y * rowSamples).data());
        }
    }
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return file;
}

namespace {

// Returns the first `count` scans of a progressive JPEG with one component: DC, then AC
// coefficients one by one, then their last bits.
std::vector<jpeg_scan_info> scriptOf(int count) {
    std::vector<jpeg_scan_info> script{{1, {0}, 0, 0, 0, 0}};
    for (const auto& [high, low] : {std::pair(0, 2), std::pair(2, 1), std::pair(1, 0)}) {
        for (int k = 1; k < 64; ++k) script.push_back({1, {0}, k, k, high, low});
    }
    script.resize(static_cast<size_t>(count));
    return script;
}

}  // namespace

Bytes encodeJpeg(const JpegForm& form, std::span<const uint8_t> samples) {
    jpeg_compress_struct file{};
    jpeg_error_mgr errors{};
    file.err = jpeg_std_error(&errors);
    jpeg_create_compress(&file);
    unsigned char* out = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&file, &out, &size);
    const bool inks = form.colors == JpegColors::cmyk || form.colors == JpegColors::ycck;
    const bool grey = form.colors == JpegColors::grey;
    file.image_width = form.width;
    file.image_height = form.height;
    file.input_components = inks ? 4 : grey ? 1 : 3;
    file.in_color_space = inks ? JCS_CMYK : grey ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&file);
    jpeg_set_quality(&file, 95, TRUE);
    if (form.colors == JpegColors::rgb) jpeg_set_colorspace(&file, JCS_RGB);
    if (form.colors == JpegColors::ycck) jpeg_set_colorspace(&file, JCS_YCCK);
    if (inks && !form.adobe) file.write_Adobe_marker = FALSE;
    if (!form.halfColors) file.comp_info[0].h_samp_factor = file.comp_info[0].v_samp_factor = 1;
    if (inks) file.comp_info[3].h_samp_factor = file.comp_info[3].v_samp_factor = 1;
    if (form.progressive) jpeg_simple_progression(&file);
    const std::vector<jpeg_scan_info> script = scriptOf(form.scans);
    if (form.scans > 0) {
        file.scan_info = script.data();
        file.num_scans = form.scans;
    }
    file.arith_code = form.arithmetic ? TRUE : FALSE;
    file.restart_in_rows = static_cast<int>(form.restartRows);
    jpeg_start_compress(&file, TRUE);
    const size_t rowBytes = size_t{form.width} * static_cast<size_t>(file.input_components);
    Bytes row(rowBytes);
    while (file.next_scanline < file.image_height) {
        std::copy_n(samples.data() + file.next_scanline * rowBytes, rowBytes, row.data());
        JSAMPROW rows = row.data();
        jpeg_write_scanlines(&file, &rows, 1);
    }
    jpeg_finish_compress(&file);
    jpeg_destroy_compress(&file);
    const Bytes bytes(out, out + size);
    std::free(out);
    return bytes;
}

Bytes encodeWebp(uint32_t width, uint32_t height, std::span<const uint8_t> rgba, bool lossless) {
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) std::abort();
    if (lossless) WebPConfigLosslessPreset(&config, 1);
    config.quality = lossless ? config.quality : 95;
    config.exact = 1;
    picture.use_argb = lossless ? 1 : 0;
    picture.width = static_cast<int>(width);
    picture.height = static_cast<int>(height);
    WebPMemoryWriterInit(&writer);
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    if (!WebPPictureImportRGBA(&picture, rgba.data(), static_cast<int>(4 * width)) ||
        !WebPEncode(&config, &picture)) {
        std::abort();
    }
    const Bytes bytes(writer.mem, writer.mem + writer.size);
    WebPMemoryWriterClear(&writer);
    WebPPictureFree(&picture);
    return bytes;
}

}  // namespace sinew::test
