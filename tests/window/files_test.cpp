// What may follow a path that is being typed.
#include "app/demo/platform/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
namespace fs = std::filesystem;

class Completions : public testing::Test {
protected:
    Completions() {
        fs::create_directories(folder_ / "walkers");
        fs::create_directories(folder_ / ".hidden");
        for (const char* name : {"walk.glb", "run.gltf", "walk.txt"}) std::ofstream(folder_ / name);
    }
    ~Completions() override { fs::remove_all(folder_); }

    std::string in(const std::string& begun) const { return folder_.string() + "/" + begun; }

    const fs::path folder_ = fs::path(testing::TempDir()) / "sinew-completions";
};

TEST_F(Completions, AreFoldersAndModelsThatBeginSo) {
    EXPECT_THAT(completionsOf(in(""), 8),
                ElementsAre(in("run.gltf"), in("walk.glb"), in("walkers/")));
    EXPECT_THAT(completionsOf(in("walk"), 8), ElementsAre(in("walk.glb"), in("walkers/")));
    EXPECT_THAT(completionsOf(in("."), 8), ElementsAre(in(".hidden/")));
    EXPECT_THAT(completionsOf(in(""), 1), ElementsAre(in("run.gltf")));
    EXPECT_THAT(completionsOf(in("nothing/w"), 8), IsEmpty());
}

TEST_F(Completions, ATildeIsTheUsersFolder) {
    const std::string before = std::getenv("HOME") ? std::getenv("HOME") : "";
    setenv("HOME", folder_.c_str(), 1);
    EXPECT_THAT(completionsOf("~/r", 8), ElementsAre("~/run.gltf"));
    EXPECT_EQ(pathOf("~/run.gltf"), folder_ / "run.gltf");
    setenv("HOME", before.c_str(), 1);
    EXPECT_EQ(pathOf("run~/a.glb"), "run~/a.glb");
}

}  // namespace
}  // namespace sinew
