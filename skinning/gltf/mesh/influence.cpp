// Reads, merges, normalizes and sorts influences.
#include "skinning/gltf/mesh/influence.h"

#include <algorithm>
#include <cmath>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

// Limit of JOINTS_n sets; 64 sets are 256 influences per vertex. Without a limit, a small file
// could have many sets that share one accessor.
constexpr size_t kMaxSets = 64;

// Memory of an influence. It is in the list of its block, the list of the model and a packed list.
constexpr uint64_t kInfluenceBytes = 2 * sizeof(Influence) + 8;

// Normalised bytes are rounded, so their sums differ from 1 by up to 2 % in 2 sets.
constexpr double kMaxSumError = 0.05;

// Vertices that are read at once. Their joints and weights fit the cache.
constexpr size_t kVerticesAtOnce = 1024;

bool heavier(const Influence& a, const Influence& b) {
    return a.weight > b.weight;
}

// Normalizes and sorts the influences of a vertex. Drops weights that round to 0.
void finishList(double sum, std::vector<Influence>& list) {
    for (Influence& influence : list) {
        influence.weight = static_cast<float>(influence.weight / sum);
    }
    std::erase_if(list, [](const Influence& influence) { return influence.weight == 0; });
    if (!std::is_sorted(list.begin(), list.end(), heavier)) {
        std::stable_sort(list.begin(), list.end(), heavier);
    }
}

}  // namespace

InfluenceReader::InfluenceReader(const Document& document, const tinygltf::Primitive& primitive,
                                 const std::string& path, size_t elementCount,
                                 const NamedVertices& vertices,
                                 std::span<const uint32_t> bindOfJoint)
    : vertices_(vertices), bindOfJoint_(bindOfJoint) {
    const auto& attributes = primitive.attributes;
    for (size_t set = 0;; ++set) {
        const auto joints = attributes.find(fmt::format("JOINTS_{}", set));
        const auto weights = attributes.find(fmt::format("WEIGHTS_{}", set));
        if (joints == attributes.end() && weights == attributes.end()) break;
        if (joints == attributes.end() || weights == attributes.end()) {
            fault(fmt::format("only one of JOINTS_{0} and WEIGHTS_{0} is present", set),
                  path + ".attributes", kValidate);
        }
        if (set == kMaxSets) {
            fault(fmt::format("a vertex has more than {} influences", 4 * kMaxSets),
                  path + ".attributes", "reduce them in the tool that made the file");
        }
        const std::string jointsPath = fmt::format("{}.attributes.JOINTS_{}", path, set);
        const std::string weightsPath = fmt::format("{}.attributes.WEIGHTS_{}", path, set);
        sets_.push_back({.joints = Accessor(document, joints->second, 4, jointsPath),
                         .weights = Accessor(document, weights->second, 4, weightsPath),
                         .jointsPath = jointsPath,
                         .weightsPath = weightsPath});
        if (!sets_.back().joints.isUnsigned()) {
            fault("joints are not unsigned integers", jointsPath, kValidate);
        }
        if (!sets_.back().weights.isFloatOrNormalized()) {
            fault("weights are neither floats nor normalised u8 or u16", weightsPath, kValidate);
        }
        sets_.back().joints.requireCount(elementCount);
        sets_.back().weights.requireCount(elementCount);
    }
    const uint64_t most = std::max<size_t>(4 * sets_.size(), 1) * vertices.count();
    document.account->geometry("influences", path, most * kInfluenceBytes,
                               most * (1 + 2 * sets_.size()));  // one search per influence
}

uint32_t InfluenceReader::bindOf(const Set& set, size_t vertex, uint32_t joint) const {
    if (joint >= bindOfJoint_.size()) {
        fault(fmt::format("vertex {} refers to joint {}, but the skin has {} joints", vertex, joint,
                          bindOfJoint_.size()),
              set.jointsPath, kValidate);
    }
    return bindOfJoint_[joint];
}

void InfluenceReader::gather(const Set& set, size_t vertex, std::span<const uint32_t> joints,
                             std::span<const float> weights, std::vector<Influence>& list) const {
    for (size_t i = 0; i < 4; ++i) {
        const float weight = weights[i];
        const uint32_t joint = joints[i];
        if (weight < 0) {
            fault(fmt::format("vertex {} has the negative weight {}", vertex, weight),
                  set.weightsPath, kValidate);
        }
        if (weight == 0) continue;  // its joint has no meaning
        const uint32_t bind = bindOf(set, vertex, joint);
        const auto same = std::find_if(list.begin(), list.end(),
                                       [&](const Influence& other) { return other.bind == bind; });
        if (same != list.end()) {
            same->weight += weight;
        } else {
            list.push_back({.bind = bind, .weight = weight});
        }
    }
}

InfluenceReader::Repaired InfluenceReader::read(size_t first, std::span<uint32_t> counts,
                                                std::vector<Influence>& influences) const {
    Repaired repaired;
    influences.reserve(influences.size() + 4 * counts.size());
    vertices_.each(first, counts.size(), [&](size_t element, size_t vertex, size_t count) {
        readRange(element, counts.subspan(vertex - first, count), influences, repaired);
    });
    return repaired;
}

void InfluenceReader::readRange(size_t first, std::span<uint32_t> counts,
                                std::vector<Influence>& influences, Repaired& repaired) const {
    const size_t block = std::min(kVerticesAtOnce, counts.size());
    std::vector<uint32_t> joints(4 * block * sets_.size());
    std::vector<float> weights(joints.size());
    std::vector<Influence> list;
    for (size_t done = 0; done < counts.size(); done += block) {
        const size_t size = std::min(block, counts.size() - done);
        for (size_t s = 0; s < sets_.size(); ++s) {
            sets_[s].joints.read(first + done, std::span(joints).subspan(4 * block * s, 4 * size));
            sets_[s].weights.read(first + done,
                                  std::span(weights).subspan(4 * block * s, 4 * size));
        }
        for (size_t v = 0; v < size; ++v) {
            const size_t vertex = first + done + v;
            list.clear();
            for (size_t s = 0; s < sets_.size(); ++s) {
                const size_t at = 4 * (block * s + v);
                gather(sets_[s], vertex, std::span(joints).subspan(at, 4),
                       std::span(weights).subspan(at, 4), list);
            }
            double sum = 0;
            for (const Influence& influence : list) sum += influence.weight;
            if (!std::isfinite(sum)) {
                fault(fmt::format("the weights of vertex {} are too large for a float", vertex),
                      sets_[0].weightsPath, kValidate);
            }
            if (sum > 0) {
                repaired.rescaled += std::abs(sum - 1) > kMaxSumError ? 1 : 0;
                finishList(sum, list);
            } else {
                const uint32_t bind =
                    sets_.empty() ? bindOfJoint_[0] : bindOf(sets_[0], vertex, joints[4 * v]);
                list = {{.bind = bind, .weight = 1.0f}};
                ++repaired.unweighted;
            }
            influences.insert(influences.end(), list.begin(), list.end());
            counts[done + v] = static_cast<uint32_t>(list.size());
        }
    }
}

}  // namespace sinew::gltf
