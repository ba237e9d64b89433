// Calls every library of the package.
#include "images/png_writer.h"
#include "renderer/shader_library.h"
#include "skinning/gltf/import.h"
#include "skinning/packing/influences.h"

int main(int, char** arguments) {
    const sinew::Model model = sinew::importGltf(arguments[1]);
    const bool sorted =
        sinew::orderByInfluences(model.geometry).size() == model.geometry.vertexCount();
    const bool compiled = !sinew::ShaderLibrary::embedded().spirv("skin.comp").empty();
    const uint8_t pixel[4] = {};
    return sorted && compiled && !sinew::images::encodePng(1, 1, pixel).empty() ? 0 : 1;
}
