// Finds the models of tests in folders.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace sinew::test {

/// Returns the .glb and .gltf files in a folder and its subfolders, sorted.
inline std::vector<std::filesystem::path> modelsBelow(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".gltf" || extension == ".glb") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Returns the folder that the variable SINEW_MODELS names, or an empty path if it is not set.
/// Throws std::runtime_error if the folder has no models, because such tests would pass without a
/// model.
inline std::filesystem::path sharedFolder() {
    const char* folder = std::getenv("SINEW_MODELS");
    if (folder == nullptr) return {};
    if (!std::filesystem::is_directory(folder) || modelsBelow(folder).empty()) {
        throw std::runtime_error(
            std::string("SINEW_MODELS is '") + folder +
            "', where there are no models; set it to their folder, or not at all");
    }
    return folder;
}

inline std::vector<std::filesystem::path> sharedModels() {
    const std::filesystem::path folder = sharedFolder();
    return folder.empty() ? std::vector<std::filesystem::path>{} : modelsBelow(folder);
}

#define SKIP_WITHOUT_SHARED_MODELS() \
    if (sinew::test::sharedFolder().empty()) GTEST_SKIP() << "SINEW_MODELS is not set"

}  // namespace sinew::test
