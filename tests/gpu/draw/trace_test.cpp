// Tests that rays hit the skinned vertices of the frame, that traced shadows agree with the shadow
// map, and that the refusal of a choice names the reason. Without ray queries, only
// NamesTheMissingExtension runs.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

#include "shaders/shared/packing.h"
#include "skinning/gpu/verify/verify.h"
#include "skinning/reference/reference.h"
#include "tests/error_of.h"
#include "tests/gpu/cull/culling_test.h"
#include "tests/model_files.h"

namespace sinew {
namespace {

constexpr uint32_t kRaysSpirv[] = {
#include "trace_rays.inc"
};
constexpr Shadows kTraced{.mode = ShadowMode::traced};

struct Ray {
    glm::vec4 origin, direction;
};
struct Hit {
    float distance;  // negative: no hit
    uint32_t instance, geometry, triangle;
    glm::vec2 barycentrics, unused;
};

using test::closeUp;

class TraceTest : public test::GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (!device().has().rayQuery) GTEST_SKIP() << "the device has no ray queries";
    }

    static std::vector<Hit> cast(const Frame& frame, const std::vector<Ray>& rays) {
        static const Kernel kernel = [] {
            ShaderLibrary library = ShaderLibrary::embedded();
            library.replace({{"trace_rays.comp", {std::begin(kRaysSpirv), std::end(kRaysSpirv)}}});
            return Kernel::compute(device(), library, "trace_rays.comp", nullptr);
        }();
        Uploader uploader(device());
        const Buffer in = uploader.buffer("rays", rays);
        uploader.finish();
        const Buffer out =
            Buffer::create(device(), {.name = "hits", .bytes = rays.size() * sizeof(Hit)});
        const auto count = static_cast<uint32_t>(rays.size());
        runCommands(device(), [&](Commands& commands) {
            commands.dispatch(kernel, {Descriptor(frame.traced()->topLevel()), in, out}, count,
                              {(count + 63) / 64});
        });
        return readBack<Hit>(device(), out, 0, rays.size());
    }
};

/// Computes the instances of a model in world space, in double precision.
class ReferenceScene {
public:
    /// `indices` has the triangles of each instance.
    ReferenceScene(const Model& model, std::span<const PoseRequest> requests,
                   std::span<const gpu::Affine> placements,
                   std::vector<std::vector<uint32_t>> indices)
        : indices_(std::move(indices)) {
        for (size_t i = 0; i < indices_.size(); ++i) {
            ReferenceVertices vertices = referenceVertices(model, requests[i], SkinSettings{});
            extent_ = std::max(extent_, vertices.extent);
            const auto toWorld = [&](const glm::dvec3& p, double w) {
                const glm::dvec4 from(p, w);
                glm::dvec3 to;
                for (int r = 0; r < 3; ++r) to[r] = glm::dot(glm::dvec4(placements[i][r]), from);
                return to;
            };
            for (glm::dvec3& p : vertices.positions) p = toWorld(p, 1);
            for (glm::dvec3& n : vertices.normals) n = glm::normalize(toWorld(n, 0));
            instances_.push_back(std::move(vertices));
        }
    }

    double extent() const { return extent_; }

    /// Returns `count` rays, each from outside to the middle of a random triangle.
    std::vector<Ray> rays(uint32_t count) const {
        std::mt19937 random(5);
        std::vector<Ray> rays;
        while (rays.size() < count) {
            const size_t number = random() % instances_.size();
            const ReferenceVertices& instance = instances_[number];
            const std::vector<uint32_t>& indices = indices_[number];
            const size_t first = random() % (indices.size() / 3) * 3;
            glm::dvec3 middle(0.0);
            for (size_t c = 0; c < 3; ++c) middle += instance.positions[indices[first + c]] / 3.0;
            const auto angle = [&] { return static_cast<double>(random() % 6283) / 1000; };
            const double a = angle(), b = angle() / 4;
            const glm::dvec3 from(std::cos(a) * std::cos(b), std::sin(b),
                                  std::sin(a) * std::cos(b));
            const glm::vec3 origin(middle + 3 * extent_ * from);
            rays.push_back({glm::vec4(origin, 0), glm::vec4(glm::vec3(-from), 0)});
        }
        return rays;
    }

