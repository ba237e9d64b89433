// sinew-image-seeds OUTDIR: writes the first inputs of sinew-fuzz-images.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/image_forms.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: sinew-image-seeds OUTDIR\n");
        return 1;
    }
    try {
        const std::filesystem::path folder = argv[1];
        std::filesystem::create_directories(folder);
        for (const auto& [name, bytes, _] : sinew::test::imagesOfAllForms()) {
            std::ofstream out(folder / name, std::ios::binary);
            out.write(reinterpret_cast<const char*>(bytes.data()),
                      static_cast<std::streamsize>(bytes.size()));
            if (!out.flush()) {
                throw std::runtime_error((folder / name).string() + " cannot be written");
            }
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sinew-image-seeds: %s\n", error.what());
        return 1;
    }
    return 0;
}
