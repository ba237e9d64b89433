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

struct ImportOptions {
    std::string scene;          // index or name; empty: default scene
    bool allowOutside = false;  // permits buffers and images outside of the model's folder
    std::shared_ptr<gltf::Account> account = nullptr;  // the fuzzer reads its sums; null: a new one
};

/// Imports a .glb or .gltf (detected by content) with its buffers and images, on all cores. Returns
/// a validated model: indices in range, finite floats, normalized weights, parents before children.
/// Throws std::runtime_error: "FILE: PATH: what; advice", with a JSON PATH. If the file does not
/// have `options.scene`, the text lists its scenes.
Model importGltf(const std::filesystem::path& file, const ImportOptions& options = {},
                 ImportProgress* progress = nullptr);

/// The clips of a file, which may have no mesh, and the skeleton that they animate.
struct AnimationFile {
    std::string name;
    Skeleton skeleton;
    std::vector<Clip> clips;
    std::vector<std::string> morphNames;    // as in Model
    std::vector<MorphedNode> morphedNodes;  // as in Model
    std::vector<std::string> warnings;
};

/// Imports only the skeleton, the clips and the names of morph targets. Throws like importGltf.
AnimationFile importAnimations(const std::filesystem::path& file, bool allowOutside = false);

/// Removes all but the `limit` heaviest influences of every vertex (lists are sorted) and
/// renormalizes. Returns the largest dropped weight, or 0.
float capInfluences(Model& model, uint32_t limit);

/// Returns the index of a clip that is named by `nameOrIndex`: a name, or an index ("5" or "#5"). A
/// clip with the name "5" has priority over index 5. Throws std::runtime_error, which lists the
/// clips.
uint32_t findClip(const Model& model, const std::string& nameOrIndex);

}  // namespace sinew
