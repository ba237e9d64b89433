// Tests that rays hit the skinned vertices of the frame, that traced shadows agree with the shadow
// map, and that the refusal of a choice names the reason. Without ray queries, only
// NamesTheMissingExtension runs.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "shaders/shared/packing.h"
#include "skinning/gpu/verify/verify.h"
#include "skinning/reference/reference.h"
#include "tests/gpu/gpu_test.h"
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
    ReferenceScene(const Model& model, std::span<const PoseRequest> requests,
                   std::span<const gpu::Affine> placements)
        : model_(model) {
        for (size_t i = 0; i < requests.size(); ++i) {
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
        const std::vector<uint32_t>& indices = model_.geometry.indices;
        while (rays.size() < count) {
            const ReferenceVertices& instance = instances_[random() % instances_.size()];
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
        size_t missed = 0;  // expected rays without a hit
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
        const std::vector<uint32_t>& indices = model_.geometry.indices;
        for (const ReferenceVertices& instance : instances_) {
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

    const Model& model_;
    std::vector<ReferenceVertices> instances_;
    double extent_ = 0;
};

class RaysTest : public TraceTest {
protected:
    /// Traces `rayCount` rays and returns the errors of their hits. Renders a frame at another time
    /// first, so that structures are refitted and not built.
    static ReferenceScene::Errors errorsOf(Frame& frame, const SkinChoice& choice,
                                           const PoseSample& sample, uint32_t rayCount) {
        constexpr uint32_t kCount = 3;
        const auto target = OffscreenTarget::create(device(), {64, 64});
        FrameSettings settings{.method = choice.method,
                               .skinning = choice.settings,
                               .instanceCount = kCount,
                               .shadows = kTraced};
        FrameInput input = inputFor(frame, target, settings, sample.clip, 0);
        frame.render(input);
        input.playback.timeSeconds = sample.timeSeconds;
        const Recording recording = frame.render(input);
        frame.finish();

        const CrowdGroup& group = frame.crowds().models()[0].groups[0];
        const ReferenceScene scene(frame.model(), requestsOf(frame.model(), input.playback, kCount),
                                   group.poses.worldFromObject());
        const std::vector<Ray> rays = scene.rays(rayCount);
        const std::vector<Hit> hits = cast(frame, rays);
        const SkinnedCrowd& crowd = group.crowds[0];
        const GpuMesh& mesh = crowd.mesh().mesh;
        const auto indices =
            readBack<uint32_t>(device(), mesh.indices, 0, mesh.indices.bytes() / sizeof(uint32_t));
        const uint32_t vertexCount = crowd.constants().vertexCount;
        std::vector<gpu::PackedVertex> vertices;
        if (choice.settings.output == Output::full) {
            vertices =
                readBack<gpu::PackedVertex>(device(), crowd.buffers(recording.moment).skinned, 0,
                                            uint64_t{kCount} * vertexCount);
        }
        ReferenceScene::Errors errors;
        for (size_t i = 0; i < rays.size(); ++i) {
            glm::dvec3 normal(0.0);
            if (hits[i].distance >= 0 && !vertices.empty()) {
                const uint32_t first =
                    mesh.draws[hits[i].geometry].firstIndex + 3 * hits[i].triangle;
                const glm::vec2 uv = hits[i].barycentrics;
                const float weights[] = {1 - uv.x - uv.y, uv.x, uv.y};
                for (uint32_t c = 0; c < 3; ++c) {
                    const uint32_t vertex = hits[i].instance * vertexCount + indices[first + c];
                    normal += glm::dvec3(weights[c] * gpu::unpackUnit(vertices[vertex].normal));
                }
            }
            scene.compare(rays[i], hits[i], normal, errors);
        }
        return errors;
    }

    static void expectHits(const std::shared_ptr<const Model>& model, const SkinChoice& choice,
                           size_t mostSamples, double tolerance = 1e-5) {
        SCOPED_TRACE(model->name + " with " + choiceText(choice));
        Frame frame = frameOf(model);
        std::vector<PoseSample> samples = verifySamples(*model);
        if (samples.size() > mostSamples) samples.resize(mostSamples);
        size_t expected = 0, hits = 0;
        for (const PoseSample& sample : samples) {
            const ReferenceScene::Errors errors = errorsOf(frame, choice, sample, 48);
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
    setenv("SINEW_TEST_WITHOUT_HAZARD", "refit", 1);
    const ReferenceScene::Errors errors = errorsOf(frame, {Method::compute, {}}, sample, 48);
    unsetenv("SINEW_TEST_WITHOUT_HAZARD");
    EXPECT_GT(errors.distance, 1e-3);
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

class TraceRefusalTest : public test::GpuTest {
protected:
    static std::string refusalOf(const Device& onDevice, const SkinChoice& choice) {
        try {
            requireTraceable(onDevice, *mannequin(), choice);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }
};

TEST_F(TraceRefusalTest, NamesTheMissingExtension) {
    const Device lessDevice = lesser({.noRayQuery = true});
    EXPECT_THAT(refusalOf(lessDevice, {}), testing::HasSubstr("VK_KHR_ray_query"));
    Frame frame = frameOf(mannequin(), lessDevice);
    EXPECT_THROW(renderPicture(frame, {.shadows = kTraced}, 0, 0, lessDevice), std::runtime_error);
    EXPECT_NO_THROW(renderPicture(frame, {}, 0, 0, lessDevice));
}

TEST_F(TraceRefusalTest, NamesMethodsWithoutVerticesInMemory) {
    if (!device().has().rayQuery) GTEST_SKIP() << "the device has no ray queries";
    for (const Method method : allMethods()) {
        const std::string refusal = refusalOf(device(), {method, {}});
        EXPECT_EQ(refusal.empty(), !skinningMethod(method).facts.passesSkin) << refusal;
    }
    EXPECT_THAT(refusalOf(device(), {Method::compute, {.lod = Lod::error}}),
                testing::HasSubstr("visible list"));
}

}  // namespace
}  // namespace sinew
