// Records dispatches and binds their descriptors. One call names the kernel, buffers, constants and
// group counts of a dispatch.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "renderer/passes/batch.h"
#include "renderer/resources.h"
#include "renderer/shader_bindings.h"
#include "renderer/shader_library.h"

namespace sinew {

/// Descriptor sets for devices without push descriptors, valid until reset(). Move-only.
class DescriptorArena {
public:
    VkDescriptorSet allocate(const Device& device, const SetLayout& layout);
    /// Frees all sets. The GPU must no longer use them.
    void reset(const Device& device);

private:
    static constexpr uint32_t kSetsAPool = 256;

    std::vector<DescriptorPool> pools_;
    uint32_t used_ = 0;
};

/// A pipeline layout with the bindings of one set. Move-only.
struct BindingLayout {
    struct Description {
        std::string name;
        std::span<const ShaderBinding> bindings;  // bindings of other sets are ignored
        uint32_t set = 0;
        VkDescriptorSetLayout before = VK_NULL_HANDLE;  // for `set` 1: layout of set 0; null: none
        VkDescriptorSetLayout after = VK_NULL_HANDLE;   // layout of set 2; null: none
        VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT;
    };
    static BindingLayout create(const Device& device, const Description& description);

    std::vector<ShaderBinding> bindings;
    uint32_t set = 0;
    VkShaderStageFlags stages = 0;
    SetLayout setLayout;
    PipelineLayout pipelineLayout;  // with kPushBytes push constants
};

/// The smallest value of maxPushConstantsSize that Vulkan allows, bytes.
inline constexpr uint32_t kPushBytes = 128;

/// A pipeline with its descriptors in set 0. Move-only.
struct Kernel {
    /// `specialization` may be null.
    static Kernel compute(const Device& device, const ShaderLibrary& shaders,
                          std::string_view shader, const VkSpecializationInfo* specialization);
    static Kernel points(const Device& device, const ShaderLibrary& shaders,
                         std::string_view shader, const VkSpecializationInfo* specialization);

    BindingLayout layout;
    Pipeline pipeline;
};

/// Caches kernels by shader and constants. Returned references stay valid. Move-only.
class Kernels {
public:
    explicit Kernels(const Device& device);

    /// Returns a number that no other Kernels object of the process has.
    uint64_t id() const { return id_; }

    /// Returns a kernel. The first call creates its pipeline, so do not call it while a frame is
    /// recorded. `shader` must be a string literal.
    const Kernel& compute(const ShaderLibrary& shaders, std::string_view shader,
                          const StageConstants& constants);
    const Kernel& points(const ShaderLibrary& shaders, std::string_view shader,
                         const StageConstants& constants);

private:
    template <typename Create>
    const Kernel& find(const ShaderLibrary& shaders, std::string_view shader,
                       const StageConstants& constants, const Create& create);

    const Device* device_;
    uint64_t id_;
    std::map<std::pair<std::string_view, StageConstants>, std::unique_ptr<Kernel>> kernels_;
};

struct Groups {
    uint32_t x = 1;
    uint32_t y = 1;
};

class Commands {
public:
    Commands(const Device& device, VkCommandBuffer commands, DescriptorArena& arena)
        : device_(&device), commands_(commands), arena_(&arena) {}
    operator VkCommandBuffer() const { return commands_; }

    /// `descriptors` are indexed by binding. The shader must not use a binding whose entry is null.
    /// `uniformOffset`, in bytes, is added to the offsets of uniform buffers.
    void bind(const BindingLayout& layout, std::span<const Descriptor> descriptors,
              VkDeviceSize uniformOffset = 0);
    void bind(const Kernel& kernel, std::span<const Descriptor> descriptors);
    void bind(const Kernel& kernel, std::initializer_list<Descriptor> descriptors) {
        bind(kernel, std::span(descriptors.begin(), descriptors.size()));
    }
    template <typename Constants>
    void push(const Kernel& kernel, const Constants& constants) {
        static_assert(sizeof(constants) <= kPushBytes);
        vkCmdPushConstants(commands_, kernel.layout.pipelineLayout.get(), kernel.layout.stages, 0,
                           sizeof(constants), &constants);
    }
    void dispatch(Groups groups) {
        vkCmdDispatch(commands_, groups.x, groups.y, 1);
        ++dispatches;
    }

    /// Records a dispatch. `buffers` are in the order of the kernel's bindings.
    template <typename Constants>
    void dispatch(const Kernel& kernel, std::initializer_list<Descriptor> buffers,
                  const Constants& constants, Groups groups) {
        bind(kernel, buffers);
        push(kernel, constants);
        dispatch(groups);
    }
    /// Records a dispatch that reads its group counts from `arguments` at byte `offset`.
    template <typename Constants>
    void dispatchIndirect(const Kernel& kernel, std::initializer_list<Descriptor> buffers,
                          const Constants& constants, const Buffer& arguments,
                          VkDeviceSize offset) {
        bind(kernel, buffers);
        push(kernel, constants);
        vkCmdDispatchIndirect(commands_, arguments.get(), offset);
        ++dispatches;
    }

    uint32_t dispatches = 0;
    uint32_t pointDraws = 0;  // recorded draws with transform feedback

private:
    const Device* device_;
    VkCommandBuffer commands_;
    DescriptorArena* arena_;
};

/// Calls record(commands), submits the commands and waits for the GPU. For load time and readback.
void runCommands(const Device& device, const std::function<void(Commands&)>& record);

}  // namespace sinew
