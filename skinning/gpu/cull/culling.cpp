// Planes of passes, margins of boxes, and the buffers of calls.
#include "skinning/gpu/cull/culling.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include "renderer/frame_ring.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/crowd/crowd_work.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/packing/influences.h"

namespace sinew {
namespace {

/// Rounding error of a coordinate, relative to the magnitude of its terms: float products of two
/// matrices and a point, here and in the vertex stage, then clipping. Each has under ten roundings.
constexpr double kRounding = 64 * 0.5 * std::numeric_limits<float>::epsilon();

/// The plane `a . (p, 1) + b . (p, 1) >= 0`. The vertex stage rounds both terms, so the slack grows
/// with each, even if their sum is small.
gpu::CullPlane planeOf(const glm::dvec4& a, const glm::dvec4& b) {
    return {.plane = glm::vec4(a + b), .slack = glm::vec4(kRounding * (glm::abs(a) + glm::abs(b)))};
}

constexpr VkDeviceSize kCountBytes = SINEW_HEADER_WORDS * sizeof(uint32_t);

/// The index of the clip's box among `count`; that of the rest pose follows those of all clips.
size_t clipOf(size_t count, const PoseRequest& request) {
    return std::min<size_t>(baseOf(request).clip, count - 2);
}

/// ClipBoxes::of.
const Box& boxOf(std::span<const Box> boxes, const PoseRequest& request) {
    const bool blends = request.otherWeight != 0 || hasLayers(request);
    return blends ? boxes.back() : boxes[clipOf(boxes.size(), request)];
}

/// The test of cull.comp, with twice the slack.
bool isVisible(const gpu::CullViews& views, const Box& box, const gpu::Affine& worldFromObject) {
    if (views.keepsAll != 0) return true;
    const Box world = transformed(box, worldFromObject);
    const glm::vec3 center = world.center(), reach = world.high - center;
    const gpu::Affine sizes(glm::abs(worldFromObject[0]), glm::abs(worldFromObject[1]),
                            glm::abs(worldFromObject[2]));
    const glm::vec4 largest(glm::vec4(glm::abs(box.center()), 1.0f) * sizes + reach, 1.0f);
    const auto isOutside = [&](const gpu::CullPlane& side) {
        const float farthest = glm::dot(side.plane, glm::vec4(center, 1.0f)) +
                               glm::dot(glm::abs(glm::vec3(side.plane)), reach);
        return farthest + 2 * glm::dot(side.slack, largest) < 0;
    };
    for (uint32_t list = SINEW_LIST_CAMERA; list < views.listCount; ++list) {
        const std::span planes(views.planes + (list - 1) * SINEW_VIEW_PLANES, SINEW_VIEW_PLANES);
        if (std::none_of(planes.begin(), planes.end(), isOutside)) return true;
    }
    return false;
}

gpu::Affine placeOf(const CullInput& input, uint32_t instance) {
    const gpu::Affine& placed = input.worldFromObject[instance];
    return input.anchors.empty() ? placed : moved(placed, input.anchors[instance]);
}

std::vector<gpu::CallEntry> callsOf(const SkinnedCrowd& crowd, CrowdStep step) {
    const SkinPlan& plan = crowd.plan();
    if (step == CrowdStep::skin) return crowd.method().skinCalls(crowd);
    if (step == CrowdStep::palette) {
        if (!plan.facts().palettesOnGpu) return {};
        return {paletteWork(crowd).call()};
    }
    if (!plan.posedOnGpu()) return {};
    return {instanceWork(crowd).call()};
}

/// A plane with all points on its inner side.
gpu::CullPlane noPlane() {
    return planeOf({0, 0, 0, 0}, {0, 0, 0, 1});
}

/// The error of coarse formats, relative to the magnitude of a coordinate's terms.
double coarseness(const Model& model, const SkinSettings& settings) {
    double share = 0;
    const bool half = settings.palette == PaletteFormat::half || settings.bake.halfTexels;
    if (half) share += std::exp2(-10);
    if (settings.influences == InfluenceFormat::folkFloat) {
        // One float holds the entry and half of the weight, so the weight has the rest of 24 bits.
        uint32_t most = 0;
        const std::vector<uint32_t>& offsets = model.geometry.influenceOffsets;
        for (size_t v = 1; v < offsets.size(); ++v) {
            most = std::max(most, offsets[v] - offsets[v - 1]);
        }
        share += most * std::exp2(std::ceil(std::log2(double(model.binds.size()) + 1)) - 22);
    }
    return share;
}

/// The size of a length of 1 at depth 1, relative to `pixels` (shaders/detail.glsl); 0: `pixels` is
/// 0.
float shareOf(const gpu::ViewConstants& view, float pixels) {
    if (pixels <= 0) return 0;
    const glm::mat4 rows = glm::transpose(view.clipFromWorld);
    const glm::vec2 focal(glm::length(glm::vec3(rows[0])), glm::length(glm::vec3(rows[1])));
    const glm::vec2 corner = 1.0f / focal;
    const glm::vec2 inPixels = 0.5f * view.targetSize * focal;
    return std::max(inPixels.x, inPixels.y) * std::sqrt(1 + glm::dot(corner, corner)) / pixels;
}

}  // namespace

gpu::CullViews cullViewsOf(const gpu::ViewConstants& view, bool keepsAll, float pixels) {
    gpu::CullViews views{};
    views.listCount = SINEW_LIST_CASCADE + view.cascadeCount;
    views.keepsAll = keepsAll ? 1 : 0;
    views.depth = glm::transpose(view.clipFromWorld)[3];
    views.lightDirection = view.lightDirection;
    views.pixels = shareOf(view, pixels);
    const auto planes = [&](uint32_t list) {
        return views.planes + (list - 1) * SINEW_VIEW_PLANES;
    };
    const glm::dmat4 rows = glm::transpose(glm::dmat4(view.clipFromWorld));
    gpu::CullPlane* camera = planes(SINEW_LIST_CAMERA);
    for (int axis = 0; axis < 2; ++axis) {
        *camera++ = planeOf(rows[3], rows[axis]);
        *camera++ = planeOf(rows[3], -rows[axis]);
    }
    *camera = planeOf(rows[3], -rows[2]);  // near: depth is reversed
    for (uint32_t cascade = 0; cascade < view.cascadeCount; ++cascade) {
        const glm::dmat4 sides = glm::transpose(glm::dmat4(view.cascadeFromWorld[cascade]));
        gpu::CullPlane* plane = planes(SINEW_LIST_CASCADE + cascade);
        const glm::dvec4 one(0, 0, 0, 1);
        for (int axis = 0; axis < 2; ++axis) {
            *plane++ = planeOf(sides[axis], {0, 0, 0, 0});
            *plane++ = planeOf(one, -sides[axis]);
        }
        *plane = noPlane();
    }
    return views;
}

void rateBy(const gpu::ViewConstants& view, float pixels, uint32_t frame, gpu::CullViews& views) {
    views.ratePixels = shareOf(view, pixels);
    views.frame = frame;
}

gpu::CullViews cullViewsOfNone() {
    gpu::CullViews views{};
    views.listCount = SINEW_LIST_CAMERA;
    views.keepsAll = 1;
    return views;
}

double coarseBy(const Model& model, const BindBoxes& bindBoxes, const SkinSettings& settings) {
    return coarseness(model, settings) * largestTerm(model, bindBoxes);
}

std::vector<Box> boxesToCullBy(const ClipBoxes& boxes, const ClipArcs* arcs, const Model& model,
                               const BindBoxes& bindBoxes, const SkinSettings& settings,
                               const PackedBounds* packed) {
    const double coarse = coarseBy(model, bindBoxes, settings);
    std::vector<Box> all = boxes.clips;
    all.push_back(boxes.rest);
    all.push_back(boxes.any);
    for (size_t i = 0; i < all.size(); ++i) {
        const bool isClip = i < boxes.clips.size(), isRest = i == boxes.clips.size();
        double by = coarse;
        if (arcs) all[i] = sum(all[i], isClip ? arcs->clips[i] : isRest ? arcs->rest : arcs->any);
        if (packed && !isRest) by += isClip ? packed->clips[i] : packed->layered;
        all[i] = widened(all[i], static_cast<float>(by));
    }
    return all;
}

void listVisible(const gpu::CullViews& views, const CullInput& input,
                 std::vector<uint32_t>& listed) {
    listed.clear();
    listed.reserve(input.requests.size());  // once: later frames allocate nothing
    for (uint32_t i = 0; i < input.requests.size(); ++i) {
        if (isVisible(views, boxOf(input.boxes, input.requests[i]), placeOf(input, i))) {
            listed.push_back(i);
        }
    }
}

CrowdCalls CrowdCalls::of(const SkinnedCrowd& crowd) {
    CrowdCalls calls{.instances = crowd.range().instanceCount};
    const GpuMesh& mesh = crowd.mesh().mesh;
    const auto begin = [&](uint32_t& first) {
        first = static_cast<uint32_t>(calls.entries.size());
    };
    for (size_t i = 0; i < kCrowdSteps; ++i) {
        begin(calls.steps[i]);
        std::ranges::copy(callsOf(crowd, static_cast<CrowdStep>(i)),
                          std::back_inserter(calls.entries));
    }
    begin(calls.points);
    // A capture needs all vertices: no instance is at a coarser level.
    calls.entries.push_back(
        {slotOf(0, SINEW_LIST_ANY), SINEW_CALL_DRAW, crowd.levels().front().vertexCount, 0});
    begin(calls.draws);
    for (uint32_t list = SINEW_LIST_CAMERA; list < SINEW_LIST_COUNT; ++list) {
        for (size_t i = 0; i < mesh.draws.size(); ++i) {
            for (uint32_t level = 0; level < crowd.levels().size(); ++level) {
                const Draw& draw = level == 0 ? mesh.draws[i] : mesh.coarser[level - 1][i];
                calls.entries.push_back({slotOf(level, list), SINEW_CALL_DRAW_INDEXED,
                                         draw.indexCount, draw.firstIndex});
            }
        }
    }
    const auto isBlended = [&](const Draw& draw) {
        return crowd.plan().model->materials[draw.material].alpha == Material::Alpha::blend;
    };
    if (std::ranges::any_of(mesh.draws, isBlended)) {
        calls.singles = static_cast<uint32_t>(mesh.draws.size());
        calls.entries.push_back({static_cast<uint32_t>(crowd.levels().size()), SINEW_CALL_SINGLES,
                                 calls.draws, calls.singles});
    }
    return calls;
}

Culling Culling::create(const Device& device, CrowdCalls calls) {
    Culling culling;
    culling.callTemplates_ =
        Buffer::create(device, {.name = "indirect call templates",
                                .bytes = calls.entries.size() * sizeof(gpu::CallEntry),
                                .memory = MemoryUse::upload});
    std::ranges::copy(calls.entries, culling.callTemplates_.mapped<gpu::CallEntry>().begin());
    culling.listEnds_ = Buffer::create(
        device, {.name = "visible list ends", .bytes = SINEW_LIST_END_WORDS * sizeof(uint32_t)});
    culling.arguments_ = Buffer::create(device, {.name = "indirect arguments",
                                                 .bytes = calls.allArgumentBytes(),
                                                 .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                          VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT});
    for (uint32_t i = 0; i < kFramesInFlight; ++i) {
        culling.views_.push_back(Buffer::create(device, {.name = "views of the passes",
                                                         .bytes = sizeof(gpu::CullViews),
                                                         .memory = MemoryUse::upload}));
        culling.counts_.push_back(std::make_shared<const Buffer>(
            Buffer::create(device, {.name = "visible list lengths, readback",
                                    .bytes = kCountBytes,
                                    .memory = MemoryUse::readback})));
    }
    culling.calls_ = std::move(calls);
    return culling;
}

void Culling::recordCounts(VkCommandBuffer commands, uint32_t phase) const {
    const VkBufferCopy region{.size = kCountBytes};
    vkCmdCopyBuffer(commands, listEnds_.get(), counts(phase)->get(), 1, &region);
}

/// Adds the counts of levels of detail.
static void addLevels(std::span<const uint32_t> header, std::span<const gpu::LevelEntry> levels,
                      ListedInstances& sum) {
    const auto endOf = [&](uint32_t begin, uint32_t level, uint32_t list) {
        return header[begin + slotOf(level, list)];
    };
    const auto countOf = [&](uint32_t begin, uint32_t level, uint32_t list) {
        return endOf(begin, level, list) - (level > 0 ? endOf(begin, level - 1, list) : 0);
    };
    bool finest = true;  // of the levels that are drawn
    for (uint32_t level = 0; level < levels.size(); ++level) {
        const uint64_t vertices = levels[level].vertexCount;
        const uint32_t wanted = countOf(SINEW_HEADER_WANTED, level, SINEW_LIST_ANY);
        const uint32_t drawn = countOf(SINEW_HEADER_DRAWN, level, SINEW_LIST_ANY);
        sum.atLevels[level] += drawn;
        if (drawn > 0 && std::exchange(finest, false)) {
            // All up to `end` are coarsened, except those that want this level and are drawn at it.
            const uint32_t end = endOf(SINEW_HEADER_WANTED, level, SINEW_LIST_ANY);
            sum.coarsened += end - std::min(drawn - std::min(drawn, end - wanted), wanted);
        }
        sum.verticesWanted += vertices * wanted;
        sum.vertices += vertices * drawn;
        sum.verticesInView += vertices * countOf(SINEW_HEADER_DRAWN, level, SINEW_LIST_CAMERA);
        for (uint32_t c = 0; c < SINEW_MAX_CASCADES; ++c) {
            sum.verticesInShadows +=
                vertices * countOf(SINEW_HEADER_DRAWN, level, SINEW_LIST_CASCADE + c);
        }
    }
}

/// Adds the counts of update rates.
static void addRates(std::span<const uint32_t> words, ListedInstances& sum) {
    sum.mostOff = std::max(sum.mostOff, std::bit_cast<float>(words[SINEW_RATE_ERROR]));
    for (size_t rate = 0; rate < sum.atRates.size(); ++rate) {
        sum.atRates[rate] += words[SINEW_RATE_COUNTS + rate];
    }
}

ListedInstances sumOfCounts(const Buffer& counts, std::span<const gpu::LevelEntry> levels,
                            bool rated) {
    ListedInstances sum;
    static_assert(std::size(decltype(sum.cascades){}) == SINEW_MAX_CASCADES);
    static_assert(std::size(decltype(sum.atRates){}) == SINEW_MOST_RATE + 1);
    const std::span<const uint32_t> words = counts.mapped<uint32_t>();
    addLevels(words, levels, sum);
    if (rated) addRates(words.subspan(SINEW_HEADER_RATES), sum);
    sum.posed = words[SINEW_HEADER_POSED];
    sum.any = words[SINEW_LIST_ANY];
    sum.camera = words[SINEW_LIST_CAMERA];
    for (uint32_t c = 0; c < SINEW_MAX_CASCADES; ++c) {
        sum.cascades[c] = words[SINEW_LIST_CASCADE + c];
    }
    if (!rated) sum.atRates[0] = sum.any;
    return sum;
}

ListedInstances listsOfAll(uint32_t instances, uint32_t cascades, uint64_t vertices) {
    ListedInstances all{.any = instances, .camera = instances};
    std::fill_n(all.cascades.begin(), cascades, instances);
    all.posed = all.atLevels[0] = all.atRates[0] = instances;
    all.verticesWanted = all.vertices = all.verticesInView = vertices * instances;
    all.verticesInShadows = vertices * instances * cascades;
    return all;
}

void add(const ListedInstances& listed, ListedInstances& sum) {
    sum.any += listed.any;
    sum.camera += listed.camera;
    for (size_t i = 0; i < sum.cascades.size(); ++i) sum.cascades[i] += listed.cascades[i];
    for (size_t i = 0; i < sum.atLevels.size(); ++i) sum.atLevels[i] += listed.atLevels[i];
    for (size_t i = 0; i < sum.atRates.size(); ++i) sum.atRates[i] += listed.atRates[i];
    sum.posed += listed.posed;
    sum.mostOff = std::max(sum.mostOff, listed.mostOff);
    sum.coarsened += listed.coarsened;
    sum.verticesWanted += listed.verticesWanted;
    sum.vertices += listed.vertices;
    sum.verticesInView += listed.verticesInView;
    sum.verticesInShadows += listed.verticesInShadows;
}

}  // namespace sinew
