// Helpers of culling tests: a camera in the crowd, and lists that are read back.
#pragma once

#include <vector>

#include "shaders/shared/culling.h"
#include "tests/gpu/gpu_test.h"

namespace sinew::test {

/// Returns `input` with a camera close to the centre of the crowd, so that most instances are out
/// of view.
inline FrameInput closeUp(FrameInput input, const Box& character) {
    input.camera.target = character.center();
    input.camera.distance = 2.5f * character.radius();
    return input;
}

/// Returns the choice as a valid test name.
inline std::string nameOfChoice(const ::testing::TestParamInfo<SkinChoice>& tested) {
    std::string name = choiceText(tested.param);
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name;
}

class CullingTest : public GpuTest {
protected:
    /// Returns `model` with one triangle, and with all joints, vertices and bounds. Tests of
    /// visible lists need no picture.
    static std::shared_ptr<const Model> withOneTriangle(Model model) {
        for (Primitive& primitive : model.primitives) primitive.indexCount = 0;
        model.primitives.front().indexCount = 3;
        return std::make_shared<const Model>(std::move(model));
    }

    /// Returns the visible lists of the recording. Each list joins the lists of all crowds; its
    /// entries are instance indices of the model.
    static std::vector<std::vector<uint32_t>> listsOf(const Recording& recording,
                                                      const Device& onDevice = device()) {
        std::vector<std::vector<uint32_t>> lists(SINEW_LIST_COUNT);
        for (const CrowdNow& now : recording.shown) {
            const auto [firstInstance, instanceCount] = now.crowd.range();
            const FrameBuffers buffers = now.crowd.buffers(recording.moment.phase);
            const std::vector<uint32_t> lengths =
                read(buffers.listEnds, SINEW_LIST_COUNT, onDevice);
            const std::vector<uint32_t> numbers =
                read(buffers.visibleLists, SINEW_LIST_COUNT * instanceCount, onDevice);
            for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
                for (uint32_t i = 0; i < lengths[list]; ++i) {
                    lists[list].push_back(firstInstance + numbers[list * instanceCount + i]);
                }
            }
        }
        return lists;
    }

    /// Returns the first `count` words of a buffer.
    static std::vector<uint32_t> read(const Buffer& buffer, uint64_t count,
                                      const Device& onDevice = device()) {
        return readBack<uint32_t>(onDevice, buffer, 0, count);
    }
};

}  // namespace sinew::test
