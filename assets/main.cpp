// sinew-assets OUTDIR: writes the characters that ship with Sinew, and the prop.
// sinew-assets --large FILE.glb: writes one of 100 MB, to time imports with.
//
// Everything about them is drawn here and nowhere else: bodies as smooth unions of signed-distance
// shapes, extracted, simplified, flattened and painted; skeletons, weights and clips by rule and by
// choreography. Libraries simplify meshes and write pictures, so the files differ a little from
// machine to machine: tests/assets_test.cpp says how far they may be from those that ship.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "assets/mannequin/mannequin.h"
#include "assets/serpent/serpent.h"
#include "assets/surface/refine.h"
#include "assets/sword/sword.h"

namespace {

namespace fs = std::filesystem;
using namespace sinew::assets;

// Under a temporary name first, so that a reader never meets half a file.
void writeFile(const fs::path& path, const std::vector<std::uint8_t>& bytes) {
    fs::path part = path;
    part += ".part";
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out)
        throw std::runtime_error("cannot write " + part.string() + ": check space and permissions");
    fs::rename(part, path);
}

void write(const fs::path& folder, const Character& character, const Encoding& encoding) {
    const std::vector<std::uint8_t> glb = encodeGlb(character, encoding);
    writeFile(folder / (character.name + ".glb"), glb);
    std::printf("%-16s %6zu vertices %6zu triangles %4zu joints %8zu bytes\n",
                character.name.c_str(), character.positions.size(), character.triangles.size(),
                character.joints.size(), glb.size());
}

void run(const fs::path& folder) {
    fs::create_directories(folder / "props");
    // Turns add up along the serpent's chain of joints, so its keys are kept more exactly.
    write(folder, makeSerpent(), {.influences = 4, .wideJoints = true, .rotationError = 0.0001});
    write(folder / "props", makeSword(), {});
    const std::vector<Character> mannequins = makeMannequins();
    write(folder, mannequins[0],
          {.influences = 4, .wideJoints = false, .packedWeights = true, .packedRotations = true});
    write(folder, mannequins[1],
          {.influences = 4, .wideJoints = false, .packedWeights = false, .packedRotations = false});
    write(folder, mannequins[2],
          {.influences = 8, .wideJoints = true, .packedWeights = true, .packedRotations = false});
}

// The finest mannequin with each triangle cut into 64: about a million vertices in one mesh.
void writeLarge(const fs::path& file) {
    Character character = makeMannequins()[2];
    for (int round = 0; round < 3; ++round) character = refined(character);
    character.name = file.stem().string();
    write(file.has_parent_path() ? file.parent_path() : ".", character,
          {.influences = 8, .wideJoints = true, .packedWeights = false, .packedRotations = false});
}

}  // namespace

int main(int argc, char** argv) {
    const bool large = argc == 3 && std::string_view(argv[1]) == "--large";
    if (argc != 2 && !large) {
        std::fprintf(stderr, "usage: sinew-assets OUTDIR | sinew-assets --large FILE.glb\n");
        return 1;
    }
    try {
        large ? writeLarge(argv[2]) : run(argv[1]);
        if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
            throw std::runtime_error("what was printed is lost; check where the output goes");
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "sinew-assets: %s\n", e.what());
        return 1;
    }
    return 0;
}
