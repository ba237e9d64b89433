// Scenes of several models in JSON; the format is told in docs/scene.md.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/animation/placement.h"

namespace sinew {

/// The largest file that is read, bytes, and what it may hold.
inline constexpr size_t kMostSceneBytes = size_t{4} << 20;
inline constexpr size_t kMostSceneModels = 64;
inline constexpr size_t kMostScenePlaces = 10'000;  // of a model

/// A model of a scene, and what its instances play: their animators, or a clip.
struct SceneEntry {
    std::filesystem::path model;
    uint32_t count = 1;
    std::string animator;               // a file, or "model" for the model's own; empty: a clip
    std::string clip;                   // by name; empty: what plays where nothing is asked for
    float seconds = 0;                  // into it, beyond the scene's time
    std::vector<Placement> placements;  // of the first instances
};

/// Ends in ".json".
bool isSceneFile(const std::filesystem::path& file);

/// A JSON object that has models and nothing else; a benchmark's scenario has more.
bool listsModels(const std::filesystem::path& file);

/// Reads a scene whose relative paths begin at `folder`. Throws std::runtime_error: the place in
/// the JSON, what is wrong and what to try.
std::vector<SceneEntry> parseScene(std::string_view json, const std::filesystem::path& folder);

/// The same of a file; its name stands before the place.
std::vector<SceneEntry> readScene(const std::filesystem::path& file);

/// Throws std::runtime_error where these are more models or instances than are drawn together.
void requireDrawable(std::span<const SceneEntry> scene);

/// Models and scenes in the order in which they are named, as one scene; a model's file has one
/// instance. Throws as readScene() does, and where that is too much.
std::vector<SceneEntry> sceneOf(std::span<const std::filesystem::path> files);

/// Text that parseScene() reads back.
std::string sceneText(std::span<const SceneEntry> scene);

}  // namespace sinew
