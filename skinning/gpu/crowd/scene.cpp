// Uploads a model, and caches the data that its crowds share.
#include "skinning/gpu/crowd/scene.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "skinning/bounds/frustum.h"
#include "skinning/bounds/range.h"
#include "skinning/gpu/skin/device_limits.h"
#include "skinning/packing/clip_words.h"

namespace sinew {
namespace {

GpuMaterials uploadMaterials(const Device& device, const PassLayouts& layouts, const Model& model) {
    Uploader uploader(device);
    GpuMaterials materials = GpuMaterials::create(device, uploader, model, layouts);
    uploader.finish();
    return materials;
}

/// Removes the oldest entry of a full cache. The removed entry lives until the last crowd that
/// shares it is freed.
template <typename T>
void keepNewest(std::vector<T>& cache, size_t most) {
    if (cache.size() > most) cache.erase(cache.begin());
}

}  // namespace

Scene::Scene(const Device& device, const PassLayouts& layouts, std::shared_ptr<const Model> model)
    : device_(&device),
      model_(std::move(model)),
      materials_(uploadMaterials(device, layouts, *model_)),
      crowd_(*model_),
      blended_(*model_),
      clipBytes_(clipBytes(*model_)),
      bounds_(standingBounds(*model_, crowd_.bindBoxes())) {
    meshFor({});
}

Resolution Scene::resolve(const SkinChoice& wanted) const {
    Resolution resolution = sinew::resolve(deviceLimits(*device_), *model_, wanted);
    const SkinSettings settings = supported(resolution.choice);
    if (settings.poses == PosedBy::cpu) return resolution;
    const bool half = settings.palette == PaletteFormat::half;
    std::string problem;
    if (!crowd_.staysInRange(half ? kLargestHalf : kNoLimit)) {
        problem = "keys so large that poses may be out of range";
    } else if (settings.keys == KeyFormat::packed && !canPack(*model_)) {
        problem = "a clip with more key times than a 16-bit index allows";
    } else if (clipBytes_ > device_->maxStorageBytes()) {
        problem = fmt::format("clips of {} bytes, and the device allows {} per buffer", clipBytes_,
                              device_->maxStorageBytes());
    }
    if (problem.empty()) return resolution;
    resolution.choice.settings.poses = PosedBy::cpu;
    resolution.note = fmt::format("{} has {}: posed by the CPU", model_->name, problem);
    return resolution;
}

std::shared_ptr<const GpuClips> Scene::clipsFor(const SkinChoice& choice) {
    const SkinSettings settings = supported(choice);
    if (settings.poses == PosedBy::cpu) return nullptr;
    auto& clips = clips_[static_cast<size_t>(settings.keys)][static_cast<size_t>(settings.blend)];
    if (!clips) {
        clips = std::make_shared<const GpuClips>(GpuClips::create(
            *device_, *model_, crowd_.bindBoxes(), arcsFor(choice).get(),
            settings.keys == KeyFormat::packed ? packedClips().words : layClips(*model_)));
    }
    return clips;
}

std::shared_ptr<const ClipArcs> Scene::arcsFor(const SkinChoice& choice) {
    const SkinSettings settings = supported(choice);
    if (settings.blend == Blend::linear) return nullptr;
    std::shared_ptr<const ClipArcs>& arcs = arcs_[static_cast<size_t>(settings.keys)];
    if (arcs) return arcs;
    Model decoded = *model_;
    for (size_t i = 0; settings.keys == KeyFormat::packed && i < decoded.clips.size(); ++i) {
        decoded.clips[i] = packedClips().clips[i].decoded;
    }
    arcs = std::make_shared<const ClipArcs>(makeClipArcs(decoded, crowd_.bindBoxes()));
    return arcs;
}

std::shared_ptr<const Buffer> Scene::clipBoxesFor(const SkinChoice& choice) {
    const std::vector<Box> boxes = boxesFor(choice);
    if (boxes.empty()) return nullptr;
    const std::vector<gpu::ClipMovement> movements = movementsFor(choice);
    const auto coarse =
        static_cast<float>(coarseBy(*model_, crowd_.bindBoxes(), supported(choice)));
    std::vector<gpu::ClipEntry> entries(boxes.size());
    for (size_t i = 0; i < boxes.size(); ++i) {
        entries[i] = {std::bit_cast<gpu::BoxEntry>(boxes[i]), movements[i], coarse};
    }
    Uploader uploader(*device_);
    auto buffer = std::make_shared<const Buffer>(uploader.buffer("bounds of clips", entries));
    uploader.finish();
    return buffer;
}

std::vector<Box> Scene::boxesFor(const SkinChoice& choice) {
    const SkinSettings settings = supported(choice);
    if (settings.cull == Cull::none) return {};
    if (!clipBoxes_) clipBoxes_ = makeClipBoxes(*model_, crowd_.bindBoxes());
    const bool packed = settings.poses == PosedBy::gpu && settings.keys == KeyFormat::packed;
    PackedBounds bounds;
    if (packed) {
        const PackedClips& clips = packedClips();
        for (const PackedClip& clip : clips.clips) bounds.clips.push_back(clip.bound * clips.size);
        bounds.layered = clips.layeredBound * clips.size;
    }
    return boxesToCullBy(*clipBoxes_, arcsFor(choice).get(), *model_, crowd_.bindBoxes(), settings,
                         packed ? &bounds : nullptr);
}

std::vector<gpu::ClipMovement> Scene::movementsFor(const SkinChoice& choice) {
    const SkinSettings settings = supported(choice);
    std::vector<gpu::ClipMovement> movements(model_->clips.size());
    if (settings.rate == Rate::error) {
        if (!movements_) movements_ = clipMovements(*model_, crowd_.bindBoxes());
        movements = *movements_;
    }
    for (size_t i = 0; i < movements.size() && settings.keys == KeyFormat::packed; ++i) {
        const PackedClips& packed = packedClips();
        movements[i].least += static_cast<float>(2 * packed.clips[i].bound * packed.size);
    }
    if (settings.palette == PaletteFormat::half) {
        const auto rounded =
            static_cast<float>(2 * std::exp2(-10) * largestTerm(*model_, crowd_.bindBoxes()));
        for (gpu::ClipMovement& movement : movements) movement.least += rounded;
    }
    // The last two entries, for the rest pose and blends, stay 0: their poses are not reused.
    movements.resize(movements.size() + 2);
    return movements;
}

const PackedClips& Scene::packedClips() {
    if (!packedClips_) packedClips_ = packClips(*model_, crowd_.bindBoxes());
    return *packedClips_;
}

const Levels& Scene::levels() {
    if (!levels_) levels_ = makeLevels(*model_);
    return *levels_;
}

std::shared_ptr<CrowdMesh> Scene::meshFor(const SkinChoice& choice, std::optional<uint32_t> joint,
                                          bool inLevels) {
    constexpr size_t kKept = 4;
    const SkinSettings all = supported(choice);
    const SkinSettings settings{
        .influences = all.influences, .mesh = all.mesh, .influenceLimit = all.influenceLimit};
    for (const Mesh& made : meshes_) {
        if (made.settings == settings && made.joint == joint && made.inLevels == inLevels) {
            return made.mesh;
        }
    }
    meshes_.push_back(
        {settings, joint, inLevels,
         CrowdMesh::create(*device_, model_, settings, joint, inLevels ? &levels() : nullptr)});
    keepNewest(meshes_, kKept);
    return meshes_.back().mesh;
}

std::shared_ptr<const GpuBakedClips> Scene::bakedFor(const SkinChoice& choice) {
    if (!skinningMethod(choice.method).facts.bakes) return nullptr;
    const BakeSettings& settings = choice.settings.bake;
    if (auto clips = findBaked(settings)) return clips;
    offer(std::make_shared<const BakedClips>(
        bakeClips(*model_, settings, device_->limits().maxImageDimension2D)));
    return baked_.back();
}

std::shared_ptr<const GpuBakedClips> Scene::findBaked(const BakeSettings& settings) const {
    for (const auto& clips : baked_) {
        if (clips->clips().settings == settings) return clips;
    }
    return nullptr;
}

void Scene::offer(std::shared_ptr<const BakedClips> clips) {
    constexpr size_t kKept = 3;  // two compared choices, and the preceding one
    baked_.push_back(
        std::make_shared<const GpuBakedClips>(GpuBakedClips::create(*device_, std::move(clips))));
    keepNewest(baked_, kKept);
}

}  // namespace sinew
