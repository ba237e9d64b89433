// Reads back the vertices that passes fetch, for verify, export, diff and the tests.
#pragma once

#include <optional>

#include "renderer/commands.h"
#include "renderer/passes/capture_pass.h"
#include "skinning/gpu/crowd/crowd_group.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/gpu/verify/captured_vertices.h"

namespace sinew {

/// Skins its own crowds outside of any frame. Move-only; the device must outlive it.
class Capture {
public:
    /// Throws std::runtime_error if the device cannot store from the vertex stage.
    static Capture create(const Device& device, ShaderLibrary shaders);

    std::shared_ptr<Scene> sceneOf(std::shared_ptr<const Model> model) const {
        return std::make_shared<Scene>(*device_, layouts_, std::move(model));
    }

    struct Wanted {
        SkinChoice choice;
        uint32_t instance = 0;
    };
    /// Poses and skins the crowd, waits for the GPU, and reads back one instance. `requests` has
    /// one element per instance of the crowd. Throws as resolve() and CrowdGroup::create() do, and
    /// OutOfRange.
    CapturedVertices capture(const std::shared_ptr<Scene>& scene, const Wanted& wanted,
                             std::span<const PoseRequest> requests);

    void release();

    const Resolution& resolution() const { return resolution_; }
    /// Returns null if the method bakes nothing.
    const GpuBakedClips* baked() const { return groups_.front().crowds.front().baked(); }
    /// Returns the box that compact positions are relative to, object space.
    const Box& box() const { return box_; }

private:
    void fit(const std::shared_ptr<Scene>& scene, const CrowdDemand& demand);
    void skin();
    CapturedVertices read(uint32_t instance, const PoseRequest& request);

    const Device* device_ = nullptr;
    ShaderLibrary shaders_;
    PassLayouts layouts_;
    std::optional<Kernels> kernels_;
    CapturePass pass_;
    std::shared_ptr<Scene> scene_;
    CrowdDemand demand_;
    std::vector<CrowdGroup> groups_;
    GroupAnimator animator_;
    Resolution resolution_;
    Box box_ = Box::nothing();
};

}  // namespace sinew
