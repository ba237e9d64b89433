// Tests messages about hostile files and arguments: each is one line in the program's own words,
// without control codes for terminals, pages and spreadsheets.
#include "benchmarks/report/report_formats.h"
#include "benchmarks/report/report_json.h"
#include "tests/cli/commands.h"
#include "tests/cli/report/example_report.h"

namespace sinew::test {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// This text clears the screen, sets its title, reverses the text direction, breaks lines and ends
/// strings.
const std::string kHostile = std::string(
                                 "\x1b[2J\x1b]0;title\x07\r\nforged: line\x7f\xc2\x9b"
                                 "1m\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xe2\x80\xa8<b>&\"'|`=") +
                             '\0' + "after";

/// A hostile text for shell words and file names: it has no NUL and no quotes.
const std::string kHostileWord =
    "=\x1b[2J\x07\r\nforged: line\x7f\xc2\x9b"
    "1m\xe2\x80\xae\xe2\x80\xa8\xff";

/// Matches a text without messages of libraries and without the line that kHostile forges.
const auto kOurWords =
    Not(AnyOf(HasSubstr("\nforged"), HasSubstr("json.exception"), HasSubstr("basic_")));

void expectPlain(const Outcome& run) {
    for (const std::string& text : {run.out, run.error}) {
        EXPECT_EQ(plainLines(text), text);
        EXPECT_THAT(text, kOurWords);
    }
}

std::string quoted(const std::string& word) {
    return "'" + word + "' ";
}

/// Copies a model with hostile texts in all names to a file with a hostile name. Returns the quoted
/// path.
std::string hostileModel(const TemporaryFolder& folder) {
    const std::string file = folder.at(kHostileWord + ".gltf");
    std::filesystem::copy_file(SINEW_SOURCE_DIR "/tests/fuzz/corpus/hostile_names.gltf", file);
    return quoted(file);
}

constexpr const char* kScenario = R"({"about": "", "choices": ["compute"], "instances": [1],
    "passes": [1], "models": [{"users": true}]})";

TEST(CliMessages, NamesInAModelAreShownPlain) {
    const TemporaryFolder folder;
    const std::string model = hostileModel(folder);
    for (const std::string& command :
         {"inspect " + model, "inspect --json " + model,
          "export --method reference " + model + "-o " + folder.at("a.ply"),
          "bake " + model + "-o " + quoted(folder.at(kHostileWord + ".json"))}) {
        expectPlain(succeed(command));
    }
    expectRefused("render " + model + "--clip nonsense -o a.png", kOurWords);
}

TEST(GpuCliMessages, NamesInAModelAreShownPlain) {
    const TemporaryFolder folder;
    const std::string model = hostileModel(folder);
    const std::string picture = quoted(folder.at(kHostileWord + ".png"));
    for (const std::string& command :
         {"render --size 32x32 --clip 0 " + model + "-o " + picture,
          "diff --size 32x32 --clip 0 --b cpu " + model + "-o " + picture,
          "verify --methods compute " + model,
          "bench --methods compute --instances 1 --passes 1 --frames 1 --seconds 0.01 "
          "--size 32x32 " +
              model + "-o " + quoted(folder.at(kHostileWord + "2.json"))}) {
        expectPlain(succeed(command));
    }
}

TEST(CliMessages, ArgumentsAreShownPlainInOneShortLine) {
    const std::string model = shipped("mannequin.glb").string() + ' ';
    const std::string hostile = quoted(kHostileWord), render = "render " + model + "-o a.png ";
    for (const std::string& command :
         {hostile,
          "--" + hostile,
          "inspect " + hostile,
          "inspect " + quoted(std::string(5000, 'x')),
          "inspect --" + hostile,
          "inspect " + model + hostile,
          render + "--clip " + hostile,
          render + "--clip " + quoted(std::string(5000, 'x')),
          render + "--method " + hostile,
          render + "--size " + hostile,
          render + "--camera " + hostile,
          render + "--instances " + hostile,
          "render " + model + "-o " + quoted("no/" + kHostileWord + ".png"),
          "export " + model + "-o " + hostile,
          "bake " + model + "-o " + hostile,
          "verify --methods " + hostile + model,
          "bench --scenario " + hostile,
          "bench --scenario " + quoted(kHostileWord + ".json"),
          "bench --resume " + hostile,
          "bench --instances " + hostile,
          "bench --assume-limits " + hostile,
          "bench -o " + hostile,
          "compare " + hostile + hostile}) {
        expectRefused(command, kOurWords);
    }
}

