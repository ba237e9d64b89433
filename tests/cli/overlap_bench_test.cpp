// Measuring frames whose kernels have a queue of their own, as on a GPU: frames in flight.
#include <gtest/gtest.h>

#include "benchmarks/section_runner.h"
#include "renderer/instance.h"
#include "skinning/gltf/import.h"
#include "tests/cli/program.h"

namespace sinew {
namespace {

TEST(GpuOverlapBench, FramesInFlightHaveATimeInEveryChoice) {
    const Instance instance = Instance::create({});
    Device device = Device::create(chooseDevice(instance, VK_NULL_HANDLE, ""), false);
    if (!device.computeQueue()) device.assume({.standInQueue = true});
    const Scenario scenario{.name = "overlap",
                            .choices = {SkinChoice{}, {Method::compute, {.queues = Queues::two}}},
                            .instances = {1},
                            .passes = {2}};
    const Conditions conditions{.frames = 8, .blocks = 2, .width = 64, .height = 64, .samples = 1};
    ASSERT_TRUE(conditions.pipelined);
    const auto model =
        std::make_shared<const Model>(importGltf(test::shipped("mannequin_low.glb")));
    SectionRunner runner(device, {.models = {{model}}, .name = "mannequin"}, scenario, conditions,
                         {});
    while (runner.advance()) {
    }
    ASSERT_EQ(runner.section().rows.size(), 2u);
    for (const Row& row : runner.section().rows) {
        EXPECT_EQ(row.state, RowState::measured) << row.reason;
        ASSERT_TRUE(row.frame) << choiceText(row.choice);
        EXPECT_GE(row.frame->all.count, 4u);
        EXPECT_FALSE(row.gpuSpan) << "not comparable: " << choiceText(row.choice);
    }
}

}  // namespace
}  // namespace sinew
