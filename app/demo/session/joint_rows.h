// The list of joints: a skeleton's hierarchy as rows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

struct JointRow {
    uint32_t joint = 0;
    uint32_t depth = 0;  // 0: root
};

/// Returns the joints whose name contains `filter`, ignoring case. Children follow their parent.
std::vector<JointRow> jointRows(const Skeleton& skeleton, std::string_view filter);

/// Returns translation, rotation and scale of an affine matrix; shear is left out.
Transform transformOf(const gpu::Affine& matrix);

/// Returns the matrix from the joint's space to its parent's space.
gpu::Affine parentFromJoint(const Skeleton& skeleton, std::span<const gpu::Affine> objectFromJoint,
                            uint32_t joint);

}  // namespace sinew
