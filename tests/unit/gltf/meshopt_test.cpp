// Buffer views that meshoptimizer compressed import as the uncompressed views.
#include <gmock/gmock.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/unit/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::HasSubstr;

// Vertices along a side of sheet(). The sheet has more vertices than one block of the codec.
constexpr uint32_t kSide = 20;

// Returns a bent sheet with two joints and a clip, whose buffer views have every kind of data.
GltfBuilder sheet() {
    GltfBuilder builder;
    std::vector<float> positions, weights;
    std::vector<uint16_t> joints, triangles, strip;
    for (uint32_t y = 0; y < kSide; ++y) {
        for (uint32_t x = 0; x < kSide; ++x) {
            const float u = static_cast<float>(x) / kSide, v = static_cast<float>(y) / kSide;
            positions.insert(positions.end(), {u, v, std::sin(3 * u) * v});
            joints.insert(joints.end(), {0, 1, 0, 0});
            weights.insert(weights.end(), {1 - v, v, 0, 0});
            if (x + 1 == kSide || y + 1 == kSide) continue;
            const auto corner = static_cast<uint16_t>(y * kSide + x);
            const auto above = static_cast<uint16_t>(corner + kSide);
            for (const int index :
                 {corner + 0, corner + 1, above + 1, corner + 0, above + 1, +above}) {
                triangles.push_back(static_cast<uint16_t>(index));
            }
        }
    }
    for (uint16_t i = 0; i < 2 * kSide; ++i) {
        strip.push_back(static_cast<uint16_t>(i % 2 == 0 ? i / 2 : kSide + i / 2));
    }
    const Json attributes = {{"POSITION", builder.accessor(positions, "VEC3")},
                             {"JOINTS_0", builder.accessor(joints, "VEC4")},
                             {"WEIGHTS_0", builder.accessor(weights, "VEC4")}};
    const Json list = {{"attributes", attributes},
                       {"indices", builder.accessor(triangles, "SCALAR")}};
    const Json band = {
        {"attributes", attributes}, {"indices", builder.accessor(strip, "SCALAR")}, {"mode", 5}};
    builder.add("meshes", {{"primitives", {list, band}}});
    builder.set(R"(skins = [{"joints": [1, 2]}] & nodes = [
        {"mesh": 0, "skin": 0}, {"children": [2]}, {"translation": [0, 1, 0]}])");
    const int times = builder.scalars({0, .5f, 1});
    builder.channel(2, "rotation", times, builder.vec4({0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}));
    return builder;
}

std::vector<uint8_t> encoded(const uint8_t* bytes, size_t count, size_t stride,
                             const std::string& mode) {
    std::vector<uint8_t> out;
    size_t size = 0;
    if (mode == "ATTRIBUTES") {
        meshopt_encodeVertexVersion(0);
        out.resize(meshopt_encodeVertexBufferBound(count, stride));
        size = meshopt_encodeVertexBuffer(out.data(), out.size(), bytes, count, stride);
    } else {
        meshopt_encodeIndexVersion(1);
        std::vector<uint32_t> indices(count);
        for (size_t i = 0; i < count; ++i) std::memcpy(&indices[i], bytes + i * stride, stride);
        out.resize(meshopt_encodeIndexSequenceBound(count, count) + 64 +
                   meshopt_encodeIndexBufferBound((count + 2) / 3 * 3, count));
        size = mode == "TRIANGLES"
                   ? meshopt_encodeIndexBuffer(out.data(), out.size(), indices.data(), count)
                   : meshopt_encodeIndexSequence(out.data(), out.size(), indices.data(), count);
    }
    EXPECT_GT(size, 0u);
    out.resize(size);
    return out;
}

