// Putting pages together as long as descriptors hold them.
#include "skinning/gpu/bundles.h"

namespace sinew {
namespace {

BundleRow* find(std::vector<BundleRow>& rows, const BundleRow& wanted) {
    for (BundleRow& row : rows) {
        if (row.owner == wanted.owner && row.binding == wanted.binding) return &row;
    }
    return nullptr;
}

/// What a part takes, and what may lie unused before the next.
uint64_t taken(const BundleRow& row) {
    return row.bytes + SharedBuffers::kAlignment;
}

}  // namespace

bool Bundles::takes(const Bundle& bundle, const std::vector<BundleRow>& page) {
    std::vector<BundleRow> rows = bundle.rows;
    for (const BundleRow& row : page) {
        const BundleRow* there = find(rows, row);
        if (!there) continue;
        const bool alike = there->writer == row.writer && there->usage == row.usage;
        if (!alike || there->bytes + taken(row) > std::min(there->largest, row.largest)) {
            return false;
        }
    }
    return true;
}

uint32_t Bundles::placeOf(std::vector<BundleRow> page) {
    for (uint32_t i = 0; i < bundles_.size(); ++i) {
        Bundle& bundle = bundles_[i];
        if (bundle.lastCrowd == crowd_ || !takes(bundle, page)) continue;
        bundle.lastCrowd = crowd_;
        for (const BundleRow& row : page) {
            if (BundleRow* there = find(bundle.rows, row)) {
                there->bytes += taken(row);
                there->largest = std::min(there->largest, row.largest);
            } else {
                bundle.rows.push_back(row);
            }
        }
        return i;
    }
    bundles_.push_back({crowd_, std::move(page)});
    return static_cast<uint32_t>(bundles_.size() - 1);
}

}  // namespace sinew
