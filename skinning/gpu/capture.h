// The vertices that passes get, read back: what verify, export, diff and the tests judge.
#pragma once

#include <optional>

#include "shaders/shared/vertex.h"
#include "skinning/gpu/crowd_group.h"

namespace sinew {

/// Vertices as a pass's vertex stage got them, in the model's vertex order, object space.
struct CapturedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

/// `packed` lies in the GPU's order; `order` is GpuMesh::order.
CapturedVertices unpacked(std::span<const gpu::PackedVertex> packed,
                          std::span<const uint32_t> order);

/// Skins crowds of its own, outside of any frame. Move-only; the device outlives it.
class Capture {
public:
    /// Throws std::runtime_error on a device that cannot store from the vertex stage.
    static Capture create(const Device& device, ShaderLibrary shaders);

    /// A scene for a model that no frame shows.
    std::shared_ptr<Scene> sceneOf(std::shared_ptr<const Model> model) const {
        return std::make_shared<Scene>(*device_, layouts_, std::move(model));
    }

    struct Wanted {
        SkinChoice choice;
        uint32_t instance = 0;  // that is read back
    };
    /// Poses, skins, and reads back what the passes' vertex stage gets of one instance. `requests`:
    /// one an instance of the crowd. Waits for the GPU. Throws as resolve() and CrowdGroup::create
    /// do, and OutOfRange.
    CapturedVertices capture(const std::shared_ptr<Scene>& scene, const Wanted& wanted,
                             std::span<const PoseRequest> requests);

    /// Frees the buffers of the last capture.
    void release();

    // Of the last capture.
    const Resolution& resolution() const { return resolution_; }
    /// Null if the method bakes nothing.
    const GpuBakedClips* baked() const { return groups_.front().crowds.front().baked(); }
    /// Compact positions lie in it; object space.
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
