// filesOf() lists the files of a model, and contentHash() differs if any byte differs.
#include "skinning/gltf/file/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace sinew {
namespace {

namespace fs = std::filesystem;
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
    // A copy in another folder has the same hash.
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
    // A byte moves from one file to another one.
    write("b.png", "spixels");
    write("a.bin", "byte");
    EXPECT_NE(contentHash(model), hash);
}

}  // namespace
}  // namespace sinew
