// Source files include only headers of the modules that their module may use.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace sinew {
namespace {

namespace fs = std::filesystem;

struct Include {
    std::string file;  // relative to the repository
    std::string what;
};

// Returns the path in `#include "path"` or `#include <path>`; empty for other lines.
std::string includedBy(const std::string& line) {
    if (!line.starts_with("#include ")) return {};
    const size_t open = line.find_first_of("<\"");
    const size_t close = line.find_first_of(">\"", open + 1);
    if (open == std::string::npos || close == std::string::npos) return {};
    return line.substr(open + 1, close - open - 1);
}

std::vector<Include> allIncludes() {
    const fs::path root = fs::canonical(SINEW_SOURCE_DIR);
    std::vector<Include> includes;
    for (const char* folder :
         {"app", "benchmarks", "images", "renderer", "shaders/shared", "skinning", "tests"}) {
        if (!fs::exists(root / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".h") continue;
            std::ifstream in(entry.path());
            for (std::string line; std::getline(in, line);) {
                const std::string what = includedBy(line);
                if (!what.empty()) {
                    includes.push_back({fs::relative(entry.path(), root).string(), what});
                }
            }
        }
    }
    return includes;
}

bool within(const std::string& path, const std::string& folder) {
    return path.starts_with(folder + "/");
}

bool isVulkan(const std::string& what) {
    return what == "volk.h" || within(what, "vulkan") || within(what, "renderer");
}

bool isWindow(const std::string& what) {
    return within(what, "SDL2") || what.starts_with("SDL") || what.starts_with("imgui");
}

struct Rule {
    const char* name;
    const char* says;
    bool (*broken)(const Include&);
};

const Rule kRules[] = {
    {"Renderer", "renderer may include only itself and shaders/shared",
     [](const Include& i) {
         return within(i.file, "renderer") &&
                (within(i.what, "skinning") || within(i.what, "benchmarks") ||
                 within(i.what, "app"));
     }},
    {"Skinning", "only skinning/gpu may use Vulkan and the renderer",
     [](const Include& i) {
         return within(i.file, "skinning") && !within(i.file, "skinning/gpu") &&
                (isVulkan(i.what) || within(i.what, "skinning/gpu") ||
                 within(i.what, "benchmarks"));
     }},
    {"SkinningGpu", "benchmarks include skinning/gpu, not the other way",
     [](const Include& i) {
         return within(i.file, "skinning/gpu") && within(i.what, "benchmarks");
     }},
    {"Window", "SDL2 and ImGui belong to app/demo and its tests",
     [](const Include& i) {
         return isWindow(i.what) && !within(i.file, "app/demo") && !within(i.file, "tests/window");
     }},
    {"Panels", "panels write requests and read state: no files, no threads, no stage",
     [](const Include& i) {
         const bool ofTheWindow =
             within(i.what, "app/demo") && !within(i.what, "app/demo/panels") &&
             i.what != "app/demo/session/state.h" && i.what != "app/demo/session/shortcuts.h" &&
             i.what != "app/demo/platform/interface.h" && i.what != "app/demo/platform/for_tests.h";
         return within(i.file, "app/demo/panels") &&
                (ofTheWindow || i.what == "fstream" || i.what == "thread");
     }},
    {"WorkAndPlatform",
     "work and platform are parts of the stage: they include neither it nor panels",
     [](const Include& i) {
         return (within(i.file, "app/demo/work") || within(i.file, "app/demo/platform")) &&
                (i.what == "app/demo/session/stage.h" || within(i.what, "app/demo/panels"));
     }},
    {"App", "only app and tests include app",
     [](const Include& i) {
         return within(i.what, "app") && !within(i.file, "app") && !within(i.file, "tests");
     }},
    {"Tinygltf", "tinygltf belongs to skinning/gltf",
     [](const Include& i) { return i.what == "tiny_gltf.h" && !within(i.file, "skinning/gltf"); }},
    {"Images", "images may include only itself",
     [](const Include& i) {
         return within(i.file, "images") &&
                (within(i.what, "skinning") || within(i.what, "shaders") || within(i.what, "app") ||
                 isVulkan(i.what));
     }},
    {"Decoders", "libpng, libjpeg and libwebp belong to images, and to tests that make files",
     [](const Include& i) {
         return (i.what == "png.h" || i.what == "jpeglib.h" || within(i.what, "webp") ||
                 i.what == "stb_image.h") &&
                !within(i.file, "images") && !within(i.file, "tests");
     }},
    {"SharedShaderHeaders", "shaders/shared includes only itself, glm and the standard library",
     [](const Include& i) {
         return within(i.file, "shaders/shared") &&
                (within(i.what, "skinning") || isVulkan(i.what));
     }},
    {"Paths", "write the path from the root",
     [](const Include& i) { return i.what.starts_with("../") || i.what.starts_with("./"); }},
};

class IncludesOf : public testing::TestWithParam<Rule> {};

TEST_P(IncludesOf, KeepTheRule) {
    const std::vector<Include> includes = allIncludes();
    ASSERT_GT(includes.size(), 100u) << "the sources were not found";
    for (const Include& include : includes) {
        EXPECT_FALSE(GetParam().broken(include))
            << include.file << " includes " << include.what << ": " << GetParam().says;
    }
}

INSTANTIATE_TEST_SUITE_P(Modules, IncludesOf, testing::ValuesIn(kRules),
                         [](const auto& rule) { return std::string(rule.param.name); });

// Only the implementation in skinning/gpu/skin may branch on a Method. Other code uses
// SkinningMethod.
TEST(Methods, NoOtherCodeBranchesOnAMethod) {
    const std::regex branch(
        R"((switch *\(|case |==|!=|\? )[^;]*)"
        R"((Method::(cpu|cpuReference|compute|vertex|vertexUniform|texture|feedback)\b))");
    ASSERT_TRUE(std::regex_search("if (choice.method == Method::texture) bake();", branch));
    const fs::path root = fs::canonical(SINEW_SOURCE_DIR);
    size_t files = 0;
    for (const char* folder : {"app", "benchmarks", "renderer", "skinning"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string file = fs::relative(entry.path(), root).string();
            const std::string extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".h") continue;
            if (within(file, "skinning/gpu/skin")) continue;
            ++files;
            std::ifstream in(entry.path());
            for (std::string line; std::getline(in, line);) {
                EXPECT_FALSE(std::regex_search(line, branch)) << file << ": " << line;
            }
        }
    }
    EXPECT_GT(files, 100u) << "the sources were not found";
}

}  // namespace
}  // namespace sinew