// Compresses buffer view `index` into a stream, which is appended to buffer 0. The view itself is
// moved to buffer 1, a placeholder without a file.
void compress(GltfBuilder& builder, size_t index, size_t stride, const std::string& mode,
              const std::string& filter = "NONE",
              const std::string& extension = "EXT_meshopt_compression") {
    Json& view = builder.root["bufferViews"][index];
    const auto byteLength = view["byteLength"].get<size_t>();
    const std::vector<uint8_t> stream = encoded(
        builder.bytes.data() + view["byteOffset"].get<size_t>(), byteLength / stride, stride, mode);
    builder.bytes.resize((builder.bytes.size() + 3) / 4 * 4);
    view["buffer"] = 1;
    view["extensions"][extension] = {
        {"buffer", 0},          {"byteOffset", builder.bytes.size()}, {"byteLength", stream.size()},
        {"byteStride", stride}, {"count", byteLength / stride},       {"mode", mode},
        {"filter", filter}};
    builder.bytes.insert(builder.bytes.end(), stream.begin(), stream.end());
    builder.root["extensionsRequired"] = {extension};
}

// Adds the two buffers to the file, and overwrites the uncompressed bytes. `marked`: buffer 1 is
// marked as a fallback.
GltfBuilder& finish(GltfBuilder& builder, bool marked = true) {
    for (const Json& view : builder.root["bufferViews"]) {
        if (view["buffer"] != 1) continue;
        const auto first = builder.bytes.begin() + view["byteOffset"].get<ptrdiff_t>();
        std::fill(first, first + view["byteLength"].get<ptrdiff_t>(), uint8_t{0xcd});
    }
    builder.root["buffers"] = {
        {{"byteLength", builder.bytes.size()},
         {"uri", "data:application/octet-stream;base64," + test::base64(builder.bytes)}},
        {{"byteLength", builder.bytes.size()}}};
    if (marked) {
        builder.root["buffers"][1]["extensions"]["EXT_meshopt_compression"]["fallback"] = true;
    }
    return builder;
}

// Rotates each triangle so that its smallest index is first, because the encoder may rotate
// triangles.
std::vector<uint32_t> fromLowestCorner(std::vector<uint32_t> indices) {
    for (auto triangle = indices.begin(); triangle != indices.end(); triangle += 3) {
        std::rotate(triangle, std::min_element(triangle, triangle + 3), triangle + 3);
    }
    return indices;
}

void expectSame(const Model& compressed, const Model& plain) {
    EXPECT_EQ(compressed.geometry.positions, plain.geometry.positions);
    EXPECT_EQ(fromLowestCorner(compressed.geometry.indices),
              fromLowestCorner(plain.geometry.indices));
    ASSERT_EQ(compressed.geometry.influences.size(), plain.geometry.influences.size());
    for (size_t i = 0; i < plain.geometry.influences.size(); ++i) {
        EXPECT_EQ(compressed.geometry.influences[i].bind, plain.geometry.influences[i].bind);
        EXPECT_EQ(compressed.geometry.influences[i].weight, plain.geometry.influences[i].weight);
    }
    EXPECT_EQ(compressed.clips.at(0).times, plain.clips.at(0).times);
    EXPECT_EQ(compressed.clips.at(0).values, plain.clips.at(0).values);
}

GltfBuilder compressedSheet(const std::string& extension) {
    GltfBuilder builder = sheet();
    const std::pair<size_t, const char*> views[] = {
        {12, "ATTRIBUTES"}, {8, "ATTRIBUTES"}, {16, "ATTRIBUTES"}, {2, "TRIANGLES"},
        {2, "INDICES"},     {4, "ATTRIBUTES"}, {16, "ATTRIBUTES"}};
    size_t index = 0;
    for (const auto& [stride, mode] : views) {
        compress(builder, index++, stride, mode, "NONE", extension);
    }
    return builder;
}

TEST(Meshopt, EveryModeUnderBothNamesGivesTheModelThatWasCompressed) {
    const Model plain = sheet().import();
    for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        SCOPED_TRACE(name);
        GltfBuilder builder = compressedSheet(name);
        expectSame(finish(builder, /*marked=*/*name == 'E').import(), plain);
    }
}

TEST(Meshopt, AMissingFallbackBufferIsNotRead) {
    GltfBuilder builder = compressedSheet("EXT_meshopt_compression");
    finish(builder).root["buffers"][1]["uri"] = "nowhere.bin";
    EXPECT_EQ(builder.importError(), "");
}