    struct Errors {
        double distance = 0;       // relative to the extent
        double normalDegrees = 0;  // between interpolated normals
        size_t expected = 0;       // rays that must hit
        size_t hits = 0;
        size_t missed = 0;          // expected rays without a hit
        std::set<uint32_t> levels;  // drawn levels of detail
    };
    /// Adds the errors of a hit. Triangles at grazing angles are not compared, because there a
    /// rounding error of a vertex moves the hit by a multiple of that error.
    void compare(const Ray& ray, const Hit& hit, const glm::dvec3& normal, Errors& errors) const {
        constexpr double kEdge = 1e-3, kNear = 1e-5;
        const glm::dvec3 origin(ray.origin), direction(glm::normalize(glm::dvec3(ray.direction)));
        double nearest = 1e30, best = 1e30, bestNormal = 180;
        bool grazed = false;
        forEachHit(
            origin, direction,
            [&](double t, double inside, double facing, const glm::dvec3& expected) {
                if (inside > kEdge) nearest = std::min(nearest, t);
                const double off = std::abs(t - double{hit.distance}) / extent_;
                if (off < 100 * kNear && facing < 0.05) grazed = true;
                if (inside < -kEdge || hit.distance < 0) return;
                best = std::min(best, off);
                if (off > kNear || glm::length(expected) < 0.5) return;
                const double cosine = glm::dot(glm::normalize(expected), glm::normalize(normal));
                bestNormal = std::min(bestNormal, glm::degrees(std::acos(std::min(cosine, 1.0))));
            });
        if (grazed) return;
        errors.expected += nearest < 1e30;
        if (hit.distance < 0) {
            errors.missed += nearest < 1e30;
            return;
        }
        ++errors.hits;
        errors.distance = std::max(errors.distance, best);
        errors.distance = std::max(errors.distance, (hit.distance - nearest) / extent_);
        if (best <= kNear && bestNormal < 180 && glm::length(normal) > 0.5) {
            errors.normalDegrees = std::max(errors.normalDegrees, bestNormal);
        }
    }

private:
    /// Calls `use` for each triangle near the ray. `inside` is the smallest barycentric coordinate,
    /// and `facing` is |cos| of the angle between the ray and the normal.
    template <typename Use>
    void forEachHit(const glm::dvec3& origin, const glm::dvec3& direction, const Use& use) const {
        for (size_t number = 0; number < instances_.size(); ++number) {
            const ReferenceVertices& instance = instances_[number];
            const std::vector<uint32_t>& indices = indices_[number];
            for (size_t i = 0; i + 2 < indices.size(); i += 3) {
                const uint32_t* corner = &indices[i];
                const glm::dvec3& a = instance.positions[corner[0]];
                const glm::dvec3 ab = instance.positions[corner[1]] - a;
                const glm::dvec3 ac = instance.positions[corner[2]] - a;
                // Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997.
                const glm::dvec3 p = glm::cross(direction, ac);
                const double determinant = glm::dot(ab, p);
                const double area = glm::length(glm::cross(ab, ac));
                if (std::abs(determinant) <= 1e-12 * area || area == 0) continue;
                const glm::dvec3 s = origin - a, q = glm::cross(s, ab);
                const double u = glm::dot(s, p) / determinant;
                const double v = glm::dot(direction, q) / determinant;
                const double inside = std::min({u, v, 1 - u - v});
                if (inside < -0.01) continue;
                const glm::dvec3 normal = (1 - u - v) * instance.normals[corner[0]] +
                                          u * instance.normals[corner[1]] +
                                          v * instance.normals[corner[2]];
                use(glm::dot(ac, q) / determinant, inside, std::abs(determinant) / area, normal);
            }
        }
    }

    std::vector<std::vector<uint32_t>> indices_;  // by instance
    std::vector<ReferenceVertices> instances_;
    double extent_ = 0;
};

