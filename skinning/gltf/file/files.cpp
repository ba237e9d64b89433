// Lists and hashes the files that a glTF file refers to.
#include "skinning/gltf/file/files.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <unordered_set>
#include <utility>

#include "skinning/fault_words.h"
#include "skinning/gltf/file/byte_source.h"
#include "skinning/gltf/file/fault.h"
#include "skinning/gltf/file/uri.h"
#include "skinning/json_text.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Collects all string members named "uri" from a JSON text, except data URIs. It builds no tree,
/// so depth and size of the JSON do not matter. It stops at the first syntax error.
class Uris : public nlohmann::json_sax<Json> {
public:
    std::vector<std::string> found;

    bool key(string_t& name) override { return isUri_ = name == "uri", true; }
    bool string(string_t& text) override {
        if (std::exchange(isUri_, false) && !text.starts_with("data:")) found.push_back(text);
        return true;
    }
    bool null() override { return other(); }
    bool boolean(bool) override { return other(); }
    bool number_integer(number_integer_t) override { return other(); }
    bool number_unsigned(number_unsigned_t) override { return other(); }
    bool number_float(number_float_t, const string_t&) override { return other(); }
    bool binary(binary_t&) override { return other(); }
    bool start_object(std::size_t) override { return other(); }
    bool end_object() override { return other(); }
    bool start_array(std::size_t) override { return other(); }
    bool end_array() override { return other(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

private:
    bool other() {
        isUri_ = false;
        return true;
    }

    bool isUri_ = false;
};

/// The 64-bit hash FNV-1a. Source: http://www.isthe.com/chongo/tech/comp/fnv/
class Fnv1a {
public:
    void add(std::span<const uint8_t> bytes) {
        for (const uint8_t byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3;
    }
    void add(uint64_t number) {
        add(std::span(reinterpret_cast<const uint8_t*>(&number), sizeof(number)));
    }
    uint64_t value() const { return value_; }

private:
    uint64_t value_ = 0xcbf29ce484222325;
};

void addFile(Fnv1a& hash, const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return hash.add(~uint64_t{0});  // the file does not exist
    const gltf::ByteSource bytes = gltf::ByteSource::open(file, "");
    hash.add(uint64_t{bytes.size()});
    std::vector<uint8_t> block(size_t{1} << 20);
    for (size_t at = 0; at < bytes.size(); at += block.size()) {
        const auto part = std::span(block).first(std::min(block.size(), bytes.size() - at));
        bytes.read(at, part);
        hash.add(part);
    }
}

}  // namespace

std::vector<fs::path> filesOf(const fs::path& model) {
    Uris uris;
    try {
        (void)Json::sax_parse(gltf::readJsonText(model), &uris);
    } catch (const std::exception& error) {
        throw std::runtime_error(
            plainText(fmt::format("{}: {}", model.string(), faultWords(error))));
    }
    std::vector<fs::path> files{model};
    std::unordered_set<std::string> seen;
    for (const std::string& uri : uris.found) {
        const std::string name = gltf::fileOfUri(uri);
        if (seen.insert(name).second) files.push_back(gltf::folderOf(model, name) / name);
    }
    return files;
}

bool hasMeshes(const fs::path& model) {
    const Json json = parseJsonText(gltf::readJsonText(model));
    const auto meshes = json.find("meshes");
    return meshes != json.end() && !meshes->empty();
}

std::string contentHash(const fs::path& model) {
    Fnv1a hash;
    for (const fs::path& file : filesOf(model)) addFile(hash, file);
    return fmt::format("{:016x}", hash.value());
}

std::string bytesHash(std::string_view bytes) {
    Fnv1a hash;
    hash.add(std::span(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
    return fmt::format("{:016x}", hash.value());
}

}  // namespace sinew
