// A glTF file taken apart: its JSON as tinygltf's structs, its buffers and encoded images as bytes.
#pragma once

#include <tiny_gltf.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sinew::gltf {

struct ImageSource {
    std::string name;
    std::string uri;      // empty when embedded
    int bufferView = -1;  // index, or -1 when `uri` says where
    std::string mimeType;
};

struct Document {
    std::filesystem::path file;
    tinygltf::Model gltf;  // without buffers and images: those stand below
    std::vector<std::span<const uint8_t>> buffers;
    std::vector<ImageSource> images;
    std::vector<std::string> warnings;

    std::vector<uint8_t> fileBytes;  // `buffers` points into these
    std::vector<std::vector<uint8_t>> resources;
    size_t dataBytes = 0;  // of the file and all buffers: bounds what counts may claim

    Document() = default;
    Document(Document&&) = default;
    Document& operator=(Document&&) = default;
};

/// Reads the container, the JSON and every buffer, unpacks what is compressed, and checks all that
/// later stages take for granted: that members which must be integers are, extensions, the version
/// of the format.
Document readDocument(const std::filesystem::path& file);

/// Bytes [byteOffset, byteOffset + byteLength) of buffer `buffer`, checked against it.
std::span<const uint8_t> bufferBytes(const Document& document, size_t buffer, size_t byteOffset,
                                     size_t byteLength, const std::string& where);

/// The bytes of buffer view `index`, checked against its buffer.
std::span<const uint8_t> viewBytes(const Document& document, int index, std::string_view where);

/// The encoded bytes of an image; `storage` holds them when they are not in a buffer.
std::span<const uint8_t> imageBytes(const Document& document, size_t image,
                                    std::vector<uint8_t>& storage);

}  // namespace sinew::gltf
