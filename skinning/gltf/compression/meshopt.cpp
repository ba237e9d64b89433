// Decodes meshopt-compressed views: checks the stated sizes against the extensions and the codecs,
// then decodes all views in parallel.
//
// Implements EXT_meshopt_compression and KHR_meshopt_compression
// (https://github.com/KhronosGroup/glTF). The KHR extension adds attribute streams of version 1 and
// the filter COLOR, which meshoptimizer 0.18 does not have (attribute_stream.h).
#include "skinning/gltf/compression/meshopt.h"

#include <meshoptimizer.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "skinning/gltf/compression/attribute_stream.h"
#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 2> kNames = {"EXT_meshopt_compression",
                                               "KHR_meshopt_compression"};

// An attribute stream has at least 1 byte for a block of 256 elements.
constexpr size_t kMostElementsPerByte = 256;

struct CompressedView {
    size_t view = 0;
    std::string where;
    std::string mode;
    std::string filter;
    size_t count = 0;
    size_t stride = 0;
    std::vector<uint8_t> storage;  // memory for `encoded`, if read from a file
    std::span<const uint8_t> encoded;
    std::vector<uint8_t> decoded;
    int error = 0;
};

const Json* extensionOf(const Json& item, const char* name) {
    const auto extensions = item.find("extensions");
    return extensions != item.end() && extensions->contains(name) ? &(*extensions)[name] : nullptr;
}

size_t numberOf(const Json& object, const char* member, const std::string& where,
                std::optional<size_t> otherwise = {}) {
    if (object.contains(member)) return object[member].get<size_t>();
    if (!otherwise) fault("not a non-negative integer", where + "." + member, kValidate);
    return *otherwise;
}

void require(bool kept, const std::string& what, const std::string& where) {
    if (!kept) fault(what, where, kValidate);
}

// Checks the requirements of section "JSON schema updates" of both extensions.
void checkLayout(const CompressedView& view, const Json& parent) {
    const auto& [index, where, mode, filter, count, stride, storage, encoded, decoded, error] =
        view;
    require(count > 0, "count is 0", where + ".count");
    if (mode == "ATTRIBUTES") {
        require(stride >= 4 && stride <= 256 && stride % 4 == 0,
                fmt::format("byteStride {} is not a multiple of 4 up to 256", stride),
                where + ".byteStride");
    } else if (mode == "TRIANGLES" || mode == "INDICES") {
        require(stride == 2 || stride == 4,
                fmt::format("byteStride {} is not 2 or 4, the sizes of an index", stride),
                where + ".byteStride");
        require(mode == "INDICES" || count % 3 == 0,
                fmt::format("count {} is not a multiple of 3", count), where + ".count");
        require(filter == "NONE", "indices do not allow a filter", where + ".filter");
    } else {
        fault(fmt::format("unknown mode \"{}\"", mode), where + ".mode", kValidate);
    }
    const bool known =
        filter == "NONE" ||
        ((filter == "OCTAHEDRAL" || filter == "COLOR") && (stride == 4 || stride == 8)) ||
        (filter == "QUATERNION" && stride == 8) || filter == "EXPONENTIAL";
    require(known, fmt::format("filter \"{}\" does not support byteStride {}", filter, stride),
            where + ".filter");
    const std::string path = fmt::format("bufferViews[{}]", index);
    require(numberOf(parent, "byteStride", path, stride) == stride,
            "byteStride differs from the extension's", path + ".byteStride");
    // The limit of `count` is checked first, so the product of count and stride fits 64 bits.
    require(count <= encoded.size() * kMostElementsPerByte &&
                numberOf(parent, "byteLength", path) == count * stride,
            fmt::format("byteLength is not {} elements of {} bytes", count, stride),
            path + ".byteLength");
}

bool isAttributes1(const CompressedView& view) {
    return view.mode == "ATTRIBUTES" && !view.encoded.empty() && view.encoded[0] == 0xa1;
}

// Returns the smallest valid size of the encoded data (appendix A). meshoptimizer's decoders check
// it only after the output is allocated.
size_t leastBytes(const CompressedView& view) {
    if (view.mode == "TRIANGLES") return 1 + view.count / 3 + 16;  // header, codes, table
    if (view.mode == "INDICES") return 1 + view.count + 4;         // header, bytes, tail
    if (isAttributes1(view)) return leastBytesOfAttributes1(view.count, view.stride);
    // The header has 1 byte. For each byte of the stride, a block of 64 elements has at least 1
    // byte: two bits per 16 elements. The tail is the first element, padded to at least 32 bytes.
    return 1 + view.stride * ((view.count + 63) / 64) + std::max<size_t>(view.stride, 32);
}

