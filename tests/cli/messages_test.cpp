// What the program says of hostile files and arguments: one plain line in its own words, and no
// code that a terminal, a page or a spreadsheet would obey.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/report_csv.h"
#include "benchmarks/report_json.h"
#include "skinning/plain_text.h"
#include "tests/cli/example_report.h"
#include "tests/cli/program.h"
#include "tests/encode_image.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Clears the screen, sets its title, turns the direction of writing, breaks lines, ends strings.
const std::string kHostile = std::string(
                                 "\x1b[2J\x1b]0;title\x07\r\nforged: line\x7f\xc2\x9b"
                                 "1m\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xe2\x80\xa8<b>&\"'|`=") +
                             '\0' + "after";

/// The same for the shell and for the system's file names, which have no NUL and here no quotes.
const std::string kHostileWord =
    "=\x1b[2J\x07\r\nforged: line\x7f\xc2\x9b"
    "1m\xe2\x80\xae\xe2\x80\xa8\xff";

void expectPlain(const Outcome& run, const std::string& what) {
    SCOPED_TRACE(what);
    EXPECT_EQ(plainLines(run.out), run.out);
    EXPECT_EQ(plainLines(run.error), run.error);
    for (const std::string& text : {run.out, run.error}) {
        EXPECT_THAT(text, Not(HasSubstr("\nforged")));
        EXPECT_THAT(text, Not(HasSubstr("json.exception")));
        EXPECT_THAT(text, Not(HasSubstr("basic_")));
    }
}

/// Exit code 1, and nothing but one line of at most kLongestLine bytes.
void expectOneLine(const Outcome& run, const std::string& what) {
    expectPlain(run, what);
    EXPECT_EQ(run.exitCode, 1) << what;
    EXPECT_THAT(run.error, StartsWith("sinew-cli: ")) << what;
    EXPECT_EQ(std::count(run.error.begin(), run.error.end(), '\n'), 1) << what << run.error;
    EXPECT_LE(run.error.size(), kLongestLine) << what;
}

std::string quoted(const std::string& word) {
    return "'" + word + "' ";
}

