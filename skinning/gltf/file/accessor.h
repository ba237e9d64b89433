// glTF accessors, read as floats or integers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/gltf/file/document.h"

namespace sinew::gltf {

/// An accessor of the file. The constructor throws if its elements exceed the buffer view. Supports
/// all component types, normalized integers, strides and sparse substitution. Without a buffer
/// view, elements are 0.
class Accessor {
public:
    /// `where`: JSON path of the reference to the accessor, for error messages.
    Accessor(const Document& document, int index, int components, std::string_view where);

    size_t count() const { return count_; }
    /// Returns the number of elements that may differ from 0: all, or without a buffer view only
    /// those of the sparse substitution.
    size_t storedCount() const { return elements_ ? count_ : sparseIndices_.size(); }
    bool isFloatOrNormalized() const;
    bool isUnsigned() const;

    /// Reads out.size() / components elements from `first` on. Converts normalized integers to
    /// floats (glTF 2.0, section 3.11). Throws on NaN and infinity.
    void read(size_t first, std::span<float> out) const;
    /// Reads as read() does, but replaces NaN and infinity by 0. For values that nothing uses.
    void readUnused(size_t first, std::span<float> out) const;
    /// Reads unsigned integers (u8, u16, u32). Throws on other component types.
    void read(size_t first, std::span<uint32_t> out) const;

    /// Throws if the accessor does not have exactly `vertexCount` elements.
    void requireCount(size_t vertexCount) const;

private:
    struct Elements {
        ByteSource bytes;  // from the first element on
        size_t stride = 0;
    };
    void readSparse(const Document& document, const tinygltf::Accessor& accessor);
    template <typename Out>
    void readTyped(size_t first, std::span<Out> out, std::vector<uint8_t>& scratch) const;
    template <typename Out, typename Check>
    void readBlocks(size_t first, std::span<Out> out, const Check& check) const;
    template <typename Out>
    void convert(const Elements& elements, size_t first, std::span<Out> out,
                 std::vector<uint8_t>& scratch) const;

    std::optional<Elements> elements_;     // empty: elements are 0
    std::vector<uint32_t> sparseIndices_;  // ascending
    Elements sparseValues_;
    size_t count_ = 0;
    size_t components_ = 0;
    size_t elementBytes_ = 0;
    int componentType_ = 0;
    bool normalized_ = false;
    std::string where_;
};

std::vector<float> readFloats(const Document& document, int accessor, int components,
                              std::string_view where);

/// Calls `use` with a 0 of the C++ type of a component type that checkSchema() accepts.
template <typename Use>
decltype(auto) withComponent(int componentType, const Use& use) {
    switch (componentType) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return use(int8_t{});
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return use(uint8_t{});
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return use(int16_t{});
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return use(uint16_t{});
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return use(uint32_t{});
        default:
            return use(float{});
    }
}

/// Throws if the accessor does not exist.
const tinygltf::Accessor& accessorAt(const Document& document, int accessor,
                                     std::string_view where);

/// Returns the number of components per element, 1 to 16.
int componentsOf(const Document& document, int accessor, std::string_view where);

}  // namespace sinew::gltf
