// Splits instances into runs that fit one buffer, and allocates the shared output buffers.
#include "benchmarks/peers/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "shaders/shared/peers.h"

namespace sinew {
namespace {

constexpr uint64_t kAlignment = 256;  // maximum of minStorageBufferOffsetAlignment

constexpr uint64_t aligned(uint64_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

uint64_t outputBytes(std::span<const uint32_t> written, uint64_t vertices) {
    uint64_t bytes = 0;
    for (const uint32_t stride : written) bytes += aligned(stride * vertices);
    return bytes;
}

std::vector<uint64_t> outputOffsets(std::span<const uint32_t> written, uint64_t vertices) {
    std::vector<uint64_t> offsets;
    uint64_t offset = 0;
    for (const uint32_t stride : written) {
        offsets.push_back(offset);
        offset += aligned(stride * vertices);
    }
    return offsets;
}

std::vector<OutputRun> outputRuns(const Device& device, std::span<const uint32_t> written,
                                  uint32_t vertexCount, std::span<const uint32_t> groupInstances) {
    const uint64_t anInstance = std::max(
        std::accumulate(written.begin(), written.end(), uint64_t{0}) * vertexCount, uint64_t{1});
    const uint64_t gaps = kAlignment * written.size();
    if (anInstance + gaps > device.maxStorageBytes()) {
        throw std::runtime_error(
            fmt::format("one instance needs a buffer of {} bytes and the device allows {}",
                        anInstance + gaps, device.maxStorageBytes()));
    }
    const uint32_t most = static_cast<uint32_t>(
        std::min<uint64_t>((device.maxStorageBytes() - gaps) / anInstance, 1u << 30));
    std::vector<OutputRun> runs;
    uint32_t firstInGroup = 0;
    for (size_t group = 0; group < groupInstances.size(); ++group) {
        for (uint32_t done = 0; done < groupInstances[group]; done += runs.back().instanceCount) {
            runs.push_back({.group = group,
                            .firstInGroup = done,
                            .firstInstance = firstInGroup + done,
                            .instanceCount = std::min(most, groupInstances[group] - done)});
        }
        firstInGroup += groupInstances[group];
    }
    return runs;
}

void SharedOutput::plan(std::span<const OutputRun> runs, std::span<const uint32_t> written,
                        uint32_t vertexCount) {
    sizes_.resize(std::max(sizes_.size(), runs.size()));
    for (size_t i = 0; i < runs.size(); ++i) {
        sizes_[i] = std::max(sizes_[i],
                             outputBytes(written, uint64_t{vertexCount} * runs[i].instanceCount));
    }
}

void SharedOutput::create(const Device& device) {
    for (const uint64_t size : sizes_) {
        buffers_.push_back(Buffer::create(device, {.name = "kernels' output", .bytes = size}));
    }
}

}  // namespace sinew
