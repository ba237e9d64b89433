// Tests that memory does not grow with the number of frames, for every view and setting. Suite Long
// renders 10,000 frames with each method, and suite Methods a tenth of them. shaders/variant.glsl
// avoids a leak of 0.37 MB per draw in lavapipe of Mesa 22.3.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "renderer/device/instance.h"
#include "renderer/passes/picture.h"
#include "shaders/shared/view.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame/frame.h"
#include "skinning/gpu/verify/verify.h"
#include "tests/gpu/some_choices.h"

namespace sinew {
namespace {

/// The limit tolerates the block sizes of allocators and drivers. A leak of 0.37 MB per draw of the
/// crowd exceeds it within kFewestFrames.
constexpr int64_t kMostGrowth = 4 << 20;  // bytes, while one Look is rendered
constexpr uint32_t kWarmUp = 10;          // frames
constexpr uint32_t kFewestFrames = 13;    // kMostGrowth / 0.37 MB, rounded up, plus 1
/// Frames with shadows are slow, because the shadow map does not shrink with the picture.
constexpr uint32_t kShadowedFrames = 16;

/// Returns the bytes of all allocated blocks, including those of a driver in this process.
int64_t heapInUse() {
    const struct mallinfo2 heap = mallinfo2();
    return static_cast<int64_t>(heap.uordblks + heap.hblkhd);
}

int64_t residentBytes() {
    int64_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

struct Look {
    std::string name;
    FrameSettings settings;
};

/// Returns `looks` with this method and three instances each.
std::vector<Look> by(Method method, std::vector<Look> looks) {
    for (Look& look : looks) {
        look.settings.method = method;
        look.settings.instanceCount = 3;
    }
    return looks;
}

/// Returns the looks (settings of a frame) that are tested with every model.
std::vector<Look> usualLooks(Method method) {
    return by(method, {{"shaded", {.cascadeCount = 0}},
                       {"prepass", {.cascadeCount = 0, .depthPrepass = true}},
                       {"weights", {.cascadeCount = 0, .view = SINEW_VIEW_WEIGHTS}},
                       {"velocities", {.cascadeCount = 0, .view = SINEW_VIEW_MOTION}}});
}

/// Returns looks with further options of the window's view panel.
std::vector<Look> furtherLooks(Method method) {
    const SkinChoice other{method == Method::vertex ? Method::compute : Method::vertex, {}};
    return by(
        method,
        {{"normals", {.cascadeCount = 0, .view = SINEW_VIEW_NORMALS}},
         {"overlays", {.cascadeCount = 0, .overlays = {.skeleton = true, .bounds = true}}},
         {"compared", {.cascadeCount = 0, .compared = other}},
         {"difference", {.cascadeCount = 0, .view = SINEW_VIEW_DIFFERENCE, .compared = other}},
         {"velocities with a prepass and a compared method",
          {.cascadeCount = 0,
           .depthPrepass = true,
           .view = SINEW_VIEW_MOTION,
           .compared = other}}});
}

/// Returns a look for every skinning choice that the method supports, except the default.
std::vector<Look> skinningLooks(Method method) {
    std::vector<Look> looks;
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words.subspan(1)) {
            SkinSettings input;
            word.apply(input);
            const SkinSettings settings = supported({method, input});
            if (settings == SkinSettings{}) continue;
            looks.push_back({std::string(word.word), {.skinning = settings, .cascadeCount = 0}});
        }
    }
    return by(method, looks);
}

std::vector<Look> shadowedLooks(Method method) {
    return by(method, {{"cascades", {.cascadeCount = 2}}});
}

struct Soak {
    Method method;
    uint32_t share = 1;  // 1: 10,000 frames, 10: a tenth
};

class SoakTest : public ::testing::TestWithParam<Soak> {
public:
    static std::vector<Soak> soaks(uint32_t share) {
        std::vector<Soak> all;
        for (const Method method : allMethods()) all.push_back({method, share});
        return all;
    }
    static std::string nameOf(const ::testing::TestParamInfo<Soak>& tested) {
        return test::nameOfMethod(tested.param.method);
    }

protected:
    static Method method() { return GetParam().method; }
    /// Returns how many of `frames` this test renders.
    static uint32_t partOf(uint32_t frames) {
        return std::max(frames / GetParam().share, kFewestFrames);
    }

