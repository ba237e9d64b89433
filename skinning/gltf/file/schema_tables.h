// Tables of the JSON members that the import reads, from section 5 of the glTF 2.0 specification.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sinew::gltf {

enum class Form : uint8_t {
    index,   // an integer >= 0 that fits an int
    size,    // a 64-bit integer >= 0
    stride,  // 0 (some exporters write it for none) or a multiple of 4 up to 252
    number,
    flag,
    word,
    indices,
    numbers,
    words,
    object,
    objects,
    named,     // an object whose members are indices: attributes
    namedList  // an array of such objects: targets
};

struct Object;

struct Member {
    std::string_view name;
    Form form;
    bool required = false;
    const Object* of = nullptr;                    // for object, objects: table of the members
    size_t count = 0;                              // for numbers: required count; 0: any
    std::span<const std::string_view> words = {};  // for word: valid values; empty: any
    std::span<const uint32_t> values = {};         // for index: valid values; empty: any
};

struct Object {
    std::span<const Member> members;
};

template <size_t n>
constexpr Object objectOf(const std::array<Member, n>& members) {
    return {members};
}

constexpr bool kRequired = true;

constexpr std::array<uint32_t, 6> kComponentTypes = {5120, 5121, 5122, 5123, 5125, 5126};

constexpr auto kSparseIndicesMembers = std::to_array<Member>({
    {"bufferView", Form::index, kRequired},
    {"byteOffset", Form::index},
    {.name = "componentType",
     .form = Form::index,
     .required = kRequired,
     .values = kComponentTypes},
});
constexpr Object kSparseIndices = objectOf(kSparseIndicesMembers);

constexpr auto kSparseValuesMembers = std::to_array<Member>({
    {"bufferView", Form::index, kRequired},
    {"byteOffset", Form::index},
});
constexpr Object kSparseValues = objectOf(kSparseValuesMembers);

constexpr auto kSparseMembers = std::to_array<Member>({
    {"count", Form::index, kRequired},
    {"indices", Form::object, kRequired, &kSparseIndices},
    {"values", Form::object, kRequired, &kSparseValues},
});
constexpr Object kSparse = objectOf(kSparseMembers);

constexpr std::array<std::string_view, 7> kElementTypes = {"SCALAR", "VEC2", "VEC3", "VEC4",
                                                           "MAT2",   "MAT3", "MAT4"};
constexpr auto kAccessorMembers = std::to_array<Member>({
    {"bufferView", Form::index},
    {"byteOffset", Form::size},
    {.name = "componentType",
     .form = Form::index,
     .required = kRequired,
     .values = kComponentTypes},
    {"normalized", Form::flag},
    {"count", Form::size, kRequired},
    {.name = "type", .form = Form::word, .required = kRequired, .words = kElementTypes},
    {"min", Form::numbers},
    {"max", Form::numbers},
    {"sparse", Form::object, false, &kSparse},
});
constexpr Object kAccessor = objectOf(kAccessorMembers);

// This table checks only types. decodeMeshopt() checks the requirements of both extensions.
constexpr auto kMeshoptMembers = std::to_array<Member>({
    {"buffer", Form::index},
    {"byteOffset", Form::size},
    {"byteLength", Form::size},
    {"byteStride", Form::index},
    {"count", Form::size},
    {"mode", Form::word},
    {"filter", Form::word},
    {"fallback", Form::flag},
});
constexpr Object kMeshopt = objectOf(kMeshoptMembers);
constexpr auto kBufferExtensionsMembers = std::to_array<Member>({
    {"EXT_meshopt_compression", Form::object, false, &kMeshopt},
    {"KHR_meshopt_compression", Form::object, false, &kMeshopt},
});
constexpr Object kBufferExtensions = objectOf(kBufferExtensionsMembers);

constexpr auto kBufferMembers = std::to_array<Member>({
    {"uri", Form::word},
    {"byteLength", Form::size, kRequired},
    {"extensions", Form::object, false, &kBufferExtensions},
});
constexpr Object kBuffer = objectOf(kBufferMembers);

constexpr auto kBufferViewMembers = std::to_array<Member>({
    {"buffer", Form::index, kRequired},
    {"byteOffset", Form::size},
    {"byteLength", Form::size, kRequired},
    {"byteStride", Form::stride},
    {"target", Form::index},
    {"extensions", Form::object, false, &kBufferExtensions},
});
constexpr Object kBufferView = objectOf(kBufferViewMembers);