class RaysTest : public TraceTest {
protected:
    /// The vertices and triangles of a frame's instances, as the method stored them.
    struct Stored {
        std::vector<uint32_t> levels;         // by instance: drawn level of detail; kUnlisted
        std::vector<uint32_t> firstVertices;  // by instance
        std::vector<uint32_t> meshIndices;
        std::vector<gpu::PackedVertex> vertices;  // empty if they are compact

        static constexpr uint32_t kUnlisted = ~0u;
    };
    static Stored storedOf(const SkinnedCrowd& crowd, Moment moment) {
        const uint32_t count = crowd.range().instanceCount;
        const FrameBuffers buffers = crowd.buffers(moment.phase);
        const Buffer& indices = crowd.mesh().mesh.indices;
        Stored stored{.levels = std::vector<uint32_t>(count),
                      .firstVertices = std::vector<uint32_t>(count)};
        stored.meshIndices =
            readBack<uint32_t>(device(), indices, 0, indices.bytes() / sizeof(uint32_t));
        for (uint32_t i = 0; i < count; ++i) {
            stored.firstVertices[i] = i * crowd.constants().vertexCount;
        }
        if (crowd.plan().settings().output == Output::full) {
            stored.vertices = readBack<gpu::PackedVertex>(
                device(), buffers.skinned, 0, buffers.skinned.bytes() / sizeof(gpu::PackedVertex));
        }
        if (crowd.plan().culledConstant() != SINEW_CULLED_STORED_BY_LIST) return stored;
        stored.firstVertices = readBack<uint32_t>(device(), buffers.firstVertices, 0, count);
        stored.levels.assign(count, Stored::kUnlisted);
        const uint32_t listed = readBack<uint32_t>(device(), buffers.listEnds, 0, 1)[0];
        for (const uint32_t entry : readBack<uint32_t>(device(), buffers.visibleLists, 0, listed)) {
            stored.levels[entry & ((1u << SINEW_LISTED_BITS) - 1)] =
                entry >> SINEW_LISTED_BITS & ((1u << SINEW_LEVEL_BITS) - 1);
        }
        return stored;
    }
    /// Returns the triangles of each instance at its level of detail.
    static std::vector<std::vector<uint32_t>> trianglesOf(Frame& frame, const Stored& stored) {
        std::vector<std::vector<uint32_t>> triangles;
        for (const uint32_t level : stored.levels) {
            EXPECT_NE(level, Stored::kUnlisted);
            triangles.push_back(level == 0 ? frame.model().geometry.indices
                                           : frame.scene()->levels().coarser[level - 1].indices);
        }
        return triangles;
    }
    static glm::dvec3 normalAt(const Hit& hit, const Stored& stored, const GpuMesh& mesh) {
        if (hit.distance < 0 || stored.vertices.empty()) return glm::dvec3(0.0);
        const uint32_t level = stored.levels[hit.instance];
        const std::vector<Draw>& draws = level == 0 ? mesh.draws : mesh.coarser[level - 1];
        const uint32_t first = draws[hit.geometry].firstIndex + 3 * hit.triangle;
        const glm::vec2 uv = hit.barycentrics;
        const float weights[] = {1 - uv.x - uv.y, uv.x, uv.y};
        glm::dvec3 normal(0.0);
        for (uint32_t c = 0; c < 3; ++c) {
            const uint32_t vertex =
                stored.firstVertices[hit.instance] + stored.meshIndices[first + c];
            normal += glm::dvec3(weights[c] * gpu::unpackUnit(stored.vertices[vertex].normal));
        }
        return normal;
    }

