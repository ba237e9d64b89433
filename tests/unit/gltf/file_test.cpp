// Errors of files that are not what their name or content says: one line, with the file name first.
// Links that leave the model's folder are refused. filesOf() and contentHash() include all files of
// a model.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "skinning/gltf/file/files.h"
#include "tests/unit/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::importError;
using test::Json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(File, GlbAndGltfAreDistinguishedByContent) {
    const GltfBuilder builder = test::triangle();
    EXPECT_EQ(importGltf(test::writeFile("a.gltf", builder.glb())).geometry.vertexCount(), 3u);
    EXPECT_EQ(importGltf(test::writeFile("a.glb", builder.json())).geometry.vertexCount(), 3u);
    EXPECT_EQ(importGltf(test::writeFile("bom.gltf", "\xEF\xBB\xBF" + builder.json()))
                  .geometry.vertexCount(),
              3u);
}

TEST(File, BuffersNextToTheModelAreReadPercentDecodedAndMayBeLonger) {
    GltfBuilder builder = test::triangle();
    std::string bytes(builder.bytes.begin(), builder.bytes.end());
    test::writeFile("my data+1.bin", bytes + "padding");
    for (const char* uri : {"my%20data+1.bin", "./none/%2e%2e/my data+1.bin"}) {
        builder.root["buffers"] = {{{"byteLength", builder.bytes.size()}, {"uri", uri}}};
        EXPECT_EQ(builder.import().geometry.positions[1], glm::vec3(1, 0, 0)) << uri;
    }
}

TEST(File, DataUrisOfAnyMediaTypeAreRead) {
    for (const char* head : {"data:;base64,", "data:application/gltf-buffer;charset=x;base64,"}) {
        GltfBuilder builder = test::triangle();
        builder.root["buffers"] = {
            {{"byteLength", builder.bytes.size()}, {"uri", head + test::base64(builder.bytes)}}};
        EXPECT_EQ(builder.import().geometry.positions[1], glm::vec3(1, 0, 0));
    }
}

TEST(FileErrors, MissingFilesAndFoldersAreNamed) {
    const auto missing = test::testFolder() / "missing.glb";
    EXPECT_THAT(importError(missing), AllOf(StartsWith(missing.string() + ": no such file"),
                                            HasSubstr("check the path")));
    EXPECT_THAT(importError(test::testFolder()), HasSubstr("is not a file"));
}

TEST(File, FilesOutsideAreReadWhereTheOptionAllowsIt) {
    GltfBuilder builder = test::triangle();
    const std::filesystem::path folder = test::testFolder();
    std::filesystem::create_directories(folder / "models");
    test::writeFile("bytes.bin", {builder.bytes.begin(), builder.bytes.end()});
    test::writeFile("models/a.gltf", textOf(builder, "../bytes.bin"));
    EXPECT_THAT(importError(folder / "models/a.gltf"), HasSubstr("--allow-outside"));
    const ImportOptions outside{.scene = {}, .allowOutside = true};
    EXPECT_EQ(importGltf(folder / "models/a.gltf", outside).geometry.vertexCount(), 3u);
}

TEST(File, ExtensionsThatLeaveVerticesAreIgnoredWithAWarning) {
    GltfBuilder builder = test::triangle();
    builder.root["extensionsUsed"] = {"VENDOR_magic", "KHR_texture_basisu"};
    const Model model = builder.import();
    EXPECT_THAT(model.warnings, Contains(HasSubstr("VENDOR_magic")));
    EXPECT_THAT(model.extensionsUsed, Contains("VENDOR_magic"));
    builder.root["nodes"][0]["extensions"]["VENDOR_door"] = Json::object();
    for (const char* name : {"KHR_lights_punctual", "KHR_materials_variants", "KHR_texture_basisu",
                             "VRMC_vrm", "VRM", "KHR_xmp_json_ld", "VENDOR_door"}) {
        builder.root["extensionsRequired"] = {name};
        EXPECT_THAT(builder.import().warnings,
                    Contains(HasSubstr(fmt::format("the extension {} is not supported", name))));
    }
}

TEST(FileErrors, RequiredExtensionsThatChangeVerticesAreNamed) {
    GltfBuilder builder = test::triangle();
    builder.root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"] = Json::object();
    builder.root["nodes"][0]["extensions"]["VENDOR_both"] = Json::object();
    builder.root["meshes"][0]["primitives"][0]["extensions"]["VENDOR_both"] = Json::object();
    for (const char* name :
         {"EXT_mesh_gpu_instancing", "VENDOR_compression", "VENDOR_magic", "VENDOR_both"}) {
        builder.root["extensionsRequired"] = {name};
        EXPECT_THAT(
            builder.importError(),
            HasSubstr(fmt::format(
                "extensionsRequired: the file requires the extension {}, which is not supported",
                name)));
    }
}

