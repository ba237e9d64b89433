// Accessors in every form that glTF 2.0 allows, as floats or as integers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/gltf/document.h"

namespace sinew::gltf {

/// An accessor that exists, has the wanted number of components and lies within its buffers. Any
/// component type, normalised integers, strides, sparse substitution, zeros without a buffer view.
/// Elements are converted when they are read, straight into their destination.
class Accessor {
public:
    /// `where` is the JSON path of what refers to the accessor. Throws, naming it.
    Accessor(const Document& document, int index, int components, std::string_view where);

    size_t count() const { return count_; }
    /// How many elements may differ from zero: all, or those that sparse substitution sets.
    size_t storedCount() const { return elements_ ? count_ : sparseIndices_.size(); }
    /// A float, or an integer that stands for one in [-1, 1].
    bool isFloatOrNormalized() const;
    bool isUnsigned() const;

    /// Elements from `first` on, as many as `out` holds; normalised integers are converted by
    /// section 3.11 of the specification. Throws on NaN and infinity.
    void read(size_t first, std::span<float> out) const;
    /// Reads values that nothing uses: NaN and infinity become 0.
    void readUnused(size_t first, std::span<float> out) const;
    /// The same for unsigned integers (u8, u16, u32): indices and joints. Throws on others.
    void read(size_t first, std::span<uint32_t> out) const;

    /// Throws unless the accessor has an element for each of `vertexCount` vertices.
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

    std::optional<Elements> elements_;     // nothing: all zero
    std::vector<uint32_t> sparseIndices_;  // ascending
    Elements sparseValues_;
    size_t count_ = 0;
    size_t components_ = 0;
    size_t elementBytes_ = 0;
    int componentType_ = 0;
    bool normalized_ = false;
    std::string where_;
};

/// All elements of an accessor, tightly packed.
std::vector<float> readFloats(const Document& document, int accessor, int components,
                              std::string_view where);

/// The accessor in the file. Throws where it does not exist.
const tinygltf::Accessor& accessorAt(const Document& document, int accessor,
                                     std::string_view where);

/// Components an element: 1 to 16.
int componentsOf(const Document& document, int accessor, std::string_view where);

}  // namespace sinew::gltf