    /// Traces `rayCount` rays and returns the errors of their hits. Renders a frame at another time
    /// and, with levels of detail, from a larger distance first, so that structures are refitted
    /// and levels change. The second frame has the fault `without`.
    static ReferenceScene::Errors errorsOf(Frame& frame, FrameSettings settings,
                                           const PoseSample& sample, uint32_t rayCount,
                                           const char* without = "") {
        const auto target = OffscreenTarget::create(device(), {64, 64});
        settings.shadows = kTraced;
        FrameInput input = inputFor(frame, target, settings, sample.clip, 0);
        frame.render(input);
        if (settings.skinning.lod != Lod::none) input = closeUp(input, frame.bounds());
        input.playback.timeSeconds = sample.timeSeconds;
        setenv("SINEW_TEST_WITHOUT_HAZARD", without, 1);
        const Recording recording = frame.render(input);
        unsetenv("SINEW_TEST_WITHOUT_HAZARD");
        frame.finish();

        const CrowdGroup& group = frame.crowds().models()[0].groups[0];
        const Stored stored = storedOf(group.crowds[0], recording.moment);
        const ReferenceScene scene(
            frame.model(), requestsOf(frame.model(), input.playback, settings.instanceCount),
            group.poses.worldFromObject(), trianglesOf(frame, stored));
        const std::vector<Ray> rays = scene.rays(rayCount);
        const std::vector<Hit> hits = cast(frame, rays);
        ReferenceScene::Errors errors;
        for (const uint32_t level : stored.levels) errors.levels.insert(level);
        for (size_t i = 0; i < rays.size(); ++i) {
            const glm::dvec3 normal = normalAt(hits[i], stored, group.crowds[0].mesh().mesh);
            scene.compare(rays[i], hits[i], normal, errors);
        }
        return errors;
    }
    static FrameSettings settingsOf(const SkinChoice& choice) {
        return {.method = choice.method, .skinning = choice.settings, .instanceCount = 3};
    }

    static void expectHits(const std::shared_ptr<const Model>& model, const SkinChoice& choice,
                           size_t mostSamples, double tolerance = 1e-5) {
        SCOPED_TRACE(model->name + " with " + choiceText(choice));
        Frame frame = frameOf(model);
        std::vector<PoseSample> samples = verifySamples(*model);
        if (samples.size() > mostSamples) samples.resize(mostSamples);
        size_t expected = 0, hits = 0;
        for (const PoseSample& sample : samples) {
            const ReferenceScene::Errors errors = errorsOf(frame, settingsOf(choice), sample, 48);
            expected += errors.expected;
            hits += errors.hits;
            EXPECT_EQ(errors.missed, 0u);
            EXPECT_LE(errors.distance, tolerance);
            EXPECT_LE(errors.normalDegrees, 0.5);
        }
        // Rays cannot hit one of the shared models, because all of its triangles have no area.
        if (expected > 0) {
            EXPECT_GT(hits, 24u);
        }
    }
};

TEST_F(RaysTest, HitTheReferenceOnShippedCharacters) {
    for (const auto& model : {mannequin(), serpent()}) {
        expectHits(model, {Method::compute, {}}, 30);
    }
}

TEST_F(RaysTest, HitTheReferenceWithEveryMethodThatStoresVertices) {
    const SkinChoice choices[] = {
        {Method::feedback, {}},
        {Method::cpu, {.cull = Cull::boxes}},
        {Method::cpuReference, {}},
        {Method::compute, {.poses = PosedBy::gpu, .cull = Cull::boxes}},
        {Method::compute, {.poses = PosedBy::gpu, .rate = Rate::error}},
    };
    for (const SkinChoice& choice : choices) expectHits(mannequin(), choice, 4);
    // Compact vertices have a larger tolerance: 16 bits for each coordinate of the instance's box.
    expectHits(mannequin(), {Method::compute, {.output = Output::compact}}, 4, 4e-5);
}

TEST_F(RaysTest, HitTheReferenceOnSharedModels) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const std::filesystem::path& file : test::sharedModels()) {
        const auto model = std::make_shared<const Model>(importGltf(file));
        expectHits(model, {Method::compute, {}}, 3);
    }
}

TEST_F(RaysTest, MissTheReferenceIfStructuresAreNotRefitted) {
    Frame frame = frameOf(mannequin());
    const PoseSample sample{findClip(*mannequin(), "dance"), 0.6f};
    EXPECT_GT(errorsOf(frame, settingsOf({}), sample, 48, "refit").distance, 1e-3);
}