TEST(FileErrors, OtherFormatsAreNamed) {
    const std::pair<std::string, const char*> files[] = {
        {"", "it is empty"},
        {"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS; run: git lfs pull"},
        {"\n<!DOCTYPE html><html>", "an HTML page"},
        {"Kaydara FBX Binary  ", "an FBX file"},
        {"; FBX 7.4.0 project file", "an FBX file"},
        {"PK\x03\x04rest", "a zip archive"},
        {"\xFF\xFE{", "UTF-16 text"},
    };
    for (const auto& [bytes, words] : files) {
        EXPECT_THAT(importError(test::writeFile("x.gltf", bytes)), HasSubstr(words));
    }
}

TEST(FileErrors, AChunkThatIsNotPaddedIsNamed) {
    std::string glb = test::triangle().glb();
    const auto u32At = [&](size_t at) {
        return static_cast<uint8_t>(glb[at]) + 256u * static_cast<uint8_t>(glb[at + 1]);
    };
    const size_t jsonBytes = u32At(12);
    glb.insert(20 + jsonBytes - 1, " ");  // a space inside of the JSON
    for (const size_t at : {8u, 12u}) {
        const uint32_t length = u32At(at) + 1;
        glb[at] = static_cast<char>(length & 255);
        glb[at + 1] = static_cast<char>(length >> 8 & 255);
    }
    EXPECT_THAT(importError(test::writeFile("x.glb", glb)),
                HasSubstr("a chunk of the .glb is not padded to four bytes"));
}

TEST(File, AnEmptyPrimitiveBesideARealOneIsSkipped) {
    GltfBuilder builder = test::triangle();
    Json empty = builder.root["accessors"][0];
    empty["count"] = 0;
    const size_t accessor = builder.add("accessors", empty);
    Json& primitives = builder.root["meshes"][0]["primitives"];
    primitives.push_back({{"attributes", {{"POSITION", accessor}}}});
    primitives.push_back({{"attributes", primitives[0]["attributes"]}, {"indices", accessor}});
    builder.root["accessors"].push_back(
        {{"componentType", 5125}, {"type", "SCALAR"}, {"count", 0}});
    primitives[2]["indices"] = builder.root["accessors"].size() - 1;
    const Model model = builder.import();
    EXPECT_EQ(model.primitives.size(), 1u);
    EXPECT_THAT(
        model.warnings,
        Contains(HasSubstr("primitives[1].attributes.POSITION: the primitive has 0 vertices")));
    EXPECT_THAT(model.warnings,
                Contains(HasSubstr("primitives[2]: the primitive has no triangle")));
}

// Damaged bytes, as a fuzzer makes them, give a model or an error message of one line.
TEST(FileErrors, DamagedBytesGiveAModelOrOneLine) {
    const std::string complete = test::skinnedTriangle().glb();
    for (size_t length = 0; length < complete.size(); ++length) {
        EXPECT_THAT(
            importError(test::writeFile("cut.glb", complete.substr(0, length))),
            AllOf(Not(""), Not(HasSubstr("\n")), HasSubstr(length < 20 ? "" : "truncated .glb")))
            << length;
    }
    std::mt19937 random(1);
    const std::string interesting = "0123456789-[]{}\",:.eE\0\xff\x7f";
    int failed = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string bytes = complete;
        const uint32_t changes = 1 + random() % 3;
        for (uint32_t c = 0; c < changes; ++c) {
            bytes[random() % bytes.size()] = interesting[random() % interesting.size()];
        }
        const std::string error = importError(test::writeFile("damaged.glb", bytes));
        EXPECT_THAT(error, Not(HasSubstr("\n")));
        failed += error.empty() ? 0 : 1;
    }
    EXPECT_GT(failed, 500);
}

namespace fs = std::filesystem;

// Returns the JSON of a triangle whose buffer is in the file `uri`.
std::string triangleWith(const char* uri) {
    test::GltfBuilder builder = test::triangle();
    builder.root["buffers"] = {{{"byteLength", builder.bytes.size()}, {"uri", uri}}};
    return builder.json();
}

class Links : public testing::Test {
protected:
    Links() {
        fs::remove_all(test::testFolder());
        fs::create_directories(folder / "parts");
        const std::vector<uint8_t> bytes = test::triangle().bytes;
        std::ofstream(folder / "parts" / "inside.bin", std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), 36);
        fs::copy_file(folder / "parts" / "inside.bin", test::testFolder() / "outside.bin");
    }

    fs::path model(const char* uri) const {
        std::ofstream(folder / "model.gltf") << triangleWith(uri);
        return folder / "model.gltf";
    }

    fs::path folder = test::testFolder() / "model";
};

TEST_F(Links, LinksThatStayInTheFolderAreFollowed) {
    fs::create_symlink("parts/inside.bin", folder / "link.bin");
    EXPECT_EQ(test::importError(model("link.bin")), "");
    EXPECT_EQ(test::importError(model("parts/inside.bin")), "");
}