constexpr auto kImageMembers = std::to_array<Member>({
    {"uri", Form::word},
    {"mimeType", Form::word},
    {"bufferView", Form::index},
});
constexpr Object kImage = objectOf(kImageMembers);

constexpr auto kTextureExtensionMembers = std::to_array<Member>({{"source", Form::index}});
constexpr Object kTextureExtension = objectOf(kTextureExtensionMembers);
constexpr auto kTextureExtensionsMembers = std::to_array<Member>({
    {"EXT_texture_avif", Form::object, false, &kTextureExtension},
    {"EXT_texture_webp", Form::object, false, &kTextureExtension},
    {"KHR_texture_basisu", Form::object, false, &kTextureExtension},
    {"MSFT_texture_dds", Form::object, false, &kTextureExtension},
});
constexpr Object kTextureExtensions = objectOf(kTextureExtensionsMembers);
constexpr auto kTextureMembers = std::to_array<Member>({
    {"sampler", Form::index},
    {"source", Form::index},
    {"extensions", Form::object, false, &kTextureExtensions},
});
constexpr Object kTexture = objectOf(kTextureMembers);

constexpr auto kTextureSamplerMembers = std::to_array<Member>({
    {"magFilter", Form::index},
    {"minFilter", Form::index},
    {"wrapS", Form::index},
    {"wrapT", Form::index},
});
constexpr Object kTextureSampler = objectOf(kTextureSamplerMembers);

constexpr auto kTextureTransformMembers = std::to_array<Member>({
    {.name = "offset", .form = Form::numbers, .count = 2},
    {"rotation", Form::number},
    {.name = "scale", .form = Form::numbers, .count = 2},
    {"texCoord", Form::index},
});
constexpr Object kTextureTransform = objectOf(kTextureTransformMembers);
constexpr auto kTextureInfoExtensionsMembers = std::to_array<Member>({
    {"KHR_texture_transform", Form::object, false, &kTextureTransform},
});
constexpr Object kTextureInfoExtensions = objectOf(kTextureInfoExtensionsMembers);
constexpr auto kTextureInfoMembers = std::to_array<Member>({
    {"index", Form::index, kRequired},
    {"texCoord", Form::index},
    {"scale", Form::number},
    {"strength", Form::number},
    {"extensions", Form::object, false, &kTextureInfoExtensions},
});
constexpr Object kTextureInfo = objectOf(kTextureInfoMembers);

constexpr auto kMetallicRoughnessMembers = std::to_array<Member>({
    {.name = "baseColorFactor", .form = Form::numbers, .count = 4},
    {"baseColorTexture", Form::object, false, &kTextureInfo},
    {"metallicFactor", Form::number},
    {"roughnessFactor", Form::number},
    {"metallicRoughnessTexture", Form::object, false, &kTextureInfo},
});
constexpr Object kMetallicRoughness = objectOf(kMetallicRoughnessMembers);

constexpr auto kEmissiveStrengthMembers =
    std::to_array<Member>({{"emissiveStrength", Form::number}});
constexpr Object kEmissiveStrength = objectOf(kEmissiveStrengthMembers);
constexpr Object kUnlit{};
constexpr auto kMaterialExtensionsMembers = std::to_array<Member>({
    {"KHR_materials_emissive_strength", Form::object, false, &kEmissiveStrength},
    {"KHR_materials_unlit", Form::object, false, &kUnlit},
});
constexpr Object kMaterialExtensions = objectOf(kMaterialExtensionsMembers);
constexpr std::array<std::string_view, 3> kAlphaModes = {"OPAQUE", "MASK", "BLEND"};
constexpr auto kMaterialMembers = std::to_array<Member>({
    {"pbrMetallicRoughness", Form::object, false, &kMetallicRoughness},
    {"normalTexture", Form::object, false, &kTextureInfo},
    {"occlusionTexture", Form::object, false, &kTextureInfo},
    {"emissiveTexture", Form::object, false, &kTextureInfo},
    {.name = "emissiveFactor", .form = Form::numbers, .count = 3},
    {.name = "alphaMode", .form = Form::word, .words = kAlphaModes},
    {"alphaCutoff", Form::number},
    {"doubleSided", Form::flag},
    {"extensions", Form::object, false, &kMaterialExtensions},
});
constexpr Object kMaterial = objectOf(kMaterialMembers);

