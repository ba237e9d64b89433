// The buffers of a crowd: instances in pages that fit one descriptor's range.
#pragma once

#include "renderer/frame_ring.h"
#include "skinning/gpu/gpu_model.h"
#include "skinning/gpu/technique.h"

namespace sinew {

/// A run of instances whose palettes, poses and vertices each fit one storage-buffer descriptor
/// (maxStorageBufferRange is 128 MiB on some devices, which 450 instances of 15,000 vertices fill).
/// Dispatches and draws are per page, not per instance.
struct Page {
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;

    // Shared by all frames in flight: the GPU alone writes and reads them, in queue order.
    Buffer palettes;
    Buffer skinned;
    Buffer instances;

    // Written by the CPU, one for each frame in flight.
    struct Slot {
        Buffer poses;
        Buffer morphWeights;
        Buffer boxes;         // gpu::BoxEntry an instance; written only for the bounds overlay
        Buffer skinnedOnCpu;  // method cpu only
        VkDescriptorSet set = VK_NULL_HANDLE;
    };
    std::array<Slot, kFramesInFlight> slots;
};

/// All pages of one crowd, for one method. Move-only; retired whole when count or method changes.
class Pages {
public:
    /// Throws VulkanError (out of device memory) naming the buffer that did not fit, and
    /// std::runtime_error when one instance alone is larger than a descriptor can hold.
    static Pages create(const Device& device, const SetLayouts& layouts, const Model& model,
                        const GpuModel& gpuModel, Method method,
                        std::span<const gpu::Affine> worldFromObject);

    std::span<Page> all() { return pages_; }
    std::span<const Page> all() const { return pages_; }
    Method method() const { return method_; }
    uint32_t instanceCount() const { return instanceCount_; }

    /// What the passes draw, from frame slot `slot`'s data. Valid while this and `gpuModel` live.
    std::span<const Batch> batches(uint32_t slot) const { return batches_[slot]; }

private:
    std::vector<Page> pages_;
    std::array<std::vector<Batch>, kFramesInFlight> batches_;
    DescriptorPool pool_;
    Buffer nothing_;  // stands in for buffers that the method does not have
    Method method_ = Method::compute;
    uint32_t instanceCount_ = 0;
};

/// How many instances the device has memory for: nine tenths of what its budget leaves when the
/// `crowdBytes` that the present crowd holds are freed; at least 1 and at most a million.
uint32_t maxInstances(const Device& device, const Model& model, Method method, uint64_t crowdBytes);

}  // namespace sinew
