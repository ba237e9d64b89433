// Measures one subject of a scenario, in short pieces of work.
#pragma once

#include <memory>
#include <random>
#include <string>

#include "benchmarks/peers/kernel_bench.h"
#include "benchmarks/report/report.h"
#include "benchmarks/run/frame_series.h"
#include "benchmarks/run/other_load.h"
#include "benchmarks/run/playing.h"
#include "benchmarks/run/row_cost.h"
#include "benchmarks/run/scenario.h"
#include "renderer/passes/picture.h"
#include "skinning/gpu/frame/frame.h"
#include "skinning/gpu/verify/capture.h"
#include "skinning/gpu/verify/verify.h"

namespace sinew {

struct Measured {
    // These models are drawn in one frame, with equal numbers of instances.
    std::vector<MeasuredModel> models;
    // Name in reports; empty: the names of the models.
    std::string name;
    // Sum over the imported models. Nothing if all models were generated.
    std::optional<double> importMs;
    /// Hash of the file (skinning/gltf/file/files.h). Empty if the model was generated or its file
    /// is unknown.
    std::string contentHash;
};
ModelFacts factsOf(const Measured& measured);

/// Renders offscreen with the Frame that the window uses. At each point (crowd size and number of
/// passes), vertices are verified first; wrong or impossible choices are not timed. Then blocks of
/// frames of all choices alternate in shuffled order, so that drift of the machine affects all
/// choices. A choice with a narrow interval (Conditions::interval) ends early.
class SectionRunner {
public:
    /// `done` has the complete points of an interrupted run. They are not measured again.
    SectionRunner(const Device& device, const Measured& measured, const Scenario& scenario,
                  const Conditions& conditions, Section done);

    /// Does about a second of work. Returns false if the section is complete. Throws DeviceLost.
    bool advance();

    /// Ends the run. Rows of the current point get `end` and contain its finished blocks.
    void stop(RowEnd end);

    /// Returns the complete points. After stop(), it includes the finished blocks of the last
    /// point.
    const Section& section() const { return section_; }

    double fractionDone() const;
    const std::string& doing() const { return doing_; }

private:
    struct Point {
        uint32_t instances = 1;
        uint32_t passes = 1;
        std::vector<Row> rows;  // in the order of the scenario's choices
        // Cost card and instances of each model, by row. Empty if the row is not measured.
        std::vector<std::vector<CrowdPart>> crowds;
        std::vector<FrameSeries> series;
        std::vector<size_t> order;
        size_t verified = 0;
        uint32_t block = 0;
        size_t turn = 0;
        OtherLoad otherLoad;
        std::vector<bool> disturbed;  // by block: true if other programs were busy
        double spentMs = 0;
    };

    std::optional<Point> nextPoint();
    bool isDone(uint32_t instances, uint32_t passes) const;
    bool crowdMayGrow() const;
    void endBlock();
    uint32_t manyBlocks() const;
    double budgetMs(const Point& point) const;
    static void endRows(Point& point, std::vector<size_t> next, RowEnd end);
    void finishPoint();
    static void fail(Row& row, const std::runtime_error& error);
    bool measuresKernels() const;
    std::optional<uint32_t> nextKernels() const;
    void advanceKernels();

    Camera cameraFor(uint32_t instances, float aspect) const;
    FrameInput inputFor(const Row& row) const;
    void verifyNext();
    bool settle(Row& row);
    std::vector<CrowdPart> crowdOf(const Row& row, std::span<const SkinChoice> choices);
    double allocatedPerInstance(const Row& row, std::span<const SkinChoice> choices);
    uint32_t verifiedOf(size_t model, const SkinChoice& choice, uint32_t instances);
    Verifier verifierFor(size_t model, uint32_t instances);
    void verify(Row& row);
    void measureBlock(Row& row, FrameSeries& series);
    uint32_t warmUp(FrameInput& input, uint32_t first);
    uint64_t verticesOf(uint32_t instances) const;
    void leadIn(FrameInput& input, const Row& row, uint32_t first);
    void measureFrames(FrameInput& input, Row& row, FrameSeries& series);
    uint32_t firstFrame(uint32_t block) const;

    const Device& device_;
    const Scenario& scenario_;
    Conditions conditions_;
    std::vector<MeasuredModel> models_;
    Playing playing_;
    OffscreenTarget target_;
    Frame frame_;
    std::optional<Capture> capture_;
    std::mt19937 shuffle_;
    Section section_;
    std::string doing_;

    std::vector<uint32_t> instances_;
    size_t instancesIndex_ = 0;
    size_t passesIndex_ = 0;
    std::optional<Point> point_;
    std::optional<KernelBench> kernels_;
    uint32_t kernelBlocks_ = 0;
    bool done_ = false;
};

}  // namespace sinew