/// Tests instances near and far from the camera, with levels of detail.
class LeveledRaysTest : public RaysTest {
protected:
    static FrameSettings leveled(const SkinChoice& choice, bool unculled = false) {
        return {.method = choice.method,
                .skinning = choice.settings,
                .instanceCount = 12,
                .cascadeCount = 1,
                .lodPixels = 1,
                .overlays = {.skeleton = unculled}};
    }
    static Frame leveledFrame(const Device& onDevice = device()) {
        static const Levels levels = makeLevels(*mannequin());
        Frame frame = frameOf(mannequin(), onDevice);
        frame.scene()->offer(levels);
        return frame;
    }
    const PoseSample sample_{findClip(*mannequin(), "dance"), 0.6f};
};

TEST_F(LeveledRaysTest, HitTheLevelsThatAreDrawn) {
    Frame frame = leveledFrame();
    const FrameSettings all[] = {
        leveled({Method::compute, {.lod = Lod::error}}),
        leveled({Method::compute, {.lod = Lod::error}}, true),
        leveled({Method::compute, {.poses = PosedBy::gpu, .lod = Lod::error}}),
        leveled({Method::compute, {.output = Output::compact, .lod = Lod::error}}),
        leveled({Method::feedback, {.lod = Lod::error}}),
        leveled({Method::feedback, {.cull = Cull::boxes}})};
    for (const FrameSettings& settings : all) {
        SCOPED_TRACE(choiceText(settings.choice()));
        const bool compact = settings.skinning.output == Output::compact;
        const ReferenceScene::Errors errors = errorsOf(frame, settings, sample_, 96);
        EXPECT_GT(errors.levels.size(), settings.skinning.lod == Lod::none ? 0u : 2u);
        EXPECT_GT(errors.hits, 48u);
        EXPECT_EQ(errors.missed, 0u);
        EXPECT_LE(errors.distance, compact ? 4e-5 : 1e-5);
        EXPECT_LE(errors.normalDegrees, 0.5);
        EXPECT_EQ(frame.statistics().trace->refitted, 0u);
    }
}

TEST_F(LeveledRaysTest, MissTheReferenceWithTheIndicesOfAnOlderFrame) {
    Frame frame = leveledFrame();
    const FrameSettings settings = leveled({Method::compute, {.lod = Lod::error}});
    const ReferenceScene::Errors errors = errorsOf(frame, settings, sample_, 96, "indices");
    EXPECT_GT(errors.distance, 1e-3);
}

/// With a small vertex budget, a crowd has more instances than fit into one buffer of indices.
TEST_F(LeveledRaysTest, AreTheSameIfIndicesAreInSeveralBuffers) {
    FrameSettings settings = leveled({Method::compute, {.lod = Lod::error}});
    settings.vertexBudget = 1024;
    settings.shadows = kTraced;
    const Device lessDevice = lesser({.storageBytes = 96u << 10});
    Frame one = leveledFrame(), several = leveledFrame(lessDevice);
    const Picture picture = renderPicture(one, settings, 0, 0.3f);
    EXPECT_TRUE(renderPicture(several, settings, 0, 0.3f, lessDevice).rgba == picture.rgba);
    EXPECT_EQ(several.crowds().models()[0].groups.size(), 1u);
    settings.cascadeCount = 0;
    settings.shadows = {};
    EXPECT_FALSE(renderPicture(one, settings, 0, 0.3f).rgba == picture.rgba) << "no shadows";
}

