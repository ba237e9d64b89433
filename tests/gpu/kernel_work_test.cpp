// Kernels that work for the crowds of several models at once: how many dispatches they take, and
// what they leave.
#include "skinning/gpu/kernel_work.h"

#include "renderer/barrier.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/bundles.h"
#include "skinning/gpu/crowd_camera.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

constexpr uint32_t kInstances = 3;  // of each model

/// A model of its own, as far as a frame can tell.
SceneModel another(const std::shared_ptr<const Model>& model, uint32_t number) {
    std::vector<Placement> placements;
    for (uint32_t i = 0; i < kInstances; ++i) {
        placements.push_back({{static_cast<float>(number) - 1.5f, 0, -1.2f * static_cast<float>(i)},
                              25.0f * static_cast<float>(i)});
    }
    return {std::make_shared<const Model>(*model), 1, placements};
}

class KernelWorkTest : public test::GpuTest {
protected:
    KernelWorkTest() : target_(OffscreenTarget::create(device(), {64, 48})) {}

    /// Mannequins and serpents in turn; the serpent has other clips, no morph targets, and
    /// influences of other counts.
    static std::vector<SceneModel> inTurn(uint32_t count) {
        std::vector<SceneModel> models;
        for (uint32_t i = 0; i < count; ++i) {
            models.push_back(another(i % 2 == 0 ? mannequin() : serpent(), i));
        }
        return models;
    }

    /// Shows the models. Levels of detail are made once, and only if `choice` has them.
    static void show(Frame& frame, std::span<const SceneModel> models, const SkinChoice& choice) {
        frame.setModels(models);
        if (heeded(choice).lod == Lod::none) return;
        static const Levels ofMannequin = makeLevels(*mannequin());
        static const Levels ofSerpent = makeLevels(*serpent());
        for (size_t i = 0; i < frame.modelCount(); ++i) {
            if (frame.scene(i)->hasLevels()) continue;
            const bool serpents = frame.model(i).name == serpent()->name;
            frame.scene(i)->offer(serpents ? ofSerpent : ofMannequin);
        }
    }

    /// What the models in `shown` play, which are the first, or the only, ones of a frame.
    Recording render(Frame& frame, const SkinChoice& choice, std::span<const uint32_t> shown) {
        return render(frame, choice, shown, target_);
    }
    Recording render(Frame& frame, const SkinChoice& choice, std::span<const uint32_t> shown,
                     const OffscreenTarget& target) {
        others_.clear();
        requests_.clear();
        for (size_t i = 0; i < shown.size(); ++i) {
            requests_.push_back(requestsOf(
                frame.model(i),
                {.clip = shown[i] % 2, .timeSeconds = 0.1f * static_cast<float>(shown[i])},
                kInstances));
        }
        for (size_t i = 1; i < requests_.size(); ++i) others_.push_back({.requests = requests_[i]});
        FrameInput input{
            .settings = {.method = choice.method,
                         .skinning = choice.settings,
                         .instanceCount = kInstances * static_cast<uint32_t>(shown.size()),
                         .cascadeCount = 1},
            .requests = requests_.front(),
            .others = others_,
            .target = target.target()};
        input.camera = {.target = {0, 0.8f, -1}, .distance = 12};
        return frame.render(input);
    }

    uint32_t dispatchesOf(Frame& frame, std::span<const SceneModel> models,
                          const SkinChoice& choice) {
        show(frame, models, choice);
        std::vector<uint32_t> all(models.size());
        for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        render(frame, choice, all);
        frame.finish();
        return frame.statistics().dispatches;
    }

    /// What a frame left of one model: `bytes` of the buffer `binding`.
    static std::vector<std::byte> leftOf(const Device& onDevice, const Recording& recording,
                                         size_t model, uint32_t binding, uint64_t bytes) {
        const Page& page = recording.shown[model].crowd.pages().all().front();
        const Buffer& buffer = *page.buffers.find(binding, recording.moment.phase);
        const Buffer host = Buffer::create(
            onDevice, {.name = "read back", .bytes = bytes, .memory = MemoryUse::readback});
        runOnce(onDevice, [&](VkCommandBuffer commands) {
            memoryBarrier(commands, access::kEverything, access::kCopyRead);
            const VkBufferCopy region{.srcOffset = buffer.offset(), .size = bytes};
            vkCmdCopyBuffer(commands, buffer.get(), host.get(), 1, &region);
            memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
        });
        const auto left = host.mapped<std::byte>(0, bytes);
        return {left.begin(), left.end()};
    }

