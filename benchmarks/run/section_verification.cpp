// Verifies the rows of a section, and computes their costs.
#include "benchmarks/run/section_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/charts/frames_grid.h"
#include "benchmarks/peers/kernel_errors.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/run/row_cost.h"
#include "skinning/gpu/trace/traceable.h"

namespace sinew {
namespace {

// The third verified time is this fraction of the clip, rounded down to a frame of a clip that is
// baked at kBakedRate, plus this fraction of the time between two frames.
constexpr float kBetween = 0.37f;
// Frames per second.
constexpr float kBakedRate = 30.0f;
// Maximum number of vertices that a verification skins if GPU steps are not measured. It takes less
// than a second.
constexpr uint32_t kFewVertices = 40'000;

}  // namespace

void SectionRunner::verifyNext() {
    Row& row = point_->rows[point_->verified++];
    doing_ = fmt::format("verifying {}, {}", choiceText(row.choice),
                         pointWords(row.instances, row.passes));
    if (settle(row)) verify(row);
}

/// Computes the cost of a row. Returns false if the choice is impossible or does not fit into
/// memory; the row then has the reason.
bool SectionRunner::settle(Row& row) {
    std::vector<SkinChoice> choices(models_.size(), row.choice);
    std::vector<CrowdPart> crowd = crowdOf(row, choices);
    row.cost = rowCost(crowd, fullCounts(crowd));
    const bool traced = scenario_.shadows.mode == ShadowMode::traced;
    try {
        for (size_t i = 0; i < models_.size(); ++i) {
            const Resolution resolution = frame_.scene(i)->resolve(row.choice);
            choices[i] = resolution.choice;
            if (traced) {
                requireTraceable(device_, frame_.model(i), choices[i]);
            }
            if (row.note.find(resolution.note) != std::string::npos) continue;
            row.note += row.note.empty() ? resolution.note : "; " + resolution.note;
        }
        crowd = crowdOf(row, choices);
        row.cost = rowCost(crowd, fullCounts(crowd));
        row.cost.allocatedPerInstance = allocatedPerInstance(row, choices);
        const uint32_t most = frame_.maxInstances(row.choice, traced);
        if (row.instances <= most) {
            point_->crowds[point_->verified - 1] = std::move(crowd);
            return true;
        }
        row.state = RowState::notMeasured;
        row.reason =
            fmt::format("the device has memory for at most {} instances with this method{}", most,
                        traced ? " and traced shadows" : "");
    } catch (const std::runtime_error& error) {
        fail(row, error);
    }
    return false;
}

/// Returns the cost card and the number of instances of each model. `choices` has one element per
/// model.
std::vector<CrowdPart> SectionRunner::crowdOf(const Row& row, std::span<const SkinChoice> choices) {
    const DeviceLimits limits = deviceLimits(device_);
    const std::vector<uint32_t> counts = frame_.crowds().countsOf(row.instances);
    std::vector<CrowdPart> crowd;
    for (size_t i = 0; i < models_.size(); ++i) {
        crowd.push_back({costOf(frame_.model(i), choices[i], row.passes, limits), counts[i]});
    }
    return crowd;
}

/// Returns the bytes that buffers need per instance. The models' levels of detail share one vertex
/// budget.
double SectionRunner::allocatedPerInstance(const Row& row, std::span<const SkinChoice> choices) {
    const std::vector<uint32_t> counts = frame_.crowds().countsOf(row.instances);
    uint64_t bytes = 0;
    for (size_t i = 0; i < models_.size(); ++i) {
        if (counts[i] == 0) continue;
        const BufferSums sums =
            sumsOf({*frame_.scene(i),
                    {.choice = choices[i],
                     .instanceCount = counts[i],
                     .vertexBudget = FrameSettings{}.vertexBudget / models_.size()}});
        bytes += sums.of(counts[i]);
    }
    return static_cast<double>(bytes) / row.instances;
}

/// Returns the number of verified instances of a model: as many as fit into memory in full detail,
/// because verification has no levels of detail. Without GPU steps, the number is small.
uint32_t SectionRunner::verifiedOf(size_t model, const SkinChoice& choice, uint32_t instances) {
    const BufferSums sums = sumsOf(
        {*frame_.scene(model),
         {.choice = frame_.scene(model)->resolve(choice).choice, .instanceCount = instances}});
    const uint32_t vertices = std::max(frame_.model(model).geometry.vertexCount(), 1u);
    const uint32_t most = conditions_.steps ? instances : std::max(kFewVertices / vertices, 1u);
    return std::min({instances, most, maxInstances(device_, sums, 0)});
}

/// If the model plays a clip, it is verified at three times: at the start, in the middle, and
/// between two baked frames. Animators are verified in their first two frames.
Verifier SectionRunner::verifierFor(size_t model, uint32_t instances) {
    auto animated = playing_.beginning(model, 2, instances);
    if (!animated.empty()) return {*capture_, frame_.scene(model), std::move(animated)};
    const uint32_t clip = models_[model].clip;
    const float duration =
        clip == kRestPose ? 0.0f : frame_.model(model).clips[clip].durationSeconds;
    const float between = (std::floor(kBetween * duration * kBakedRate) + kBetween) / kBakedRate;
    const PoseSample samples[] = {
        {clip, 0.0f}, {clip, 0.5f * duration}, {clip, std::min(between, duration)}};
    return {*capture_, frame_.scene(model), instances, samples};
}

void SectionRunner::verify(Row& row) {
    if (!device_.has().vertexStores) return;
    const std::vector<uint32_t> counts = frame_.crowds().countsOf(row.instances);
    VertexErrors ofItself, ofTruth;
    uint32_t verified = 0;
    try {
        // Only one crowd exists at a time, because a large crowd may need all memory.
        frame_.releaseCrowds();
        if (!capture_) capture_.emplace(Capture::create(device_, ShaderLibrary::embedded()));
        for (size_t i = 0; i < models_.size(); ++i) {
            if (counts[i] == 0) continue;
            const uint32_t instances = verifiedOf(i, row.choice, counts[i]);
            const Verification found = verifierFor(i, instances).verify(row.choice);
            capture_->release();
            if (found.ofItself.withinTolerance() && !found.noBound.empty()) {
                throw std::runtime_error(found.noBound);
            }
            include(ofItself, found.ofItself);
            include(ofTruth, found.ofTruth);
            verified += instances;
        }
    } catch (const std::runtime_error& error) {
        if (capture_) capture_->release();
        fail(row, error);
        return;
    }
    row.verification = {.withinTolerance = ofItself.withinTolerance(),
                        .ofItself = rowErrorsOf(ofItself),
                        .ofTruth = rowErrorsOf(ofTruth)};
    if (verified < row.instances) row.verification->instances = verified;
    if (row.verification->withinTolerance) return;
    row.state = RowState::wrong;
    row.reason = errorText(row.verification->ofItself);
}

}  // namespace sinew
