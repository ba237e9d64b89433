// Accessors: bounds are checked once in 64 bits, then one loop a component type converts.
#include "skinning/gltf/accessor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "skinning/gltf/fault.h"

namespace sinew::gltf {

namespace {

// Elements that no byte of the file stands for, as in an accessor without a buffer view, may still
// be this many; beyond that they may not outnumber the bytes of the file and its buffers.
constexpr size_t kFreeElements = 65536;

constexpr size_t kMaxElements = size_t{1} << 31;

struct Elements {
    std::span<const uint8_t> bytes;  // from the first element
    size_t count = 0;
    size_t stride = 0;
    int components = 0;
};

size_t componentBytes(int componentType, std::string_view where) {
    switch (componentType) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return 1;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return 2;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return 4;
        default:
            fault(fmt::format("component type {} is not one of glTF 2.0", componentType), where,
                  kValidate);
    }
}

Elements elementsOf(const Document& document, int view, size_t offset, size_t count, size_t stride,
                    size_t elementBytes, std::string_view where) {
    const std::span<const uint8_t> bytes = viewBytes(document, view, where);
    if (stride < elementBytes) {
        fault(fmt::format("byteStride {} under the {} bytes of an element", stride, elementBytes),
              where, kValidate);
    }
    // count <= kMaxElements and stride <= 252 keep the product within 64 bits.
    const size_t needed = count == 0 ? 0 : (count - 1) * stride + elementBytes;
    if (offset > bytes.size() || needed > bytes.size() - offset) {
        fault(fmt::format("{} elements of {} bytes from byte {} reach past the {} bytes of buffer "
                          "view {}",
                          count, elementBytes, offset, bytes.size(), view),
              where, kValidate);
    }
    return {.bytes = bytes.subspan(offset, needed), .count = count, .stride = stride};
}

template <typename Component, typename Out>
Out converted(Component value, bool normalized) {
    if constexpr (std::is_same_v<Component, float> || std::is_integral_v<Out>) {
        return static_cast<Out>(value);
    } else {
        if (!normalized) return static_cast<Out>(value);
        constexpr auto kMax = static_cast<float>(std::numeric_limits<Component>::max());
        return std::max(static_cast<float>(value) / kMax, -1.0f);
    }
}

// Writes element `e` of `elements` to out[target(e)].
template <typename Component, typename Out, typename Target>
void convertAll(const Elements& elements, bool normalized, std::span<Out> out,
                const Target& target) {
    const auto components = static_cast<size_t>(elements.components);
    const uint8_t* from = elements.bytes.data();
    for (size_t e = 0; e < elements.count; ++e, from += elements.stride) {
        Out* to = out.data() + target(e) * components;
        for (size_t c = 0; c < components; ++c) {
            Component value;
            std::memcpy(&value, from + c * sizeof(Component), sizeof(Component));
            to[c] = converted<Component, Out>(value, normalized);
        }
    }
}

template <typename Out, typename Target>
void convertTyped(const Elements& elements, int componentType, bool normalized, std::span<Out> out,
                  const Target& target) {
    switch (componentType) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return convertAll<int8_t>(elements, normalized, out, target);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return convertAll<uint8_t>(elements, normalized, out, target);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return convertAll<int16_t>(elements, normalized, out, target);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return convertAll<uint16_t>(elements, normalized, out, target);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return convertAll<uint32_t>(elements, normalized, out, target);
        default:
            if constexpr (std::is_same_v<Out, float>) {
                convertAll<float>(elements, normalized, out, target);
            }
    }
}

void checkCount(const Document& document, const tinygltf::Accessor& accessor,
                std::string_view where) {
    const size_t limit =
        accessor.bufferView < 0 ? std::max(kFreeElements, document.dataBytes) : kMaxElements;
    if (accessor.count > limit) {
        fault(fmt::format("{} elements, more than the file has data for", accessor.count), where,
              kValidate);
    }
}

