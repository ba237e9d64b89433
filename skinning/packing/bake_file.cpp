// Writes the JSON description and the preview image of baked clips.
#include "skinning/packing/bake_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "skinning/animation/affine.h"
#include "skinning/packing/bake.h"

static_assert(std::endian::native == std::endian::little, "texels are written as they lie");

namespace sinew {
namespace {

// In this JSON type, members keep their order, and floats have 32 bits, so 0.1f is written as 0.1.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, int64_t,
                                  uint64_t, float>;

constexpr const char* kTexelPosition =
    "Texel t of frame f lies in column floor(f / rows) * texelsPerFrame + t, row f mod rows.";
constexpr const char* kFrame =
    "Texels 3b, 3b + 1, 3b + 2 of a frame are rows 0, 1, 2 of the 3x4 matrix objectFromBind of "
    "binds[b]; the fourth row is 0 0 0 1. The morph weights follow, four a texel.";
constexpr const char* kTime =
    "At time t of a clip, wrapped into [0, duration), s = t / duration * steps, k = floor(s), at "
    "most steps - 1: the frames are firstFrame + k and the one after it, mixed by s - k. A clip of "
    "0 steps is its first frame. Frame firstFrame + steps is the clip's end, before it starts "
    "over.";
constexpr const char* kFade =
    "Two clips: mix the matrices and weights of each by the weight of the fade.";
constexpr const char* kVertex =
    "position = sum over influences of weight * (objectFromBind * (p, 1)), p the glTF file's "
    "position plus its morph targets; normals by the cofactor matrix of the same sum. An influence "
    "of a skinned mesh is entry JOINTS_n of the `binds` of its skin; a mesh without skin moves by "
    "the one bind in rigidMeshes.";
constexpr const char* kSpaces =
    "Metres, right-handed, y up, as in glTF. Object space is the space of the file's scene: node "
    "transforms are part of objectFromBind. Vectors are columns; matrices are written row by row.";
constexpr const char* kWeights =
    "The weights of all nodes that have a mesh with morph targets, in the order of the file's "
    "nodes; within a node in the order of the targets.";
constexpr const char* kPreview =
    "Upper half: x y z as red, green, blue; lower half: w as grey. Byte 0 is low, 255 is high.";

Json numbers(const glm::vec4& v) {
    return Json::array({v.x, v.y, v.z, v.w});
}

Json bindsOf(const Model& model) {
    Json binds = Json::array();
    for (const Bind& bind : model.binds) {
        const gpu::Affine rows = affineFrom(bind.jointFromBind);
        binds.push_back(
            {{"joint", model.skeleton.names[bind.joint]},
             {"jointFromBind", {numbers(rows[0]), numbers(rows[1]), numbers(rows[2])}}});
    }
    return binds;
}

Json skinsOf(const Model& model) {
    Json skins = Json::array();
    for (const Skin& skin : model.skins) {
        skins.push_back({{"name", skin.name}, {"binds", skin.binds}});
    }
    return skins;
}

Json rigidMeshesOf(const Model& model) {
    std::map<uint32_t, uint32_t> bindOfNode;
    for (const Primitive& primitive : model.primitives) {
        if (primitive.skinned || primitive.vertexCount == 0) continue;
        const uint32_t influence = model.geometry.influenceOffsets[primitive.firstVertex];
        bindOfNode[primitive.node] = model.geometry.influences[influence].bind;
    }
    Json meshes = Json::array();
    for (const auto& [node, bind] : bindOfNode) meshes.push_back({{"node", node}, {"bind", bind}});
    return meshes;
}

Json clipsOf(const Model& model, const BakedClips& clips) {
    Json list = Json::array();
    for (size_t c = 0; c < model.clips.size(); ++c) {
        list.push_back({{"name", model.clips[c].name},
                        {"firstFrame", clips.clips[c].firstFrame},
                        {"steps", clips.clips[c].steps},
                        {"durationSeconds", clips.clips[c].durationSeconds}});
    }
    return list;
}

bool isList(const Json& json) {
    return json.is_array() &&
           std::all_of(json.begin(), json.end(), [](const Json& v) { return v.is_primitive(); });
}

/// Appends `json` with line breaks and indentation to `text`. A list, or a value that fits, is
/// written on one line.
void write(const Json& json, size_t indent, std::string& text) {
    constexpr size_t kLine = 110;
    const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    const bool fits = indent > 0 && indent + line.size() <= kLine;
    if (fits || json.is_primitive() || json.empty() || isList(json)) {
        text += line;
        return;
    }
    text += json.is_object() ? '{' : '[';
    const char* separator = "\n";
    for (const auto& [key, value] : json.items()) {
        text += separator + std::string(indent + 2, ' ');
        if (json.is_object()) text += Json(key).dump() + ": ";
        write(value, indent + 2, text);
        separator = ",\n";
    }
    text += '\n' + std::string(indent, ' ') + (json.is_object() ? '}' : ']');
}

template <typename Visit>
void forEveryTexel(const BakedClips& clips, const Visit& visit) {
    for (uint32_t frame = 0; frame < clips.frameCount; ++frame) {
        const size_t column = size_t{frame / clips.rows} * clips.texelsPerFrame;
        const size_t first = (frame % clips.rows) * size_t{clips.width} + column;
        for (uint32_t t = 0; t < clips.texelsPerFrame; ++t) visit(first + t, clips.texel(frame, t));
    }
}

}  // namespace

BakedPreview previewOf(const BakedClips& clips) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    BakedPreview preview{.width = clips.width,
                         .height = 2 * clips.height,
                         .rgba = {},
                         .low = glm::vec4(kInfinity),
                         .high = glm::vec4(-kInfinity)};
    forEveryTexel(clips, [&](size_t, const glm::vec4& value) {
        for (int c = 0; c < 4; ++c) {
            if (!std::isfinite(value[c])) continue;
            preview.low[c] = std::min(preview.low[c], value[c]);
            preview.high[c] = std::max(preview.high[c], value[c]);
        }
    });
    for (int c = 0; c < 4; ++c) {
        if (preview.low[c] > preview.high[c]) preview.low[c] = preview.high[c] = 0;
    }
    const auto byte = [&](const glm::vec4& value, int c) {
        const double range = double{preview.high[c]} - preview.low[c];
        const double share = range > 0 ? (double{value[c]} - preview.low[c]) / range : 0.0;
        return share > 0 ? static_cast<uint8_t>(std::lround(255 * std::min(share, 1.0)))
                         : uint8_t{0};  // below the range, or not a number
    };
    const size_t lower = size_t{clips.width} * clips.height;
    preview.rgba.resize(8 * lower);
    const auto setPixel = [&](size_t index, uint8_t red, uint8_t green, uint8_t blue) {
        const std::array<uint8_t, 4> pixel{red, green, blue, 255};
        std::copy(pixel.begin(), pixel.end(),
                  preview.rgba.begin() + static_cast<ptrdiff_t>(4 * index));
    };
    for (size_t index = 0; index < 2 * lower; ++index) setPixel(index, 0, 0, 0);
    forEveryTexel(clips, [&](size_t index, const glm::vec4& value) {
        setPixel(index, byte(value, 0), byte(value, 1), byte(value, 2));
        const uint8_t grey = byte(value, 3);
        setPixel(lower + index, grey, grey, grey);
    });
    return preview;
}

