// gltf::Account limits the memory and work of an import, so that small files that reference the
// same data many times are refused.
#include <gmock/gmock.h>

#include "skinning/animation/slerp.h"
#include "skinning/gltf/clip.h"
#include "skinning/gltf/file/account.h"
#include "skinning/gltf/file/document.h"
#include "skinning/gltf/scene.h"
#include "skinning/gltf/skin.h"
#include "tests/unit/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::AllOf;
using testing::HasSubstr;

// Adds an accessor of `count` zeros, without a buffer view, and returns its index.
size_t zerosOf(GltfBuilder& builder, int componentType, const char* type, uint64_t count) {
    return builder.add("accessors",
                       {{"componentType", componentType}, {"type", type}, {"count", count}});
}

// Returns a file with a node that draws 65,536 vertices at the origin. The vertices take no bytes
// in the file.
GltfBuilder zeros() {
    GltfBuilder builder;
    zerosOf(builder, 5126, "VEC3", 65536);
    builder.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}});
    builder.add("nodes", {{"mesh", 0}});
    return builder;
}

/// Adds `count` nodes that draw mesh 0.
void addNodes(GltfBuilder& builder, int count) {
    for (int i = 0; i < count; ++i) builder.add("nodes", {{"mesh", 0}});
}

// The memory (bytes) and the work that an import counts in its account.
struct Drawn {
    uint64_t memory = 0;
    uint64_t work = 0;
};
Drawn drawnByImport(const GltfBuilder& builder) {
    const auto account = std::make_shared<gltf::Account>();
    importGltf(builder.write(), {.account = account});
    return {account->memoryDrawn(), account->workDrawn()};
}

// Expects that importing `more` counts at least `bytesEach` more bytes, and 1 more unit of work,
// for each of the `count` items that `less` does not have.
void expectDrawn(const char* what, const GltfBuilder& less, const GltfBuilder& more, uint64_t count,
                 uint64_t bytesEach) {
    const Drawn before = drawnByImport(less), after = drawnByImport(more);
    EXPECT_GE(after.memory - before.memory, count * bytesEach) << what;
    EXPECT_GE(after.work - before.work, count) << what;
}

TEST(Account, AMeshMayBeDrawnManyTimes) {
    GltfBuilder builder = test::skinnedTriangle();
    for (int i = 0; i < 1000; ++i) builder.add("nodes", {{"mesh", 0}, {"skin", 0}});
    EXPECT_EQ(builder.import().geometry.vertexCount(), 3003u);
}

// The account counts 370 MB for a file of some kilobytes.
TEST(Account, MillionsOfVerticesNeedNoLargeFile) {
    GltfBuilder builder = zeros();
    addNodes(builder, 24);
    EXPECT_EQ(builder.import().geometry.vertexCount(), 25u * 65535);
}

TEST(Account, ZerosDrawnManyTimesAreRefused) {
    GltfBuilder builder = zeros();
    addNodes(builder, 500);
    EXPECT_THAT(
        builder.importError(),
        AllOf(HasSubstr("the vertices need 13.6 MB of memory in addition to"),
              HasSubstr("which may use 13"), HasSubstr("primitives[0].attributes.POSITION: ")));
}

TEST(Account, ThousandsOfTargetsOfZerosAreRefused) {
    GltfBuilder builder = zeros();
    Json& targets = builder.root["meshes"][0]["primitives"][0]["targets"];
    for (int i = 0; i < 2000; ++i) targets.push_back({{"POSITION", 0}});
    EXPECT_THAT(builder.importError(),
                HasSubstr("the morphed vertices need 393210000 steps of work"));
}

TEST(Account, ClipsThatShareTheirKeysAreCountedEach) {
    GltfBuilder builder = test::triangle();
    std::vector<float> times(4000);
    for (size_t k = 0; k < times.size(); ++k) times[k] = static_cast<float>(k);
    const size_t input = builder.accessor(times, "SCALAR");
    const size_t output = zerosOf(builder, 5126, "VEC3", times.size());
    builder.channel(0, "translation", static_cast<int>(input), static_cast<int>(output));
    const Json animation = builder.root["animations"][0];
    for (int i = 1; i < 300; ++i) builder.add("animations", animation);
    EXPECT_EQ(builder.importError(), "");  // each clip has 16,000 numbers
    for (int i = 0; i < 3000; ++i) builder.add("animations", animation);
    EXPECT_THAT(builder.importError(),
                testing::AnyOf(HasSubstr("key times need"), HasSubstr("key values need")));
}

