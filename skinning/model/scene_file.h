// Reads and writes scenes of several models in JSON (docs/scene.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/animation/placement.h"

namespace sinew {

/// Limit of the size of a scene file, in bytes.
inline constexpr size_t kMostSceneBytes = size_t{4} << 20;
inline constexpr size_t kMostSceneModels = 64;
inline constexpr size_t kMostScenePlacements = 10'000;
/// Limit of SceneEntry::seconds. sinew-cli also limits the time of animators to it, because it
/// simulates them from time 0.
inline constexpr double kMostSceneSeconds = 600;

/// A model of a scene, and the animators or the clip of its instances.
struct SceneEntry {
    std::filesystem::path model;
    uint32_t count = 1;
    std::string animator;               // a file, or "model" (docs/scene.md); empty: plays `clip`
    std::string clip;                   // name; empty: default clip
    float seconds = 0;                  // time offset, added to the scene's time
    std::vector<Placement> placements;  // for the first instances
};

bool isSceneFile(const std::filesystem::path& file);

/// Returns true for a JSON object with no other member than "models". Benchmark scenarios have more
/// members.
bool listsModels(const std::filesystem::path& file);

/// Parses a scene file. Paths in it are relative to `folder`. Throws std::runtime_error with JSON
/// path, error and advice.
std::vector<SceneEntry> parseScene(std::string_view json, const std::filesystem::path& folder);

/// Reads and parses a scene file. Error messages begin with the name of the file.
std::vector<SceneEntry> readScene(const std::filesystem::path& file);

/// Throws std::runtime_error if the scene exceeds the limits of models or instances.
void requireDrawable(std::span<const SceneEntry> scene);

/// Returns one scene with the entries of all `files`. A model file becomes an entry with one
/// instance. Throws as readScene() and requireDrawable().
std::vector<SceneEntry> sceneOf(std::span<const std::filesystem::path> files);

/// Returns the JSON text of a scene. It is the inverse of parseScene().
std::string sceneText(std::span<const SceneEntry> scene);

}  // namespace sinew