TEST(CliMessages, FaultsOfReportsAndScenariosArePlainAndComplete) {
    const TemporaryFolder folder;
    const std::string file = folder.at("mine.json");
    const auto scenarioWith = [](const std::string& key, const Json& value) {
        Json scenario = Json::parse(kScenario);
        scenario[key] = value;
        return scenario.dump();
    };
    for (const auto& [text, words] : std::initializer_list<std::pair<std::string, const char*>>{
             {scenarioWith(std::string("a\0b", 3), 1), R"("a?b" is unknown; choose one of: about)"},
             {scenarioWith("choices", {std::string("magic\0\x1b[2J", 10)}), "'magic??[2J'"},
             {scenarioWith("instances", {std::string(4000, 'x') + kHostile}),
              "instances[0]: a whole number from 1"},
             {"{\"about\": \"\x1b[2J\xff", "not valid JSON at line 1"}}) {
        writeFile(file, text);
        expectRefused("bench --scenario " + file,
                      AllOf(HasSubstr(words), HasSubstr("mine.json"), kOurWords));
    }
    Json report = reportJson(exampleReport());
    report["sections"][0]["rows"][0]["choice"] = kHostile;
    writeFile(file, report.dump());
    expectRefused("compare " + file + ' ' + file,
                  AllOf(HasSubstr("sections[0].rows[0].choice"), kOurWords));
}

TEST(CliMessages, AFolderAndDeepJsonAreRefusedInOurWords) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "folder.json");
    std::string objects;
    for (size_t i = 0; i < 200'000; ++i) objects += "{\"a\":";
    writeFile(folder / "deep.json", objects);
    for (const auto& [file, words] : {std::pair("folder.json", "older"),  // part of "folder"
                                      std::pair("deep.json", "nested deeper than")}) {
        const std::string name = folder.at(file);
        for (const std::string& command : {"compare " + name + ' ' + name,
                                           "bench --scenario " + name, "bench --resume " + name}) {
            expectRefused(command, AllOf(HasSubstr(words), kOurWords));
        }
    }
    expectRefused("inspect " + folder.at("folder.json"), kOurWords);
    writeFile(folder / "deep.gltf", objects);
    expectRefused("inspect " + folder.at("deep.gltf"), "nested deeper than");
}

TEST(CliMessages, ADamagedDriverFileIsNoLackOfMemory) {
    const TemporaryFolder folder;
    const std::string file = folder.at("driver.json");
    for (const std::string text :
         {R"({"file_format_version": "1.0.0", "ICD": {"library_path":)", "garbage", "",
          R"({"file_format_version": "1.0.0", "ICD": {"library_path": "no.so"}})"}) {
        SCOPED_TRACE(text);
        writeFile(file, text);
        expectRefused("devices",
                      AllOf(kOurWords, Not(HasSubstr("memory ran out")),
                            AnyOf(HasSubstr("VK_DRIVER_FILES"), HasSubstr("no Vulkan driver"))),
                      "VK_DRIVER_FILES='" + file + "' VK_ICD_FILENAMES='" + file + "'");
    }
}

TEST(CliMessages, CellsThatBeginLikeFormulasAreText) {
    Report report = exampleReport();
    report.device.name = "=cmd|' /C calc'!A0";
    report.sections[0].scenario = "+1";
    report.sections[0].model.name = "-2+3";
    report.device.driver = "@SUM(A1)";
    const std::string csv = reportCsv(report);
    EXPECT_THAT(csv, HasSubstr("'=cmd|' /C calc'!A0,'@SUM(A1),'+1,'-2+3,15172,"));
    report.sections[0].rows[0].frame->all.median = -0.5;  // a number, but not a time
    EXPECT_THAT(reportCsv(report), HasSubstr(",-0.5,"));
}

}  // namespace
}  // namespace sinew::test
