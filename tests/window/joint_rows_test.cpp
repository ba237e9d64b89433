// Tests the list of joints: order, filter, and transforms.
#include "app/demo/session/joint_rows.h"

#include <gmock/gmock.h>

#include <glm/gtc/matrix_transform.hpp>

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;
using testing::IsEmpty;

/// Returns a skeleton with two roots. Joint 4 is the second child of joint 0, but its index is
/// higher than that of joint 3, the child of joint 2.
Skeleton branched() {
    return {.names = {"Root", "prop", "arm_L", "hand_L", "arm_R"},
            .parents = {kNoParent, kNoParent, 0, 2, 0},
            .rest = std::vector<Transform>(5)};
}

TEST(JointRowsTest, ChildrenFollowTheirParent) {
    EXPECT_THAT(jointRows(branched(), ""),
                ElementsAre(FieldsAre(0, 0), FieldsAre(2, 1), FieldsAre(3, 2), FieldsAre(4, 1),
                            FieldsAre(1, 0)));
}

TEST(JointRowsTest, AFilterFindsPartsOfNamesInAnyCase) {
    EXPECT_THAT(jointRows(branched(), "ARM"), ElementsAre(FieldsAre(2, 1), FieldsAre(4, 1)));
    EXPECT_THAT(jointRows(branched(), "leg"), IsEmpty());
}

TEST(JointRowsTest, ALocalTransformIsThatOfTheParentsSpace) {
    const auto affine = [](const glm::mat4& m) { return gpu::Affine(glm::transpose(m)); };
    const glm::mat4 root = glm::rotate(glm::translate(glm::mat4(1), {1, 2, 3}), 0.5f, {0, 1, 0});
    const glm::mat4 local = glm::scale(
        glm::rotate(glm::translate(glm::mat4(1), {0, 4, 0}), 0.25f, {1, 0, 0}), {2, 3, -4});
    std::vector<gpu::Affine> objectFromJoint(5, affine(root));
    objectFromJoint[2] = affine(root * local);
    const Transform t = transformOf(parentFromJoint(branched(), objectFromJoint, 2));
    EXPECT_NEAR(glm::distance(t.translation, {0, 4, 0}), 0, 1e-5f);
    EXPECT_NEAR(glm::distance(t.scale, {2, 3, -4}), 0, 1e-5f);
    EXPECT_NEAR(glm::dot(t.rotation, glm::angleAxis(0.25f, glm::vec3(1, 0, 0))), 1, 1e-5f);
}

}  // namespace
}  // namespace sinew
