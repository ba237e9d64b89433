// Tests materials: pixels of a square have colours computed by hand, or those of an equivalent
// material.
#include <cmath>

#include "tests/gpu/gpu_test.h"
#include "tests/keyed.h"

namespace sinew {
namespace {

constexpr uint32_t kSide = 64;

using test::square;

/// Adds an image of one row of pixels. Returns a texture that samples it without filtering.
Texture addImage(Model& model, std::vector<std::array<uint8_t, 4>> pixels) {
    Image image{.width = static_cast<uint32_t>(pixels.size()), .height = 1};
    for (const auto& p : pixels) image.rgba.insert(image.rgba.end(), p.begin(), p.end());
    model.images.push_back(image);
    return {.image = static_cast<uint32_t>(model.images.size() - 1),
            .magnified = Texture::Filter::nearest,
            .minified = Texture::Filter::nearest,
            .mipmaps = Texture::Mipmaps::none};
}

float encoded(float linear) {
    return 255.0f *
           (linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f);
}

class MaterialTest : public test::GpuTest {
protected:
    struct View {
        float yaw = 0.0f;
        uint32_t clip = kRestPose;
        float time = 0.0f;
        Method method = Method::compute;
        uint32_t shown = SINEW_VIEW_SHADED;
        float exposure = 0.0f;
    };

    static Picture render(const Model& model, const View& view) {
        static Frame frame = createFrame();
        frame.setModel(std::make_shared<const Model>(model));
        const OffscreenTarget target = OffscreenTarget::create(device(), {kSide, kSide});
        return rendered(
            frame,
            {.settings = {.method = view.method, .view = view.shown, .exposure = view.exposure},
             .playback = {.clip = view.clip, .timeSeconds = view.time},
             .camera = {.target = {0, 1, 0}, .yawRadians = view.yaw, .distance = 4},
             .target = target.target()},
            target);
    }

    /// Returns the pixel that shows the point (u, v) of the square's image, seen from the front.
    static glm::vec3 at(const Picture& picture, float u, float v) {
        const float perMetre = kSide / (2.0f * 4.0f * std::tan(0.35f));
        const auto x = static_cast<size_t>(kSide / 2 + (2 * u - 1) * perMetre);
        const auto y = static_cast<size_t>(kSide / 2 + (2 * v - 1) * perMetre);
        const uint8_t* p = &picture.rgba[4 * (y * kSide + x)];
        return {p[0], p[1], p[2]};
    }
    static glm::vec3 middle(const Model& model) { return middle(model, View{}); }
    static glm::vec3 middle(const Model& model, const View& view) {
        return at(render(model, view), 0.45f, 0.55f);
    }