// The decoded view has the positions of a triangle: 3 floats per vertex, each packed as mantissa
// and exponent.
TEST(Meshopt, ExponentialValuesAreMantissaTimesPowerOfTwo) {
    const auto value = [](int32_t mantissa, int32_t exponent) {
        return static_cast<uint32_t>(exponent) << 24 |
               (static_cast<uint32_t>(mantissa) & 0xffffffu);
    };
    const std::vector<uint32_t> bits = {value(3, -1), value(-5, 2),   value(0, 0),
                                        value(1, 10), value(-1, -10), value(8388607, -23),
                                        value(7, 0),  value(2, -2),   value(-8388608, 0)};
    GltfBuilder builder = test::triangle();
    std::memcpy(builder.bytes.data(), bits.data(), 36);
    compress(builder, 0, 12, "ATTRIBUTES", "EXPONENTIAL");
    const Model model = finish(builder).import();
    const std::vector<glm::vec3> expected = {{1.5f, -20.0f, 0.0f},
                                             {1024.0f, -1.0f / 1024.0f, 8388607.0f / 8388608.0f},
                                             {7.0f, 0.5f, -8388608.0f}};
    EXPECT_EQ(model.geometry.positions, expected);
}

// Attribute streams of version 1 with the values of coloredStrip(), from meshoptimizer 1.3. They
// have all channel modes, all control modes and several blocks.
constexpr const char* kStreams1 =
    "oQIKAhQAAAD+/////////4B/gH+Af4B/gP8Bf0DAvz9AwL8/FQAAAPr//9/gkJBoeERMVDwyNjr//z4gJCQoKCwkGBga"
    "GhwcHh7/ASAQEBISEhIUFAYAAAA6CACAfoAAAhUAAAD4+YCAQEBAv4CAQEBA+fm/gIBAQEC/gIBAQED5Ab+AgEBAQL8V"
    "AAAABgd8AX58AQcHfnwBfnwBBwF+fAF+BQAAAPj/f4DgoI/v8A9YSDjH8wEABAUAAAD6/4PR0qyCeFpkSD5ESi4qAQC0"
    "BgAAADogCAB8AQADgqqqAQwAQD8BDAACAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAKFCVQEAAP7/PETMRNxEzET8RMxE"
    "3ETM//9EPMRMxFzETMR8xEzEXMRM///EPETMRNxEzET8RMxE3ETM//9EPMRMxFzETMR8xEzEXMRMfwDEPETMRNxEVQEA"
    "ACAiAQMBREQHAQMBiIgPAQMBEBEHAQMhAAEfAAAAABgAd3cYAHd3GAB3dxgAd3cYAHd3GAB3dxgAd3cYAHd3GAB3dxgA"
    "d3cYAHd3GAB3dxgAd3cYAHd3GAB3dxgAd3cqARgAd3cAAAAAAAAAAAAAAAAAAAAAAAAAAAAoAGKhAA8AAAAIb4b4b4b2"
    "bxEREQ8RhvaPaMAAAAAPEQ8AAAAL3739v9v93yIiIiIivfvfvfAAAAAiIhsPAAAAC7y7ydyd67y77ZzZ8AAAAGgFAAAA"
    "/v8eHR4dHh0eHR4dHh0eHR7/AR0eHR4dHh0eHbsrJhkXJhcmGRcmFyYZFyYXJismGRcmFyYZFyYXJhkXJhcmAAAAAAAA"
    "AAAAAAAAAAAAAAAAAB8AHzAA";

GltfBuilder coloredStrip() {
    std::vector<float> positions;
    std::vector<uint16_t> uvs;
    std::vector<uint8_t> colors;
    for (int i = 0; i < 273; ++i) {
        const int k = std::min(i, 40), first = i < 24 ? i : 0;
        positions.insert(positions.end(), {float(k * k + (i == 258 ? 9 : 0)), float(k % 8) / 8,
                                           i < 16 ? float(i * i) * 0.37109375f : 2.0f});
        uvs.push_back(static_cast<uint16_t>(std::min(i, 70) * 240));
        uvs.push_back(i % 16 == 3 ? 500 : 40);
        const float green = i < 256 ? 1 - float(first) / 24 : float(i * 37 % 61) / 61;
        for (const float c :
             {float(first) / 24, green, float(first % 3) / 4, first % 2 == 1 ? 1.0f : 0.5f}) {
            colors.push_back(static_cast<uint8_t>(std::lround(c * 255)));
        }
    }
    GltfBuilder builder = test::triangle();
    return builder.with("POSITION", positions)
        .with("TEXCOORD_0", uvs, {.normalized = true})
        .with("COLOR_0", colors, {.normalized = true});
}

