// Reads accessors: checks bounds in 64 bits, then converts with one loop per component type.
#include "skinning/gltf/file/accessor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

// With this limit, the product of the element count and the element size fits 64 bits.
constexpr size_t kMaxElements = size_t{1} << 31;

size_t componentBytes(int componentType) {
    return static_cast<size_t>(
        tinygltf::GetComponentSizeInBytes(static_cast<uint32_t>(componentType)));
}

ByteSource elementsIn(const Document& document, int view, size_t offset, size_t count,
                      size_t stride, size_t elementBytes, std::string_view where) {
    const ByteSource bytes = viewBytes(document, view, where);
    if (stride < elementBytes) {
        fault(fmt::format("byteStride {} is less than the {} bytes of an element", stride,
                          elementBytes),
              where, kValidate);
    }
    const size_t needed = count == 0 ? 0 : (count - 1) * stride + elementBytes;
    if (offset > bytes.size() || needed > bytes.size() - offset) {
        fault(fmt::format("{} elements of {} bytes from byte {} reach past the {} bytes of buffer "
                          "view {}",
                          count, elementBytes, offset, bytes.size(), view),
              where, kValidate);
    }
    return bytes.part(offset, needed);
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

template <typename Component, typename Out>
void convertAll(const uint8_t* from, size_t stride, size_t components, bool normalized,
                std::span<Out> out) {
    if (out.empty()) return;
    for (size_t e = 0; e < out.size(); e += components, from += stride) {
        for (size_t c = 0; c < components; ++c) {
            Component value;
            std::memcpy(&value, from + c * sizeof(Component), sizeof(Component));
            out[e + c] = converted<Component, Out>(value, normalized);
        }
    }
}

template <typename Out>
void convertTyped(int componentType, const uint8_t* from, size_t stride, size_t components,
                  bool normalized, std::span<Out> out) {
    withComponent(componentType, [&](auto zero) {
        using Component = decltype(zero);
        if constexpr (std::is_integral_v<Component> || std::is_same_v<Out, float>) {
            convertAll<Component>(from, stride, components, normalized, out);
        }
    });
}

bool isUnsignedType(int componentType) {
    return componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
           componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
           componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

}  // namespace

Accessor::Accessor(const Document& document, int index, int components, std::string_view where)
    : components_(static_cast<size_t>(components)),
      where_(fmt::format("{} -> accessors[{}]", where, index)) {
    const tinygltf::Accessor& accessor = accessorAt(document, index, where);
    count_ = accessor.count;
    componentType_ = accessor.componentType;
    normalized_ = accessor.normalized;
    if (const int found = componentsOf(document, index, where); found != components) {
        fault(fmt::format("{} components per element are expected, not {}", components, found),
              where_, kValidate);
    }
    elementBytes_ = componentBytes(componentType_) * components_;
    if (count_ > kMaxElements) {
        fault(fmt::format("{} elements exceed the data of the file", count_), where_, kValidate);
    }
    if (accessor.bufferView >= 0) {
        const auto view = static_cast<size_t>(accessor.bufferView);
        const auto& views = document.gltf.bufferViews;
        const size_t viewStride = view < views.size() ? views[view].byteStride : 0;
        const size_t stride = viewStride != 0 ? viewStride : elementBytes_;
        elements_ = {.bytes = elementsIn(document, accessor.bufferView, accessor.byteOffset, count_,
                                         stride, elementBytes_, where_),
                     .stride = stride};
    }
    if (accessor.sparse.isSparse) readSparse(document, accessor);
}

// Reads the sparse substitution (glTF 2.0, section 3.6.2.3): it replaces `sparse.count` elements,
// and its indices ascend strictly.
void Accessor::readSparse(const Document& document, const tinygltf::Accessor& accessor) {
    const auto& sparse = accessor.sparse;
    const std::string path = where_ + ".sparse";
    const size_t count = sparse.count > 0 ? static_cast<size_t>(sparse.count) : 0;
    if (count > count_) {
        fault(fmt::format("{} sparse elements exceed the accessor's {}", count, count_), path,
              kValidate);
    }
    const int indexType = sparse.indices.componentType;
    const size_t indexBytes = componentBytes(indexType);
    if (!isUnsignedType(indexType)) {
        fault(fmt::format("component type {} cannot be a sparse index", indexType), path,
              kValidate);
    }
    const ByteSource indices = elementsIn(document, sparse.indices.bufferView,
                                          static_cast<size_t>(sparse.indices.byteOffset), count,
                                          indexBytes, indexBytes, path + ".indices");
    document.account->memory("sparse indices", path, 2 * sizeof(uint32_t) * count);
    document.account->work("sparse indices", path, count);
    sparseIndices_.resize(count);
    std::vector<uint8_t> scratch;
    convertTyped<uint32_t>(indexType, indices.all(scratch).data(), indexBytes, 1, false,
                           sparseIndices_);
    for (size_t i = 0; i < count; ++i) {
        if (sparseIndices_[i] >= count_ || (i > 0 && sparseIndices_[i] <= sparseIndices_[i - 1])) {
            fault(fmt::format("sparse index {} at position {} is out of range or not ascending",
                              sparseIndices_[i], i),
                  path + ".indices", kValidate);
        }
    }
    sparseValues_.stride = elementBytes_;
    sparseValues_.bytes = elementsIn(document, sparse.values.bufferView,
                                     static_cast<size_t>(sparse.values.byteOffset), count,
                                     sparseValues_.stride, sparseValues_.stride, path + ".values");
}

bool Accessor::isFloatOrNormalized() const {
    return componentType_ == TINYGLTF_COMPONENT_TYPE_FLOAT || normalized_;
}

bool Accessor::isUnsigned() const {
    return isUnsignedType(componentType_);
}

void Accessor::requireCount(size_t vertexCount) const {
    if (count_ == vertexCount) return;
    fault(fmt::format("{} elements, but the primitive has {} vertices", count_, vertexCount),
          where_, kValidate);
}

template <typename Out>
void Accessor::convert(const Elements& elements, size_t first, std::span<Out> out,
                       std::vector<uint8_t>& scratch) const {
    if (out.empty()) return;
    constexpr int kOutType = std::is_same_v<Out, float> ? TINYGLTF_COMPONENT_TYPE_FLOAT
                                                        : TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    const size_t start = first * elements.stride;
    if (componentType_ == kOutType && elements.stride == elementBytes_) {
        elements.bytes.read(start, {reinterpret_cast<uint8_t*>(out.data()), out.size_bytes()});
        return;
    }
    const size_t size = (out.size() / components_ - 1) * elements.stride + elementBytes_;
    convertTyped(componentType_, elements.bytes.view(start, size, scratch).data(), elements.stride,
                 components_, normalized_, out);
}

template <typename Out>
void Accessor::readTyped(size_t first, std::span<Out> out, std::vector<uint8_t>& scratch) const {
    if (elements_) {
        convert(*elements_, first, out, scratch);
    } else {
        std::fill(out.begin(), out.end(), Out{});
    }
    const size_t end = first + out.size() / components_;
    auto next = std::lower_bound(sparseIndices_.begin(), sparseIndices_.end(), first);
    for (; next != sparseIndices_.end() && *next < end; ++next) {
        convert(sparseValues_, static_cast<size_t>(next - sparseIndices_.begin()),
                out.subspan((*next - first) * components_, components_), scratch);
    }
}

template <typename Out, typename Check>
void Accessor::readBlocks(size_t first, std::span<Out> out, const Check& check) const {
    constexpr size_t kBlock = 4096;  // elements that fit the cache
    std::vector<uint8_t> scratch;
    const size_t count = out.size() / components_;
    for (size_t done = 0; done < count; done += kBlock) {
        const auto block =
            out.subspan(done * components_, std::min(kBlock, count - done) * components_);
        readTyped(first + done, block, scratch);
        check(first + done, block);
    }
}

void Accessor::read(size_t first, std::span<float> out) const {
    readBlocks(first, out, [this](size_t at, std::span<const float> block) {
        float sum = 0;  // 0, unless a value is NaN or infinite
        for (const float value : block) sum += value * 0.0f;
        if (sum == 0) return;
        const auto bad = std::find_if(block.begin(), block.end(),
                                      [](float value) { return !std::isfinite(value); });
        const auto element = static_cast<size_t>(bad - block.begin()) / components_;
        fault(fmt::format("element {} is not finite", at + element), where_, kValidate);
    });
}

void Accessor::readUnused(size_t first, std::span<float> out) const {
    readBlocks(first, out, [](size_t, std::span<float> block) {
        std::ranges::replace_if(
            block, [](float value) { return !std::isfinite(value); }, 0.0f);
    });
}

void Accessor::read(size_t first, std::span<uint32_t> out) const {
    if (!isUnsigned()) {
        fault(fmt::format("unsigned integers are expected, not component type {}", componentType_),
              where_, kValidate);
    }
    readBlocks(first, out, [](size_t, std::span<const uint32_t>) {});
}

std::vector<float> readFloats(const Document& document, int accessor, int components,
                              std::string_view where) {
    const Accessor source(document, accessor, components, where);
    const size_t size = source.count() * static_cast<size_t>(components);
    document.account->memory("values", where, size * sizeof(float));
    std::vector<float> values(size);
    source.read(0, values);
    return values;
}

const tinygltf::Accessor& accessorAt(const Document& document, int accessor,
                                     std::string_view where) {
    const auto& accessors = document.gltf.accessors;
    requireIndex("accessor", accessor, accessors.size(), where);
    return accessors[static_cast<size_t>(accessor)];
}

int componentsOf(const Document& document, int accessor, std::string_view where) {
    const int type = accessorAt(document, accessor, where).type;
    return tinygltf::GetNumComponentsInType(static_cast<uint32_t>(type));
}

}  // namespace sinew::gltf