/// A skinned triangle with a morph target, a clip and a texture; every name of it is `name`.
Gltf modelNamed(const std::string& name) {
    Gltf gltf;
    gltf.root = json(R"({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "skin": 0}, {}],
        "skins": [{"joints": [1]}],
        "meshes": [{"weights": [0.5], "primitives": [{"material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}], "images": [{}]})");
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.attributes()["JOINTS_0"] = gltf.accessor(Bytes(12), "VEC4");
    gltf.attributes()["WEIGHTS_0"] = gltf.vec4({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    gltf.primitive()["targets"][0]["POSITION"] = gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    const int times = gltf.times({0, 1});
    gltf.channel(0, "weights", times, gltf.scalars({0, 1}));
    for (const char* list : {"nodes", "skins", "meshes", "materials", "textures", "images",
                             "animations", "scenes", "accessors", "bufferViews"}) {
        for (Json& item : gltf.root[list]) item["name"] = name;
    }
    gltf.root["asset"]["generator"] = name;
    gltf.root["meshes"][0]["extras"] = {{"targetNames", {name}}};
    gltf.extension(("EXT_" + name).c_str());
    const Bytes pixel = encodePngForm({.width = 1, .height = 1}, std::vector<uint16_t>(4));
    gltf.root["images"][0]["uri"] = "data:image/png;base64," + base64(pixel);
    gltf.root["buffers"] = {
        {{"byteLength", gltf.bytes.size()}, {"uri", "bytes.bin"}, {"name", name}}};
    return gltf;
}

/// The file, in a folder of its own, beside its buffer.
std::string writeModel(const TemporaryFolder& folder, const std::string& file,
                       const std::string& name) {
    const Gltf gltf = modelNamed(name);
    writeFile(folder / file, textOf(gltf));
    writeFile(folder / "bytes.bin", std::string(gltf.bytes.begin(), gltf.bytes.end()));
    return quoted((folder / file).string());
}

/// Every text of a report but those that are words of a list.
void makeHostile(Json& value, const std::string& key = {}) {
    static const std::set<std::string> kWords{"choice", "winner", "measure", "axis",
                                              "state",  "kind",   "type",    "gpuSlowedBy"};
    if (value.is_string() && !kWords.contains(key)) {
        value = kHostile + value.get<std::string>();
    } else if (value.is_structured()) {
        for (const auto& item : value.items()) {
            makeHostile(item.value(), value.is_object() ? item.key() : key);
        }
    }
}

std::string hostileReport(const TemporaryFolder& folder, const std::string& name, uint32_t seed) {
    Json report = reportJson(exampleReport(seed));
    makeHostile(report);
    writeFile(folder / name, report.dump());
    return quoted((folder / name).string());
}

constexpr const char* kScenario = R"({"about": "", "choices": ["compute"], "instances": [1],
    "passes": [1], "models": [{"users": true}]})";

TEST(CliMessages, NamesInAModelAreShownPlain) {
    const TemporaryFolder folder;
    const std::string model = writeModel(folder, kHostileWord + ".gltf", kHostile);
    for (const std::string& command :
         {"inspect " + model, "inspect --json " + model,
          "export --method reference " + model + "-o " + quoted((folder / "a.ply").string()),
          "bake " + model + "-o " + quoted((folder / (kHostileWord + ".json")).string())}) {
        const Outcome run = runCli(command);
        EXPECT_EQ(run.exitCode, 0) << run.error;
        expectPlain(run, command);
    }
    expectOneLine(runCli("render " + model + "--clip nonsense -o a.png"), "the clips there are");
}

TEST(GpuCliMessages, NamesInAModelAreShownPlain) {
    const TemporaryFolder folder;
    const std::string model = writeModel(folder, kHostileWord + ".gltf", kHostile);
    const std::string picture = quoted((folder / (kHostileWord + ".png")).string());
    for (const std::string& command :
         {"render --size 32x32 --clip 0 " + model + "-o " + picture,
          "diff --size 32x32 --clip 0 --b cpu " + model + "-o " + picture,
          "verify --methods compute " + model,
          "bench --methods compute --instances 1 --passes 1 --frames 1 --seconds 0.01 "
          "--size 32x32 " +
              model + "-o " + quoted((folder / (kHostileWord + "2.json")).string())}) {
        const Outcome run = runCli(command);
        EXPECT_EQ(run.exitCode, 0) << command << run.error;
        expectPlain(run, command);
    }
}

TEST(CliMessages, ArgumentsAreShownPlainInOneShortLine) {
    const TemporaryFolder folder;
    const std::string model = shipped("mannequin.glb").string() + ' ';
    for (const std::string& word : {kHostileWord, std::string(5000, 'x')}) {
        const std::string hostile = quoted(word);
        for (const std::string& command :
             {hostile,
              "--" + hostile,
              "inspect " + hostile,
              "inspect --" + hostile,
              "inspect " + model + hostile,
              "render " + model + "-o a.png --clip " + hostile,
              "render " + model + "-o a.png --method " + hostile,
              "render " + model + "-o a.png --size " + hostile,
              "render " + model + "-o a.png --camera " + hostile,
              "render " + model + "-o a.png --instances " + hostile,
              "render " + model + "-o " + quoted("no/" + word + ".png"),
              "export " + model + "-o " + hostile,
              "bake " + model + "-o " + hostile,
              "verify --methods " + hostile + model,
              "bench --scenario " + hostile,
              "bench --scenario " + quoted(word + ".json"),
              "bench --resume " + hostile,
              "bench --instances " + hostile,
              "bench --assume-limits " + hostile,
              "bench -o " + hostile,
              "compare " + hostile + hostile}) {
            expectOneLine(runCli(command), command.substr(0, 60));
        }
    }
}

TEST(CliMessages, ReportsAreShownPlain) {
    const TemporaryFolder folder;
    const std::string a = hostileReport(folder, "a.json", 1);
    const std::string b = hostileReport(folder, "b.json", 2);
    const Outcome run = runCli("compare " + a + b + "-o " + quoted((folder / "c.csv").string()));
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_THAT(run.out, HasSubstr("forged"));  // it is shown
    expectPlain(run, "compare");
}

TEST(CliMessages, WhatIsWrongInAReportOrScenarioIsToldPlainAndWhole) {
    const TemporaryFolder folder;
    struct Case {
        std::string text;
        const char* words;
    };
    Json scenario = json(kScenario);
    scenario[std::string("a\0b", 3)] = 1;
    Json place = json(kScenario);
    place["choices"] = {std::string("magic\0\x1b[2J", 10)};
    Json value = json(kScenario);
    value["instances"] = {std::string(4000, 'x') + kHostile};
    for (const Case& c :
         std::initializer_list<Case>{{scenario.dump(), "'a?b' is unknown; choose one of: about"},
                                     {place.dump(), "'magic??[2J'"},
                                     {value.dump(), "instances[0]: a number from 1"},
                                     {"{\"about\": \"\x1b[2J\xff", "not valid JSON at line 1"},
                                     {"[1, 2", "too early"},
                                     {"1e999", "too large"}}) {
        writeFile(folder / "mine.json", c.text);
        const Outcome run = runCli("bench --scenario " + (folder / "mine.json").string());
        expectOneLine(run, c.words);
        EXPECT_THAT(run.error, HasSubstr(c.words));
        EXPECT_THAT(run.error, HasSubstr("mine.json"));
    }
    Json report = reportJson(exampleReport());
    report["sections"][0]["rows"][0]["choice"] = kHostile;
    writeFile(folder / "report.json", report.dump());
    const std::string file = (folder / "report.json").string();
    const Outcome run = runCli("compare " + file + ' ' + file);
    expectOneLine(run, "a choice");
    EXPECT_THAT(run.error, HasSubstr("sections[0].rows[0].choice"));
}

TEST(CliMessages, AFolderOrADamagedFileIsToldInOurWords) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "folder.json");
    const std::string name = (folder / "folder.json").string();
    for (const std::string& command :
         {"compare " + name + ' ' + name, "bench --scenario " + name, "bench --resume " + name}) {
        const Outcome run = runCli(command);
        expectOneLine(run, command);
        EXPECT_THAT(run.error, HasSubstr("older"));  // "Is a folder", "it is a folder"
    }
    expectOneLine(runCli("inspect " + name), "inspect");
}

TEST(CliMessages, JsonNestedDeepIsRefusedAndEndsNothing) {
    const TemporaryFolder folder;
    constexpr size_t kLevels = 200'000;
    std::string objects;
    for (size_t i = 0; i < kLevels; ++i) objects += "{\"a\":";
    const std::string name = (folder / "deep.json").string();
    const auto expectRefused = [&](const std::string& command) {
        const Outcome run = runCli(command);
        expectOneLine(run, command);
        EXPECT_THAT(run.error, HasSubstr("nested deeper than")) << command;
    };
    for (const std::string& text : {std::string(kLevels, '['), objects,
                                    std::string(kLevels, '[') + std::string(kLevels, ']')}) {
        writeFile(name, text);
        expectRefused("compare " + name + ' ' + name);
        expectRefused("bench --scenario " + name);
        expectRefused("bench --resume " + name);
    }
    const std::string model = (folder / "deep.gltf").string();
    writeFile(model, objects);
    expectRefused("inspect " + model);
}

TEST(CliMessages, ADamagedDriverFileIsNoLackOfMemory) {
    const TemporaryFolder folder;
    for (const std::string text :
         {R"({"file_format_version": "1.0.0", "ICD": {"library_path":)", "garbage", "",
          R"({"file_format_version": "1.0.0", "ICD": {"library_path": "no.so"}})"}) {
        writeFile(folder / "driver.json", text);
        const std::string file = (folder / "driver.json").string();
        const Outcome run =
            runCli("devices", "VK_DRIVER_FILES='" + file + "' VK_ICD_FILENAMES='" + file + "'");
        expectOneLine(run, text);
        EXPECT_THAT(run.error, Not(HasSubstr("memory ran out")));
        EXPECT_THAT(run.error, AnyOf(HasSubstr("VK_DRIVER_FILES"), HasSubstr("no Vulkan driver")));
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
    report.sections[0].rows[0].frame->all.median = -0.5;  // nonsense, and a number still
    EXPECT_THAT(reportCsv(report), HasSubstr(",-0.5,"));
}

}  // namespace
}  // namespace sinew::test
