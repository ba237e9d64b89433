// What the program says of hostile files and arguments: one plain line in its own words, and no
// code that a terminal, a page or a spreadsheet would obey.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "benchmarks/report_csv.h"
#include "benchmarks/report_json.h"
#include "skinning/plain_text.h"
#include "tests/cli/example_report.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

using json = nlohmann::json;
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
std::string modelNamed(const std::string& name) {
    constexpr const char* kPixel =
        "data:image/"
        "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUI"
        "OwAAAABJRU5ErkJggg==";
    std::string bytes;
    const auto add = [&](auto... values) {
        const float floats[] = {static_cast<float>(values)...};
        bytes.append(reinterpret_cast<const char*>(floats), sizeof(floats));
    };
    add(0, 0, 0, 1, 0, 0, 0, 1, 0);           // positions
    add(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);  // weights
    add(0, 0, 1, 0, 0, 1, 0, 0, 1);           // deltas
    add(0, 1, 0, 1);                          // times, values
    bytes.append(12, '\0');                   // joints
    json document = json::parse(R"({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "skin": 0}, {}],
        "skins": [{"joints": [1]}],
        "meshes": [{"weights": [0.5], "primitives": [{"material": 0,
            "attributes": {"POSITION": 0, "JOINTS_0": 4, "WEIGHTS_0": 1},
            "targets": [{"POSITION": 2}]}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}], "images": [{}],
        "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
                        "samplers": [{"input": 3, "output": 5}]}],
        "bufferViews": [{"buffer": 0, "byteLength": 36},
                        {"buffer": 0, "byteOffset": 36, "byteLength": 48},
                        {"buffer": 0, "byteOffset": 84, "byteLength": 36},
                        {"buffer": 0, "byteOffset": 120, "byteLength": 16},
                        {"buffer": 0, "byteOffset": 136, "byteLength": 12}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
             "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC4"},
            {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3",
             "min": [0, 0, 1], "max": [0, 0, 1]},
            {"bufferView": 3, "componentType": 5126, "count": 2, "type": "SCALAR",
             "min": [0], "max": [1]},
            {"bufferView": 4, "componentType": 5121, "count": 3, "type": "VEC4"},
            {"bufferView": 3, "byteOffset": 8, "componentType": 5126, "count": 2,
             "type": "SCALAR"}]})");
    for (const char* list : {"nodes", "skins", "meshes", "materials", "textures", "images",
                             "animations", "scenes", "accessors", "bufferViews"}) {
        for (json& item : document[list]) item["name"] = name;
    }
    document["asset"]["generator"] = name;
    document["meshes"][0]["extras"] = {{"targetNames", {name}}};
    document["extensionsUsed"] = {"EXT_" + name};
    document["images"][0]["uri"] = kPixel;
    document["buffers"] = {{{"byteLength", bytes.size()}, {"uri", "bytes.bin"}, {"name", name}}};
    return document.dump() + std::string(1, '\n') + bytes;
}

/// The file, in a folder of its own, beside its buffer.
std::string writeModel(const TemporaryFolder& folder, const std::string& file,
                       const std::string& name) {
    const std::string both = modelNamed(name);
    const size_t end = both.find('\n');
    writeFile(folder / file, both.substr(0, end));
    writeFile(folder / "bytes.bin", both.substr(end + 1));
    return quoted((folder / file).string());
}

/// Every text of a report but those that are words of a list.
void makeHostile(json& value, const std::string& key = {}) {
    if (value.is_string() && key != "choice" && key != "winner" && key != "measure") {
        value = kHostile + value.get<std::string>();
    } else if (value.is_structured()) {
        for (const auto& item : value.items()) {
            makeHostile(item.value(), value.is_object() ? item.key() : key);
        }
    }
}

std::string hostileReport(const TemporaryFolder& folder, const std::string& name, uint32_t seed) {
    json report = reportJson(exampleReport(seed));
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
          "bench --methods compute --instances 1 --passes 1 --frames 8 --size 32x32 " + model +
              "-o " + quoted((folder / (kHostileWord + "2.json")).string())}) {
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
    const Outcome run = runCli("compare " + a + b + "-o " + quoted((folder / "c.html").string()) +
                               "-o " + quoted((folder / "c.csv").string()));
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_THAT(run.out, HasSubstr("forged"));  // it is shown
    expectPlain(run, "compare");
    const std::string page = readFile(folder / "c.html");
    EXPECT_EQ(plainLines(page), page);
    EXPECT_THAT(page, Not(HasSubstr("<b>&")));
}

TEST(CliMessages, WhatIsWrongInAReportOrScenarioIsToldPlainAndWhole) {
    const TemporaryFolder folder;
    struct Case {
        std::string text;
        const char* words;
    };
    json scenario = json::parse(kScenario);
    scenario[std::string("a\0b", 3)] = 1;
    json place = json::parse(kScenario);
    place["choices"] = {std::string("magic\0\x1b[2J", 10)};
    json value = json::parse(kScenario);
    value["instances"] = {std::string(4000, 'x') + kHostile};
    for (const Case& c :
         std::initializer_list<Case>{{scenario.dump(), "'a?b' is unknown; there is about"},
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
    json report = reportJson(exampleReport());
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
    writeFile(name, objects);
    expectRefused("inspect " + name);
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
