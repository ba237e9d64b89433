// Set layouts from lists of streams.
#include "skinning/gpu/streams.h"

#include <fmt/format.h>

#include <vector>

namespace sinew {

StreamSets StreamLayouts::of(const Streams& streams) {
    Made& made = made_[&streams];
    if (!made.crowd) {
        const auto create = [&](const char* whose, bool ofMesh) {
            std::vector<LayoutBinding> bindings;
            for (const uint32_t binding : streams.bindings) {
                if (isOfMesh(binding) == ofMesh) bindings.push_back({binding, typeOf(binding)});
            }
            return createSetLayout(*device_, fmt::format("{} of {}", whose, streams.name), bindings,
                                   streams.stage);
        };
        made = {create("mesh", true), create("crowd", false)};
    }
    return {made.mesh.get(), made.crowd.get()};
}

}  // namespace sinew