class TracedShadowsTest : public TraceTest {
protected:
    static Picture pictureOf(Frame& frame, const SkinChoice& choice, const Shadows& shadows,
                             uint32_t instances = 3) {
        return renderPicture(frame,
                             {.method = choice.method,
                              .skinning = choice.settings,
                              .instanceCount = instances,
                              .cascadeCount = 3,
                              .shadows = shadows},
                             0, 0.3f);
    }
    /// Returns the share of pixels that differ together with all of their neighbours.
    static double thickDifference(const Picture& a, const Picture& b) {
        const auto differs = [&](uint32_t x, uint32_t y) {
            const size_t at = 4 * (size_t{y} * a.width + x);
            int largest = 0;
            for (size_t c = 0; c < 3; ++c) {
                largest = std::max(largest, std::abs(int{a.rgba[at + c]} - int{b.rgba[at + c]}));
            }
            return largest > 16;
        };
        size_t thick = 0;
        for (uint32_t y = 1; y + 1 < a.height; ++y) {
            for (uint32_t x = 1; x + 1 < a.width; ++x) {
                bool all = true;
                for (uint32_t n = 0; n < 9; ++n) all &= differs(x + n % 3 - 1, y + n / 3 - 1);
                thick += all;
            }
        }
        return static_cast<double>(thick) / (double{1} * a.width * a.height);
    }
};

TEST_F(TracedShadowsTest, EqualThoseOfTheMapAwayFromEdges) {
    for (const auto& model : {mannequin(), serpent()}) {
        Frame frame = frameOf(model);
        const Picture map = pictureOf(frame, {}, {});
        const Picture traced = pictureOf(frame, {}, kTraced);
        EXPECT_LT(thickDifference(map, traced), 0.0005) << model->name;
        FrameSettings lit{.instanceCount = 3, .cascadeCount = 0};
        EXPECT_GT(thickDifference(renderPicture(frame, lit, 0, 0.3f), traced), 0.001)
            << "there are shadows";
    }
}

TEST_F(TracedShadowsTest, AreTheSameForMethodsWithTheSameVertices) {
    Frame frame = frameOf(mannequin());
    const Picture compute = pictureOf(frame, {}, kTraced);
    EXPECT_EQ(compute.rgba, pictureOf(frame, {Method::feedback, {}}, kTraced).rgba);
    EXPECT_EQ(compute.rgba,
              pictureOf(frame, {Method::compute, {.cull = Cull::boxes}}, kTraced).rgba);
}

TEST_F(TracedShadowsTest, FollowTheNumberOfInstancesAndTheModels) {
    Frame frame = frameOf(mannequin());
    const Picture three = pictureOf(frame, {}, kTraced);
    (void)pictureOf(frame, {}, kTraced, 9);
    (void)pictureOf(frame, {}, {}, 3);
    const SceneModel both[] = {{mannequin()}, {serpent(), 2}};
    frame.setModels(both);
    const Picture mixed = pictureOf(frame, {}, kTraced, 6);
    EXPECT_LT(thickDifference(mixed, pictureOf(frame, {}, {}, 6)), 0.0005);
    frame.setModel(mannequin());
    EXPECT_EQ(pictureOf(frame, {}, kTraced).rgba, three.rgba);
}

TEST_F(TracedShadowsTest, OfALargeSunHaveAPenumbra) {
    Frame frame = frameOf(mannequin());
    const Picture hard = pictureOf(frame, {}, kTraced);
    const Picture soft = pictureOf(frame, {}, {ShadowMode::traced, 10});
    EXPECT_GT(differingShare(hard, soft), 0.002);
    EXPECT_EQ(soft.rgba, pictureOf(frame, {}, {ShadowMode::traced, 10}).rgba);
}

/// Before the shadow map compares depths, it moves a receiver by one to three texels towards the
/// light. A curb below this offset casts no shadow there. Rays start closer to the ground.
TEST_F(TracedShadowsTest, OfALowCurbReachIt) {
    Model curb = test::square();
    for (glm::vec3& p : curb.geometry.positions) p = {0, p.y * 0.01f, p.x * 20};
    curb.geometry.normals.assign(4, {1, 0, 0});
    curb.materials[0].doubleSided = true;
    Frame frame = frameOf(std::make_shared<const Model>(std::move(curb)));
    const auto target = OffscreenTarget::create(device(), {160, 120});
    const auto pictureWith = [&](const FrameSettings& settings) {
        FrameInput input = inputFor(frame, target, settings, kRestPose, 0);
        input.camera = {.target = {0, 0, 0}, .yawRadians = -1, .pitchRadians = 0.4f};
        input.camera.distance = 0.5f;
        return rendered(frame, input, target);
    };
    const Picture lit = pictureWith({.cascadeCount = 0});
    const double ofMap = differingShare(lit, pictureWith({.cascadeCount = 1}));
    const double ofRays = differingShare(lit, pictureWith({.cascadeCount = 1, .shadows = kTraced}));
    EXPECT_GT(ofRays, 0.005);
    EXPECT_LT(ofMap, 0.1 * ofRays);
}

