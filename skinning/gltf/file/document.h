// A glTF file in parts: tinygltf structs, buffers and encoded images.
#pragma once

#include <tiny_gltf.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/gltf/file/account.h"
#include "skinning/gltf/file/byte_source.h"
#include "skinning/gltf/file/uri.h"

namespace sinew::gltf {

struct ImageSource {
    std::string name;
    std::string uri;      // empty: in `bufferView`
    int bufferView = -1;  // -1: `uri` has the location
    std::string mimeType;
};

struct Document {
    std::filesystem::path file;  // the model
    Reach reach = Reach::folder;
    tinygltf::Model gltf;  // without buffers and images
    std::vector<ByteSource> buffers;
    std::vector<ImageSource> images;
    std::vector<std::string> warnings;
    /// Limits memory and work. Import code adds amounts before it allocates.
    std::shared_ptr<Account> account;
    std::set<FileIdentity> files;  // already added to the account

    /// Adds the bytes of a file to the account, once per file.
    void addFile(const ByteSource& bytes);
};

/// Reads a file, opens all buffers and decodes compressed data. Checks the version, the extensions
/// and the types of members, so that later stages can rely on them. A caller that passes an
/// `account` can read its sums afterwards.
Document readDocument(const std::filesystem::path& file,
                      std::shared_ptr<Account> account = std::make_shared<Account>(),
                      Reach reach = Reach::folder);

/// Returns bytes [byteOffset, byteOffset + byteLength) of a buffer. Throws if they do not exist.
ByteSource bufferBytes(const Document& document, size_t buffer, size_t byteOffset,
                       size_t byteLength, const std::string& where);

/// Returns the bytes of a buffer view. Throws if the view does not exist or exceeds its buffer.
ByteSource viewBytes(const Document& document, int index, std::string_view where);

ByteSource imageBytes(const Document& document, size_t image);

}  // namespace sinew::gltf