std::string describeBake(const Model& model, const BakedClips& clips, const BakedPreview& preview,
                         const BakedFileNames& files) {
    const Json json = {
        {"format", "sinew-baked-clips"},
        {"version", 1},
        {"model", model.name},
        {"texels",
         {{"file", files.texels},
          {"bytes", clips.bytes().size()},
          {"format", clips.settings.halfTexels ? "rgba16float" : "rgba32float"},
          {"byteOrder", "little-endian"},
          {"rowOrder", "from the top"},
          {"width", clips.width},
          {"height", clips.height}}},
        {"frames",
         {{"count", clips.frameCount},
          {"texelsPerFrame", clips.texelsPerFrame},
          {"rows", clips.rows},
          {"framesPerSecond", clips.settings.framesPerSecond},
          {"rest", clips.clips.back().firstFrame}}},
        {"clips", clipsOf(model, clips)},
        {"binds", bindsOf(model)},
        {"skins", skinsOf(model)},
        {"rigidMeshes", rigidMeshesOf(model)},
        {"morphWeights",
         {{"count", clips.weightCount}, {"firstTexel", size_t{3} * clips.bindCount}}},
        {"preview",
         {{"file", files.preview}, {"low", numbers(preview.low)}, {"high", numbers(preview.high)}}},
        {"meaning",
         {{"place", kTexelPosition},
          {"frame", kFrame},
          {"time", kTime},
          {"fade", kFade},
          {"vertex", kVertex},
          {"spaces", kSpaces},
          {"morphWeights", kWeights},
          {"preview", kPreview}}}};
    std::string text;
    write(json, 0, text);
    return text + '\n';
}

}  // namespace sinew
