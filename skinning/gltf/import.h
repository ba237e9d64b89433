// Step 2 of the walk: a glTF file becomes a Model.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "skinning/model.h"

namespace sinew::gltf {
class Account;
}

namespace sinew {

/// How far an import is, from 0 to 1; written by the import, read by the code that shows it.
class ImportProgress {
public:
    float fraction() const { return fraction_.load(std::memory_order_relaxed); }
    void set(float fraction) { fraction_.store(fraction, std::memory_order_relaxed); }

private:
    std::atomic<float> fraction_{0.0f};
};

/// Reads a .glb or .gltf (told apart by content) with its buffers and images.
/// Returns a complete, validated model: every index in it is in range, every float finite, weights
/// normalised, joints parents-first. Throws std::runtime_error: "FILE: what (where in the file,
/// such as meshes[0].primitives[1].attributes.JOINTS_0); what to try".
/// `progress`, when given, is kept up to date; the work is spread over all cores.
Model importGltf(const std::filesystem::path& file, ImportProgress* progress = nullptr);

/// Options of an import.
struct ImportOptions {
    std::string scene;          // index or name; empty: the default scene
    bool allowOutside = false;  // buffers and images may be outside of the model's folder
};

/// The same. Throws, listing the scenes, also if the file has no such scene.
Model importGltf(const std::filesystem::path& file, const ImportOptions& options,
                 ImportProgress* progress = nullptr);

/// The clips of a file, which may have no mesh.
struct AnimationFile {
    std::string name;  // file name without folder
    Skeleton skeleton;
    std::vector<Clip> clips;  // channels of joints alone
};

/// Reads them. Throws as importGltf does.
AnimationFile importAnimations(const std::filesystem::path& file, bool allowOutside = false);

/// importGltf with the caller's account. The fuzzer reads from it what the import allocated.
Model importGltf(const std::filesystem::path& file, std::shared_ptr<gltf::Account> account,
                 ImportProgress* progress = nullptr);

/// Keeps the `limit` heaviest influences of every vertex (the list is sorted) and renormalises.
/// Returns the largest weight that was dropped, 0 when nothing was.
float capInfluences(Model& model, uint32_t limit);

/// Index of the first clip called `nameOrIndex`; "#5" is always an index, "5" one if no clip has
/// that name. Throws std::runtime_error listing the known clips.
uint32_t findClip(const Model& model, const std::string& nameOrIndex);

}  // namespace sinew
