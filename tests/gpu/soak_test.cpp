// Memory does not grow with frames: 10,000 of each method, in all that a frame may show.
//
// It did on lavapipe of Mesa 22.3, by 0.37 MB a frame; shaders/variant.glsl says why.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "renderer/picture.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame.h"
#include "skinning/gpu/verify.h"
#include "tests/gpu/two_queues.h"

namespace sinew {
namespace {

/// Allocators and drivers take memory in blocks. What grew was 0.37 MB for every draw of the crowd.
constexpr int64_t kMostGrowth = 4 << 20;  // bytes, while a look is shown
constexpr uint32_t kWarmUp = 10;          // frames
/// The shadow map is as large for a small picture as for a large one, so these frames are dear.
constexpr uint32_t kShadowedFrames = 16;

/// Bytes of all blocks in use: the program's and those of a driver that runs inside it.
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

class Looks {
public:
    explicit Looks(Method method) : method_(method) {}

    template <typename Change>
    void add(std::string_view name, const Change& change) {
        FrameSettings settings{.method = method_, .instanceCount = 3, .cascadeCount = 0};
        change(settings);
        all_.push_back({std::string(name), settings});
    }
    std::vector<Look> take() { return std::move(all_); }

private:
    Method method_;
    std::vector<Look> all_;
};

/// What every model is shown as.
std::vector<Look> usualLooks(Method method) {
    Looks looks(method);
    looks.add("shaded", [](FrameSettings&) {});
    looks.add("prepass", [](FrameSettings& s) { s.depthPrepass = true; });
    looks.add("weights", [](FrameSettings& s) { s.view = SINEW_VIEW_WEIGHTS; });
    looks.add("velocities", [](FrameSettings& s) { s.view = SINEW_VIEW_MOTION; });
    return looks.take();
}

/// What else the window's view panel offers.
std::vector<Look> furtherLooks(Method method) {
    const SkinChoice other{method == Method::vertex ? Method::compute : Method::vertex, {}};
    Looks looks(method);
    looks.add("normals", [](FrameSettings& s) { s.view = SINEW_VIEW_NORMALS; });
    looks.add("overlays",
              [](FrameSettings& s) { s.overlays = {.skeleton = true, .bounds = true}; });
    looks.add("compared", [&](FrameSettings& s) { s.compared = other; });
    looks.add("difference", [&](FrameSettings& s) {
        s.compared = other;
        s.view = SINEW_VIEW_DIFFERENCE;
    });
    looks.add("velocities with a prepass and a compared method", [&](FrameSettings& s) {
        s.view = SINEW_VIEW_MOTION;
        s.depthPrepass = true;
        s.compared = other;
    });
    return looks.take();
}

/// Every choice of skinning that the method heeds, but the default.
std::vector<Look> skinningLooks(Method method) {
    Looks looks(method);
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words.subspan(1)) {
            SkinSettings asked;
            word.apply(asked);
            const SkinSettings settings = heeded({method, asked});
            if (settings == SkinSettings{}) continue;
            looks.add(word.word, [&](FrameSettings& s) { s.skinning = settings; });
        }
    }
    return looks.take();
}

std::vector<Look> shadowedLooks(Method method) {
    Looks looks(method);
    looks.add("cascades", [](FrameSettings& s) { s.cascadeCount = 2; });
    return looks.take();
}

class SoakTest : public ::testing::TestWithParam<Method> {
protected:
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

    /// Renders `count` frames of each look. From the second on each shows another moment.
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
    const Device device_ = test::deviceWithTwoQueues(instance_);
    Frame frame_ = Frame::create(device_, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                 VK_SAMPLE_COUNT_1_BIT);
    const OffscreenTarget target_ = OffscreenTarget::create(device_, {32, 32});
    std::string model_;
};

TEST_P(SoakTest, EveryView) {
    const auto once = [&](uint32_t frames) {
        show("assets/mannequin_low.glb");
        render(usualLooks(GetParam()), frames);
        render(furtherLooks(GetParam()), frames);
        render(shadowedLooks(GetParam()), std::min(frames, kShadowedFrames));
    };
    once(0);
    const int64_t before = residentBytes();
    once(300);
    EXPECT_LE(residentBytes() - before, 4 * kMostGrowth);
    EXPECT_GE(frames_, 2500u);
}

TEST_P(SoakTest, EveryChoiceOfSkinning) {
    show("assets/mannequin_low.glb");
    const std::vector<Look> looks = skinningLooks(GetParam());
    ASSERT_GE(looks.size(), 4u);
    render(looks, 2000 / static_cast<uint32_t>(looks.size()) + 1);
    EXPECT_GE(frames_, 2000u);
}

TEST_P(SoakTest, EveryKindOfSurfaceAndVertex) {
    constexpr std::array kFiles{
        "textures_of_all_kinds", "material_alpha_mask", "material_alpha_blend",
        "material_unlit",        "missing_normals",     "missing_normals_and_tangents",
        "colors_rgba_float",     "texture_transform",   "linear_scale",
        "influences_12",         "morph_before_skin",   "two_skins_other_binds"};
    for (const char* file : kFiles) {
        show(SINEW_TEST_MODELS "/torture/" + std::string(file) + ".gltf");
        render(usualLooks(GetParam()), 125);
        render(shadowedLooks(GetParam()), kShadowedFrames);
    }
    EXPECT_GE(frames_, 6000u);
}

INSTANTIATE_TEST_SUITE_P(Methods, SoakTest, ::testing::ValuesIn(allMethods()),
                         [](const auto& tested) {
                             std::string name(methodName(tested.param));
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace sinew
