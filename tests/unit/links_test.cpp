// Links beside a model: those that leave its folder are refused like "..".
#include <gmock/gmock.h>

#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A triangle whose buffer is the file that `uri` names.
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
}

TEST_F(Links, FoldersWhoseNamesBeginAlikeAreTwo) {
    fs::create_directories(test::testFolder() / "model2");
    fs::copy_file(folder / "parts" / "inside.bin", test::testFolder() / "model2" / "a.bin");
    fs::create_symlink("../model2/a.bin", folder / "link.bin");
    EXPECT_THAT(test::importError(model("link.bin")), HasSubstr("outside of the model's folder"));
}

TEST_F(Links, AModelMayBeNamedByALink) {
    const fs::path file = model("parts/inside.bin");
    fs::create_symlink(folder, test::testFolder() / "linked");
    EXPECT_EQ(test::importError(test::testFolder() / "linked" / "model.gltf"), "");
    fs::create_symlink(file, folder / "other name.gltf");
    EXPECT_EQ(test::importError(folder / "other name.gltf"), "");
}

}  // namespace
}  // namespace sinew
