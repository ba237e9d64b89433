// Selects default clips, and parses --poses and sizes.
#include "app/clip_and_size.h"

#include <charconv>
#include <stdexcept>

#include "skinning/animation/pose_request.h"

namespace sinew {

uint32_t clipToShow(const Model& model, std::string_view wanted) {
    for (const std::string_view name : {wanted, std::string_view("dance")}) {
        for (uint32_t i = 0; i < model.clips.size(); ++i) {
            if (!name.empty() && model.clips[i].name == name) return i;
        }
    }
    return model.clips.empty() ? kRestPose : 0;
}

PosedBy parsePoses(const std::string& word) {
    if (word == "cpu") return PosedBy::cpu;
    if (word == "gpu") return PosedBy::gpu;
    if (word == "auto") {
        throw std::runtime_error(
            "--poses auto was removed after version 0.1.0; use --poses cpu or gpu");
    }
    throw std::runtime_error("--poses: unknown value '" + word + "'; choose one of: cpu, gpu");
}

std::optional<std::pair<uint32_t, uint32_t>> parseSize(std::string_view text) {
    std::pair<uint32_t, uint32_t> size;
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.first);
    if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return std::nullopt;
    const auto height = std::from_chars(width.ptr + 1, end, size.second);
    if (height.ec != std::errc() || height.ptr != end) return std::nullopt;
    return size;
}

}  // namespace sinew
