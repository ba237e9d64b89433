// A page among those that lie in the same buffers, and where its streams are.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "skinning/gpu/crowds.h"

namespace sinew {

struct BundledPage {
    const Crowds* crowds = nullptr;
    const SkinnedCrowd* crowd = nullptr;
    size_t number = 0;  // among those of its crowd

    const Page& pageOf() const { return crowd->pages().all()[number]; }
    /// By SINEW_BINDING_*. Null where it has none.
    const Buffer* find(uint32_t binding, uint32_t phase) const {
        if (isOfMesh(binding)) return crowd->ofModel(binding);
        if (binding == SINEW_BINDING_PALETTE_TEXELS) binding = SINEW_BINDING_PALETTES;
        if (const Buffer* own = pageOf().buffers.find(binding, phase)) return own;
        if (const Buffer* posed = crowds->poses.buffers(number).find(binding, phase)) return posed;
        return crowd->pages().culling().find(binding, number, phase);
    }
    /// What is bound for a binding: `found(binding)`, or what stands in for it.
    template <typename Find>
    static const Buffer& boundFor(uint32_t binding, const Find& found) {
        const Buffer* buffer = found(binding);
        if (!buffer) buffer = found(standInFor(binding));
        return buffer ? *buffer : *found(SINEW_BINDING_INSTANCES);
    }
    /// Where a stream of the page begins, in elements; the same in all copies.
    uint32_t startOf(uint32_t binding, uint64_t elementBytes) const {
        const Buffer* buffer = find(binding, 0);
        return buffer ? static_cast<uint32_t>(buffer->offset() / elementBytes) : 0;
    }
};

/// All pages of crowds that are skinned in the `way`-th of their ways, by bundle.
inline std::map<uint32_t, std::vector<BundledPage>> bundlesOf(std::span<const Crowds* const> crowds,
                                                              size_t way) {
    std::map<uint32_t, std::vector<BundledPage>> bundles;
    for (const Crowds* each : crowds) {
        const SkinnedCrowd& crowd = each->ways[way];
        const std::span<const Page> pages = crowd.pages().all();
        for (size_t p = 0; p < pages.size(); ++p) {
            bundles[pages[p].range.bundle].push_back({each, &crowd, p});
        }
    }
    return bundles;
}

}  // namespace sinew
