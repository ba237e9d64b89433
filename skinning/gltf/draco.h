// KHR_draco_mesh_compression: primitives whose vertices and indices Draco compressed.
#pragma once

#include "skinning/gltf/document.h"

namespace sinew::gltf {

/// Decodes every compressed primitive of `document` on all cores, shared data once, into buffers,
/// views and accessors that are added to it, and points the primitives' attributes and indices
/// there: nothing later knows about compression. Added accessors keep the component type, element
/// type and normalisation that the file states; attributes that the extension leaves out keep
/// theirs. Throws on broken data, point clouds, attributes that are missing or differ from their
/// accessor, and on headers that claim far more than their bytes hold.
void decodeDraco(Document& document);

}  // namespace sinew::gltf