    void expectAsIfAlone(std::span<const SceneModel> models, std::span<const SkinChoice> choices);

    OffscreenTarget target_;
    std::vector<std::vector<PoseRequest>> requests_;
    std::vector<CrowdInput> others_;
};

/// The suite takes every choice, and many models.
class LongKernelWorkTest : public KernelWorkTest {};

const SkinChoice kChoices[] = {
    {Method::compute, {}},
    {Method::compute, {.poses = PosedBy::gpu}},
    {Method::compute, {.output = Output::compact, .poses = PosedBy::gpu, .cull = Cull::boxes}},
    {Method::compute, {.poses = PosedBy::gpu, .keys = KeyFormat::packed, .lod = Lod::error}},
    {Method::compute, {.blend = Blend::dualQuaternion, .normals = Normals::inverseTranspose}},
    {Method::vertex, {.poses = PosedBy::gpu, .cull = Cull::boxes}},
    {Method::feedback, {.poses = PosedBy::gpu}},
};

/// Of the steps of a crowd's culling, which each crowd has of its own.
uint32_t ofCulling(const SkinChoice& choice, uint32_t models) {
    const SkinSettings settings = heeded(choice);
    if (settings.cull == Cull::none) return 0;
    return 3 * models * (settings.poses == PosedBy::gpu ? 2 : 1);
}

TEST_F(LongKernelWorkTest, DispatchesDoNotDependOnTheNumberOfModels) {
    const std::vector<SceneModel> models = inTurn(20);
    Frame frame = createFrame();
    for (const SkinChoice& choice : kChoices) {
        SCOPED_TRACE(choiceText(choice));
        const auto dispatches = [&](uint32_t count) {
            return dispatchesOf(frame, std::span(models).first(count), choice) -
                   ofCulling(choice, count);
        };
        const uint32_t two = dispatches(2);
        EXPECT_GT(two, 0u);
        EXPECT_EQ(dispatches(20), two);
    }
}

TEST_F(LongKernelWorkTest, ManyOfOneKindTakeAsManyDispatchesAsOne) {
    std::vector<SceneModel> models;
    for (uint32_t i = 0; i < 20; ++i) models.push_back(another(mannequin(), i));
    Frame frame = createFrame();
    for (const SkinChoice& choice : kChoices) {
        SCOPED_TRACE(choiceText(choice));
        const bool skinsOnce = !techniqueOf(choice.method).passesSkin;
        const uint32_t ofDraws = heeded(choice).cull != Cull::none && skinsOnce ? 1 : 0;
        EXPECT_EQ(dispatchesOf(frame, models, choice) - ofCulling(choice, 20) - ofDraws,
                  dispatchesOf(frame, std::span(models).first(1), choice) - ofCulling(choice, 1));
    }
}

