// Writes buffer views, changes at JSON paths, and binary containers.
#include "tests/gltf.h"

namespace sinew::test {

namespace {

void appendU32(Bytes& out, size_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
        out.push_back(static_cast<uint8_t>(value >> shift));
    }
}

}  // namespace

int componentsOf(std::string_view type) {
    if (type == "SCALAR") return 1;
    if (type == "MAT4") return 16;
    return type[3] - '0';
}

int Gltf::viewOfBytes(const void* data, size_t sizeBytes, size_t strideBytes) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
    const size_t offset = bytes.size();
    bytes.resize(offset + sizeBytes);
    if (sizeBytes > 0) std::memcpy(bytes.data() + offset, data, sizeBytes);
    Json view = {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", sizeBytes}};
    if (strideBytes > 0) view["byteStride"] = strideBytes;
    return add("bufferViews", std::move(view));
}

int Gltf::add(const char* array, Json item) {
    root[array].push_back(std::move(item));
    return static_cast<int>(root[array].size()) - 1;
}

Gltf& Gltf::set(std::string_view changes) {
    while (!changes.empty()) {
        const std::string_view change = changes.substr(0, changes.find(" &"));
        changes.remove_prefix(std::min(changes.size(), change.size() + 2));
        changes.remove_prefix(std::min(changes.size(), changes.find_first_not_of(" \n")));
        const size_t equals = change.find(" =");
        std::string path = "/";  // "nodes[0].mesh" becomes "/nodes/0/mesh"
        for (const char c : change.substr(0, equals)) {
            if (c != ']') path += c == '.' || c == '[' ? '/' : c;
        }
        const Json::json_pointer at(path);
        if (equals + 2 == change.size()) {
            root.at(at.parent_pointer()).erase(at.back());
        } else {
            root[at] = json(change.substr(equals + 2));
        }
    }
    return *this;
}

void Gltf::channel(int node, const char* path, int input, int output, const char* interpolation) {
    if (!root.contains("animations")) add("animations", {{"name", "move"}});
    Json& animation = root["animations"][0];
    animation["samplers"].push_back(
        {{"input", input}, {"interpolation", interpolation}, {"output", output}});
    animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                     {"target", {{"node", node}, {"path", path}}}});
}

void Gltf::extension(const char* name, bool required) {
    add("extensionsUsed", name);
    if (required) add("extensionsRequired", name);
}

std::string textOf(const Gltf& gltf, std::string_view uri) {
    Json out = gltf.root;
    if (!gltf.bytes.empty() && !out.contains("buffers")) {
        const std::string embedded = "data:application/octet-stream;base64," + base64(gltf.bytes);
        out["buffers"] = Json::array({{{"byteLength", gltf.bytes.size()},
                                       {"uri", uri.empty() ? embedded : std::string(uri)}}});
    }
    return out.dump();
}

Bytes glbOf(const Gltf& gltf) {
    Json out = gltf.root;
    if (!out.contains("buffers")) {
        out["buffers"] = Json::array({{{"byteLength", gltf.bytes.size()}}});
    }
    return containerOf({{"JSON", bytesOf(out.dump())}, {std::string("BIN\0", 4), gltf.bytes}});
}

Bytes containerOf(const std::vector<Chunk>& chunks) {
    Bytes body;
    for (const Chunk& chunk : chunks) {
        const size_t padded = (chunk.bytes.size() + 3) / 4 * 4;
        appendU32(body, padded);
        body.insert(body.end(), chunk.type.begin(), chunk.type.end());
        body.insert(body.end(), chunk.bytes.begin(), chunk.bytes.end());
        body.resize(body.size() + padded - chunk.bytes.size(), chunk.type == "JSON" ? ' ' : '\0');
    }
    Bytes out = bytesOf("glTF");
    appendU32(out, 2);
    appendU32(out, 12 + body.size());
    out.insert(out.end(), body.begin(), body.end());
    return out;
}

std::string base64(const Bytes& bytes) {
    constexpr const char* kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t group = 0;
        for (size_t b = 0; b < 3; ++b) {
            group = group << 8 | (i + b < bytes.size() ? bytes[i + b] : 0u);
        }
        for (size_t d = 0; d < 4; ++d) {
            out += i + d > bytes.size() ? '=' : kDigits[group >> (18 - 6 * d) & 63];
        }
    }
    return out;
}

Bytes bytesOf(std::string_view text) {
    return {text.begin(), text.end()};
}

}  // namespace sinew::test
