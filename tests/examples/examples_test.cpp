// Tests what each example draws and writes. every_example_test.cpp tests what all examples have.
#include "skinning/animation/sample.h"
#include "skinning/gltf/import.h"
#include "skinning/reference/reference.h"
#include "skinning/settings.h"
#include "tests/examples/installed_tree.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

// Example 01 writes the same vertices as sinew-cli, and draws them with their shadow.
using Example01Test = InstalledTree;

TEST_F(Example01Test, WritesTheVerticesOfTheProgramAndDrawsThem) {
    ASSERT_NO_FATAL_FAILURE(build("examples/01-compute-skinning"));
    const fs::path picture = tree() / "picture.png";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const fs::path vertices = tree() / "vertices.bin";
        const std::string arguments = shipped(name).string() + " -o " + picture.string();
        run("01-compute-skinning", arguments + " --vertices " + vertices.string());
        const Model model = importGltf(shipped(name));
        const Corners expected = exported(shipped(name));
        const Corners rest = exported(shipped(name), "");
        const Difference difference = between(readVertices(vertices, model), expected);
        EXPECT_LE(difference.position, 1e-5);
        EXPECT_LE(difference.degrees, 0.05);

        const images::Pixels drawn = readImage(picture);
        ASSERT_EQ(drawn.width, 640u);
        ASSERT_EQ(drawn.height, 640u);
        const Box box = posedBox(model, 0.5f);
        const WrongPixels wrong = wrongPixels(drawn, expected, box);
        EXPECT_LE(wrong.character, 0.01);
        EXPECT_LE(wrong.shadow, 0.1);
        const WrongPixels unposed = wrongPixels(drawn, rest, box);
        EXPECT_GE(unposed.character, 0.2);
        EXPECT_GE(unposed.shadow, 0.2);

        fs::remove(vertices);  // the argument is optional
        run("01-compute-skinning", arguments);
        EXPECT_FALSE(fs::exists(vertices));
        EXPECT_EQ(readImage(picture).rgba, drawn.rgba);
    }
}

TEST_F(Example01Test, TheKernelIsShort) {
    EXPECT_LE(lineCount(sourceText("examples/01-compute-skinning/skin.comp.glsl")), 120);
}

// Example 02 writes the same vertices as sinew-cli.
using Example02Test = InstalledTree;

TEST_F(Example02Test, WritesTheVerticesOfTheProgram) {
    ASSERT_NO_FATAL_FAILURE(build("examples/02-cpu-skinning"));
    const std::string program = tree() / "02-cpu-skinning/build/cpu-skinning";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const fs::path file = tree() / "posed.obj";
        const Outcome run =
            runShell(program + " " + shipped(name).string() + " -o " + file.string());
        ASSERT_EQ(run.exitCode, 0) << run.error;
        const Corners posed = readObj(file);
        const Difference difference = between(posed, exported(shipped(name)));
        EXPECT_LE(difference.position, 1e-6);
        EXPECT_LE(difference.degrees, 0.01);
        // The rest pose differs.
        EXPECT_GT(between(posed, exported(shipped(name), "")).position, 1e-2);
    }
    const Outcome run = runShell(program + " missing.glb -o out.obj");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.error.find("missing.glb"), std::string::npos) << run.error;
}

// Example 03 draws two flattened characters as the reference computes them.
using Example03Test = InstalledTree;

/// Two characters, and the box around them.
Corners twoCharacters(const Model& model, const glm::vec3& scale, Box& box) {
    Pose pose = restPose(model);
    ClipSampler(model.clips[0]).sample(0.5f, pose);
    pose.joints[0].scale *= scale;
    const ReferencePose posed = referencePose(model, pose);
    std::vector<gpu::Affine> palette;
    for (const glm::dmat4& entry : posed.palette) {
        palette.emplace_back(glm::transpose(entry));
    }
    box = posedBounds(makeBindBoxes(model), palette, {});
    const double rightX = 0.8 * double(box.high.x - box.low.x);
    box.high.x += float(rightX);
    const ReferenceVertices vertices = referenceVertices(model, pose);
    Corners corners;
    for (const double x : {0.0, rightX}) {
        for (const uint32_t index : model.geometry.indices) {
            corners.positions.push_back(vertices.positions[index] + glm::dvec3(x, 0.0, 0.0));
            corners.normals.push_back(vertices.normals[index]);
        }
    }
    return corners;
}

