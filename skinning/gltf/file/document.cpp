// Reads a file into checked JSON and bytes.
//
// tinygltf 2.7 is used only to convert the JSON to structs. Its file reader requires a file of
// exactly byteLength bytes, supports seven media types of data URIs and decodes '+' in a path as a
// blank. It reads up to 8 bytes past a truncated .glb, and silently drops members of the wrong
// type. So this file reads container, buffers and images, and checks the JSON before tinygltf reads
// it.
#include "skinning/gltf/file/document.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>

#include "skinning/gltf/compression/draco.h"
#include "skinning/gltf/compression/meshopt.h"
#include "skinning/gltf/file/container.h"
#include "skinning/gltf/file/extension.h"
#include "skinning/gltf/file/fault.h"
#include "skinning/gltf/file/files.h"
#include "skinning/gltf/file/schema.h"
#include "skinning/gltf/file/uri.h"
#include "skinning/json_text.h"

namespace sinew::gltf {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kNotGltf = "not a glTF file: ";

// Returns an upper bound of the number of JSON values and member names. Each of them, except the
// first, follows a ',', ':', '[' or '{'.
size_t mostValues(std::string_view text) {
    return 1 + static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
               return c == ',' || c == ':' || c == '[' || c == '{';
           }));
}

Json parseJson(std::string_view text, Account& account) {
    constexpr uint64_t kValueBytes = 64;  // a value and its entry in an object or array
    const size_t values = mostValues(text);
    account.memory("values of the JSON", "", values * kValueBytes + text.size());
    account.work("values of the JSON", "", text.size());
    try {
        return parseJsonText(text);
    } catch (const JsonError& e) {
        fault(fmt::format("{}{}", kNotGltf, e.what()), "", kReexport);
    }
}

const Json& arrayOf(const Json& json, const char* member) {
    static const Json kEmpty = Json::array();
    const auto found = json.find(member);
    return found == json.end() ? kEmpty : *found;
}

void readBuffers(Document& document, const Json& json, const ByteSource& binary) {
    const Json& buffers = arrayOf(json, "buffers");
    const std::vector<bool> placeholders = placeholderBuffers(json);
    std::unordered_map<std::string_view, ByteSource> ofUri;  // each URI is opened once
    for (size_t i = 0; i < buffers.size(); ++i) {
        if (placeholders[i]) {
            document.buffers.emplace_back();
            continue;
        }
        const std::string where = fmt::format("buffers[{}]", i);
        const auto byteLength = buffers[i]["byteLength"].get<uint64_t>();
        ByteSource bytes;
        const auto uri = buffers[i].find("uri");
        if (uri != buffers[i].end() && !uri->get_ref<const std::string&>().empty()) {
            const auto& text = uri->get_ref<const std::string&>();
            const auto [known, isNew] = ofUri.try_emplace(text);
            if (isNew) {
                document.account->memory("bytes of data URIs", where + ".uri",
                                         text.starts_with("data:") ? 2 * text.size() : 0);
                known->second = openUri(text, document.file, document.reach, where + ".uri");
                document.addFile(known->second);
            }
            bytes = known->second;
        } else if (i == 0) {
            bytes = binary;
        }
        if (bytes.size() < byteLength) {
            fault(fmt::format("the buffer states {} bytes and has {}", byteLength, bytes.size()),
                  where + ".byteLength", "copy the model again with all of its files");
        }
        document.buffers.push_back(bytes.part(0, byteLength));
    }
}

void readImageSources(Document& document, const Json& json) {
    for (const Json& image : arrayOf(json, "images")) {
        document.images.push_back({.name = image.value("name", ""),
                                   .uri = image.value("uri", ""),
                                   .bufferView = image.value("bufferView", -1),
                                   .mimeType = image.value("mimeType", "")});
        const std::string& uri = document.images.back().uri;
        if (uri.empty() || uri.starts_with("data:")) continue;
        try {  // a missing image is an error only if it is used
            document.addFile(openUri(uri, document.file, document.reach, ""));
        } catch (const std::runtime_error&) {
            continue;
        }
    }
}

