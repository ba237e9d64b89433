// Runs every file of the fuzz corpora and regressions through its fuzz target, one test per file,
// in sorted order. A target reports a fault by abort(), so the last "[ RUN ]" line of the output
// names the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/image_forms.h"

// tests/fuzz/CMakeLists.txt renames LLVMFuzzerTestOneInput of each target to one of these.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int sinewFuzzGltf(const uint8_t* data, size_t size);
extern "C" int sinewFuzzJson(const uint8_t* data, size_t size);
extern "C" int sinewFuzzImages(const uint8_t* data, size_t size);

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

struct CorpusFile {
    std::string name;  // name of the test
    fs::path file;     // a folder, if it has no files
};

// gtest calls PrintTo() to print the parameter of a failed test.
[[maybe_unused]] void PrintTo(const CorpusFile& input, std::ostream* out) {
    *out << input.file.string();
}
[[maybe_unused]] void PrintTo(const ImageFile& seed, std::ostream* out) {
    *out << seed.name;
}

template <typename Parameter>
std::string nameOf(const testing::TestParamInfo<Parameter>& info) {
    return info.param.name;
}

std::string testName(const fs::path& file) {
    std::string name = file.string();
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

// Returns the files in the folders and their subfolders, sorted. An empty or missing folder becomes
// an entry itself, and its test fails.
std::vector<CorpusFile> filesIn(const std::vector<fs::path>& folders) {
    std::vector<CorpusFile> inputs;
    for (const fs::path& folder : folders) {
        std::vector<fs::path> files;
        std::error_code missing;
        for (const auto& entry : fs::recursive_directory_iterator(folder, missing)) {
            if (entry.is_regular_file()) files.push_back(entry.path());
        }
        if (files.empty()) files.push_back(folder);
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) {
            inputs.push_back({testName(file.lexically_relative(folder.parent_path())), file});
        }
    }
    return inputs;
}

std::vector<CorpusFile> gltfFiles() {
    const fs::path fuzz = SINEW_FUZZ_DIR;
    const fs::path models = SINEW_TEST_MODELS;
    return filesIn({fuzz / "corpus", fuzz / "regressions", models / "torture", models / "broken"});
}

std::vector<CorpusFile> jsonFiles() {
    const fs::path fuzz = SINEW_FUZZ_DIR;
    return filesIn({fuzz / "json_corpus", fuzz / "json_regressions", SINEW_SCENARIOS_DIR});
}

using Target = int (*)(const uint8_t*, size_t);

void run(Target target, const CorpusFile& input) {
    ASSERT_FALSE(fs::is_directory(input.file)) << input.file << " has no files";
    std::ifstream in(input.file, std::ios::binary);
    ASSERT_TRUE(in) << input.file << " is missing or cannot be read";
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(target(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()), 0);
}

class GltfFuzzTarget : public testing::TestWithParam<CorpusFile> {
protected:
    static void SetUpTestSuite() {
        static const int once = LLVMFuzzerInitialize(nullptr, nullptr);
        ASSERT_EQ(once, 0);
    }
};
class JsonFuzzTarget : public testing::TestWithParam<CorpusFile> {};
class ImagesFuzzTarget : public testing::TestWithParam<ImageFile> {};

TEST_P(GltfFuzzTarget, ImportsOrRefuses) {
    run(sinewFuzzGltf, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Corpus, GltfFuzzTarget, testing::ValuesIn(gltfFiles()),
                         nameOf<CorpusFile>);

TEST_P(JsonFuzzTarget, ReadsOrRefuses) {
    run(sinewFuzzJson, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Corpus, JsonFuzzTarget, testing::ValuesIn(jsonFiles()),
                         nameOf<CorpusFile>);

TEST_P(ImagesFuzzTarget, DecodesOrRefuses) {
    const std::vector<uint8_t>& bytes = GetParam().bytes;
    EXPECT_EQ(sinewFuzzImages(bytes.data(), bytes.size()), 0);
}
INSTANTIATE_TEST_SUITE_P(Corpus, ImagesFuzzTarget, testing::ValuesIn(imagesOfAllForms()),
                         nameOf<ImageFile>);

}  // namespace
}  // namespace sinew::test
