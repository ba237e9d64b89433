// Tests that Vulkan objects and steps have names, so that a capture of a frame is readable.
#include <map>
#include <set>

#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

/// Handles of created and of named objects, and labels of command buffers.
struct Seen {
    std::map<uint64_t, const char*> created;  // value: name of the creating function
    std::set<uint64_t> named;
    std::set<std::string> labels;
} observed;

/// Replaces a Vulkan function by one that also stores the created handle. `create` is the function
/// pointer of volk.
template <auto& create, typename Function = std::remove_reference_t<decltype(create)>>
struct Recorded;
template <auto& create, typename... Arguments>
struct Recorded<create, VkResult(VKAPI_PTR*)(Arguments...)> {
    static inline PFN_vkVoidFunction original = nullptr;
    static inline const char* name = nullptr;

    static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
        const auto function = reinterpret_cast<VkResult(VKAPI_PTR*)(Arguments...)>(original);
        const VkResult result = function(arguments...);
        const auto last = std::get<sizeof...(Arguments) - 1>(std::tuple(arguments...));
        const auto handle = reinterpret_cast<uint64_t>(*last);
        observed.created[handle] = name;
        // The handle may be reused after a named object was destroyed, so its old name is erased.
        observed.named.erase(handle);
        return result;
    }
    explicit Recorded(const char* function) {
        original = reinterpret_cast<PFN_vkVoidFunction>(create);
        name = function;
        create = call;
    }
    ~Recorded() { create = reinterpret_cast<VkResult(VKAPI_PTR*)(Arguments...)>(original); }
};

PFN_vkSetDebugUtilsObjectNameEXT setName = nullptr;
PFN_vkCmdBeginDebugUtilsLabelEXT beginLabel = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL recordName(VkDevice device,
                                          const VkDebugUtilsObjectNameInfoEXT* info) {
    if (*info->pObjectName != 0) observed.named.insert(info->objectHandle);
    return setName(device, info);
}
VKAPI_ATTR void VKAPI_CALL recordLabel(VkCommandBuffer commands, const VkDebugUtilsLabelEXT* info) {
    observed.labels.insert(info->pLabelName);
    beginLabel(commands, info);
}

class NamesTest : public test::GpuTest {
protected:
    NamesTest() {
        device();  // creates the instance, which loads the functions
        observed = {};
        setName = std::exchange(vkSetDebugUtilsObjectNameEXT, recordName);
        beginLabel = std::exchange(vkCmdBeginDebugUtilsLabelEXT, recordLabel);
    }
    ~NamesTest() override {
        vkSetDebugUtilsObjectNameEXT = setName;
        vkCmdBeginDebugUtilsLabelEXT = beginLabel;
    }
    static std::set<std::string> unnamed() {
        std::set<std::string> functions;
        for (const auto& [handle, function] : observed.created) {
            if (!observed.named.contains(handle)) functions.insert(function);
        }
        return functions;
    }
};

#define RECORD(function) const Recorded<function> record_##function(#function)

TEST_F(NamesTest, EveryObjectOfAFrameHasAName) {
    RECORD(vkAllocateCommandBuffers);
    RECORD(vkAllocateDescriptorSets);
    RECORD(vkAllocateMemory);
    RECORD(vkCreateBuffer);
    RECORD(vkCreateBufferView);
    RECORD(vkCreateCommandPool);
    RECORD(vkCreateComputePipelines);
    RECORD(vkCreateDescriptorPool);
    RECORD(vkCreateDescriptorSetLayout);
    RECORD(vkCreateFence);
    RECORD(vkCreateGraphicsPipelines);
    RECORD(vkCreateImage);
    RECORD(vkCreateImageView);
    RECORD(vkCreatePipelineLayout);
    RECORD(vkCreateQueryPool);
    RECORD(vkCreateSampler);
    RECORD(vkCreateSemaphore);
    RECORD(vkCreateShaderModule);
    Frame frame = frameOf(mannequin());
    const OffscreenTarget target = OffscreenTarget::create(device(), {64, 64});
    for (const Method method : allMethods()) {
        frame.render(inputFor(frame, target, {.method = method, .depthPrepass = true}, 0, 0.0f));
    }
    frame.finish();
    EXPECT_GT(observed.created.size(), 100u);
    EXPECT_EQ(unnamed(), std::set<std::string>{});
    for (const char* step : {"palette", "skin", "shadow", "forward"}) {
        EXPECT_TRUE(observed.labels.contains(step)) << step;
    }
}

}  // namespace
}  // namespace sinew
