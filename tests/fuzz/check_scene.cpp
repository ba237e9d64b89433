#include "tests/fuzz/checks.h"

#include <cmath>

#include "skinning/plain_text.h"
#include "skinning/scene_file.h"
#include "skinning/settings.h"

namespace sinew::test {
namespace {

constexpr uint32_t kMostStanding = 2000;

bool isFinite(const gpu::Affine& matrix) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            if (!std::isfinite(matrix[row][column])) return false;
        }
    }
    return true;
}

}  // namespace

std::string brokenScene(const std::filesystem::path& file) {
    const std::vector<SceneEntry> scene = readScene(file);
    const std::string text = sceneText(scene);
    if (sceneText(parseScene(text, "/")) != text) return "a scene changes when kept";
    uint32_t instances = 0;
    std::vector<Standing> standing;
    std::vector<uint32_t> shares;
    for (const SceneEntry& entry : scene) {
        if (plainText(entry.clip) != entry.clip) return "a clip's name is not plain";
        if (entry.count < 1 || entry.count > kMostInstances - instances) return "too many";
        if (!std::isfinite(entry.seconds)) return "a time that is no number";
        instances += entry.count;
        shares.push_back(entry.count);
    }
    if (sharedOut(instances, shares) != shares) return "counts are not their own shares";
    const std::vector<uint32_t> counts = sharedOut(std::min(instances, kMostStanding), shares);
    const Box size{glm::vec3(-0.5f, 0, -0.5f), glm::vec3(0.5f, 2, 0.5f)};
    for (size_t i = 0; i < scene.size(); ++i) {
        standing.push_back({size, counts[i], scene[i].placements});
    }
    for (const std::vector<gpu::Affine>& placed : placeTogether(standing, 1)) {
        for (const gpu::Affine& matrix : placed) {
            if (!isFinite(matrix)) return "an instance stands nowhere";
        }
    }
    const Box around = crowdBounds(standing, std::vector<Box>(scene.size()), 1);
    return std::isfinite(around.radius()) ? "" : "a crowd without bounds";
}

}  // namespace sinew::test