    static void expectSame(const glm::vec3& a, const glm::vec3& b, float tolerance) {
        EXPECT_LE(glm::length(a - b), tolerance)
            << a.x << " " << a.y << " " << a.z << " is not " << b.x << " " << b.y << " " << b.z;
    }
    /// Returns the colour behind the square.
    static glm::vec3 background() {
        Model nothing = square();
        nothing.materials[0].alpha = Material::Alpha::mask;
        nothing.materials[0].baseColor.a = 0;
        return middle(nothing);
    }
};

TEST_F(MaterialTest, UnlitIsTheBaseColorAsItIs) {
    Model model = square();
    model.materials[0].unlit = true;
    model.materials[0].baseColor = {.5f, .25f, .01f, 1};
    expectSame(middle(model), {encoded(.5f), encoded(.25f), encoded(.01f)}, 1.8f);
}

TEST_F(MaterialTest, DataViewsShowFactorsTexturesAndTexcoordsWithoutLight) {
    Model model = square();
    Material& material = model.materials[0];
    material.baseColor = {.5f, .25f, .01f, 1};
    material.emissive = {1, 1, 1};
    material.roughness = .6f;
    material.metallic = .5f;
    material.metallicRoughnessTexture = addImage(model, {{0, 255, 102, 255}});
    material.occlusionTexture = addImage(model, {{102, 0, 0, 255}});
    material.occlusionStrength = .5f;
    // The sRGB curve and a power of 2.2 differ by at most 4 of 255.
    const auto grey = [](float value) { return glm::vec3(255 * value); };
    const auto shown = [&](uint32_t view) { return render(model, {.shown = view}); };
    const auto shownInTheMiddle = [&](uint32_t view) { return at(shown(view), .45f, .55f); };
    expectSame(shownInTheMiddle(SINEW_VIEW_BASE_COLOR),
               {encoded(.5f), encoded(.25f), encoded(.01f)}, 1.8f);
    expectSame(shownInTheMiddle(SINEW_VIEW_ROUGHNESS), grey(.6f), 7);
    expectSame(shownInTheMiddle(SINEW_VIEW_METALLIC), grey(.5f * .4f), 7);
    expectSame(shownInTheMiddle(SINEW_VIEW_OCCLUSION), grey(1 - .5f * .6f), 7);
    const Picture uv = shown(SINEW_VIEW_UV);
    expectSame(at(uv, .2f, .7f), {255 * .2f, 255 * .7f, 0}, 9);  // half a pixel is 4 of 255
    expectSame(at(uv, .8f, .3f), {255 * .8f, 255 * .3f, 0}, 9);
}

/// Finds the radiance of one stop less, by inverting the tone mapping of shaders/draw/light.glsl.
TEST_F(MaterialTest, AStopOfExposureDoublesRadianceBeforeToneMapping) {
    const auto mapped = [](float x) {
        return (x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f);
    };
    const Model model = square();
    const float darker = middle(model, {.exposure = -1}).g;
    float low = 0, high = 4;
    while (high - low > 1e-4f) {
        const float tried = 0.5f * (low + high);
        (encoded(mapped(tried)) < darker ? low : high) = tried;
    }
    EXPECT_NEAR(middle(model).g, encoded(mapped(2 * low)), 3);
}

TEST_F(MaterialTest, VertexColorsMultiplyTheBaseColor) {
    Model model = square();
    model.materials[0].unlit = true;
    model.materials[0].baseColor = {.5f, 1, 1, 1};
    model.geometry.colors.assign(4, {.5f, .2f, 1, 1});
    model.primitives[0].hasColors = true;
    expectSame(middle(model), {encoded(.25f), encoded(.2f), 255}, 1.8f);
}

TEST_F(MaterialTest, ATextureReadsItsOwnUvSetThroughItsTransform) {
    Model model = square();
    Material& material = model.materials[0];
    material.unlit = true;
    material.baseColorTexture = addImage(model, {{255, 0, 0, 255}, {0, 255, 0, 255}});
    Picture picture = render(model, {});
    expectSame(at(picture, .2f, .5f), {255, 0, 0}, 1);
    expectSame(at(picture, .8f, .5f), {0, 255, 0}, 1);

    material.baseColorTexture.imageFromUv[2] = {.5f, 0};  // wraps around: the halves are swapped
    picture = render(model, {});
    expectSame(at(picture, .2f, .5f), {0, 255, 0}, 1);
    material.baseColorTexture.wrapU = Texture::Wrap::clamp;
    picture = render(model, {});
    expectSame(at(picture, .8f, .5f), {0, 255, 0}, 1);

    material.baseColorTexture.imageFromUv = glm::mat3x2(1.0f);
    material.baseColorTexture.uvSet = 1;
    model.geometry.uvSets.push_back(std::vector<glm::vec2>(4, {.25f, .5f}));
    picture = render(model, {});
    expectSame(at(picture, .8f, .5f), {255, 0, 0}, 1);
}

TEST_F(MaterialTest, FilteringIsAsTheSamplerSays) {
    Model model = square();
    Material& material = model.materials[0];
    material.unlit = true;
    material.baseColorTexture = addImage(model, {{255, 0, 0, 255}, {0, 0, 255, 255}});
    EXPECT_TRUE(at(render(model, {}), .45f, .5f).b < 2);
    material.baseColorTexture.magnified = Texture::Filter::linear;
    EXPECT_TRUE(at(render(model, {}), .45f, .5f).b > 60);
}

TEST_F(MaterialTest, MaskCutsAndBlendMixesByTheProductOfAllAlphas) {
    Model model = square();
    Material& material = model.materials[0];
    material.unlit = true;
    material.baseColor = {0, 0, 0, .8f};
    material.baseColorTexture = addImage(model, {{255, 255, 255, 204}});
    model.geometry.colors.assign(4, {1, 1, 1, .75f});
    model.primitives[0].hasColors = true;  // alpha: .8 x .8 x .75 = .48
    const glm::vec3 behind = background();
    material.alpha = Material::Alpha::mask;
    material.alphaCutoff = .49f;
    expectSame(middle(model), behind, 1);
    material.alphaCutoff = .47f;
    expectSame(middle(model), {0, 0, 0}, 1);
    material.alpha = Material::Alpha::blend;
    const auto linear = [](float byte) { return std::pow((byte / 255 + 0.055f) / 1.055f, 2.4f); };
    const float green = encoded(.52f * linear(behind.g));
    EXPECT_NEAR(middle(model).g, green, 3);
}

TEST_F(MaterialTest, MetallicAndRoughnessTexturesMultiplyTheirFactors) {
    Model textured = square();
    textured.materials[0].baseColor = {.8f, .5f, .2f, 1};
    textured.materials[0].metallic = 1;
    textured.materials[0].roughness = 1;
    textured.materials[0].metallicRoughnessTexture = addImage(textured, {{9, 102, 204, 255}});
    Model plain = square();
    plain.materials[0].baseColor = {.8f, .5f, .2f, 1};
    plain.materials[0].metallic = .8f;
    plain.materials[0].roughness = .4f;
    expectSame(middle(textured), middle(plain), 1);
    plain.materials[0].metallic = .4f;
    plain.materials[0].roughness = .8f;
    EXPECT_GT(glm::length(middle(textured) - middle(plain)), 10);
}

TEST_F(MaterialTest, OcclusionDarkensTheSkyByItsStrength) {
    Model model = square();
    const glm::vec3 open = middle(model);
    model.materials[0].occlusionTexture = addImage(model, {{0, 255, 255, 255}});
    const glm::vec3 closed = middle(model);
    EXPECT_LT(closed.r, open.r - 15);
    model.materials[0].occlusionStrength = 0;
    expectSame(middle(model), open, 1);
}

TEST_F(MaterialTest, EmissionIsAddedByFactorAndTexture) {
    Model model = square();
    model.materials[0].baseColor = {0, 0, 0, 1};
    const glm::vec3 dark = middle(model);
    model.materials[0].emissive = {0, 3, 0};
    const glm::vec3 bright = middle(model);
    EXPECT_GT(bright.g, dark.g + 100);
    EXPECT_NEAR(bright.r, dark.r, 2);
    model.materials[0].emissiveTexture = addImage(model, {{255, 0, 255, 255}});
    expectSame(middle(model), dark, 2);
    // The texture is sRGB: 188 encodes half of the linear value of 255.
    model.materials[0].emissive = {0, .5f, 0};
    model.materials[0].emissiveTexture = addImage(model, {{255, 188, 255, 255}});
    const glm::vec3 half = middle(model);
    model.materials[0].emissive = {0, .25f, 0};
    model.materials[0].emissiveTexture = {};
    expectSame(middle(model), half, 2);
}

/// Adds a normal texture. All its normals are (.6, -.48, .64): right, down, towards the viewer.
Texture addTilt(Model& model) {
    return addImage(model, {{204, 66, 209, 255}});
}
Model tilted(float x, float y, float z) {
    Model model = square();
    model.geometry.normals.assign(4, glm::normalize(glm::vec3(x, y, z)));
    return model;
}

TEST_F(MaterialTest, ANormalTextureLooksLikeNormalsOfThatTilt) {
    Model mapped = square();
    mapped.materials[0].normalTexture = addTilt(mapped);
    const glm::vec3 expected = middle(tilted(.6f, -.48f, .64f));
    expectSame(middle(mapped), expected, 4);
    EXPECT_GT(glm::length(expected - middle(square())), 20);

    mapped.materials[0].normalScale = .5f;
    expectSame(middle(mapped), middle(tilted(.3f, -.24f, .64f)), 4);

    Model mirroredUvs = square();  // w = -1: the bitangent points down
    mirroredUvs.materials[0].normalTexture = addTilt(mirroredUvs);
    mirroredUvs.geometry.tangents.assign(4, {1, 0, 0, -1});
    expectSame(middle(mirroredUvs), middle(tilted(.6f, .48f, .64f)), 4);
}

TEST_F(MaterialTest, ANormalTextureOnAFileWithoutNormalsFindsItsAxesFromTheUvs) {
    Model flat = square();
    flat.materials[0].normalTexture = addTilt(flat);
    flat.primitives[0].hasNormals = false;
    flat.geometry.tangents.assign(4, {0, 1, 0, 1});  // ignored without normals
    expectSame(middle(flat), middle(tilted(.6f, -.48f, .64f)), 4);
    for (glm::vec2& uv : flat.geometry.uvSets[0]) uv.x = 1 - uv.x;
    expectSame(middle(flat), middle(tilted(-.6f, -.48f, .64f)), 4);
}

/// Returns a clip that mirrors the root along x from 1 s on.
Clip mirrorFrom1Second() {
    const Channel scale{.path = Channel::Path::scale,
                        .interpolation = Channel::Interpolation::step};
    return test::keyed("turn", scale, {0, 1, 2}, {1, 1, 1, -1, 1, 1, -1, 1, 1});
}

/// The winding determines the front face; the normal does not. With a clip that mirrors the root,
/// the sign of the blended determinant corrects the winding.
TEST_F(MaterialTest, AFrontFaceKeepsANormalThatPointsAway) {
    for (const bool doubleSided : {false, true}) {
        const auto withNormal = [&](float z) {
            Model model = square();
            model.materials[0].doubleSided = doubleSided;
            model.geometry.normals.assign(4, glm::normalize(glm::vec3(0, 1, z)));
            return model;
        };
        expectSame(middle(withNormal(0.1f)), middle(withNormal(-0.1f)), 20);
        EXPECT_GT(glm::length(middle(withNormal(-0.1f)) - background()), 20);
        for (const Method method : {Method::compute, Method::vertex, Method::cpu}) {
            Model changing = withNormal(-0.1f);
            changing.clips = {mirrorFrom1Second()};
            for (const float time : {0.5f, 1.5f}) {
                expectSame(middle(changing, {.clip = 0, .time = time, .method = method}),
                           middle(withNormal(-0.1f)), 4);
            }
        }
    }
}

TEST_F(MaterialTest, AMirroringJointTurnsNormalTexturesAndSidesWithIt) {
    const glm::vec3 behind = background();
    const glm::vec3 expected = middle(tilted(-.6f, -.48f, .64f));
    Model mirrored = square();
    mirrored.materials[0].normalTexture = addTilt(mirrored);
    mirrored.skeleton.rest[0].scale = {-1, 1, 1};
    Model changing = square();
    changing.materials[0].normalTexture = addTilt(changing);
    changing.clips = {mirrorFrom1Second()};
    for (const Method method : {Method::compute, Method::vertex, Method::cpu}) {
        expectSame(middle(mirrored, {.method = method}), expected, 4);
        expectSame(middle(changing, {.clip = 0, .time = 1.5f, .method = method}), expected, 4);
        expectSame(middle(changing, {.clip = 0, .time = 0.5f, .method = method}),
                   middle(tilted(.6f, -.48f, .64f)), 4);
    }
    // Back faces are culled before and after the clip mirrors the root, unless both sides are
    // drawn.
    const glm::vec3 fromBehind = middle(square(), {.yaw = 3.1415927f});
    expectSame(middle(mirrored, {.yaw = 3.1415927f}), fromBehind, 3);
    for (const float time : {0.5f, 1.5f}) {
        const View back{.yaw = 3.1415927f, .clip = 0, .time = time};
        expectSame(middle(changing, back), fromBehind, 3);
        changing.materials[0].doubleSided = true;
        EXPECT_GT(glm::length(middle(changing, back) - behind), 10);
        changing.materials[0].doubleSided = false;
    }
}

TEST_F(MaterialTest, BothSidesOfADoubleSidedSquareAreLitFromTheirOwnSide) {
    Model model = square();
    model.materials[0].doubleSided = true;
    Model reversed = square();
    reversed.geometry.normals.assign(4, {0, 0, -1});
    reversed.geometry.indices = {0, 2, 1, 0, 3, 2};
    expectSame(middle(model, {.yaw = 3.1415927f}), middle(reversed, {.yaw = 3.1415927f}), 2);
}

}  // namespace
}  // namespace sinew
