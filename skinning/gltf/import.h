// Imports a glTF file as a Model.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "skinning/model.h"

namespace sinew::gltf {
class Account;
}

namespace sinew {

/// Progress of an import, 0 to 1. Thread-safe.
class ImportProgress {
public:
    float fraction() const { return fraction_.load(std::memory_order_relaxed); }
    void set(float fraction) { fraction_.store(fraction, std::memory_order_relaxed); }

private:
    std::atomic<float> fraction_{0.0f};
};

/// Imports a .glb or .gltf (detected by content) with its buffers and images, on all cores. Returns
/// a validated model: indices in range, finite floats, normalized weights, parents before children.
/// Throws std::runtime_error: "FILE: PATH: what; advice", with a JSON PATH.
Model importGltf(const std::filesystem::path& file, ImportProgress* progress = nullptr);

struct ImportOptions {
    std::string scene;          // index or name; empty: default scene
    bool allowOutside = false;  // permits buffers and images outside of the model's folder
};

/// Also throws if the file has no such scene, and lists the scenes.
Model importGltf(const std::filesystem::path& file, const ImportOptions& options,
                 ImportProgress* progress = nullptr);

/// Clips of a file; it may have no mesh.
struct AnimationFile {
    std::string name;
    Skeleton skeleton;
    std::vector<Clip> clips;  // channels of joints only
};

/// Throws like importGltf.
AnimationFile importAnimations(const std::filesystem::path& file, bool allowOutside = false);

/// The fuzzer reads the drawn amounts from its account.
Model importGltf(const std::filesystem::path& file, std::shared_ptr<gltf::Account> account,
                 ImportProgress* progress = nullptr);

/// Keeps the `limit` heaviest influences of every vertex (the list is sorted) and renormalizes.
/// Returns the largest dropped weight, 0 without any.
float capInfluences(Model& model, uint32_t limit);

/// Finds a clip by name, or by index ("5" or "#5"; a name has priority over "5"). Throws
/// std::runtime_error, which lists the clips.
uint32_t findClip(const Model& model, const std::string& nameOrIndex);

}  // namespace sinew
