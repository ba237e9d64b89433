// Finds the resource variables of SPIR-V by their decorations and types (specification, section 3).
#include "renderer/shader_bindings.h"

#include <map>
#include <set>

namespace sinew {
namespace {

enum Op : uint32_t {
    kTypeImage = 25,
    kTypeSampledImage = 27,
    kTypePointer = 32,
    kVariable = 59,
    kDecorate = 71,
    kTypeAccelerationStructure = 5341
};
constexpr uint32_t kDecorationBinding = 33, kDecorationDescriptorSet = 34;
constexpr uint32_t kStorageUniformConstant = 0, kStorageUniform = 2;
constexpr uint32_t kDimBuffer = 5;
constexpr size_t kHeaderWords = 5;

}  // namespace

std::vector<ShaderBinding> bindingsOf(std::span<const uint32_t> spirv) {
    std::map<uint32_t, uint32_t> sets, bindings;                  // key: variable
    std::map<uint32_t, uint32_t> dimensions;                      // key: image type
    std::map<uint32_t, uint32_t> images;                          // key: sampled image type
    std::set<uint32_t> structures;                                // acceleration structure types
    std::map<uint32_t, uint32_t> pointees;                        // key: pointer type
    std::map<uint32_t, std::pair<uint32_t, uint32_t>> variables;  // value: type, storage class
    for (size_t at = kHeaderWords; at < spirv.size(); at += spirv[at] >> 16) {
        const uint32_t* word = &spirv[at];
        switch (word[0] & 0xffffu) {
            case kTypeImage:
                dimensions[word[1]] = word[3];
                break;
            case kTypeSampledImage:
                images[word[1]] = word[2];
                break;
            case kTypeAccelerationStructure:
                structures.insert(word[1]);
                break;
            case kTypePointer:
                pointees[word[1]] = word[3];
                break;
            case kVariable:
                variables[word[2]] = {word[1], word[3]};
                break;
            case kDecorate:
                if (word[2] == kDecorationBinding) bindings[word[1]] = word[3];
                if (word[2] == kDecorationDescriptorSet) sets[word[1]] = word[3];
                break;
            default:
                break;
        }
    }
    const auto typeOf = [&](uint32_t variable) {
        const auto [type, storage] = variables.at(variable);
        if (storage == kStorageUniform) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        if (storage != kStorageUniformConstant) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        const uint32_t sampled = pointees.at(type);
        if (structures.contains(sampled)) return VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
        const auto image = images.find(sampled);
        const uint32_t dimension = dimensions.at(image == images.end() ? sampled : image->second);
        return dimension == kDimBuffer ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                       : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    };
    std::set<ShaderBinding> found;
    for (const auto& [variable, binding] : bindings) {
        found.insert({sets.at(variable), binding, typeOf(variable)});
    }
    return {found.begin(), found.end()};
}

}  // namespace sinew
