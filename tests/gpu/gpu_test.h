// The fixture of GPU tests: one device under validation, frames, and shipped characters.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "renderer/device/instance.h"
#include "renderer/passes/picture.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame/frame.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/gpu/verify/capture.h"
#include "skinning/gpu/verify/verify.h"

namespace sinew::test {

inline std::filesystem::path asset(const char* name) {
    return std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / name;
}

/// Returns a square of 2 x 2 metres with one joint. It faces the camera, with its image upright.
Model square();

double largestDistance(std::span<const glm::vec3> positions, std::span<const glm::dvec3> expected);

/// Fixture that fails if the validation layer, including synchronization validation, reports
/// anything.
class GpuTest : public ::testing::Test {
protected:
    static Instance& instance();
    static Device& device();
    static Frame createFrame(const Device& onDevice = device(),
                             ShaderLibrary shaders = ShaderLibrary::embedded());
    static Frame frameOf(std::shared_ptr<const Model> model, const Device& onDevice = device());
    /// Returns a device with fewer features or smaller limits.
    static Device lesser(const AssumedLimits& limits);
    static std::shared_ptr<const Model> mannequin();
    static std::shared_ptr<const Model> serpent();
    /// Returns every method with CPU posing, and also with GPU posing if the method supports it.
    static std::vector<SkinChoice> methodsAndPosers();

    /// Returns a frame's input with a three-quarter view from slightly above, in which the complete
    /// crowd is visible.
    static FrameInput inputFor(Frame& frame, const OffscreenTarget& target,
                               const FrameSettings& settings, uint32_t clip, float timeSeconds);
    static Picture renderPicture(Frame& frame, const FrameSettings& settings, uint32_t clip,
                                 float timeSeconds, const Device& onDevice = device());

    static Picture rendered(Frame& frame, const FrameInput& input, const OffscreenTarget& target,
                            const Device& onDevice = device());

    /// Returns the share of pixels with a difference of more than an eighth in red, green or blue.
    static double differingShare(const Picture& a, const Picture& b);
    /// Returns the mean difference of all bytes, 0 to 255.
    static double meanDifference(const Picture& a, const Picture& b);

    /// Returns the Capture of a frame's scene. All frames of device() share one.
    static std::shared_ptr<Capture> captureFor(const Frame& frame);
    /// Returns the vertices that passes fetch for one instance with `settings`.
    static CapturedVertices captured(const Frame& frame, const FrameSettings& settings,
                                     const Playback& playback, uint32_t instance);
    static Verification verified(const Frame& frame, const SkinChoice& choice, uint32_t crowdSize,
                                 std::span<const PoseSample> samples);

    void SetUp() override { messagesBefore_ = instance().validationMessages(); }
    void TearDown() override {
        EXPECT_EQ(instance().validationMessages(), messagesBefore_ + expectedMessages_)
            << "the validation layer spoke, see above";
    }
    /// Returns the number of messages since the last call, and accepts them. Tests that provoke
    /// messages call it.
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
