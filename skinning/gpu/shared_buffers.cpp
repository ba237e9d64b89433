// Laying parts of buffers one after the other.
#include "skinning/gpu/shared_buffers.h"

#include "shaders/shared/layout.h"

namespace sinew {
namespace {

constexpr bool dividesAlignment(size_t bytes) {
    return SharedBuffers::kAlignment % bytes == 0;
}
static_assert(dividesAlignment(256) && dividesAlignment(sizeof(gpu::PackedVertex)) &&
              dividesAlignment(sizeof(gpu::CompactVertex)) &&
              dividesAlignment(sizeof(gpu::Affine)) && dividesAlignment(sizeof(gpu::BindEntry)) &&
              dividesAlignment(sizeof(gpu::MorphEntry)) && dividesAlignment(sizeof(gpu::BoxEntry)));

constexpr uint64_t aligned(uint64_t bytes) {
    constexpr uint64_t kBy = SharedBuffers::kAlignment;
    return (bytes + kBy - 1) / kBy * kBy;
}

}  // namespace

void SharedBuffers::ask(const Key& key, const Buffer::Description& wanted) {
    Shared& shared = all_[orderOf(key)];
    if (shared.parts.empty()) shared.description = wanted;
    const Part last = shared.parts.empty() ? Part{} : shared.parts.back();
    const uint64_t begin = aligned(last.offset + last.bytes);
    // Whole texels, as a buffer has them.
    const uint64_t bytes = std::max<uint64_t>((wanted.bytes + 15) / 16 * 16, 16);
    shared.parts.push_back({begin, bytes});
    shared.description.bytes = begin + bytes;
}

void SharedBuffers::make(const Device& device) {
    for (auto& [order, shared] : all_) shared.buffer = Buffer::create(device, shared.description);
}

Buffer SharedBuffers::take(const Device& device, const Key& key) {
    Shared& shared = all_.at(orderOf(key));
    const Part& part = shared.parts.at(shared.taken++);
    return shared.buffer.part(device, part.offset, part.bytes);
}

}  // namespace sinew