TEST(Account, RotationsThatShareTheirKeysAreCountedEach) {
    constexpr size_t kKeys = 20000;
    const auto turning = [](size_t nodes) {
        GltfBuilder builder = test::triangle();
        std::vector<float> times(kKeys), rotations;
        for (size_t k = 0; k < kKeys; ++k) {
            times[k] = static_cast<float>(k);
            rotations.insert(rotations.end(), {0, 0, 0, 1});
        }
        Json animation = {{"samplers",
                           {{{"input", builder.accessor(times, "SCALAR")},
                             {"output", builder.accessor(rotations, "VEC4")}}}},
                          {"channels", Json::array()}};
        for (size_t i = 0; i < nodes; ++i) {
            const size_t node = builder.add("nodes", Json::object());
            animation["channels"].push_back(
                {{"sampler", 0}, {"target", {{"node", node}, {"path", "rotation"}}}});
        }
        builder.add("animations", animation);
        return builder;
    };
    expectDrawn("rotations", turning(1), turning(51), 50 * kKeys, kMostBytesOfRotationKey);
    EXPECT_THAT(turning(700).importError(), AllOf(HasSubstr("the rotations need"),
                                                  HasSubstr("animations[0].samplers[0].output: ")));
}

TEST(Account, WeightsThatOverflowTheirSumAreRefused) {
    GltfBuilder builder = test::skinnedTriangle()
                              .with("WEIGHTS_0", std::vector<float>(12, 3e38f))
                              .with("JOINTS_0", std::vector<uint8_t>(12, 0));
    EXPECT_THAT(builder.importError(), HasSubstr("weights of vertex 0 are too large"));
}

TEST(Account, EachPartOfAMeshIsDrawn) {
    constexpr uint64_t kCount = 60000;
    GltfBuilder mesh;
    mesh.add("nodes", {{"mesh", 0}});
    const size_t positions = zerosOf(mesh, 5126, "VEC3", kCount);
    const size_t uvs = zerosOf(mesh, 5126, "VEC2", kCount);
    mesh.add("meshes",
             {{"primitives", {{{"attributes", {{"POSITION", positions}, {"TEXCOORD_0", uvs}}}}}}});
    const auto primitive = [](GltfBuilder& of) -> Json& {
        return of.root["meshes"][0]["primitives"][0];
    };

    GltfBuilder normals = mesh;
    const size_t ones = normals.accessor(std::vector<float>(3 * kCount, 1.0f), "VEC3");
    primitive(normals)["attributes"]["NORMAL"] = ones;
    GltfBuilder morphed = normals, tangents = normals;
    primitive(morphed)["targets"] = {{{"POSITION", ones}}};
    expectDrawn("morph deltas", normals, morphed, kCount, sizeof(MorphDelta));
    test::addNormalTexture(tangents);
    expectDrawn("tangents", normals, tangents, kCount, sizeof(glm::vec4));

    GltfBuilder indexed = mesh;
    primitive(indexed)["indices"] = zerosOf(indexed, 5125, "SCALAR", 2 * kCount);
    expectDrawn("indices", mesh, indexed, kCount, sizeof(uint32_t));

    GltfBuilder nodes = mesh;
    const size_t none = zerosOf(nodes, 5126, "VEC3", 3);
    nodes.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", none}}}}}}});
    GltfBuilder empty = nodes;
    for (int i = 0; i < 1000; ++i) {
        nodes.add("nodes", {{"mesh", 1}});
        empty.add("nodes", {{"name", ""}});
    }
    // Batches, windings and boxes of a primitive take several times its own memory.
    expectDrawn("primitives", empty, nodes, 1000, 10 * sizeof(Primitive));
}

// Returns the memory and work of importing only the skeleton, the binds and the clips.
Drawn drawnFor(const GltfBuilder& builder) {
    gltf::Document document = gltf::readDocument(builder.write());
    const gltf::SceneNodes scene = gltf::importScene(document);
    gltf::importBinds(document, scene);
    std::vector<std::string> warnings;
    gltf::importClips(document, scene, {}, warnings);
    EXPECT_LE(document.account->memoryDrawn(), document.account->memoryLimit());
    EXPECT_LE(document.account->workDrawn(), document.account->workLimit());
    return {document.account->memoryDrawn(), document.account->workDrawn()};
}

GltfBuilder flatNodes(size_t count) {
    GltfBuilder builder = test::triangle();
    for (size_t i = 0; i < count; ++i) builder.add("nodes", Json::object());
    return builder;
}

GltfBuilder emptyClips(size_t count) {
    GltfBuilder builder = test::triangle();
    const Json empty = {{"channels", Json::array()}, {"samplers", Json::array()}};
    for (size_t i = 0; i < count; ++i) builder.add("animations", empty);
    return builder;
}

TEST(Account, NodesAndClipsCostTheSameEach) {
    for (const auto& make : {flatNodes, emptyClips}) {
        const Drawn few = drawnFor(make(2000)), many = drawnFor(make(8000));
        EXPECT_NEAR(static_cast<double>(many.work) / static_cast<double>(few.work), 4, 0.1);
        EXPECT_NEAR(static_cast<double>(many.memory) / static_cast<double>(few.memory), 4, 0.1);
    }
}

