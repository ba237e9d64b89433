// Reads and writes the pipeline cache.
#include "app/demo/platform/pipeline_store.h"

#include <fmt/format.h>

#include "app/demo/platform/files.h"

namespace sinew {
namespace {

std::filesystem::path cacheFile(const Device& device) {
    const std::filesystem::path folder = cacheFolder();
    if (folder.empty()) return {};
    std::string name;
    for (const uint8_t byte : device.info().properties.pipelineCacheUUID) {
        name += fmt::format("{:02x}", byte);
    }
    return folder / ("pipelines-" + name + ".bin");
}

}  // namespace

void loadPipelineCache(Device& device) {
    const std::filesystem::path file = cacheFile(device);
    const auto content = file.empty() ? std::nullopt : readFile(file);
    if (content) device.loadPipelineCache({content->begin(), content->end()});
}

void savePipelineCache(const Device& device) {
    const std::filesystem::path file = cacheFile(device);
    if (file.empty()) return;
    const std::vector<uint8_t> cache = device.pipelineCacheData();
    keepFile(file, {reinterpret_cast<const char*>(cache.data()), cache.size()});
}

}  // namespace sinew