TEST_F(Links, LinksThatLeaveTheFolderAreRefused) {
    const std::string refusal = "is a link to a target outside of the model's folder";
    fs::create_symlink("../outside.bin", folder / "link.bin");
    EXPECT_THAT(test::importError(model("link.bin")), HasSubstr(refusal));
    fs::create_symlink(fs::absolute(test::testFolder() / "outside.bin"), folder / "absolute.bin");
    EXPECT_THAT(test::importError(model("absolute.bin")), HasSubstr(refusal));
    fs::create_directory_symlink("..", folder / "up");
    EXPECT_THAT(test::importError(model("up/outside.bin")), HasSubstr(refusal));
    fs::create_symlink("absolute.bin", folder / "twice.bin");
    EXPECT_THAT(test::importError(model("twice.bin")), HasSubstr(refusal));
    fs::create_directories(test::testFolder() / "model2");  // its name begins with "model"
    fs::copy_file(folder / "parts" / "inside.bin", test::testFolder() / "model2" / "a.bin");
    fs::create_symlink("../model2/a.bin", folder / "alike.bin");
    EXPECT_THAT(test::importError(model("alike.bin")), HasSubstr(refusal));
}

TEST_F(Links, AModelMayBeNamedByALink) {
    const fs::path file = model("parts/inside.bin");
    fs::create_symlink(folder, test::testFolder() / "linked");
    EXPECT_EQ(test::importError(test::testFolder() / "linked" / "model.gltf"), "");
    // The buffer file is next to the link's target.
    const fs::path link = test::testFolder() / "link.gltf";
    fs::create_symlink(file, link);
    EXPECT_EQ(test::importError(link), "");
    EXPECT_EQ(filesOf(link).back(), fs::canonical(folder / "parts/inside.bin"));
    // A buffer file next to the link comes before the one next to the target.
    fs::create_directories(test::testFolder() / "parts");
    fs::copy_file(folder / "parts/inside.bin", test::testFolder() / "parts/inside.bin");
    fs::remove(folder / "parts/inside.bin");
    EXPECT_EQ(test::importError(link), "");
    EXPECT_EQ(filesOf(link).back(), test::testFolder() / "parts/inside.bin");
    EXPECT_THAT(test::importError(file), HasSubstr("no such file"));
}

using ::testing::ElementsAre;

class ModelFiles : public testing::Test {
protected:
    ModelFiles() { fs::create_directories(folder_); }
    ~ModelFiles() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& bytes) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return folder_ / name;
    }
    fs::path folder_ = fs::temp_directory_path() / ("sinew-files-" + std::to_string(getpid()));
};

TEST_F(ModelFiles, EveryUriIsListedOnce) {
    const fs::path model = write("m.gltf", R"({"buffers":[{"uri":"a%20b.bin"},{"uri":"a%20b.bin"},
        {"uri":"data:;base64,AAAA"},{"uri":7}],"images":[{"name":"uri","uri":"skin/face.png"}],
        "extensions":{"X":{"files":[{"uri":"more.bin"}]}}})");
    EXPECT_THAT(filesOf(model), ElementsAre(model, folder_ / "a b.bin", folder_ / "skin/face.png",
                                            folder_ / "more.bin"));
}

TEST_F(ModelFiles, TruncatedAndDeepJsonIsReadAsFarAsPossible) {
    EXPECT_THAT(filesOf(write("m.gltf", R"({"buffers":[{"uri":"a.bin"},)")),
                ElementsAre(folder_ / "m.gltf", folder_ / "a.bin"));
    const std::string deep = R"({"uri":"a.bin","x":)" + std::string(200'000, '[');
    EXPECT_EQ(filesOf(write("deep.gltf", deep)).size(), 2u);
    EXPECT_THROW(filesOf(write("none.gltf", "hello")), std::runtime_error);
    EXPECT_THROW(filesOf(folder_ / "missing.gltf"), std::runtime_error);
}

TEST_F(ModelFiles, TheHashCoversEveryByteOfEveryFile) {
    const std::string json = R"({"buffers":[{"uri":"a.bin"}],"images":[{"uri":"b.png"}]})";
    const fs::path model = write("m.gltf", json);
    write("a.bin", "bytes");
    write("b.png", "pixels");
    const std::string hash = contentHash(model);
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_EQ(contentHash(model), hash);
    // A copy of the model in another folder has the same hash.
    write("there/a.bin", "bytes");
    write("there/b.png", "pixels");
    EXPECT_EQ(contentHash(write("there/n.gltf", json)), hash);
    for (const auto& [name, other] :
         {std::pair("a.bin", "bytez"), std::pair("b.png", "pixel"), std::pair("a.bin", "bytesp")}) {
        const std::string before = std::string(name) == "a.bin" ? "bytes" : "pixels";
        write(name, other);
        EXPECT_NE(contentHash(model), hash) << name;
        write(name, before);
    }
    EXPECT_EQ(contentHash(model), hash);
    fs::remove(folder_ / "b.png");
    EXPECT_NE(contentHash(model), hash);
    // One byte moves from the end of the first file to the start of the second.
    write("b.png", "spixels");
    write("a.bin", "byte");
    EXPECT_NE(contentHash(model), hash);
}

}  // namespace
}  // namespace sinew