// Removes line breaks and control codes from names, because messages, tables and terminals show
// them.
void makeNamesPlain(Json& json) {
    for (const char* array : {"nodes", "meshes", "materials", "skins", "animations", "images"}) {
        if (!json.contains(array)) continue;
        for (Json& item : json[array]) {
            if (item.contains("name")) item["name"] = plainText(item["name"].get<std::string>());
        }
    }
}

// Removes channels without a target node. Section 3.11 of glTF 2.0 says that they SHOULD be
// ignored, but tinygltf reports an error.
void dropAimlessChannels(Json& json, std::vector<std::string>& warnings) {
    if (!json.contains("animations")) return;
    size_t dropped = 0;
    for (Json& animation : json["animations"]) {
        dropped +=
            std::erase_if(animation["channels"].get_ref<Json::array_t&>(),
                          [](const Json& channel) { return !channel["target"].contains("node"); });
    }
    if (dropped > 0) {
        warnings.push_back(dropped == 1
                               ? std::string("1 animation channel has no target node")
                               : fmt::format("{} animation channels have no target node", dropped));
    }
}

// Adds optional members that tinygltf requires. A skin without inverseBindMatrices gets -1, which
// means none in tinygltf. An accessor without a buffer view gets a temporary view. Returns the
// index of this view.
size_t fillIn(Json& json) {
    if (json.contains("skins")) {
        for (Json& skin : json["skins"]) {
            if (!skin.contains("inverseBindMatrices")) skin["inverseBindMatrices"] = -1;
        }
    }
    Json& views = json["bufferViews"];
    if (views.is_null()) views = Json::array();
    const size_t temporaryView = views.size();
    views.push_back({{"buffer", 0}, {"byteLength", 1}});
    if (json.contains("accessors")) {
        for (Json& accessor : json["accessors"]) {
            if (!accessor.contains("bufferView")) accessor["bufferView"] = temporaryView;
        }
    }
    return temporaryView;
}

void takeViewsBack(tinygltf::Model& gltf, size_t temporaryView) {
    for (tinygltf::Accessor& accessor : gltf.accessors) {
        if (static_cast<size_t>(accessor.bufferView) == temporaryView) accessor.bufferView = -1;
    }
    gltf.bufferViews.pop_back();
}

size_t itemsOf(const Json& list, const char* member) {
    size_t count = 0;
    for (const Json& item : list) {
        const auto found = item.find(member);
        if (found != item.end()) count += found->size();
    }
    return count;
}

// Adds the memory of tinygltf's structs to the account, twice, because a growing vector copies its
// items to new memory.
void drawStructs(const Json& json, Account& account) {
    const auto draw = [&](const char* what, size_t count, size_t bytes) {
        account.memory(what, what, 2 * count * bytes);
    };
    const Json& meshes = arrayOf(json, "meshes");
    const Json& animations = arrayOf(json, "animations");
    size_t targets = 0;
    for (const Json& mesh : meshes) targets += itemsOf(arrayOf(mesh, "primitives"), "targets");
    draw("accessors", arrayOf(json, "accessors").size(), sizeof(tinygltf::Accessor));
    draw("bufferViews", arrayOf(json, "bufferViews").size(), sizeof(tinygltf::BufferView));
    draw("nodes", arrayOf(json, "nodes").size(), sizeof(tinygltf::Node));
    draw("scenes", arrayOf(json, "scenes").size(), sizeof(tinygltf::Scene));
    draw("skins", arrayOf(json, "skins").size(), sizeof(tinygltf::Skin));
    draw("materials", arrayOf(json, "materials").size(), sizeof(tinygltf::Material));
    draw("textures", arrayOf(json, "textures").size(), sizeof(tinygltf::Texture));
    draw("samplers", arrayOf(json, "samplers").size(), sizeof(tinygltf::Sampler));
    draw("meshes", meshes.size(), sizeof(tinygltf::Mesh));
    draw("primitives", itemsOf(meshes, "primitives"), sizeof(tinygltf::Primitive));
    draw("targets", targets, sizeof(std::map<std::string, int>));
    draw("animations", animations.size(), sizeof(tinygltf::Animation));
    draw("channels", itemsOf(animations, "channels"), sizeof(tinygltf::AnimationChannel));
    draw("samplers", itemsOf(animations, "samplers"), sizeof(tinygltf::AnimationSampler));
}