TEST(Account, InstancesOfPrimitivesOfOneTriangleAreCounted) {
    GltfBuilder builder;
    zerosOf(builder, 5126, "VEC3", 3);
    const Json primitive = {{"attributes", {{"POSITION", 0}}}};
    builder.add("meshes", {{"primitives", std::vector<Json>(1000, primitive)}});
    addNodes(builder, 1000);
    EXPECT_THAT(builder.importError(), HasSubstr("the primitives need 4096 steps of work"));
}

TEST(Account, UndrawnContentIsReportedOnce) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"].push_back({{"attributes", Json::object()}});
    addNodes(builder, 1000);
    EXPECT_THAT(builder.import().warnings, testing::SizeIs(1));
}

TEST(Account, MorphWeightsOfNodesAreCounted) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["targets"] =
        std::vector<Json>(10000, Json::object());
    addNodes(builder, 2000);
    EXPECT_THAT(builder.importError(), HasSubstr("the morph weights need 0.7 MB of memory"));
}

// All skins use one accessor of 500,000 matrices. All but the first two matrices are zero.
TEST(Account, MatricesOfManySkinsAreReadOnce) {
    const auto skins = [](size_t count) {
        GltfBuilder builder = test::skinnedTriangle();
        const size_t index = builder.view(std::vector<uint32_t>{0, 1});
        std::vector<float> units(32, 0.0f);
        for (const size_t i : {0, 5, 10, 15, 16, 21, 26, 31}) units[i] = 1;
        const size_t matrix = builder.view(units);
        const Json sparse = {{"count", 2},
                             {"indices", {{"bufferView", index}, {"componentType", 5125}}},
                             {"values", {{"bufferView", matrix}}}};
        const size_t matrices = builder.add(
            "accessors",
            {{"componentType", 5126}, {"type", "MAT4"}, {"count", 500000}, {"sparse", sparse}});
        for (size_t i = 0; i < count; ++i) {
            const size_t skin =
                builder.add("skins", {{"joints", {1, 2}}, {"inverseBindMatrices", matrices}});
            builder.add("nodes", {{"mesh", 0}, {"skin", skin}});
        }
        return builder;
    };
    EXPECT_EQ(skins(100).importError(), "");
    const Drawn one = drawnFor(skins(1)), many = drawnFor(skins(100));
    EXPECT_LT(many.memory - one.memory, 2'000'000u);
    EXPECT_LT(many.work - one.work, 500'000u);
}

TEST(Account, HolesOfAFilePayForNothing) {
    GltfBuilder builder = zeros();
    addNodes(builder, 500);
    const std::string glb = builder.glb();
    const std::filesystem::path file = test::writeFile("hole.glb", glb);
    std::filesystem::resize_file(file, uintmax_t{1} << 38);
    EXPECT_THAT(test::importError(file), HasSubstr("which may use 13"));
    std::ofstream(file, std::ios::trunc) << "{";
    std::filesystem::resize_file(file, uintmax_t{1} << 38);
    EXPECT_THAT(test::importError(file), HasSubstr("the bytes of JSON need 274877.9 MB"));
}

TEST(Account, AFileWithManySpellingsPaysOnce) {
    GltfBuilder builder = test::triangle();
    test::writeFile("other.bin", std::string(5'000'000, 'x'));
    for (const char* uri : {"other.bin", "./other.bin", "%6fther.bin", ".//other.bin"}) {
        builder.root["buffers"].push_back({{"uri", uri}, {"byteLength", 1}});
    }
    builder.root.erase("bufferViews");
    builder.root["accessors"][0].erase("bufferView");
    const gltf::Document document = gltf::readDocument(builder.write());
    EXPECT_GE(document.account->fileBytes(), 5'000'000u);
    EXPECT_LT(document.account->fileBytes(), 5'100'000u);
}

TEST(Account, MembersThatImportDoesNotReadAreNotKept) {
    GltfBuilder builder = test::triangle();
    builder.add("animations", {{"channels", Json::array()},
                               {"samplers", std::vector<Json>(3, {{"input", 0}, {"output", 0}})},
                               {"extensions", {{"EXT_unknown", {1, 2, 3}}}},
                               {"extras", {1, 2, 3}}});
    const gltf::Document document = gltf::readDocument(builder.write());
    EXPECT_TRUE(document.gltf.animations[0].samplers[0].extensions.empty());
    EXPECT_TRUE(document.gltf.animations[0].extensions.empty());
    EXPECT_FALSE(document.gltf.animations[0].extras.IsArray());
}

}  // namespace
}  // namespace sinew
