// What GPU tests share: one device under validation, frames, shipped characters.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "renderer/instance.h"
#include "renderer/picture.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame/frame.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/gpu/verify/verify.h"

namespace sinew::test {

inline std::filesystem::path asset(const char* name) {
    return std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / name;
}

/// A square of 2 x 2 metres that faces the camera, rigid on one joint; its image upright.
Model square();

/// The largest distance of a position from the expected one.
double largestDistance(std::span<const glm::vec3> positions, std::span<const glm::dvec3> expected);

/// Fails when the validation layer, synchronization validation included, says anything.
class GpuTest : public ::testing::Test {
protected:
    static Instance& instance();
    static Device& device();
    static Frame createFrame(const Device& onDevice = device(),
                             ShaderLibrary shaders = ShaderLibrary::embedded());
    static Frame frameOf(std::shared_ptr<const Model> model, const Device& onDevice = device());
    /// Another device, with fewer features or smaller limits.
    static Device lesser(const AssumedLimits& limits);
    static std::shared_ptr<const Model> mannequin();
    static std::shared_ptr<const Model> serpent();
    /// Every method, and again with poses on the GPU where it has them.
    static std::vector<SkinChoice> methodsAndPosers();

    /// Three quarters, from a little above, the whole crowd in view.
    static FrameInput inputFor(Frame& frame, const OffscreenTarget& target,
                               const FrameSettings& settings, uint32_t clip, float timeSeconds);
    static Picture renderPicture(Frame& frame, const FrameSettings& settings, uint32_t clip,
                                 float timeSeconds, const Device& onDevice = device());

    static Picture rendered(Frame& frame, const FrameInput& input, const OffscreenTarget& target,
                            const Device& onDevice = device());

    /// Of all pixels, those whose red, green or blue differ by more than an eighth.
    static double differingShare(const Picture& a, const Picture& b);
    /// Of all bytes, of 255.
    static double meanDifference(const Picture& a, const Picture& b);

    /// What judges the vertices of a frame's scene; one for all frames of device().
    static std::shared_ptr<Capture> judgeOf(const Frame& frame);
    /// What the passes get of one instance that is skinned as `settings` say.
    static CapturedVertices captured(const Frame& frame, const FrameSettings& settings,
                                     const Playback& playback, uint32_t instance);
    static Verification verified(const Frame& frame, const SkinChoice& choice, uint32_t crowdSize,
                                 std::span<const PoseSample> samples);

    void SetUp() override { messagesBefore_ = instance().validationMessages(); }
    void TearDown() override {
        EXPECT_EQ(instance().validationMessages(), messagesBefore_ + expectedMessages_)
            << "the validation layer spoke, see above";
    }
    /// For tests that provoke the layer: what it has said so far in this test is wanted.
    uint32_t takeMessages() {
        const uint32_t taken =
            instance().validationMessages() - messagesBefore_ - expectedMessages_;
        expectedMessages_ += taken;
        return taken;
    }

private:
    uint32_t messagesBefore_ = 0;
    uint32_t expectedMessages_ = 0;
};

}  // namespace sinew::test
