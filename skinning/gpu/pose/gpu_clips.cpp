// Packs and uploads joints, clips and boxes.
#include "skinning/gpu/pose/gpu_clips.h"

#include <fmt/format.h>

#include <bit>

#include "shaders/shared/clips.h"
#include "skinning/bounds/bounds.h"
#include "skinning/bounds/clip_arcs.h"

namespace sinew {
namespace {

static_assert(static_cast<uint32_t>(kNoParent) == SINEW_NO_PARENT);

static_assert(8 * kMostMasks <= 32, "JointEntry::masks");

std::vector<gpu::JointEntry> packJoints(const Model& model) {
    const Skeleton& skeleton = model.skeleton;
    const auto masksOf = [&](const auto& shareOf) {
        uint32_t masks = 0;
        for (size_t m = 0; m < model.masks.size(); ++m) {
            masks |= uint32_t{shareOf(model.masks[m])} << (8 * m);
        }
        return masks;
    };
    std::vector<gpu::JointEntry> entries;
    for (uint32_t j = 0; j < skeleton.size(); ++j) {
        const auto& [t, r, s] = skeleton.rest[j];
        entries.push_back({.translation = {t.x, t.y, t.z},
                           .rotation = {r.x, r.y, r.z, r.w},
                           .scale = {s.x, s.y, s.z},
                           .parent = static_cast<uint32_t>(skeleton.parents[j]),
                           .masks = masksOf([&](const Mask& mask) { return mask.joints[j]; })});
    }
    gpu::JointEntry& behind = entries.emplace_back();
    behind.masks = masksOf([](const Mask& mask) { return mask.morphWeights; });
    return entries;
}

/// Packs boxes in the layout of SINEW_BIND_BOX_WORDS and SINEW_MORPH_BOX_WORDS.
std::vector<uint32_t> packBoxes(const BindBoxes& boxes, const ClipArcs* arcs) {
    const auto firstMorph =
        static_cast<uint32_t>(SINEW_BIND_BOXES_FIRST + boxes.entries.size() * SINEW_BIND_BOX_WORDS);
    const size_t firstArc = firstMorph + boxes.morphs.size() * SINEW_MORPH_BOX_WORDS;
    std::vector<uint32_t> words{
        static_cast<uint32_t>(boxes.entries.size()), std::bit_cast<uint32_t>(boxes.rounding),
        static_cast<uint32_t>(arcs ? arcs->clips.size() : 0), static_cast<uint32_t>(firstArc)};
    const auto append = [&](const Box& box) {
        for (const glm::vec3& corner : {box.low, box.high}) {
            for (int c = 0; c < 3; ++c) words.push_back(std::bit_cast<uint32_t>(corner[c]));
        }
    };
    for (const BindBoxes::Entry& entry : boxes.entries) {
        append(entry.box);
        words.push_back(entry.bind);
        words.push_back(firstMorph + entry.firstMorph * SINEW_MORPH_BOX_WORDS);
        words.push_back(entry.morphCount);
    }
    for (const BindBoxes::Morph& morph : boxes.morphs) {
        words.push_back(morph.weight);
        append(morph.delta);
    }
    if (arcs) {
        for (const Box& arc : arcs->clips) append(arc);
        append(arcs->rest);
        append(arcs->any);
    }
    return words;
}

}  // namespace

GpuClips GpuClips::create(const Device& device, const Model& model, const BindBoxes& bindBoxes,
                          const ClipArcs* arcs, const std::vector<uint32_t>& clips) {
    Uploader uploader(device);
    const auto upload = [&](const char* name, const auto& data) {
        const uint64_t bytes = data.size() * sizeof(data[0]);
        if (bytes > device.maxStorageBytes()) {
            throw std::runtime_error(fmt::format(
                "{}: its {} take {} bytes and the device allows {} per buffer; try cpu-poses",
                model.name, name, bytes, device.maxStorageBytes()));
        }
        return uploader.buffer(name, data);
    };
    GpuClips result;
    result.joints = upload("joints", packJoints(model));
    result.clips = upload("clips", clips);
    result.bindBoxes = upload("bounds of binds", packBoxes(bindBoxes, arcs));
    uploader.finish();
    return result;
}

GpuBakedClips GpuBakedClips::create(const Device& device, std::shared_ptr<const BakedClips> clips) {
    GpuBakedClips result;
    Uploader uploader(device);
    result.texture_ = uploader.image(
        "baked clips", {clips->width, clips->height}, clips->bytes(),
        clips->settings.halfTexels ? VK_FORMAT_R16G16B16A16_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT);
    uploader.finish();
    result.clips_ = std::move(clips);
    // Texels are fetched without filtering: not all devices filter 32-bit floats.
    result.sampler_ = createSampler(device, {.name = "baked clips",
                                             .magFilter = VK_FILTER_NEAREST,
                                             .minFilter = VK_FILTER_NEAREST,
                                             .addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                             .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                             .mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                             .mipmapped = false});
    return result;
}

}  // namespace sinew