// Section 3.6.2.3 of the specification: `count` elements replaced, indices strictly ascending.
template <typename Out>
void substituteSparse(const Document& document, const tinygltf::Accessor& accessor,
                      std::span<Out> out, int components, std::string_view where) {
    const auto& sparse = accessor.sparse;
    const std::string path = fmt::format("{}.sparse", where);
    const size_t count = sparse.count > 0 ? static_cast<size_t>(sparse.count) : 0;
    if (count > accessor.count) {
        fault(fmt::format("{} sparse elements of {}", count, accessor.count), path, kValidate);
    }
    const int indexType = sparse.indices.componentType;
    const size_t indexBytes = componentBytes(indexType, path + ".indices");
    if (indexType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE &&
        indexType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT &&
        indexType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT) {
        fault(fmt::format("component type {} cannot be a sparse index", indexType), path,
              kValidate);
    }
    Elements indexElements = elementsOf(document, sparse.indices.bufferView,
                                        static_cast<size_t>(sparse.indices.byteOffset), count,
                                        indexBytes, indexBytes, path + ".indices");
    indexElements.components = 1;
    std::vector<uint32_t> indices(count);
    convertTyped<uint32_t>(indexElements, indexType, false, indices, [](size_t e) { return e; });
    for (size_t i = 0; i < count; ++i) {
        if (indices[i] >= accessor.count || (i > 0 && indices[i] <= indices[i - 1])) {
            fault(fmt::format("sparse index {} at place {} is out of range or not ascending",
                              indices[i], i),
                  path + ".indices", kValidate);
        }
    }
    const size_t elementBytes =
        componentBytes(accessor.componentType, where) * static_cast<size_t>(components);
    Elements values = elementsOf(document, sparse.values.bufferView,
                                 static_cast<size_t>(sparse.values.byteOffset), count, elementBytes,
                                 elementBytes, path + ".values");
    values.components = components;
    convertTyped<Out>(values, accessor.componentType, accessor.normalized, out,
                      [&](size_t e) { return size_t{indices[e]}; });
}

template <typename Out>
std::vector<Out> readAll(const Document& document, int index, int components,
                         std::string_view where) {
    const tinygltf::Accessor& accessor = accessorAt(document, index, where);
    const std::string path = fmt::format("{} -> accessors[{}]", where, index);
    if (tinygltf::GetNumComponentsInType(static_cast<uint32_t>(accessor.type)) != components) {
        fault(fmt::format("{} components an element where {} belong",
                          tinygltf::GetNumComponentsInType(static_cast<uint32_t>(accessor.type)),
                          components),
              path, kValidate);
    }
    const size_t elementBytes =
        componentBytes(accessor.componentType, path) * static_cast<size_t>(components);
    checkCount(document, accessor, path);
    Elements elements;
    if (accessor.bufferView >= 0) {
        const auto view = static_cast<size_t>(accessor.bufferView);
        const size_t stride = view < document.gltf.bufferViews.size() &&
                                      document.gltf.bufferViews[view].byteStride != 0
                                  ? document.gltf.bufferViews[view].byteStride
                                  : elementBytes;
        elements = elementsOf(document, accessor.bufferView, accessor.byteOffset, accessor.count,
                              stride, elementBytes, path);
    }
    std::vector<Out> out(accessor.count * static_cast<size_t>(components));
    elements.components = components;
    convertTyped<Out>(elements, accessor.componentType, accessor.normalized, out,
                      [](size_t e) { return e; });
    if (accessor.sparse.isSparse) {
        substituteSparse<Out>(document, accessor, out, components, path);
    }
    return out;
}

}  // namespace

const tinygltf::Accessor& accessorAt(const Document& document, int accessor,
                                     std::string_view where) {
    const auto& accessors = document.gltf.accessors;
    if (accessor < 0 || static_cast<size_t>(accessor) >= accessors.size()) {
        fault(fmt::format("accessor {} of {}", accessor, accessors.size()), where, kValidate);
    }
    return accessors[static_cast<size_t>(accessor)];
}

std::vector<float> readFloats(const Document& document, int accessor, int components,
                              std::string_view where) {
    std::vector<float> values = readAll<float>(document, accessor, components, where);
    const auto bad = std::find_if(values.begin(), values.end(),
                                  [](float value) { return !std::isfinite(value); });
    if (bad != values.end()) {
        fault(fmt::format("element {} is not finite", (bad - values.begin()) / components),
              fmt::format("{} -> accessors[{}]", where, accessor), kValidate);
    }
    return values;
}

std::vector<uint32_t> readIntegers(const Document& document, int accessor, int components,
                                   std::string_view where) {
    const int type = accessorAt(document, accessor, where).componentType;
    if (type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE &&
        type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT &&
        type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT) {
        fault(fmt::format("component type {} where unsigned integers belong", type),
              fmt::format("{} -> accessors[{}]", where, accessor), kValidate);
    }
    return readAll<uint32_t>(document, accessor, components, where);
}

}  // namespace sinew::gltf