constexpr auto kDracoMembers = std::to_array<Member>({
    {"bufferView", Form::index},
    {"attributes", Form::named},
});
constexpr Object kDraco = objectOf(kDracoMembers);
constexpr auto kPrimitiveExtensionsMembers = std::to_array<Member>({
    {"KHR_draco_mesh_compression", Form::object, false, &kDraco},
});
constexpr Object kPrimitiveExtensions = objectOf(kPrimitiveExtensionsMembers);
constexpr auto kPrimitiveMembers = std::to_array<Member>({
    {"attributes", Form::named, kRequired},
    {"indices", Form::index},
    {"material", Form::index},
    {"mode", Form::index},
    {"targets", Form::namedList},
    {"extensions", Form::object, false, &kPrimitiveExtensions},
});
constexpr Object kPrimitive = objectOf(kPrimitiveMembers);

constexpr auto kMeshExtrasMembers = std::to_array<Member>({{"targetNames", Form::words}});
constexpr Object kMeshExtras = objectOf(kMeshExtrasMembers);

constexpr auto kMeshMembers = std::to_array<Member>({
    {"primitives", Form::objects, kRequired, &kPrimitive},
    {"weights", Form::numbers},
    {"extras", Form::object, false, &kMeshExtras},  // keepTargetNames() removed invalid ones
});
constexpr Object kMesh = objectOf(kMeshMembers);

constexpr auto kVisibilityMembers = std::to_array<Member>({{"visible", Form::flag}});
constexpr Object kVisibility = objectOf(kVisibilityMembers);
constexpr auto kNodeExtensionsMembers = std::to_array<Member>({
    {"KHR_node_visibility", Form::object, false, &kVisibility},
});
constexpr Object kNodeExtensions = objectOf(kNodeExtensionsMembers);
constexpr auto kNodeMembers = std::to_array<Member>({
    {"camera", Form::index},
    {"children", Form::indices},
    {"skin", Form::index},
    {.name = "matrix", .form = Form::numbers, .count = 16},
    {"mesh", Form::index},
    {.name = "rotation", .form = Form::numbers, .count = 4},
    {.name = "scale", .form = Form::numbers, .count = 3},
    {.name = "translation", .form = Form::numbers, .count = 3},
    {"weights", Form::numbers},
    {"extensions", Form::object, false, &kNodeExtensions},
});
constexpr Object kNode = objectOf(kNodeMembers);

constexpr auto kSceneMembers = std::to_array<Member>({{"nodes", Form::indices}});
constexpr Object kScene = objectOf(kSceneMembers);

constexpr auto kSkinMembers = std::to_array<Member>({
    {"inverseBindMatrices", Form::index},
    {"skeleton", Form::index},
    {"joints", Form::indices, kRequired},
});
constexpr Object kSkin = objectOf(kSkinMembers);

constexpr auto kTargetMembers = std::to_array<Member>({
    {"node", Form::index},
    {"path", Form::word, kRequired},
});
constexpr Object kTarget = objectOf(kTargetMembers);
constexpr auto kChannelMembers = std::to_array<Member>({
    {"sampler", Form::index, kRequired},
    {"target", Form::object, kRequired, &kTarget},
});
constexpr Object kChannel = objectOf(kChannelMembers);
constexpr auto kKeySamplerMembers = std::to_array<Member>({
    {"input", Form::index, kRequired},
    {"interpolation", Form::word},
    {"output", Form::index, kRequired},
});
constexpr Object kKeySampler = objectOf(kKeySamplerMembers);
constexpr auto kAnimationMembers = std::to_array<Member>({
    {"channels", Form::objects, kRequired, &kChannel},
    {"samplers", Form::objects, kRequired, &kKeySampler},
});
constexpr Object kAnimation = objectOf(kAnimationMembers);

constexpr auto kRootMembers = std::to_array<Member>({
    {"extensionsUsed", Form::words},
    {"extensionsRequired", Form::words},
    {"accessors", Form::objects, false, &kAccessor},
    {"animations", Form::objects, false, &kAnimation},
    {"buffers", Form::objects, false, &kBuffer},
    {"bufferViews", Form::objects, false, &kBufferView},
    {"images", Form::objects, false, &kImage},
    {"materials", Form::objects, false, &kMaterial},
    {"meshes", Form::objects, false, &kMesh},
    {"nodes", Form::objects, false, &kNode},
    {"samplers", Form::objects, false, &kTextureSampler},
    {"scene", Form::index},
    {"scenes", Form::objects, false, &kScene},
    {"skins", Form::objects, false, &kSkin},
    {"textures", Form::objects, false, &kTexture},
});
constexpr Object kRoot = objectOf(kRootMembers);

}  // namespace sinew::gltf
