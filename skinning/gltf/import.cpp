// The steps of an import: document, scene, binds, materials, then clips, meshes and images.
#include "skinning/gltf/import.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <new>
#include <unordered_set>

#include "skinning/fault_words.h"
#include "skinning/gltf/clip.h"
#include "skinning/gltf/file/document.h"
#include "skinning/gltf/file/fault.h"
#include "skinning/gltf/image.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/mesh/mesh.h"
#include "skinning/gltf/scene.h"
#include "skinning/gltf/skin.h"
#include "skinning/gltf/task.h"
#include "skinning/plain_text.h"

namespace sinew {

namespace {

gltf::Reach reachOf(bool allowOutside) {
    return allowOutside ? gltf::Reach::anywhere : gltf::Reach::folder;
}

/// Makes each warning plain text, and removes repeated warnings.
void makePlain(std::vector<std::string>& warnings) {
    std::transform(warnings.begin(), warnings.end(), warnings.begin(), plainText);
    std::unordered_set<std::string> seen;
    std::erase_if(warnings, [&](const std::string& text) { return !seen.insert(text).second; });
}

std::vector<MorphedNode> morphedNodes(const gltf::SceneNodes& scene,
                                      std::span<const gltf::MorphRange> morphsOfNode) {
    std::vector<MorphedNode> nodes;
    for (size_t node = 0; node < morphsOfNode.size(); ++node) {
        const gltf::MorphRange& morphs = morphsOfNode[node];
        if (morphs.count == 0) continue;
        nodes.push_back({scene.jointOfNode[node], morphs.first, morphs.count});
    }
    return nodes;
}

/// Returns the range of each node's morph targets in `names`, and appends their names to `names`.
std::vector<gltf::MorphRange> nameMorphs(const gltf::Document& document,
                                         const gltf::SceneNodes& scene,
                                         std::vector<std::string>& names) {
    const auto& meshes = document.gltf.meshes;
    std::vector<gltf::MorphRange> ranges(document.gltf.nodes.size());
    for (size_t node = 0; node < ranges.size(); ++node) {
        const auto mesh = static_cast<size_t>(document.gltf.nodes[node].mesh);
        if (scene.jointOfNode[node] == gltf::kNotInScene || mesh >= meshes.size()) continue;
        if (meshes[mesh].primitives.empty()) continue;
        const size_t count = meshes[mesh].primitives[0].targets.size();
        ranges[node] = {static_cast<uint32_t>(names.size()), static_cast<uint32_t>(count)};
        uint64_t bytes = count * sizeof(std::string);
        for (std::string& name : gltf::targetNames(document, mesh, count)) {
            bytes += name.size();
            names.push_back(std::move(name));
        }
        document.account->memory(
            "morph targets", [node] { return fmt::format("nodes[{}]", node); }, bytes);
    }
    return ranges;
}

Model importModel(const std::filesystem::path& file, const ImportOptions& options,
                  ImportProgress* progress) {
    gltf::Document document = gltf::readDocument(
        file, options.account ? options.account : std::make_shared<gltf::Account>(),
        reachOf(options.allowOutside));
    gltf::chooseScene(document, options.scene);
    gltf::SceneNodes scene = gltf::importScene(document);
    gltf::Binds binds = gltf::importBinds(document, scene);
    std::vector<std::string> warnings = std::move(document.warnings);
    gltf::Materials materials = gltf::importMaterials(document, warnings);
    gltf::MeshReader meshReader(document, scene, binds, materials, warnings);
    std::vector<Clip> clips =
        gltf::importClips(document, scene, meshReader.morphsOfNode(), warnings);

    std::vector<gltf::Task> meshTasks = meshReader.tasks();

    // Image tasks come first because they take longest.
    std::vector<gltf::PlannedImage> planned = gltf::planImages(document, materials.images);
    std::vector<Image> images(planned.size());
    std::vector<gltf::Task> tasks;
    for (size_t i = 0; i < images.size(); ++i) {
        tasks.push_back({.cost = planned[i].cost(),
                         .run = [&, i] { images[i] = gltf::decodeImage(document, planned[i]); }});
    }
    std::ranges::move(meshTasks, std::back_inserter(tasks));
    gltf::runTasks(tasks, progress);
    gltf::Meshes meshes = meshReader.take();
    gltf::finishPlaceholders(planned, materials.materials, warnings);

    makePlain(warnings);
    auto& extensions = document.gltf.extensionsUsed;
    std::transform(extensions.begin(), extensions.end(), extensions.begin(), plainText);
    return {.name = plainText(file.filename().string()),
            .source = file,
            .skeleton = std::move(scene.skeleton),
            .binds = std::move(binds.binds),
            .skins = std::move(binds.skins),
            .geometry = std::move(meshes.geometry),
            .primitives = std::move(meshes.primitives),
            .restMorphWeights = std::move(meshes.restMorphWeights),
            .morphNames = std::move(meshes.morphNames),
            .morphedNodes = morphedNodes(scene, meshes.morphsOfNode),
            .materials = std::move(materials.materials),
            .images = std::move(images),
            .clips = std::move(clips),
            .verticesInNoTriangle = meshes.verticesInNoTriangle,
            .scenes = gltf::sceneNames(document),
            .scene = static_cast<uint32_t>(std::max(document.gltf.defaultScene, 0)),
            .extensionsUsed = std::move(extensions),
            .warnings = std::move(warnings)};
}

AnimationFile readAnimations(const std::filesystem::path& file, gltf::Reach reach) {
    gltf::Document document = gltf::readDocument(file, std::make_shared<gltf::Account>(), reach);
    gltf::SceneNodes scene = gltf::importScene(document);
    AnimationFile animations{.name = plainText(file.filename().string()),
                             .skeleton = std::move(scene.skeleton),
                             .warnings = std::move(document.warnings)};
    const auto morphsOfNode = nameMorphs(document, scene, animations.morphNames);
    animations.morphedNodes = morphedNodes(scene, morphsOfNode);
    animations.clips = gltf::importClips(document, scene, morphsOfNode, animations.warnings);
    makePlain(animations.warnings);
    return animations;
}

/// Prepends the file's name to errors.
template <typename Read>
auto withName(const std::filesystem::path& file, const Read& read) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
        throw std::runtime_error(fmt::format(
            "{}: out of memory; close programs or use a smaller model", plainText(file.string())));
    } catch (const std::exception& fault) {
        throw std::runtime_error(
            plainText(fmt::format("{}: {}", file.string(), faultWords(fault))));
    }
}

}  // namespace