void parseStructs(Document& document, Json json) {
    json.erase("buffers");
    json.erase("images");
    json["asset"] = {{"version", "2.0"}};
    dropAimlessChannels(json, document.warnings);
    drawStructs(json, *document.account);
    const size_t temporaryView = fillIn(json);
    const std::string text = json.dump();
    json = nullptr;
    if (text.size() > std::numeric_limits<uint32_t>::max()) {
        fault("the JSON has more than 4 GB", "", "move vertex data to buffers");
    }
    tinygltf::TinyGLTF parser;
    std::string error, warning;
    const bool parsed = parser.LoadASCIIFromString(&document.gltf, &error, &warning, text.data(),
                                                   static_cast<uint32_t>(text.size()), "");
    // Messages of tinygltf have no JSON path, so checkSchema() has already reported most errors.
    if (!parsed || !error.empty()) {
        fault("not a glTF file: a member violates the schema of glTF 2.0", "", kValidate);
    }
    takeViewsBack(document.gltf, temporaryView);
}

}  // namespace

void Document::addFile(const ByteSource& bytes) {
    const auto identity = bytes.fileIdentity();
    if (identity && files.insert(*identity).second) account->addFile(bytes.storedBytes());
}

Document readDocument(const std::filesystem::path& file, std::shared_ptr<Account> paidBy,
                      Reach reach) {
    Document document;
    document.file = file;
    document.reach = reach;
    document.account = std::move(paidBy);
    const ByteSource bytes = ByteSource::open(file, "");
    document.addFile(bytes);
    Account& account = *document.account;
    Container container = splitContainer(bytes, account);
    Json json = parseJson(container.json, account);
    container.json = {};
    checkExtensions(json, document.warnings);  // first: an extension may change the schema
    checkSchema(json);
    makeNamesPlain(json);
    readBuffers(document, json, container.binary);
    readImageSources(document, json);
    decodeMeshopt(document, json);
    parseStructs(document, std::move(json));
    decodeDraco(document);
    return document;
}

std::string readJsonText(const std::filesystem::path& file) {
    const ByteSource bytes = ByteSource::open(file, "");
    Account account(bytes.storedBytes());
    return splitContainer(bytes, account).json;
}

ByteSource bufferBytes(const Document& document, size_t buffer, size_t byteOffset,
                       size_t byteLength, const std::string& where) {
    requireIndex("buffer", buffer, document.buffers.size(), [&] { return where + ".buffer"; });
    const ByteSource& bytes = document.buffers[buffer];
    if (byteOffset > bytes.size() || byteLength > bytes.size() - byteOffset) {
        fault(fmt::format("byteOffset {} + byteLength {} exceeds the buffer's {} bytes", byteOffset,
                          byteLength, bytes.size()),
              where, kValidate);
    }
    return bytes.part(byteOffset, byteLength);
}

ByteSource viewBytes(const Document& document, int index, std::string_view where) {
    const auto& views = document.gltf.bufferViews;
    requireIndex("buffer view", index, views.size(), where);
    const tinygltf::BufferView& view = views[static_cast<size_t>(index)];
    return bufferBytes(document, static_cast<size_t>(view.buffer), view.byteOffset, view.byteLength,
                       fmt::format("bufferViews[{}]", index));
}

ByteSource imageBytes(const Document& document, size_t image) {
    const ImageSource& source = document.images[image];
    const std::string where = fmt::format("images[{}]", image);
    if (source.uri.empty()) return viewBytes(document, source.bufferView, where + ".bufferView");
    return openUri(source.uri, document.file, document.reach, where + ".uri");
}

}  // namespace sinew::gltf