TEST_F(Example03Test, DrawsTwoCharactersLikeTheReference) {
    ASSERT_NO_FATAL_FAILURE(build("examples/03-vertex-shader-skinning"));
    const fs::path picture = tree() / "picture.png";
    run("03-vertex-shader-skinning", shipped("mannequin.glb").string() + " -o " + picture.string());
    const Model model = importGltf(shipped("mannequin.glb"));
    const images::Pixels drawn = readImage(picture);
    Box box, otherBox;
    const Corners expected = twoCharacters(model, glm::vec3(1.3f, 0.9f, 0.35f), box);
    const WrongPixels wrong = wrongPixels(drawn, expected, box);
    EXPECT_LE(wrong.character, 0.02);
    EXPECT_LE(wrong.shadow, 0.1);
    const Corners unscaled = twoCharacters(model, glm::vec3(1.0f), otherBox);
    EXPECT_GE(wrongPixels(drawn, unscaled, box).character, 0.2);
}

// Example 04 draws the crowd with linear blends of two of the reference's palettes per instance.
using Example04Test = InstalledTree;

constexpr int kRows = 3, kColumns = 5;

/// The mannequin's clips by duration: run, walk, wave, dance, idle.
constexpr uint32_t kClips[] = {2, 1, 4, 3, 0};

/// Returns the crowd; `view` gets the camera's box. Without `blends`, it has the preceding frames.
Corners crowd(const Model& model, bool blends, Box& view) {
    std::vector<std::vector<ReferencePose>> frames(std::size(kClips));
    const Box box = standingBounds(model, makeBindBoxes(model));
    for (size_t c = 0; c < frames.size(); ++c) {
        const double seconds = double(model.clips[kClips[c]].durationSeconds);
        const long count = std::lround(seconds * 10.0);
        for (long f = 0; f < count; ++f) {
            frames[c].push_back(
                referencePose(model, kClips[c], seconds * double(f) / double(count)));
        }
    }
    const float x = 0.5f * (box.high.x - box.low.x), z = box.high.z - box.low.z;
    view = {{-0.5f * x, box.low.y, -z * (kRows - 1)}, {x * (kColumns - 0.5f), box.high.y, 0.0f}};
    Corners corners;
    for (int i = 0; i < kRows * kColumns; ++i) {
        const int row = i / kColumns, column = i % kColumns;
        const auto& clip = frames[size_t(row) % frames.size()];
        const size_t frame = clip.size() - 1 + size_t(column) / 4;
        const double share = blends ? 0.25 * (column % 4) : 0.0;
        ReferencePose pose = clip[frame % clip.size()];
        for (size_t b = 0; b < pose.palette.size(); ++b) {
            const glm::dmat4& next = clip[(frame + 1) % clip.size()].palette[b];
            pose.palette[b] = pose.palette[b] * (1.0 - share) + next * share;
        }
        const ReferenceVertices vertices = referenceVertices(model, pose, SkinSettings{});
        const glm::dvec3 place(double(x) * column, 0.0, double(-z) * row);
        for (const uint32_t index : model.geometry.indices) {
            corners.positions.push_back(vertices.positions[index] + place);
            corners.normals.push_back(vertices.normals[index]);
        }
    }
    return corners;
}

TEST_F(Example04Test, DrawsTheCrowdOfTheReference) {
    ASSERT_NO_FATAL_FAILURE(build("examples/04-baked-texture-crowd"));
    const fs::path picture = tree() / "picture.png";
    run("04-baked-texture-crowd", shipped("mannequin.glb").string() + " -o " + picture.string());
    const Model model = importGltf(shipped("mannequin.glb"));
    const images::Pixels drawn = readImage(picture);
    Box view;
    const WrongPixels wrong = wrongPixels(drawn, crowd(model, true, view), view);
    EXPECT_LE(wrong.character, 0.01);
    EXPECT_LE(wrong.shadow, 0.1);
    EXPECT_GE(wrongPixels(drawn, crowd(model, false, view), view).character, 0.1);
}

// Example 05 writes vertices that are rotated about the middle joint.
using Example05Test = InstalledTree;