void checkStream(const CompressedView& view) {
    if (view.encoded.size() < leastBytes(view)) {
        fault(fmt::format("{} elements of {} bytes are too many for {} compressed bytes",
                          view.count, view.stride, view.encoded.size()),
              view.where + ".count", kReexport);
    }
    const uint8_t header = view.encoded[0];
    const uint8_t belongs = view.mode == "ATTRIBUTES"  ? 0xa0
                            : view.mode == "TRIANGLES" ? 0xe1
                                                       : 0xd1;
    if (header == belongs || isAttributes1(view)) return;
    fault(fmt::format("the compressed data starts with 0x{:02x}, not 0x{:02x}", header, belongs),
          view.where, kReexport);
}

CompressedView readView(const Document& document, size_t index, const Json& parent,
                        const Json& extension, const std::string& where) {
    CompressedView view{.view = index,
                        .where = where,
                        .mode = extension.value("mode", ""),
                        .filter = extension.value("filter", "NONE"),
                        .count = numberOf(extension, "count", where),
                        .stride = numberOf(extension, "byteStride", where)};
    const ByteSource bytes = bufferBytes(document, numberOf(extension, "buffer", where),
                                         numberOf(extension, "byteOffset", where, 0),
                                         numberOf(extension, "byteLength", where), where);
    document.account->memory("compressed bytes", where, bytes.size());
    view.encoded = bytes.all(view.storage);
    checkLayout(view, parent);
    checkStream(view);
    document.account->memory("decoded bytes", where, view.count * view.stride);
    document.account->work("decoded bytes", where, view.count * view.stride);
    return view;
}

// Returns 0, or an error code. The decoders are safe for any input.
int decodeStream(CompressedView& view) {
    uint8_t* out = view.decoded.data();
    const uint8_t* in = view.encoded.data();
    if (view.mode == "TRIANGLES") {
        return meshopt_decodeIndexBuffer(out, view.count, view.stride, in, view.encoded.size());
    }
    if (view.mode == "INDICES") {
        return meshopt_decodeIndexSequence(out, view.count, view.stride, in, view.encoded.size());
    }
    const int error =
        isAttributes1(view)
            ? (decodeAttributes1(view.encoded, view.stride, view.decoded) ? 0 : 1)
            : meshopt_decodeVertexBuffer(out, view.count, view.stride, in, view.encoded.size());
    if (error != 0) return error;
    if (view.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(out, view.count, view.stride);
    if (view.filter == "QUATERNION") meshopt_decodeFilterQuat(out, view.count, view.stride);
    if (view.filter == "COLOR") decodeColors(view.decoded, view.stride);
    if (view.filter == "EXPONENTIAL") meshopt_decodeFilterExp(out, view.count, view.stride);
    return 0;
}

std::vector<CompressedView> readViews(const Document& document, const Json& views) {
    std::vector<CompressedView> compressed;
    for (size_t i = 0; i < views.size(); ++i) {
        for (const char* name : kNames) {
            const Json* extension = extensionOf(views[i], name);
            if (extension == nullptr) continue;
            const std::string where = fmt::format("bufferViews[{}].extensions.{}", i, name);
            compressed.push_back(readView(document, i, views[i], *extension, where));
            break;
        }
    }
    return compressed;
}

}  // namespace

std::vector<bool> placeholderBuffers(const Json& gltf) {
    static const Json kNone = Json::array();
    const Json& buffers = gltf.contains("buffers") ? gltf["buffers"] : kNone;
    const Json& views = gltf.contains("bufferViews") ? gltf["bufferViews"] : kNone;
    std::vector<bool> placeholders(buffers.size(), false);
    for (const char* name : kNames) {
        for (size_t i = 0; i < buffers.size(); ++i) {
            const Json* extension = extensionOf(buffers[i], name);
            if (extension && extension->value("fallback", false)) placeholders[i] = true;
        }
        for (const Json& view : views) {
            const auto index = view["buffer"].get<size_t>();
            if (extensionOf(view, name) == nullptr || index >= buffers.size()) continue;
            // Buffer 0 without a URI is no placeholder: it is the binary chunk of a .glb.
            if (index > 0 && !buffers[index].contains("uri")) placeholders[index] = true;
        }
    }
    return placeholders;
}

void decodeMeshopt(Document& document, Json& gltf) {
    if (!gltf.contains("bufferViews")) return;
    Json& views = gltf["bufferViews"];
    std::vector<CompressedView> compressed = readViews(document, views);
    tbb::parallel_for(size_t{0}, compressed.size(), [&](size_t i) {
        CompressedView& view = compressed[i];
        view.decoded.resize(view.count * view.stride);
        view.error = decodeStream(view);
    });
    for (CompressedView& view : compressed) {
        if (view.error != 0) {
            fault(fmt::format("the compressed data is broken (error {})", view.error), view.where,
                  kReexport);
        }
        views[view.view]["buffer"] = document.buffers.size();
        views[view.view]["byteOffset"] = 0;
        document.buffers.emplace_back(std::move(view.decoded));
    }
}

}  // namespace sinew::gltf
