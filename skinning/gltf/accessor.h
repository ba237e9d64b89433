// Accessors in every form that glTF 2.0 allows, as floats or as integers.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "skinning/gltf/document.h"

namespace sinew::gltf {

/// Elements of `accessor` as tightly packed floats, `components` an element: any component type,
/// normalised integers converted by section 3.11 of the specification, strides, sparse
/// substitution, zeros without a buffer view. Throws when the accessor is not there, has another
/// number of components than `components`, reaches outside its buffer or holds NaN or infinity.
/// `where` is the JSON path of what refers to the accessor.
std::vector<float> readFloats(const Document& document, int accessor, int components,
                              std::string_view where);

/// The same for unsigned integers (u8, u16, u32): indices and joints.
std::vector<uint32_t> readIntegers(const Document& document, int accessor, int components,
                                   std::string_view where);

/// The accessor itself, checked to be there.
const tinygltf::Accessor& accessorAt(const Document& document, int accessor,
                                     std::string_view where);

}  // namespace sinew::gltf
