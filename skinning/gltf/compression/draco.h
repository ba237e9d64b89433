// Decodes KHR_draco_mesh_compression.
#pragma once

#include "skinning/gltf/file/document.h"

namespace sinew::gltf {

/// Decodes every compressed primitive of `document` on all cores. Data that primitives share is
/// decoded once. Primitives then refer to new buffers, views and accessors, so that later steps do
/// not depend on compression. New accessors keep the component type, element type and normalization
/// of the file. Throws on broken data, point clouds, attributes that are missing or differ from
/// their accessor, and sizes that exceed the account.
void decodeDraco(Document& document);

}  // namespace sinew::gltf
