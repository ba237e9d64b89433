// Example 07 draws the same picture without culling, except for the map of skinned instances.
#include "tests/examples/installed_tree.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

class Example07Test : public InstalledTree {
protected:
    static images::Pixels picture(const std::string& model) {
        const fs::path file = tree() / "picture.png";
        const Outcome run = runValidated((tree() / "07-culled-crowd/build/culled-crowd").string() +
                                         " " + shipped(model).string() + " -o " + file.string());
        EXPECT_EQ(run.exitCode, 0) << run.error;
        EXPECT_EQ(run.out, "");  // no message of the layer
        return readImage(file);
    }
};

TEST_F(Example07Test, CullingChangesNoPixelOfTheView) {
    ASSERT_NO_FATAL_FAILURE(build("examples/07-culled-crowd"));
    const images::Pixels person = picture("mannequin.glb"), serpent = picture("serpent.glb");
    const fs::path shader = tree() / "07-culled-crowd/cull.comp.glsl";
    const std::string original = readFile(shader);
    std::string text = original;
    const size_t body = text.find("    mat4 row = transpose(clip);");
    ASSERT_NE(body, std::string::npos);
    writeFile(shader, text.insert(body, "    return true;\n"));
    buildChanged("examples/07-culled-crowd");
    writeFile(shader, original);
    if (HasFatalFailure()) return;
    for (const auto& [model, culled] :
         {std::pair("mannequin.glb", &person), {"serpent.glb", &serpent}}) {
        SCOPED_TRACE(model);
        const images::Pixels all = picture(model);
        size_t view = 0, culledMap = 0, wholeMap = 0;
        for (size_t at = 0; at < all.rgba.size(); ++at) {
            const size_t x = at / 4 % all.width, y = at / 4 / all.width;
            if (x >= 400 && y < 200) {
                culledMap += culled->rgba[at] < 220;
                wholeMap += all.rgba[at] < 220;
            } else {
                view += culled->rgba[at] != all.rgba[at];
            }
        }
        EXPECT_EQ(view, 0u);
        EXPECT_GT(culledMap, 1000u);
        EXPECT_LT(double(culledMap), 0.8 * double(wholeMap));
    }
}

}  // namespace
}  // namespace sinew::test
