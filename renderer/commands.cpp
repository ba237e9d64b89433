// Pushes descriptors, or allocates descriptor sets on devices without push descriptors.
#include "renderer/commands.h"

#include <array>
#include <atomic>

#include "renderer/pipeline.h"

namespace sinew {
namespace {

/// The smallest value of maxPushDescriptors that Vulkan allows.
constexpr size_t kMostBindings = 32;

VkPipelineBindPoint pointOf(const BindingLayout& layout) {
    return layout.stages == VK_SHADER_STAGE_COMPUTE_BIT ? VK_PIPELINE_BIND_POINT_COMPUTE
                                                        : VK_PIPELINE_BIND_POINT_GRAPHICS;
}

}  // namespace

VkDescriptorSet DescriptorArena::allocate(const Device& device, const SetLayout& layout) {
    if (used_ == pools_.size() * kSetsAPool) {
        pools_.push_back(createDescriptorPool(device, "dispatches and draws", kSetsAPool,
                                              kSetsAPool * kStorageBuffers));
    }
    const DescriptorPool& pool = pools_[used_++ / kSetsAPool];
    return allocateSet(device, pool, layout, "of a dispatch or draw");
}

void DescriptorArena::reset(const Device& device) {
    for (const DescriptorPool& pool : pools_) vkResetDescriptorPool(device.get(), pool.get(), 0);
    used_ = 0;
}

BindingLayout BindingLayout::create(const Device& device, const Description& description) {
    BindingLayout layout;
    layout.set = description.set;
    layout.stages = description.stages;
    std::vector<VkDescriptorSetLayoutBinding> entries;
    for (const ShaderBinding& each : description.bindings) {
        if (each.set != description.set) continue;
        layout.bindings.push_back(each);
        entries.push_back({.binding = each.binding,
                           .descriptorType = each.type,
                           .descriptorCount = 1,
                           .stageFlags = description.stages});
    }
    const bool pushed = device.has().pushDescriptors;
    layout.setLayout =
        createSetLayout(device, description.name, entries,
                        pushed ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
                               : VkDescriptorSetLayoutCreateFlagBits{});
    std::vector<VkDescriptorSetLayout> sets;
    if (description.before) sets.push_back(description.before);
    sets.push_back(layout.setLayout.get());
    if (description.after) sets.push_back(description.after);
    layout.pipelineLayout =
        createPipelineLayout(device, description.name, sets, description.stages, kPushBytes);
    return layout;
}

Kernel Kernel::compute(const Device& device, const ShaderLibrary& shaders, std::string_view shader,
                       const VkSpecializationInfo* specialization) {
    BindingLayout layout = BindingLayout::create(
        device, {.name = std::string(shader), .bindings = bindingsOf(shaders.spirv(shader))});
    Pipeline pipeline =
        createComputePipeline(device, shaders, shader, layout.pipelineLayout.get(), specialization);
    return {std::move(layout), std::move(pipeline)};
}

Kernel Kernel::points(const Device& device, const ShaderLibrary& shaders, std::string_view shader,
                      const VkSpecializationInfo* specialization) {
    BindingLayout layout =
        BindingLayout::create(device, {.name = std::string(shader),
                                       .bindings = bindingsOf(shaders.spirv(shader)),
                                       .stages = VK_SHADER_STAGE_VERTEX_BIT});
    Pipeline pipeline = createGraphicsPipeline(device, shaders,
                                               {.vertexShader = shader,
                                                .specialization = specialization,
                                                .layout = layout.pipelineLayout.get(),
                                                .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                                .rasterize = false});
    return {std::move(layout), std::move(pipeline)};
}

Kernels::Kernels(const Device& device) : device_(&device) {
    static std::atomic<uint64_t> last{0};
    id_ = ++last;
}

template <typename Create>
const Kernel& Kernels::find(const ShaderLibrary& shaders, std::string_view shader,
                            const StageConstants& constants, const Create& create) {
    std::unique_ptr<Kernel>& kernel = kernels_[{shader, constants}];
    if (!kernel) {
        const VkSpecializationInfo specialization = specializationOf(constants);
        kernel = std::make_unique<Kernel>(create(*device_, shaders, shader, &specialization));
    }
    return *kernel;
}

const Kernel& Kernels::compute(const ShaderLibrary& shaders, std::string_view shader,
                               const StageConstants& constants) {
    return find(shaders, shader, constants, Kernel::compute);
}

const Kernel& Kernels::points(const ShaderLibrary& shaders, std::string_view shader,
                              const StageConstants& constants) {
    return find(shaders, shader, constants, Kernel::points);
}

void Commands::bind(const BindingLayout& layout, std::span<const Descriptor> descriptors,
                    VkDeviceSize uniformOffset) {
    if (layout.bindings.empty()) return;
    std::array<VkWriteDescriptorSet, kMostBindings> writes;
    std::array<VkDescriptorBufferInfo, kMostBindings> buffers;
    std::array<VkWriteDescriptorSetAccelerationStructureKHR, kMostBindings> structures;
    uint32_t count = 0;
    VkDescriptorSet set = VK_NULL_HANDLE;
    if (!device_->has().pushDescriptors) {
        set = arena_->allocate(*device_, layout.setLayout);
    }
    for (const ShaderBinding& binding : layout.bindings) {
        if (binding.binding >= descriptors.size() || !descriptors[binding.binding]) continue;
        const Descriptor& descriptor = descriptors[binding.binding];
        buffers[count] = descriptor.buffer;
        if (binding.type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER) {
            buffers[count].offset += uniformOffset;
        }
        const bool isStructure = binding.type == VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
        structures[count] = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
            .accelerationStructureCount = 1,
            .pAccelerationStructures = &descriptor.structure};
        writes[count] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                         .pNext = isStructure ? &structures[count] : nullptr,
                         .dstSet = set,
                         .dstBinding = binding.binding,
                         .descriptorCount = 1,
                         .descriptorType = binding.type,
                         .pImageInfo = &descriptor.image,
                         .pBufferInfo = &buffers[count],
                         .pTexelBufferView = &descriptor.texels};
        ++count;
    }
    const VkPipelineBindPoint point = pointOf(layout);
    if (device_->has().pushDescriptors) {
        vkCmdPushDescriptorSetKHR(commands_, point, layout.pipelineLayout.get(), layout.set, count,
                                  writes.data());
        return;
    }
    vkUpdateDescriptorSets(device_->get(), count, writes.data(), 0, nullptr);
    vkCmdBindDescriptorSets(commands_, point, layout.pipelineLayout.get(), layout.set, 1, &set, 0,
                            nullptr);
}

void Commands::bind(const Kernel& kernel, std::span<const Descriptor> descriptors) {
    vkCmdBindPipeline(commands_, pointOf(kernel.layout), kernel.pipeline.get());
    bind(kernel.layout, descriptors);
}

void runCommands(const Device& device, const std::function<void(Commands&)>& record) {
    VkCommandBuffer handle = VK_NULL_HANDLE;
    const CommandPool pool = createCommandPool(device, "one submission", handle);
    const Fence fence = createFence(device, "one submission", 0);
    DescriptorArena arena;
    Commands commands(device, handle, arena);
    beginOnce(device, pool, handle);
    record(commands);
    VK_CHECK(vkEndCommandBuffer(handle));
    const VkCommandBufferSubmitInfo recorded{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                             .commandBuffer = handle};
    const VkSubmitInfo2 submit{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
        .commandBufferInfoCount = 1,
        .pCommandBufferInfos = &recorded,
    };
    const VkFence waited = fence.get();
    VK_CHECK(vkQueueSubmit2(device.queue(), 1, &submit, waited));
    VK_CHECK(vkWaitForFences(device.get(), 1, &waited, VK_TRUE, UINT64_MAX));
}

}  // namespace sinew
