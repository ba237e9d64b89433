// Orders and filters joints.
#include "app/demo/session/joint_rows.h"

#include <algorithm>
#include <cctype>

#include "skinning/cpu/take_apart.h"

namespace sinew {
namespace {

bool contains(std::string_view name, std::string_view filter) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    };
    return !std::ranges::search(name, filter, same).empty() || filter.empty();
}

}  // namespace

std::vector<JointRow> jointRows(const Skeleton& skeleton, std::string_view filter) {
    std::vector<std::vector<uint32_t>> children(skeleton.size());
    std::vector<JointRow> pending, rows;
    for (uint32_t joint = skeleton.size(); joint-- > 0;) {
        const int32_t parent = skeleton.parents[joint];
        if (parent == kNoParent) {
            pending.push_back({joint, 0});
        } else {
            children[static_cast<size_t>(parent)].push_back(joint);
        }
    }
    while (!pending.empty()) {
        const JointRow row = pending.back();
        pending.pop_back();
        if (contains(skeleton.names[row.joint], filter)) rows.push_back(row);
        for (const uint32_t child : children[row.joint]) pending.push_back({child, row.depth + 1});
    }
    return rows;
}

Transform transformOf(const gpu::Affine& matrix) {
    const RigidAndShear parts = takeApart(matrix);
    return {.translation = {matrix[0].w, matrix[1].w, matrix[2].w},
            .rotation = parts.real,
            .scale = {parts.shear[0][0], parts.shear[1][1], parts.shear[2][2]}};
}

gpu::Affine parentFromJoint(const Skeleton& skeleton, std::span<const gpu::Affine> objectFromJoint,
                            uint32_t joint) {
    const int32_t parent = skeleton.parents[joint];
    if (parent == kNoParent) return objectFromJoint[joint];
    const auto whole = [&](const gpu::Affine& m) {
        return glm::transpose(glm::mat4(m[0], m[1], m[2], glm::vec4(0, 0, 0, 1)));
    };
    const glm::mat4 local = glm::inverse(whole(objectFromJoint[static_cast<size_t>(parent)])) *
                            whole(objectFromJoint[joint]);
    return gpu::Affine(glm::transpose(local));
}

}  // namespace sinew
