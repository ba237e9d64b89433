// Creates the Vulkan instance and enables the validation layer.
#include "renderer/device/instance.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sinew {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                              VkDebugUtilsMessageTypeFlagsEXT,
                              const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
    const char* level =
        severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT ? "error" : "warning";
    std::fprintf(stderr, "validation %s: %s\n", level, data->pMessage);
    ++static_cast<ValidationLog*>(user)->messages;
    return VK_FALSE;
}

/// Checks the result of a call in which the loader reads driver and layer manifests.
void requireLoaded(VkResult result) {
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
            const char* value = std::getenv(name);
            if (!value || value[0] == 0) continue;
            throw NoVulkan(fmt::format(
                "no Vulkan driver: {} is \"{}\", and none of its files is a driver that loads; "
                "unset the variable or name the .json file of a driver",
                name, value));
        }
        throw NoVulkan(
            "no Vulkan driver on this machine; on Debian and Ubuntu: apt-get install "
            "mesa-vulkan-drivers (it also runs without a GPU)");
    }
    // Debian's loader returns one of these codes if a manifest is not valid JSON.
    if (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_INITIALIZATION_FAILED ||
        result == VK_ERROR_LAYER_NOT_PRESENT || result == VK_ERROR_EXTENSION_NOT_PRESENT) {
        throw std::runtime_error(
            fmt::format("the Vulkan loader cannot read its drivers ({}): a .json file in "
                        "/usr/share/vulkan/icd.d, or one that VK_DRIVER_FILES or VK_ICD_FILENAMES "
                        "names, may be damaged; install the driver again or unset the variables",
                        resultName(result)));
    }
    VK_CHECK(result);
}

bool hasLayer(const char* wanted) {
    uint32_t count = 0;
    requireLoaded(vkEnumerateInstanceLayerProperties(&count, nullptr));
    std::vector<VkLayerProperties> layers(count);
    requireLoaded(vkEnumerateInstanceLayerProperties(&count, layers.data()));
    for (const VkLayerProperties& layer : layers) {
        if (std::strcmp(layer.layerName, wanted) == 0) return true;
    }
    return false;
}

bool hasExtension(const char* wanted) {
    uint32_t count = 0;
    requireLoaded(vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> extensions(count);
    requireLoaded(vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions.data()));
    for (const VkExtensionProperties& extension : extensions) {
        if (std::strcmp(extension.extensionName, wanted) == 0) return true;
    }
    return false;
}

}  // namespace

Instance Instance::create(const Options& options) {
    if (volkInitialize() != VK_SUCCESS) {
        throw NoVulkan(
            "no Vulkan loader on this machine; install a driver (on Debian and Ubuntu: apt-get "
            "install libvulkan1 mesa-vulkan-drivers; that driver also runs without a GPU)");
    }
    if (volkGetInstanceVersion() < VK_API_VERSION_1_3) {
        throw std::runtime_error("the Vulkan loader is older than 1.3; update libvulkan1");
    }
    if (options.validation && !hasLayer(kValidationLayer)) {
        throw std::runtime_error(
            "the Khronos validation layer is not installed; on Debian and Ubuntu: apt-get install "
            "vulkan-validationlayers");
    }

    Instance instance;
    instance.validation_ = options.validation;
    instance.log_ = std::make_unique<ValidationLog>();

    std::vector<const char*> extensions = options.extensions;
    const bool debugUtils = hasExtension(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    if (debugUtils) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);

    const VkDebugUtilsMessengerCreateInfoEXT messenger{
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
        .pfnUserCallback = onMessage,
        .pUserData = instance.log_.get(),
    };
    const VkValidationFeatureEnableEXT synchronization =
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    const VkValidationFeaturesEXT validationFeatures{
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .pNext = &messenger,
        .enabledValidationFeatureCount = 1,
        .pEnabledValidationFeatures = &synchronization,
    };
    const VkApplicationInfo application{
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "sinew",
        .apiVersion = VK_API_VERSION_1_3,
    };
    const VkInstanceCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = options.validation ? &validationFeatures : nullptr,
        .pApplicationInfo = &application,
        .enabledLayerCount = options.validation ? 1u : 0u,
        .ppEnabledLayerNames = &kValidationLayer,
        .enabledExtensionCount = static_cast<uint32_t>(extensions.size()),
        .ppEnabledExtensionNames = extensions.data(),
    };
    requireLoaded(vkCreateInstance(&info, nullptr, &instance.instance_));
    volkLoadInstance(instance.instance_);
    if (options.validation && debugUtils) {
        VK_CHECK(vkCreateDebugUtilsMessengerEXT(instance.instance_, &messenger, nullptr,
                                                &instance.messenger_));
    }
    return instance;
}

Instance::Instance(Instance&& other) noexcept {
    *this = std::move(other);
}

Instance& Instance::operator=(Instance&& other) noexcept {
    std::swap(instance_, other.instance_);
    std::swap(messenger_, other.messenger_);
    std::swap(validation_, other.validation_);
    std::swap(log_, other.log_);
    return *this;
}

Instance::~Instance() {
    if (messenger_) vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    if (instance_) vkDestroyInstance(instance_, nullptr);
}

}  // namespace sinew
