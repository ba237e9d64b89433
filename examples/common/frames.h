// The frame loop of the examples: presents in an SDL2 window, or writes one picture as PNG.
#pragma once
#include <chrono>

#include "gpu.h"
#include "images/png_writer.h"

// clang-format off
namespace example {

/// The CPU records a frame while the GPU executes the preceding one. A buffer that the CPU writes
/// in every frame has one copy per frame slot. Buffers that only the GPU writes have one copy.
constexpr uint32_t kFramesInFlight = 2;
constexpr float kPictureSeconds = 0.5f;  // animation time of the picture

struct Options {
    std::string model, picture, vertices;  // no picture: opens a window

    Options(int count, char** arguments, bool needsModel = true) {
        for (int i = 1; i < count; ++i) {
            const std::string word = arguments[i];
            if (word == "-o" && i + 1 < count) picture = arguments[++i];
            else if (word == "--vertices" && i + 1 < count) vertices = arguments[++i];
            else if (needsModel && model.empty() && !word.starts_with("-")) model = word;
            else fail("unknown argument " + word);
        }
        if (needsModel && model.empty()) fail(std::string("usage: ") + arguments[0] + " character.glb [-o picture.png]");
        if (!vertices.empty() && picture.empty()) fail("--vertices needs -o");
    }
};

inline void writeFile(const std::string& file, const void* bytes, size_t count) {
    std::ofstream out(file, std::ios::binary);
    out.write(static_cast<const char*>(bytes), std::streamsize(count));
    if (!out.flush()) fail(file + ": cannot be written");
}

struct Frame {
    VkCommandBuffer commands;
    uint32_t slot;  // [0, kFramesInFlight)
    float seconds;
    Image color, depth;  // in the layouts of attachments
};
using Record = std::function<void(const Frame&)>;

/// Records one frame. At its end, the color attachment is in the layout of a copy's source.
inline void recordFrame(const Frame& frame, const Record& record) {
    constexpr Access kColor{VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
    constexpr Access kTransfer{VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};
    // Both attachments have one copy: this frame's writes wait for the preceding frame's accesses.
    imageBarrier(frame.commands, frame.color, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, kTransfer, kColor);
    imageBarrier(frame.commands, frame.depth, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL, kDepthAccess, kDepthAccess);
    record(frame);
    imageBarrier(frame.commands, frame.color, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kColor, kTransfer);
}

/// Records a frame per slot into one command buffer, so that validation finds hazards between them.
inline void writePicture(Gpu& gpu, const Image& color, const Image& depth, const std::string& file, const Record& record) {
    const Buffer pixels = createBuffer(gpu, VkDeviceSize{kSide} * kSide * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT, kMappedMemory);
    const VkCommandBuffer commands = beginCommands(gpu);
    for (uint32_t slot = 0; slot < kFramesInFlight; ++slot) {
        recordFrame({commands, slot, kPictureSeconds * float(slot + 1) / kFramesInFlight, color, depth}, record);
    }
    const VkBufferImageCopy region{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {kSide, kSide, 1}};
    vkCmdCopyImageToBuffer(commands, color.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels.buffer, 1, &region);
    memoryBarrier(commands, {VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_WRITE_BIT},
                  {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT});
    submitAndWait(gpu, commands);
    const std::string png = sinew::images::encodePng(kSide, kSide, {static_cast<const uint8_t*>(pixels.mapped), size_t(pixels.bytes)});
    writeFile(file, png.data(), png.size());
}

struct Swapchain {
    VkSwapchainKHR handle = VK_NULL_HANDLE;  // null while the window has no area
    VkExtent2D extent{};
    std::vector<VkImage> images;
    std::vector<VkSemaphore> rendered;  // per image, because presentation waits for it
};

inline Swapchain createSwapchain(Gpu& gpu) {
    VkSurfaceCapabilitiesKHR surface;
    check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(gpu.physical, gpu.surface, &surface));
    int width = 0, height = 0;
    SDL_Vulkan_GetDrawableSize(gpu.window, &width, &height);
    Swapchain result{.extent = {std::clamp(uint32_t(width), surface.minImageExtent.width, surface.maxImageExtent.width),
                                std::clamp(uint32_t(height), surface.minImageExtent.height, surface.maxImageExtent.height)}};
    if (result.extent.width == 0 || result.extent.height == 0) return result;
    const auto formats = list<VkSurfaceFormatKHR>(vkGetPhysicalDeviceSurfaceFormatsKHR, gpu.physical, gpu.surface);
    const auto format = std::find_if(formats.begin(), formats.end(), [](const VkSurfaceFormatKHR& f) {
        return f.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR &&
               (f.format == VK_FORMAT_B8G8R8A8_SRGB || f.format == VK_FORMAT_R8G8B8A8_SRGB);
    });
    if (format == formats.end()) fail("the surface has no sRGB format of 8 bits");
    if (!(surface.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT)) fail("the surface supports no blits");
    const auto alpha = surface.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
        ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
    const uint32_t most = surface.maxImageCount ? surface.maxImageCount : ~0u;
    result.handle = make(gpu, vkCreateSwapchainKHR, vkDestroySwapchainKHR, {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = gpu.surface, .minImageCount = std::min(surface.minImageCount + 1, most), .imageFormat = format->format,
        .imageColorSpace = format->colorSpace, .imageExtent = result.extent, .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT, .preTransform = surface.currentTransform,
        .compositeAlpha = alpha, .presentMode = VK_PRESENT_MODE_FIFO_KHR, .clipped = VK_TRUE});
    result.images = list<VkImage>(vkGetSwapchainImagesKHR, gpu.device, result.handle);
    if (result.images.empty()) fail("the swapchain has no images");
    for (size_t i = 0; i < result.images.size(); ++i) result.rendered.push_back(make(gpu, vkCreateSemaphore, vkDestroySemaphore,
        {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO}));
    return result;
}

/// Scales the picture to the window.
inline void recordBlit(VkCommandBuffer commands, const Image& color, VkImage target, VkExtent2D extent) {
    const Image image{.image = target, .aspect = VK_IMAGE_ASPECT_COLOR_BIT};
    constexpr Access kWrite{VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
    // The source stages are those at which the submission waits for the acquired image.
    imageBarrier(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, {kWrite.stages, VK_ACCESS_2_NONE}, kWrite);
    const VkImageSubresourceLayers layer{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    const VkImageBlit region{layer, {{}, {int(kSide), int(kSide), 1}}, layer, {{}, {int(extent.width), int(extent.height), 1}}};
    vkCmdBlitImage(commands, color.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, target, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                   1, &region, VK_FILTER_LINEAR);
    imageBarrier(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, kWrite, {VK_PIPELINE_STAGE_2_NONE, VK_ACCESS_2_NONE});
}

/// True if the window is closed or Escape is pressed. Sets `resized`: not every driver reports it.
inline bool closed(bool& resized) {
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED) resized = true;
        if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE)) return true;
    }
    return false;
}

