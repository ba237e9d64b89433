// sinew-torture OUTDIR: writes OUTDIR/torture and OUTDIR/broken, the glTF files of the tests.
//
// Each file is as small as possible and has one feature or one fault. The expected content is
// computed by hand next to the case, never by Sinew's own evaluator, and written to
// NAME.expected.json. The error line of a broken file is written to NAME.expected.txt. The build
// writes all files to test_models. Valid files pass the Khronos validator
// (tests/validate_gltf.mjs).
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "tests/torture/case.h"

namespace sinew::torture {
namespace {

namespace fs = std::filesystem;

void writeFile(const fs::path& file, const Bytes& bytes) {
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) throw std::runtime_error("cannot write " + file.string() + "; check its folder");
}

Json rows(const std::vector<Vec3>& values) {
    Json out = Json::array();
    for (const Vec3& v : values) out.push_back({v.x, v.y, v.z});
    return out;
}

Json poseJson(const PoseFact& pose) {
    Json out = {{"clip", pose.clip < 0 ? Json() : Json(pose.clip)},
                {"timeSeconds", pose.timeSeconds},
                {"positions", rows(pose.positions)}};
    if (!pose.normals.empty()) out["normals"] = rows(pose.normals);
    for (const Vec4& t : pose.tangents) out["tangents"].push_back({t.x, t.y, t.z, t.w});
    return out;
}

Json expectedJson(const Case& test) {
    const Expected& expected = test.expected;
    Json out = {{"shows", test.shows},
                {"vertices", expected.poses.at(0).positions.size()},
                {"joints", expected.joints},
                {"binds", expected.binds},
                {"mostInfluences", expected.mostInfluences},
                {"skins", expected.skins}};
    out["clips"] = Json::array();
    for (const ClipFact& clip : expected.clips) {
        out["clips"].push_back({{"name", clip.name}, {"durationSeconds", clip.durationSeconds}});
    }
    out["warnings"] = expected.warnings;
    if (!expected.triangles.empty()) out["triangles"] = expected.triangles;
    for (const std::vector<Vec2>& uvs : expected.uvSets) {
        Json& set = out["uvSets"].emplace_back(Json::array());
        for (const Vec2& uv : uvs) set.push_back({uv.x, uv.y});
    }
    for (const Vec4& c : expected.colors) out["colors"].push_back({c.x, c.y, c.z, c.w});
    if (!expected.materials.empty()) out["materials"] = expected.materials;
    for (const ImageFact& image : expected.images) {
        out["images"].push_back({{"width", image.width},
                                 {"height", image.height},
                                 {"rgba", image.rgba},
                                 {"tolerance", image.tolerance}});
    }
    if (!expected.validatorWarnings.empty()) out["validatorWarnings"] = expected.validatorWarnings;
    for (const PoseFact& pose : expected.poses) out["poses"].push_back(poseJson(pose));
    return out;
}

// Throws std::logic_error for a duplicate name, because its files would overwrite each other.
void claim(std::set<std::string>& names, const std::string& name) {
    if (!names.insert(name).second) throw std::logic_error("two cases are called " + name);
}

void writeCases(const fs::path& folder, std::set<std::string>& names,
                const std::vector<Case>& cases) {
    for (const Case& test : cases) {
        claim(names, test.name);
        writeFile(folder / (test.name + (test.binary ? ".glb" : ".gltf")),
                  test.bytes ? *test.bytes

                  : test.binary ? glbOf(test.gltf)
                                : bytesOf(textOf(test.gltf)));
        writeFile(folder / (test.name + ".expected.json"), bytesOf(expectedJson(test).dump()));
        for (const File& file : test.files) writeFile(folder / file.name, file.bytes);
    }
}

void writeBroken(const fs::path& folder, std::set<std::string>& names,
                 const std::vector<Broken>& cases) {
    for (const Broken& test : cases) {
        const std::string stem = fs::path(test.name).stem().string();
        claim(names, stem);
        writeFile(folder / test.name, test.bytes);
        writeFile(folder / (stem + ".expected.txt"), bytesOf(test.line));
        for (const File& file : test.files) writeFile(folder / file.name, file.bytes);
    }
}

void run(const fs::path& folder) {
    const fs::path torture = folder / "torture", broken = folder / "broken";
    fs::create_directories(torture);
    fs::create_directories(broken);
    std::set<std::string> names;
    Cases cases;
    for (const auto add : {addGeometry, addQuantized, addContainers, addNodes, addSkins,
                           addInfluences, addJointScale, addInterpolation, addClips, addMorphs,
                           addMaterials, addTextures, addImages}) {
        add(cases);
    }
    writeCases(torture, names, cases.all);
    const size_t valid = names.size();
    writeBroken(broken, names, brokenFiles());
    std::printf("%zu valid and %zu broken files\n", valid, names.size() - valid);
}

}  // namespace
}  // namespace sinew::torture

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: sinew-torture OUTDIR\n");
        return 1;
    }
    try {
        sinew::torture::run(argv[1]);
        if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
            throw std::runtime_error("the output was not written; check the target of stdout");
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "sinew-torture: %s\n", e.what());
        return 1;
    }
    return 0;
}
