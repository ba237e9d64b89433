// Adds the options of the device, and parses the value of --assume-limits.
#include "app/assumed_limits.h"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace sinew {

AssumedLimits parseAssumedLimits(std::string_view text) {
    AssumedLimits limits;
    const auto number = [](std::string_view word, std::string_view name, auto& limit) {
        if (!word.starts_with(name)) return false;
        const char* end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data() + name.size(), end, limit);
        return error == std::errc() && stop == end && limit > 0;
    };
    const auto flag = [](std::string_view word, std::string_view name, bool& set) {
        return word == name && (set = true);
    };
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (number(word, "storage-buffers=", limits.storageBuffers) ||
            number(word, "storage-range=", limits.storageBytes) ||
            number(word, "uniform-range=", limits.uniformBytes) ||
            number(word, "image-side=", limits.imageSide) ||
            number(word, "texel-buffer=", limits.texels) ||
            number(word, "memory=", limits.memoryMiB) ||
            flag(word, "no-transform-feedback", limits.noTransformFeedback) ||
            flag(word, "no-vertex-stores", limits.noVertexStores) ||
            flag(word, "no-independent-blend", limits.noIndependentBlend) ||
            flag(word, "no-indirect-first-instance", limits.noIndirectFirstInstance) ||
            flag(word, "no-multi-draw-indirect", limits.noMultiDrawIndirect) ||
            flag(word, "no-push-descriptors", limits.noPushDescriptors) ||
            flag(word, "no-wireframe", limits.noWireframe) ||
            flag(word, "no-ray-query", limits.noRayQuery) ||
            flag(word, "no-timestamps", limits.noTimestamps) ||
            flag(word, "no-pipeline-statistics", limits.noPipelineStatistics)) {
            continue;
        }
        throw std::runtime_error(fmt::format(
            "--assume-limits: unknown limit '{}'; choose one of: storage-buffers=COUNT, "
            "storage-range=BYTES, uniform-range=BYTES, image-side=PIXELS, texel-buffer=TEXELS, "
            "memory=MIB, no-transform-feedback, no-vertex-stores, no-independent-blend, "
            "no-indirect-first-instance, no-multi-draw-indirect, no-push-descriptors, "
            "no-wireframe, no-timestamps, no-pipeline-statistics, no-ray-query",
            word));
    }
    return limits;
}

void addDeviceOptions(Command& command, DeviceOptions& options, const char* group) {
    command.group(group);
    command
        .option("--device", options.device,
                "Vulkan device: index or part of a name from 'sinew-cli devices'")
        .form("INDEX|NAME");
    command.flag("--validate", options.validate,
                 "Enable the validation layer; any message is exit code 1");
    command
        .option(
            "--assume-limits",
            [&options](const std::string& list) {
                options.assumed = parseAssumedLimits(list);
                options.assumedText = list;
            },
            "Emulate lower device limits, such as uniform-range=16384")
        .form("LIMIT,...");
}

}  // namespace sinew