inline void present(Gpu& gpu, const Image& color, const Image& depth, const Record& record) {
    struct Slot { VkCommandBuffer commands; VkFence executed; VkSemaphore acquired; } slots[kFramesInFlight];
    for (Slot& slot : slots) {
        slot.executed = make(gpu, vkCreateFence, vkDestroyFence, {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = VK_FENCE_CREATE_SIGNALED_BIT});
        slot.acquired = make(gpu, vkCreateSemaphore, vkDestroySemaphore, {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO});
        slot.commands = VK_NULL_HANDLE;
    }
    const size_t kept = gpu.destructors.functions.size();
    const auto start = std::chrono::steady_clock::now();
    Swapchain swapchain;
    bool outOfDate = true;
    for (uint32_t number = 0; !closed(outOfDate);) {
        if (outOfDate) {
            check(vkDeviceWaitIdle(gpu.device));
            gpu.destructors.downTo(kept);
            swapchain = createSwapchain(gpu);
            outOfDate = swapchain.handle == VK_NULL_HANDLE;
            if (outOfDate) SDL_Delay(50);  // minimized
            continue;
        }
        Slot& slot = slots[number % kFramesInFlight];
        check(vkWaitForFences(gpu.device, 1, &slot.executed, VK_TRUE, ~0ull));
        uint32_t image = 0;
        const VkResult acquired = vkAcquireNextImageKHR(gpu.device, swapchain.handle, ~0ull, slot.acquired, {}, &image);
        outOfDate = acquired == VK_ERROR_OUT_OF_DATE_KHR;
        if (outOfDate) continue;
        if (acquired != VK_SUBOPTIMAL_KHR) check(acquired);
        check(vkResetFences(gpu.device, 1, &slot.executed));
        if (slot.commands) vkFreeCommandBuffers(gpu.device, gpu.commandPool, 1, &slot.commands);
        slot.commands = beginCommands(gpu);
        const std::chrono::duration<float> seconds = std::chrono::steady_clock::now() - start;
        recordFrame({slot.commands, number % kFramesInFlight, seconds.count(), color, depth}, record);
        recordBlit(slot.commands, color, swapchain.images[image], swapchain.extent);
        check(vkEndCommandBuffer(slot.commands));
        const VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
        const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
            .waitSemaphoreCount = 1, .pWaitSemaphores = &slot.acquired, .pWaitDstStageMask = &transfer,
            .commandBufferCount = 1, .pCommandBuffers = &slot.commands,
            .signalSemaphoreCount = 1, .pSignalSemaphores = &swapchain.rendered[image]};
        check(vkQueueSubmit(gpu.queue, 1, &submit, slot.executed));
        const VkPresentInfoKHR info{.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
            .waitSemaphoreCount = 1, .pWaitSemaphores = &swapchain.rendered[image],
            .swapchainCount = 1, .pSwapchains = &swapchain.handle, .pImageIndices = &image};
        const VkResult presented = vkQueuePresentKHR(gpu.queue, &info);
        outOfDate = presented == VK_ERROR_OUT_OF_DATE_KHR || presented == VK_SUBOPTIMAL_KHR;
        if (!outOfDate) check(presented);
        ++number;
    }
    check(vkDeviceWaitIdle(gpu.device));
}

/// Calls `record` for each frame until the window is closed, or for a picture at kPictureSeconds.
inline void run(Gpu& gpu, const Options& options, const Record& record) {
    const Image color = createImage(gpu, {kSide, kSide}, kColorFormat, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    const Image depth = createImage(gpu, {kSide, kSide}, kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    if (gpu.window) present(gpu, color, depth, record);
    else writePicture(gpu, color, depth, options.picture, record);
}

}  // namespace example
