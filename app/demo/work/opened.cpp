// Reads the list of opened models, and removes models from it. Indices in `removed` count the
// models of all files, including removed ones.
#include "app/demo/work/opened.h"

#include <algorithm>
#include <iterator>

namespace sinew {

bool Opened::addsTo(const Opened& other) const {
    return removed == other.removed && files.size() > other.files.size() &&
           std::equal(other.files.begin(), other.files.end(), files.begin());
}

void Opened::remove(uint32_t shown) {
    uint32_t model = shown;
    for (const uint32_t gone : removed) model += gone <= model ? 1 : 0;
    removed.insert(std::upper_bound(removed.begin(), removed.end(), model), model);
    size_t file = 0;
    uint32_t first = 0;  // first model of the file
    while (model >= first + listed[file]) first += listed[file++];
    const uint32_t next = first + listed[file];
    const auto low = std::lower_bound(removed.begin(), removed.end(), first);
    const auto high = std::lower_bound(low, removed.end(), next);
    if (high - low < next - first) return;
    const auto behind = removed.erase(low, high);
    std::for_each(behind, removed.end(), [&](uint32_t& gone) { gone -= next - first; });
    files.erase(files.begin() + static_cast<ptrdiff_t>(file));
    listed.erase(listed.begin() + static_cast<ptrdiff_t>(file));
}

std::vector<SceneEntry> readOpened(Opened& opened) {
    std::vector<SceneEntry> all;
    opened.listed.clear();
    for (const std::filesystem::path& file : opened.files) {
        std::vector<SceneEntry> more = sceneOf({&file, 1});
        opened.listed.push_back(static_cast<uint32_t>(more.size()));
        std::move(more.begin(), more.end(), std::back_inserter(all));
    }
    std::vector<uint32_t> removed;
    std::vector<SceneEntry> shown;
    for (uint32_t i = 0; i < all.size(); ++i) {
        const std::vector<uint32_t>& wanted = opened.removed;
        if (std::find(wanted.begin(), wanted.end(), i) != wanted.end()) {
            removed.push_back(i);
        } else {
            shown.push_back(all[i]);
        }
    }
    const bool some = !shown.empty();
    opened.removed = some ? std::move(removed) : std::vector<uint32_t>{};
    if (!some) shown = std::move(all);
    requireDrawable(shown);
    return shown;
}

}  // namespace sinew