/// The limit of instances counts their acceleration structures, indices and scratch memory.
TEST_F(TracedShadowsTest, LimitTheNumberOfInstancesByTheMemoryOfStructures) {
    const Device small = lesser({.memoryMiB = 128});
    for (const SkinChoice& choice :
         {SkinChoice{Method::compute, {}}, {Method::compute, {.lod = Lod::error}}}) {
        SCOPED_TRACE(choiceText(choice));
        Frame frame = frameOf(mannequin(), small);
        const auto faultOf = [&](uint32_t instances, const Shadows& shadows) {
            const FrameSettings settings{.method = choice.method,
                                         .skinning = choice.settings,
                                         .instanceCount = instances,
                                         .shadows = shadows};
            return test::errorOf([&] { renderPicture(frame, settings, 0, 0.3f, small); });
        };
        EXPECT_EQ(faultOf(1, kTraced), "");
        const uint32_t most = frame.maxInstances(choice, true);
        EXPECT_GT(most, 20u);
        EXPECT_LT(2 * most, frame.maxInstances(choice, false));
        EXPECT_EQ(faultOf(most, kTraced), "");
        EXPECT_NEAR(frame.maxInstances(choice, true), most, 0.05 * most);
        for (const uint32_t tooMany : {2 * most, 5 * most}) {
            EXPECT_EQ(faultOf(tooMany, {}), "");
            const std::string fault = faultOf(tooMany, kTraced);
            EXPECT_THAT(fault, test::says({"traced shadows", "at most ", "--shadows map"}));
            const size_t at = std::min(fault.rfind("at most "), fault.size() - 8);
            EXPECT_EQ(faultOf(static_cast<uint32_t>(std::atoi(&fault[at + 8])), kTraced), "");
        }
    }
}

class TraceRefusalTest : public test::GpuTest {};

TEST_F(TraceRefusalTest, NamesTheMissingExtension) {
    const Device lessDevice = lesser({.noRayQuery = true});
    EXPECT_THAT(test::errorOf([&] { requireTraceable(lessDevice, *mannequin(), {}); }),
                testing::HasSubstr("VK_KHR_ray_query"));
    Frame frame = frameOf(mannequin(), lessDevice);
    EXPECT_THROW(renderPicture(frame, {.shadows = kTraced}, 0, 0, lessDevice), std::runtime_error);
    EXPECT_NO_THROW(renderPicture(frame, {}, 0, 0, lessDevice));
}

TEST_F(TraceRefusalTest, NamesMethodsWithoutVerticesInMemory) {
    if (!device().has().rayQuery) GTEST_SKIP() << "the device has no ray queries";
    for (const Method method : allMethods()) {
        const std::string refusal = test::errorOf([&] {
            requireTraceable(device(), *mannequin(), {method, {}});
        });
        EXPECT_EQ(refusal.empty(), !skinningMethod(method).facts.passesSkin) << refusal;
    }
}

TEST(TracedNote, NamesModelsWithAlphaThatCastShadows) {
    Model model = test::square();
    EXPECT_EQ(tracedNote(model), "");
    Material& material = model.materials[model.primitives[0].material];
    for (const Material::Alpha alpha : {Material::Alpha::mask, Material::Alpha::blend}) {
        material.alpha = alpha;
        EXPECT_THAT(tracedNote(model), testing::HasSubstr("whole triangles"));
    }
    material.baseColor.a = 0.4f;
    EXPECT_EQ(tracedNote(model), "") << "the surface casts no shadow";
}

}  // namespace
}  // namespace sinew