void KernelWorkTest::expectAsIfAlone(std::span<const SceneModel> models,
                                     std::span<const SkinChoice> choices) {
    std::vector<uint32_t> all(models.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    Frame together = createFrame(), frame = createFrame();
    for (const SkinChoice& choice : choices) {
        SCOPED_TRACE(choiceText(choice));
        show(together, models, choice);
        const bool skinsOnce = techniqueOf(choice.method).skin != nullptr;
        const uint32_t binding = skinsOnce ? SINEW_BINDING_SKINNED : SINEW_BINDING_PALETTES;
        const Recording recording = render(together, choice, all);
        together.finish();
        for (uint32_t i = 0; i < models.size(); ++i) {
            SCOPED_TRACE(i);
            show(frame, models.subspan(i, 1), choice);
            const Recording alone = render(frame, choice, {&i, 1});
            frame.finish();
            const SkinPlan& plan = alone.shown.front().crowd.plan();
            const uint64_t bytes = skinsOnce ? frame.statistics().verticesSkinned *
                                                   skinnedVertexBytes(plan.settings().output)
                                             : kInstances * plan.paletteBytes();
            ASSERT_GT(bytes, 0u);
            EXPECT_TRUE(leftOf(device(), recording, i, binding, bytes) ==
                        leftOf(device(), alone, 0, binding, bytes));
        }
    }
}

TEST_F(KernelWorkTest, ThreeModelsShareDispatchesAndAreSkinnedAsIfEachWereAlone) {
    const std::vector<SceneModel> models = inTurn(3);
    const SkinChoice choice = kChoices[2];
    expectAsIfAlone(models, {&choice, 1});
    Frame frame = createFrame();
    EXPECT_EQ(dispatchesOf(frame, models, choice) - ofCulling(choice, 3),
              dispatchesOf(frame, std::span(models).first(2), choice) - ofCulling(choice, 2));
}

TEST_F(LongKernelWorkTest, EachModelIsSkinnedAsIfItWereAlone) {
    expectAsIfAlone(inTurn(4), kChoices);
}

TEST_F(LongKernelWorkTest, WhereRangesAreSmallModelsShareThemAsFarAsTheyFit) {
    Device small = Device::create(chooseDevice(instance(), VK_NULL_HANDLE, ""), false);
    const uint64_t vertices = mannequin()->geometry.vertexCount();
    // Two mannequins and a half.
    small.assume({.storageBytes = sizeof(gpu::PackedVertex) * vertices * kInstances * 5 / 2});
    std::vector<SceneModel> models;
    for (uint32_t i = 0; i < 5; ++i) models.push_back(another(mannequin(), i));
    const uint32_t all[] = {0, 1, 2, 3, 4};
    Frame frame = createFrame(small), large = createFrame();
    frame.setModels(models);
    large.setModels(models);
    const OffscreenTarget target = OffscreenTarget::create(small, {64, 48});
    const Recording shared = render(frame, {}, all, target);
    frame.finish();
    const Recording expected = render(large, {}, all);
    large.finish();
    std::vector<VkBuffer> buffers;
    for (size_t i = 0; i < models.size(); ++i) {
        const Page& page = shared.shown[i].crowd.pages().all().front();
        buffers.push_back(page.buffers.find(SINEW_BINDING_SKINNED, shared.moment.phase)->get());
        const uint64_t bytes = kInstances * vertices * sizeof(gpu::PackedVertex);
        EXPECT_TRUE(leftOf(small, shared, i, SINEW_BINDING_SKINNED, bytes) ==
                    leftOf(device(), expected, i, SINEW_BINDING_SKINNED, bytes))
            << i;
    }
    EXPECT_EQ(buffers[0], buffers[1]);
    EXPECT_NE(buffers[1], buffers[2]);
    EXPECT_EQ(buffers[2], buffers[3]);
    EXPECT_NE(buffers[3], buffers[4]);
    EXPECT_EQ(frame.statistics().dispatches, 3 * large.statistics().dispatches);
}

BundleRow rowOf(uint32_t binding, uint64_t bytes, WrittenBy writer = WrittenBy::gpu) {
    return {.owner = kOwnedByWays,
            .binding = binding,
            .writer = writer,
            .bytes = bytes,
            .largest = 100'000};
}

TEST(Bundles, TakePagesThatAreAlikeAndFit) {
    Bundles bundles;
    const auto placeOf = [&](std::vector<BundleRow> page) {
        bundles.beginCrowd();
        return bundles.placeOf(std::move(page));
    };
    EXPECT_EQ(placeOf({rowOf(1, 50'000)}), 0u);
    EXPECT_EQ(placeOf({rowOf(1, 10'000), rowOf(2, 90'000)}), 0u);
    EXPECT_EQ(placeOf({rowOf(1, 50'000)}), 1u);                       // does not fit
    EXPECT_EQ(placeOf({rowOf(1, 10'000)}), 0u);                       // does
    EXPECT_EQ(placeOf({rowOf(2, 10'000)}), 1u);                       // by another row
    EXPECT_EQ(placeOf({rowOf(1, 1'000, WrittenBy::technique)}), 2u);  // others write it
}

TEST(Bundles, TakeOnePageOfACrowd) {
    Bundles bundles;
    bundles.beginCrowd();
    EXPECT_EQ(bundles.placeOf({rowOf(1, 10)}), 0u);
    EXPECT_EQ(bundles.placeOf({rowOf(1, 10)}), 1u);
    bundles.beginCrowd();
    EXPECT_EQ(bundles.placeOf({rowOf(1, 10)}), 0u);
    EXPECT_EQ(bundles.placeOf({rowOf(1, 10)}), 1u);
}

}  // namespace
}  // namespace sinew
