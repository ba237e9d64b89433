// A glTF file taken apart: its JSON as tinygltf's structs, its buffers and encoded images as bytes.
#pragma once

#include <tiny_gltf.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/gltf/account.h"
#include "skinning/gltf/byte_source.h"

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
    std::vector<ByteSource> buffers;
    std::vector<ImageSource> images;
    std::vector<std::string> warnings;
    /// What every reader draws from before it allocates.
    std::shared_ptr<Account> account;
    std::set<FileIdentity> files;  // those whose bytes the account has

    /// The bytes of a file that the model names pay for the model, once however often it is named.
    void addFile(const ByteSource& bytes);
};

/// Reads the container and the JSON, opens every buffer, unpacks what is compressed, and checks all
/// that later stages take for granted: that members which must be integers are, extensions, the
/// version of the format.
/// `account` is one of its own unless the caller wants to know what was drawn.
Document readDocument(const std::filesystem::path& file,
                      std::shared_ptr<Account> account = std::make_shared<Account>());

/// Bytes [byteOffset, byteOffset + byteLength) of buffer `buffer`, checked against it.
ByteSource bufferBytes(const Document& document, size_t buffer, size_t byteOffset,
                       size_t byteLength, const std::string& where);

/// The bytes of buffer view `index`, checked against its buffer.
ByteSource viewBytes(const Document& document, int index, std::string_view where);

/// The encoded bytes of an image.
ByteSource imageBytes(const Document& document, size_t image);

}  // namespace sinew::gltf