Model importGltf(const std::filesystem::path& file, const ImportOptions& options,
                 ImportProgress* progress) {
    return withName(file, [&] { return importModel(file, options, progress); });
}

AnimationFile importAnimations(const std::filesystem::path& file, bool allowOutside) {
    return withName(file, [&] { return readAnimations(file, reachOf(allowOutside)); });
}

float capInfluences(Model& model, uint32_t limit) {
    Geometry& geometry = model.geometry;
    const uint32_t keep = std::max(limit, 1u);
    float largestDropped = 0.0f;
    uint32_t written = 0, first = 0;
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        const uint32_t end = geometry.influenceOffsets[v + 1];
        const uint32_t kept = std::min(end - first, keep);
        if (first + kept < end) {
            largestDropped = std::max(largestDropped, geometry.influences[first + kept].weight);
        }
        double sum = 0;
        for (uint32_t i = 0; i < kept; ++i) sum += geometry.influences[first + i].weight;
        for (uint32_t i = 0; i < kept; ++i) {
            Influence influence = geometry.influences[first + i];
            if (first + kept < end) influence.weight = static_cast<float>(influence.weight / sum);
            geometry.influences[written++] = influence;
        }
        geometry.influenceOffsets[v + 1] = written;
        first = end;
    }
    geometry.influences.resize(written);
    return largestDropped;
}

uint32_t findClip(const Model& model, const std::string& nameOrIndex) {
    const bool isIndex = nameOrIndex.starts_with('#');
    for (uint32_t i = 0; i < model.clips.size() && !isIndex; ++i) {
        if (model.clips[i].name == nameOrIndex) return i;
    }
    uint32_t index = 0;
    const char* end = nameOrIndex.data() + nameOrIndex.size();
    const auto [parsed, error] = std::from_chars(nameOrIndex.data() + isIndex, end, index);
    if (error == std::errc() && parsed == end && index < model.clips.size()) return index;
    std::string known;
    for (uint32_t i = 0; i < model.clips.size(); ++i) {
        known += fmt::format("{}\"{}\" (#{})", i == 0 ? "" : ", ", model.clips[i].name, i);
    }
    throw std::runtime_error(
        model.clips.empty()
            ? fmt::format("{} has no clips; omit the clip to use the rest pose", model.name)
            : fmt::format("{} has no clip \"{}\"; choose one of: {}", model.name, nameOrIndex,
                          known));
}

}  // namespace sinew