TEST(Meshopt, StreamsOfVersion1AndTheFilterColorAreDecoded) {
    GltfBuilder builder = coloredStrip();
    const Model plain = builder.import();
    builder.root["buffers"] = {
        {{"byteLength", 639},
         {"uri", std::string("data:application/octet-stream;base64,") + kStreams1}},
        {{"byteLength", builder.bytes.size()}}};
    const auto compressed = [&](size_t view, size_t offset, size_t size, size_t stride) -> Json& {
        builder.root["bufferViews"][view]["buffer"] = 1;
        return builder.root["bufferViews"][view]["extensions"]["KHR_meshopt_compression"] = {
                   {"buffer", 0},          {"byteOffset", offset}, {"byteLength", size},
                   {"byteStride", stride}, {"count", 273},         {"mode", "ATTRIBUTES"}};
    };
    compressed(1, 0, 256, 12);
    compressed(2, 256, 214, 4);
    compressed(3, 470, 169, 4)["filter"] = "COLOR";
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.positions, plain.geometry.positions);
    EXPECT_EQ(model.geometry.uvSets, plain.geometry.uvSets);
    ASSERT_EQ(model.geometry.colors.size(), 273u);
    for (size_t v = 0; v < 273; ++v) {  // the colours have 6 bits
        EXPECT_LT(glm::length(model.geometry.colors[v] - plain.geometry.colors[v]), 0.03f) << v;
    }
    builder.root["bufferViews"][1]["extensions"]["KHR_meshopt_compression"]["byteLength"] = 255;
    EXPECT_THAT(builder.importError(), HasSubstr("the compressed data is broken"));
}

const std::array<glm::vec3, 3> kDirections = {
    glm::normalize(glm::vec3(1, 2, 3)), glm::normalize(glm::vec3(-3, 1, -1)), glm::vec3(0, -1, 0)};

template <typename Component>
float worstNormal(int bits) {
    GltfBuilder builder = test::triangle();
    std::vector<float> in;
    for (const glm::vec3& n : kDirections) in.insert(in.end(), {n.x, n.y, n.z, 0.0f});
    std::vector<Component> filtered(12);
    meshopt_encodeFilterOct(filtered.data(), 3, 4 * sizeof(Component), bits, in.data());
    const size_t normals = builder.accessor(filtered, "VEC4", {.normalized = true});
    builder.root["accessors"][normals]["type"] = "VEC3";
    builder.root["bufferViews"][1]["byteStride"] = 4 * sizeof(Component);
    builder.root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = normals;
    compress(builder, 1, 4 * sizeof(Component), "ATTRIBUTES", "OCTAHEDRAL");
    const Model model = finish(builder).import();
    float worst = 0;
    for (size_t v = 0; v < 3; ++v) {
        worst = std::max(worst, glm::length(model.geometry.normals[v] - kDirections[v]));
    }
    return worst;
}

TEST(Meshopt, OctahedralNormalsAreDecodedWithinTheirBits) {
    EXPECT_LT(worstNormal<int8_t>(8), 0.02f);
    EXPECT_LT(worstNormal<int16_t>(12), 0.002f);
}

TEST(Meshopt, QuaternionsAreDecodedWithinTheirBits) {
    const std::array<glm::vec4, 3> turns = {glm::normalize(glm::vec4(1, 2, 3, 4)),
                                            glm::normalize(glm::vec4(-4, 1, 1, 2)),
                                            glm::vec4(0, 0, 0, 1)};
    GltfBuilder builder = test::triangle();
    std::vector<int16_t> filtered(12);
    meshopt_encodeFilterQuat(filtered.data(), 3, 8, 16, &turns[0].x);
    const int times = builder.scalars({0, 1, 2});
    builder.channel(0, "rotation", times, builder.accessor(filtered, "VEC4", {.normalized = true}));
    compress(builder, 2, 8, "ATTRIBUTES", "QUATERNION");
    const Model model = finish(builder).import();
    for (size_t k = 0; k < 3; ++k) {
        const float* q = model.clips.at(0).values.data() + 4 * k;
        const float cosine = glm::dot(glm::vec4(q[0], q[1], q[2], q[3]), turns[k]);
        EXPECT_GT(std::abs(cosine), 0.99999f) << k;
    }
}