    void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
        GTEST_SKIP() << "the sanitizer keeps freed blocks and counts none";
#endif
    }

    void show(const std::string& file) {
        model_ = file;
        frame_.setModel(std::make_shared<const Model>(
            importGltf(std::filesystem::path(SINEW_SOURCE_DIR) / file)));
    }

    /// Renders `count` frames of each look, at different times of a clip. Expects that the heap
    /// does not grow.
    void render(std::span<const Look> looks, uint32_t count) {
        for (const Look& look : looks) {
            FrameInput input{.settings = look.settings, .target = target_.target()};
            if (frame_.model().clips.empty()) input.playback.clip = kRestPose;
            renderFrames(input, kWarmUp);
            const int64_t before = heapInUse();
            renderFrames(input, count);
            EXPECT_LE(heapInUse() - before, kMostGrowth)
                << "in " << count << " frames of " << model_ << ", " << look.name;
            frames_ += count;
        }
    }

    uint32_t frames_ = 0;

private:
    void renderFrames(FrameInput& input, uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) {
            input.playback.timeSeconds += 0.016f;
            input.camera.yawRadians += 0.01f;
            frame_.render(input);
        }
        frame_.finish();
    }

    const Instance instance_ = Instance::create({});
    const Device device_ = Device::create(chooseDevice(instance_, VK_NULL_HANDLE, ""), false);
    Frame frame_ = Frame::create(device_, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                 VK_SAMPLE_COUNT_1_BIT);
    const OffscreenTarget target_ = OffscreenTarget::create(device_, {32, 32});
    std::string model_;
};

TEST_P(SoakTest, EveryView) {
    const auto once = [&](uint32_t frames) {
        show("assets/mannequin_low.glb");
        render(usualLooks(method()), frames);
        render(furtherLooks(method()), frames);
        render(shadowedLooks(method()), std::min(frames, kShadowedFrames));
    };
    once(0);
    const int64_t before = residentBytes();
    once(partOf(300));
    EXPECT_LE(residentBytes() - before, 4 * kMostGrowth);
    EXPECT_GE(frames_, 2500u / GetParam().share);
}

TEST_P(SoakTest, EveryChoiceOfSkinning) {
    show("assets/mannequin_low.glb");
    std::vector<Look> looks = skinningLooks(method());
    ASSERT_GE(looks.size(), 4u);
    if (GetParam().share > 1) {  // test only every second choice
        std::vector<Look> some;
        for (size_t i = static_cast<size_t>(method()) % 2; i < looks.size(); i += 2) {
            some.push_back(looks[i]);
        }
        looks = std::move(some);
    }
    render(looks, partOf(2000 / static_cast<uint32_t>(looks.size()) + 1));
    EXPECT_GE(frames_, 1900u / GetParam().share);
}

TEST_P(SoakTest, EveryKindOfSurfaceAndVertex) {
    constexpr std::array kFiles{
        "textures_of_all_kinds", "material_alpha_mask", "material_alpha_blend",
        "material_unlit",        "missing_normals",     "missing_normals_and_tangents",
        "colors_rgba_float",     "texture_transform",   "linear_scale",
        "influences_12",         "morph_before_skin",   "two_skins_other_binds"};
    // The short variant (a tenth of the frames) tests each file with only one method. So each
    // method gets one or two files.
    const size_t step = GetParam().share > 1 ? kMethodCount : 1;
    const size_t first = static_cast<size_t>(method()) % step;
    for (size_t i = first; i < kFiles.size(); i += step) {
        show(SINEW_TEST_MODELS "/torture/" + std::string(kFiles[i]) + ".gltf");
        render(usualLooks(method()), partOf(125));
        render(shadowedLooks(method()), partOf(kShadowedFrames));
    }
    EXPECT_GE(frames_, GetParam().share > 1 ? 5 * kFewestFrames : 6000u);
}

INSTANTIATE_TEST_SUITE_P(Methods, SoakTest, ::testing::ValuesIn(SoakTest::soaks(10)),
                         SoakTest::nameOf);
INSTANTIATE_TEST_SUITE_P(Long, SoakTest, ::testing::ValuesIn(SoakTest::soaks(1)), SoakTest::nameOf);

}  // namespace
}  // namespace sinew
