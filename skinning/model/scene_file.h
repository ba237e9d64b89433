// Reads and writes scenes of several models in JSON (docs/scene.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/animation/placement.h"

namespace sinew {

/// The largest accepted file, bytes.
inline constexpr size_t kMostSceneBytes = size_t{4} << 20;
inline constexpr size_t kMostSceneModels = 64;
inline constexpr size_t kMostScenePlacements = 10'000;
/// The largest time of a model. Also the limit of animators in sinew-cli, which are stepped from 0.
inline constexpr double kMostSceneSeconds = 600;

/// A model of a scene, and the animators or the clip of its instances.
struct SceneEntry {
    std::filesystem::path model;
    uint32_t count = 1;
    std::string animator;               // a file, or "model" for the model's own; empty: a clip
    std::string clip;                   // by name; empty: the default
    float seconds = 0;                  // added to the scene's time
    std::vector<Placement> placements;  // for the first instances
};

bool isSceneFile(const std::filesystem::path& file);

/// True for a JSON object with "models" only; benchmark scenarios have more members.
bool listsModels(const std::filesystem::path& file);

/// Paths are relative to `folder`. Throws std::runtime_error: JSON path, error and advice.
std::vector<SceneEntry> parseScene(std::string_view json, const std::filesystem::path& folder);

/// As parseScene(); faults begin with the file's name.
std::vector<SceneEntry> readScene(const std::filesystem::path& file);

/// Throws std::runtime_error above the limits of models or instances.
void requireDrawable(std::span<const SceneEntry> scene);

/// Joins models (one instance each) and scenes. Throws as readScene() and requireDrawable().
std::vector<SceneEntry> sceneOf(std::span<const std::filesystem::path> files);

/// The inverse of parseScene().
std::string sceneText(std::span<const SceneEntry> scene);

}  // namespace sinew