TEST(MeshoptErrors, ClaimsAndLayoutsThatTheExtensionDoesNotHaveAreRefused) {
    const struct {
        const char* member;  // member of the first view's extension
        Json value;
        const char* words;
    } faults[] = {
        {"count", 40000u, "40000 elements of 12 bytes are too many for"},
        {"count", 4000000000u, "byteLength is not 4000000000 elements"},
        {"count", uint64_t{1} << 62, "byteLength is not"},
        {"count", 0, "count is 0"},
        {"count", -3, "non-negative integer"},
        {"byteLength", 1u << 30, "bufferViews[0].extensions.EXT_meshopt_compression: "},
        {"mode", "POINTS", "unknown mode \"POINTS\""},
        {"byteStride", 6, "is not a multiple of 4"},
        {"byteStride", 16, "byteLength is not 400 elements of 16"},
        {"filter", "OCTAHEDRAL", "filter \"OCTAHEDRAL\" does not support byteStride 12"},
        {"filter", "COLOR", "filter \"COLOR\" does not support byteStride 12"},
        {"buffer", 9, "buffer 9 does not exist (the file has 2)"},
    };
    GltfBuilder good = compressedSheet("EXT_meshopt_compression");
    finish(good);
    for (const auto& [member, value, words] : faults) {
        GltfBuilder builder = good;
        Json& view = builder.root["bufferViews"][0];
        view["extensions"]["EXT_meshopt_compression"][member] = value;
        if (std::string(member) == "count" && value.is_number_unsigned()) {
            view["byteLength"] = value.get<size_t>() * 12;
        }
        EXPECT_THAT(builder.importError(), HasSubstr(words)) << member << ' ' << value;
    }
}

TEST(MeshoptErrors, ViewsThatShareTheirBytesAreCountedEach) {
    GltfBuilder builder = test::triangle();
    const size_t zeros = builder.view(std::vector<float>(250000, 0.0f));
    compress(builder, zeros, 4, "ATTRIBUTES");
    finish(builder);
    const Json view = builder.root["bufferViews"][zeros];
    for (int i = 0; i < 10; ++i) builder.add("bufferViews", view);
    EXPECT_EQ(builder.importError(), "");
    for (int i = 0; i < 1500; ++i) builder.add("bufferViews", view);
    EXPECT_THAT(builder.importError(), HasSubstr("the decoded bytes need 1.0 MB of memory"));
}

TEST(MeshoptErrors, BrokenStreamsAreNamed) {
    const auto errorWithHeader = [](uint8_t header) {
        GltfBuilder builder = compressedSheet("EXT_meshopt_compression");
        const Json& view = builder.root["bufferViews"][0];
        const auto offset =
            view["extensions"]["EXT_meshopt_compression"]["byteOffset"].get<size_t>();
        builder.bytes[offset] = header;
        if (header == 0xa0) builder.bytes[offset + 1] ^= 0xff;
        return finish(builder).importError();
    };
    EXPECT_THAT(errorWithHeader(0xa0), HasSubstr("the compressed data is broken"));
    EXPECT_THAT(errorWithHeader(0xa1), HasSubstr("the compressed data is broken"));
    EXPECT_THAT(errorWithHeader(0xe1), HasSubstr("starts with 0xe1, not 0xa0"));
}

TEST(MeshoptErrors, PlainViewsOfThePlaceholderAreRefused) {
    GltfBuilder builder = compressedSheet("EXT_meshopt_compression");
    finish(builder).root["bufferViews"][0].erase("extensions");
    EXPECT_THAT(
        builder.importError(),
        HasSubstr("bufferViews[0]: byteOffset 0 + byteLength 4800 exceeds the buffer's 0 bytes"));
}

}  // namespace
}  // namespace sinew
