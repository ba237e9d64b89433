// Tests that other projects can use the installed package.
#include "tests/examples/installed_tree.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

using InstalledTreeTest = InstalledTree;

TEST_F(InstalledTreeTest, NothingInstalledNamesAFolderOfTheBuild) {
    for (const auto& entry : fs::recursive_directory_iterator(tree() / "prefix")) {
        if (entry.path().extension() != ".cmake") continue;
        const std::string text = readFile(entry.path());
        EXPECT_EQ(text.find(SINEW_SOURCE_DIR), std::string::npos) << entry.path();
        EXPECT_EQ(text.find("sinew_options"), std::string::npos) << entry.path();
    }
}

TEST_F(InstalledTreeTest, EveryComponentLinksAloneAndOthersAreRefused) {
    ASSERT_NO_FATAL_FAILURE(build("tests/package/consumer"));
    const Outcome run = runShell("'" + (tree() / "consumer/build/consumer").string() + "' " +
                                 shipped("mannequin_low.glb").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
}

}  // namespace
}  // namespace sinew::test