/// Returns the expected bars. A blend of dual quaternions that keep the joint in place rotates
/// about the joint. The half angle is the direction of a weighted sum of two unit vectors in the
/// plane.
Corners bars() {
    const double degrees[] = {170, -120, -95}, yaws[] = {20, 280, 280}, x[] = {-1.35, -0.5, 1.0};
    Corners corners;
    for (int pose = 0; pose < 3; ++pose) {
        const glm::dvec3 axis(pose > 0, pose == 0, 0);
        const auto yaw = glm::angleAxis(glm::radians(yaws[pose]), glm::dvec3(0, 1, 0));
        for (int ring = 0; ring < 67; ++ring) {
            const double y = std::min(ring, 64) / 32.0,
                         upper = std::clamp((y - 1) / 0.9 + 0.5, 0.0, 1.0);
            const double half = glm::radians(degrees[pose]) / 2;
            const double angle =
                2 * std::atan2(upper * std::sin(half), 1 - upper + upper * std::cos(half));
            const double scale = pose == 2 ? 1 + 0.4 * upper : 1;
            for (int side = 0; side < 48; ++side) {
                const double turn = glm::radians(side * 7.5), c = std::cos(turn),
                             s = std::sin(turn);
                const double width =
                    ring == 66 ? 0 : 0.3 / std::pow(std::pow(c, 6) + std::pow(s, 6), 1.0 / 6);
                const glm::dvec3 out =
                    ring > 64 ? glm::dvec3(0, 1, 0)
                              : glm::normalize(glm::dvec3(std::pow(c, 5), 0, std::pow(s, 5)));
                const glm::dquat rotation = yaw * glm::angleAxis(angle, axis);
                corners.positions.push_back(rotation *
                                                (scale * glm::dvec3(c * width, y - 1, s * width)) +
                                            glm::dvec3(x[pose], 1, 0));
                corners.normals.push_back(rotation * out);
            }
        }
    }
    return corners;
}

TEST_F(Example05Test, RotatesAndScalesAboutTheJoint) {
    ASSERT_NO_FATAL_FAILURE(build("examples/05-dual-quaternions"));
    const fs::path file = tree() / "vertices.bin";
    run("05-dual-quaternions",
        "-o " + (tree() / "picture.png").string() + " --vertices " + file.string());
    Model model;  // a corner for each vertex
    model.geometry.positions.resize(bars().positions.size());
    for (uint32_t i = 0; i < model.geometry.vertexCount(); ++i) model.geometry.indices.push_back(i);
    const Difference difference = between(readVertices(file, model), bars());
    EXPECT_LE(difference.position, 1e-6);
    EXPECT_LE(difference.degrees, 0.05);
}

TEST_F(Example05Test, RefusesAJointWithUnevenScale) {
    ASSERT_NO_FATAL_FAILURE(build("examples/05-dual-quaternions"));
    const fs::path source = tree() / "05-dual-quaternions/main.cpp";
    const std::string original = sourceText("examples/05-dual-quaternions/main.cpp");
    const std::string even = "glm::vec3(1.0f + 0.4f * share * share)";
    std::string uneven = original;
    ASSERT_NE(uneven.find(even), std::string::npos);
    writeFile(source, uneven.replace(uneven.find(even), even.size(), "glm::vec3(1, 1.1f, 1)"));
    buildChanged("examples/05-dual-quaternions");
    writeFile(source, original);
    ASSERT_FALSE(HasFatalFailure());
    const Outcome run =
        runValidated((tree() / "05-dual-quaternions/build/dual-quaternions").string() + " -o " +
                     (tree() / "picture.png").string());
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.error, "joint upper has uneven scale, but a dual quaternion has one factor\n");
}

// Example 06 writes the same vertices as sinew-cli for each clip, at the times of several rows.
using Example06Test = InstalledTree;

TEST_F(Example06Test, WritesTheVerticesOfTheProgram) {
    ASSERT_NO_FATAL_FAILURE(build("examples/06-gpu-poses"));
    const fs::path all = tree() / "vertices.bin", one = tree() / "instance.bin";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        run("06-gpu-poses", shipped(name).string() + " -o " + (tree() / "picture.png").string() +
                                " --vertices " + all.string());
        const Model model = importGltf(shipped(name));
        const Box box = standingBounds(model, makeBindBoxes(model));
        const double spacing = 0.6 * double(box.high.x - box.low.x);
        for (const size_t instance : {0u, 6u, 12u, 3u, 14u}) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(instance));
            const size_t column = instance % 5, row = instance / 5;
            const std::string bytes = readFile(all);
            ASSERT_EQ(bytes.size() % 15, 0u);
            writeFile(one, bytes.substr(instance * bytes.size() / 15, bytes.size() / 15));
            Corners posed = readVertices(one, model);
            for (glm::dvec3& p : posed.positions) {
                p -= spacing * glm::dvec3(double(column), 0.0, -double(row));
            }
            const std::string clip = std::to_string(column % model.clips.size());
            const std::string time = std::to_string(0.5 + 0.37 * double(row + 1));
            const Difference difference =
                between(posed, exported(shipped(name), "--clip " + clip + " --time " + time));
            EXPECT_LE(difference.position, 1e-5);
            EXPECT_LE(difference.degrees, 0.05);
        }
    }
}

