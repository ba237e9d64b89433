// Tests that `inspect` needs less than half a gigabyte of memory, for all broken files and for
// small files that require large allocations.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cli/commands.h"
#include "tests/torture_set.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

constexpr long kMostKilobytes = 512 * 1024;

struct Answer {
    int exitCode = -1;
    long peakKilobytes = 0;  // resident memory
    std::string error;
};

Answer inspect(const fs::path& file, const fs::path& errors) {
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        const int errorFile = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(nowhere, STDOUT_FILENO);
        dup2(errorFile, STDERR_FILENO);
        execl(SINEW_CLI, SINEW_CLI, "inspect", file.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    EXPECT_EQ(wait4(child, &status, 0, &usage), child);
    return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .peakKilobytes = usage.ru_maxrss,
            .error = readFile(errors)};
}

std::string repeated(const std::string& item, size_t count) {
    std::string list = item;
    for (size_t i = 1; i < count; ++i) list += "," + item;
    return list;
}

std::string scene(const std::string& members) {
    return R"({"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"count":3,)"
           R"("type":"VEC3"},{"componentType":5126,"count":0,"type":"VEC3"},)"
           R"({"componentType":5126,"count":65536,"type":"VEC3"}],)" +
           members + "}";
}

const std::string kTriangle = R"({"attributes":{"POSITION":0}})";
const std::string kNothing = R"({"attributes":{"POSITION":1}})";

struct HostileFile {
    const char* name;
    std::string json;
};

std::vector<HostileFile> hostileFiles() {
    const std::string drawn = R"("meshes":[{"primitives":[)" + kTriangle + "]}],";
    const std::string once = drawn + R"("nodes":[{"mesh":0}],)";
    return {
        {"nodes_and_primitives_without_vertices",
         scene(R"("meshes":[{"primitives":[)" + repeated(kNothing, 3000) + R"(]}],"nodes":[)" +
               repeated(R"({"mesh":0})", 5000) + "]")},
        {"nodes_and_primitives_that_are_not_drawn",
         scene(R"("meshes":[{"primitives":[)" + repeated(R"({"attributes":{}})", 3000) +
               R"(]}],"nodes":[)" + repeated(R"({"mesh":0})", 5000) + "]")},
        {"nodes_and_targets",
         scene(R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[)" +
               repeated("{}", 60000) + R"(]}]}],"nodes":[)" + repeated(R"({"mesh":0})", 20000) +
               "]")},
        {"tiny_primitives", scene(R"("meshes":[{"primitives":[)" + repeated(kTriangle, 800) +
                                  R"(]}],"nodes":[)" + repeated(R"({"mesh":0})", 800) + "]")},
        {"nodes", scene(drawn + R"("nodes":[{"mesh":0},)" + repeated("{}", 150000) + "]")},
        {"more_nodes", scene(drawn + R"("nodes":[{"mesh":0},)" + repeated("{}", 330000) + "]")},
        {"materials", scene(once + R"("materials":[)" + repeated("{}", 60000) + "]")},
        {"more_materials", scene(once + R"("materials":[)" + repeated("{}", 320000) + "]")},
        {"animations", scene(once + R"("animations":[)" +
                             repeated(R"({"channels":[],"samplers":[]})", 33000) + "]")},
        {"extensions_of_samplers",
         scene(once + R"("animations":[{"channels":[],"samplers":[)" +
               repeated(R"({"input":0,"output":0})", 20000) + R"(],"extensions":{"X":[)" +
               repeated("1", 250000) + "]}}]")},
        {"lists_in_extras", scene(once + R"("extras":[)" + repeated("[]", 330000) + "]")},
        {"vertices_that_no_byte_holds",
         scene(R"("meshes":[{"primitives":[{"attributes":{"POSITION":2,"NORMAL":2}}]}],"nodes":[)" +
               repeated(R"({"mesh":0})", 19) + "]")},
    };
}

/// Expects exit code 1 and an error of one line that names the file.
void expectFaultLine(const Answer& answer, const fs::path& file) {
    EXPECT_EQ(answer.exitCode, 1) << answer.error;
    EXPECT_EQ(answer.error.rfind("sinew-cli: " + file.string() + ": ", 0), 0u) << answer.error;
    EXPECT_EQ(std::count(answer.error.begin(), answer.error.end(), '\n'), 1) << answer.error;
}

TEST(CliAccount, SmallAndBrokenFilesAreAnsweredWithinHalfAGigabyte) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer's own memory counts here";
#endif
    const TemporaryFolder folder;
    for (const HostileFile& hostile : hostileFiles()) {
        SCOPED_TRACE(hostile.name);
        ASSERT_LT(hostile.json.size(), 1'000'000u);
        const fs::path file = folder / (std::string(hostile.name) + ".gltf");
        writeFile(file, hostile.json);
        const Answer answer = inspect(file, folder / "error.txt");
        EXPECT_LT(answer.peakKilobytes, kMostKilobytes);
        if (answer.exitCode != 0) expectFaultLine(answer, file);
    }
    for (const fs::path& file : modelsIn("broken")) {
        SCOPED_TRACE(file.filename().string());
        const Answer answer = inspect(file, folder / "error.txt");
        EXPECT_LT(answer.peakKilobytes, kMostKilobytes);
        expectFaultLine(answer, file);
    }
}

}  // namespace
}  // namespace sinew::test
