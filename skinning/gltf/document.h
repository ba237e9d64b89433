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
#include "skinning/gltf/uri.h"

namespace sinew::gltf {

struct ImageSource {
    std::string name;
    std::string uri;      // empty when embedded
    int bufferView = -1;  // index, or -1 when `uri` says where
    std::string mimeType;
};

struct Document {
    std::filesystem::path folder;  // its URIs are relative to it
    Reach reach = Reach::folder;
    tinygltf::Model gltf;  // without buffers and images: those stand below
    std::vector<ByteSource> buffers;
    std::vector<ImageSource> images;
    std::vector<std::string> warnings;
    /// Every reader draws from it before it allocates.
    std::shared_ptr<Account> account;
    std::set<FileIdentity> files;  // those whose bytes were added to the account

    /// Adds the bytes of a file that the model names to the account, once however often it is
    /// named.
    void addFile(const ByteSource& bytes);
};

/// Reads the container and the JSON, opens every buffer, unpacks compressed data, and checks what
/// later stages rely on: that integer members are integers, the extensions, the version of the
/// format. Pass an `account` to see what was drawn; otherwise the document has its own.
Document readDocument(const std::filesystem::path& file,
                      std::shared_ptr<Account> account = std::make_shared<Account>(),
                      Reach reach = Reach::folder);

/// Bytes [byteOffset, byteOffset + byteLength) of buffer `buffer`, checked against it.
ByteSource bufferBytes(const Document& document, size_t buffer, size_t byteOffset,
                       size_t byteLength, const std::string& where);

/// The bytes of buffer view `index`, checked against its buffer.
ByteSource viewBytes(const Document& document, int index, std::string_view where);

/// The encoded bytes of an image.
ByteSource imageBytes(const Document& document, size_t image);

}  // namespace sinew::gltf