// Example 07 draws the same picture without culling, except for the map of skinned instances.
// The parameter is the name of a model.
class Example07Test : public InstalledTree, public ::testing::WithParamInterface<const char*> {
protected:
    static images::Pixels picture() {
        const fs::path file = tree() / "picture.png";
        const std::string model = GetParam() + std::string(".glb");
        run("07-culled-crowd", shipped(model).string() + " -o " + file.string());
        return readImage(file);
    }
};

const auto kNameOfModel = [](const auto& model) { return "07_" + std::string(model.param); };
INSTANTIATE_TEST_SUITE_P(Examples, Example07Test, ::testing::Values("mannequin"), kNameOfModel);
INSTANTIATE_TEST_SUITE_P(Long, Example07Test, ::testing::Values("serpent"), kNameOfModel);

TEST_P(Example07Test, CullingChangesNoPixelOfTheView) {
    ASSERT_NO_FATAL_FAILURE(build("examples/07-culled-crowd"));
    const images::Pixels culled = picture();
    const fs::path shader = tree() / "07-culled-crowd/cull.comp.glsl";
    const std::string original = readFile(shader);
    std::string text = original;
    const size_t body = text.find("    mat4 row = transpose(clip);");
    ASSERT_NE(body, std::string::npos);
    writeFile(shader, text.insert(body, "    return true;\n"));
    buildChanged("examples/07-culled-crowd");
    writeFile(shader, original);
    if (HasFatalFailure()) return;
    const images::Pixels all = picture();
    size_t view = 0, culledMap = 0, wholeMap = 0;
    for (size_t at = 0; at < all.rgba.size(); ++at) {
        const size_t x = at / 4 % all.width, y = at / 4 / all.width;
        if (x >= 400 && y < 200) {
            culledMap += culled.rgba[at] < 220;
            wholeMap += all.rgba[at] < 220;
        } else {
            view += culled.rgba[at] != all.rgba[at];
        }
    }
    EXPECT_EQ(view, 0u);
    EXPECT_GT(culledMap, 1000u);
    EXPECT_LT(double(culledMap), 0.8 * double(wholeMap));
}

// Example 08 draws the same vertices as sinew-cli, and traces their shadow.
using Example08Test = InstalledTree;

/// The camera of examples/08-traced-shadows.
glm::dmat4 cameraOf(const Box& box) {
    const glm::dvec3 center(box.center());
    const double radius = box.radius();
    const glm::dvec3 eye = center + radius * glm::dvec3(-2.2, 2.4, 2.4);
    const glm::dvec3 at = center - radius * glm::dvec3(0.5, 0.1, 0.5);
    const double distance = glm::length(eye - at);
    glm::dmat4 clip = glm::perspective(glm::radians(30.0), 1.0, 0.1 * distance, 3.0 * distance);
    clip[1][1] *= -1.0;
    return clip * glm::lookAt(eye, at, glm::dvec3(0.0, 1.0, 0.0));
}

TEST_F(Example08Test, TracesTheShadowOfTheSkinnedVertices) {
    ASSERT_NO_FATAL_FAILURE(build("examples/08-traced-shadows"));
    const std::string program = tree() / "08-traced-shadows/build/traced-shadows";
    const fs::path picture = tree() / "picture.png";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const Outcome run =
            runValidated(program + " " + shipped(name).string() + " -o " + picture.string());
        if (run.error.starts_with("the device lacks VK_")) GTEST_SKIP() << run.error;
        ASSERT_EQ(run.exitCode, 0) << run.error;
        EXPECT_EQ(run.out, "");  // no message of the layer
        Model model = importGltf(shipped(name));
        const std::string clip = std::to_string(model.clips.size() - 1);
        model.clips = {model.clips.back()};
        const Box box = posedBox(model, 0.5f);
        const images::Pixels drawn = readImage(picture);
        const Corners posed = exported(shipped(name), "--clip " + clip + " --time 0.5");
        const WrongPixels wrong = wrongPixels(drawn, posed, box, cameraOf(box));
        EXPECT_LE(wrong.character, 0.01);
        EXPECT_LE(wrong.shadow, 0.15);  // the expected shadow is sharp
        const WrongPixels unposed =
            wrongPixels(drawn, exported(shipped(name), ""), box, cameraOf(box));
        EXPECT_GE(unposed.character, 0.2);
        EXPECT_GE(unposed.shadow, 0.2);
    }
}

}  // namespace
}  // namespace sinew::test
